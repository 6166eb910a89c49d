package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// modulePath is the module whose version is told.
const modulePath = "github.com/bpmngen/bpmngen"

// generation is the runtime's that generated code is tied to (runtime.Generation1).
const generation = 1

func newVersion(e *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "prints the version of bpmngen and the runtime generation of its code",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			info, _ := debug.ReadBuildInfo()
			v := versionOf(info)
			if asJSON {
				return json.NewEncoder(e.stdout).Encode(v)
			}
			fmt.Fprintf(e.stdout, "bpmngen %s (runtime generation %d, %s)\n", v.Version, v.Generation, v.Go)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments, got %q", cmd.Name(), args[0])
	}
	return nil
}

type versionInfo struct {
	Version    string `json:"version"`
	Generation int    `json:"generation"`
	Go         string `json:"go"`
}

// devel is the version of what was built from a working copy.
const devel = "devel"

// versionOf finds the module's version in a build: that of the main module, or
// of the dependency where it runs as another module's tool. A build of a
// working copy is "devel" whatever its commit, or every commit would change all
// generated files.
func versionOf(info *debug.BuildInfo) versionInfo {
	v := versionInfo{Version: devel, Generation: generation}
	if info == nil {
		return v
	}
	v.Go = info.GoVersion
	mod := info.Main
	for _, d := range info.Deps {
		if d.Path == modulePath {
			mod = *d
			if d.Replace != nil {
				mod = debug.Module{Path: modulePath, Version: d.Replace.Version}
			}
		}
	}
	local := mod.Version == "" || mod.Version == "(devel)" || strings.Contains(mod.Version, "+dirty")
	stamped := false // by go build in a checkout, with a pseudo-version
	for _, s := range info.Settings {
		stamped = stamped || s.Key == "vcs.revision"
	}
	if mod.Path != modulePath || local || stamped && pseudo(mod.Version) {
		return v
	}
	v.Version = mod.Version
	return v
}

// pseudo reports the version of a commit: ...yyyymmddhhmmss-abcdefabcdef.
func pseudo(version string) bool {
	parts := strings.Split(version, "-")
	if len(parts) < 3 || len(parts[len(parts)-1]) != 12 {
		return false
	}
	stamp := parts[len(parts)-2]
	return len(stamp) >= 14 && strings.Trim(stamp[len(stamp)-14:], "0123456789") == ""
}

// toolVersion is what headers of generated files and reports name.
func toolVersion() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(info).Version
}
