package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bpmngen": main})
}

// TestScripts runs testdata/script: each is a session at a shell, with the files that it needs.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	cache := map[string]string{}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		cache[name] = string(out[:len(out)-1])
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("REPO", root)
			for name, value := range cache {
				e.Setenv(name, value)
			}
			// Hosts are built with what is on this machine: the tests need no network.
			e.Setenv("GOFLAGS", "-mod=mod")
			e.Setenv("GOPROXY", "off")
			e.Setenv("GOTOOLCHAIN", "local")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":    status,
			"host":      host,
			"age":       age,
			"unwritten": unwritten,
		},
	})
}

// status N command ... runs a command that must exit with N; its output is there for stdout, stderr and cmp.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status code command [args]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// host FOLDER makes the folder a module that uses this checkout.
func host(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: host folder")
	}
	dir, root := ts.MkAbs(args[0]), ts.Getenv("REPO")
	ts.Check(os.MkdirAll(dir, 0o777))
	mod := "module example.com/host\n\ngo 1.26.0\n\nrequire github.com/bpmngen/bpmngen v0.0.0\n\nreplace github.com/bpmngen/bpmngen => " + root + "\n"
	ts.Check(os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o666))
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o666))
}

// The time that `age` gives to files.
var longAgo = time.Unix(1_000_000_000, 0)

// age FILE sets the time of a file back.
func age(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: age file")
	}
	ts.Check(os.Chtimes(ts.MkAbs(args[0]), longAgo, longAgo))
}

// unwritten FILE fails where a file was written since `age FILE`; "! unwritten" where it was not.
func unwritten(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: [!] unwritten file")
	}
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if info.ModTime().Equal(longAgo) == neg {
		ts.Fatalf("%s: written at %v", args[0], info.ModTime())
	}
}
