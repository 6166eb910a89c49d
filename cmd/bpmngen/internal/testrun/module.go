package testrun

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// modulePath is the module that generated code links against.
const modulePath = "github.com/bpmngen/bpmngen"

// moduleRoots are the folders of modules that the program may be built in, the
// best first: the module that the current folder is in, where that requires
// bpmngen's, so that models may name its types; then bpmngen's own, where this
// command was compiled or in the module cache.
func moduleRoots(ctx context.Context) ([]string, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, errNoGo
	}
	var roots []string
	why := []string{"it is not beside this command"}
	if out, err := goCommand(ctx, "", "env", "GOMOD"); err == nil {
		gomod := strings.TrimSpace(string(out))
		if gomod != "" && filepath.Base(gomod) == "go.mod" {
			if _, err := goCommand(ctx, "", "list", "-mod=readonly", "-m", modulePath); err == nil {
				roots = append(roots, filepath.Dir(gomod))
			} else {
				why = append(why, gomod+" does not require it")
			}
		}
	}
	if _, file, _, ok := runtime.Caller(0); ok {
		root := filepath.Dir(file)
		for range strings.Split("cmd/bpmngen/internal/testrun", "/") {
			root = filepath.Dir(root)
		}
		if isModule(root) {
			roots = append(roots, root)
		}
	}
	if v := version(); v != "" {
		out, err := goCommand(ctx, os.TempDir(), "list", "-m", "-f", "{{.Dir}}", modulePath+"@"+v)
		if dir := strings.TrimSpace(string(out)); err == nil && isModule(dir) {
			roots = append(roots, dir)
		} else {
			why = append(why, "version "+v+" is not in the module cache")
		}
	}
	if len(roots) > 0 {
		return roots, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("generated code links against the module %s, which was not found (%s); run in a module that requires it: go get -tool %s/cmd/bpmngen",
		modulePath, strings.Join(why, "; "), modulePath)
}

// isModule reports whether a folder holds bpmngen's module.
func isModule(dir string) bool {
	path, err := moduleOf(dir)
	return err == nil && path == modulePath
}

// version is that of the module that this command was built from, "" for none.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == modulePath && m.Replace == nil && strings.HasPrefix(m.Version, "v") {
			return m.Version
		}
	}
	return ""
}

// goCommand runs the go command in a folder and returns all that it wrote.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return append(out.Bytes(), errOut.Bytes()...), fmt.Errorf("go %s: exit %s", args[0], strconv.Itoa(exit.ExitCode()))
	case err != nil:
		return nil, err
	}
	return out.Bytes(), nil
}

// moduleLine is where a go.mod names its module.
var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)"?`)

// moduleOf is the path of the module in a folder.
func moduleOf(root string) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	m := moduleLine.FindSubmatch(data)
	if m == nil {
		return "", fmt.Errorf("%s names no module", filepath.Join(root, "go.mod"))
	}
	return string(m[1]), nil
}
