package testrun

import (
	"bytes"
	"context"
	"encoding/json"
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

	"github.com/bpmngen/bpmngen/compiler/gen"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
)

// modulePath is the module that generated code links against.
const modulePath = "github.com/bpmngen/bpmngen"

// options are those that the code of the unit with that number is generated with:
// all units share one package, so that the Go compiler runs once.
func options(i int, version string) gen.Options {
	return gen.Options{Package: "main", Version: version, Prefix: fmt.Sprintf("M%04d", i)}
}

// generate writes the Go of every unit that has something to run.
func generate(ctx context.Context, units []*unit, version string) error {
	var numbered []*unit
	numbers := map[*unit]int{}
	for i, u := range units {
		if u.model != nil {
			numbers[u] = i
			numbered = append(numbered, u)
		}
	}
	return each(ctx, numbered, func(u *unit) {
		u.options = options(numbers[u], version)
		code, err := gen.Generate(u.model, u.options)
		if err != nil {
			u.drop("%v", err)
			return
		}
		u.code = code
	})
}

// drop fails what the unit was to run.
func (u *unit) drop(format string, args ...any) {
	u.model, u.code = nil, nil
	for _, r := range u.results {
		if r.job != nil {
			r.set(bpmntest.Fail, format, args...)
		}
	}
}

// build makes one program of all units with code, and returns its path; "" where
// there is nothing to run. The generated files are laid over a module that has
// bpmngen's at hand: nothing is written there, and nothing is fetched. A unit
// whose code does not compile, which is a bug of ours, fails alone.
func build(ctx context.Context, units []*unit, dir string) (string, error) {
	var roots []string
	var first error
	for {
		var linked []*unit
		for _, u := range units {
			if u.code != nil {
				linked = append(linked, u)
			}
		}
		if len(linked) == 0 {
			return "", nil
		}
		if roots == nil {
			var err error
			if roots, err = moduleRoots(ctx); err != nil {
				return "", err
			}
		}
		program, blamed, err := buildOnce(ctx, linked, dir, roots[0])
		switch {
		case err == nil && blamed:
		case err == nil || ctx.Err() != nil:
			return program, err
		default:
			if first == nil {
				first = err
			}
			if roots = roots[1:]; len(roots) == 0 {
				return "", first
			}
		}
	}
}

// packageDir is the folder that the generated package seems to be in.
const packageDir = "bpmngen_test_program"

func buildOnce(ctx context.Context, units []*unit, dir, root string) (program string, blamed bool, err error) {
	overlay := map[string]string{}
	add := func(name string, content []byte) error {
		path := filepath.Join(dir, name)
		overlay[filepath.Join(root, packageDir, name)] = path
		return os.WriteFile(path, content, 0o644)
	}
	var links []gen.Linked
	for i, u := range units {
		for _, r := range u.results {
			if r.job != nil {
				r.job.Package = i
			}
		}
		links = append(links, gen.Linked{Model: u.model, Options: u.options})
		if err := add(fileName(u), u.code); err != nil {
			return "", false, err
		}
	}
	main, err := gen.Driver(links)
	if err != nil {
		return "", false, err
	}
	if err := add("driver.go", main); err != nil {
		return "", false, err
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return "", false, err
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, list, 0o644); err != nil {
		return "", false, err
	}
	program = filepath.Join(dir, "program")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	out, err := goCommand(ctx, root, "build", "-mod=readonly", "-buildvcs=false", "-gcflags=-e", "-ldflags=-s -w",
		"-overlay", overlayFile, "-o", program, "./"+packageDir)
	if err == nil {
		return program, false, nil
	}
	if ctx.Err() != nil {
		return "", false, ctx.Err()
	}
	if blame(units, out) {
		return "", true, nil
	}
	return "", false, fmt.Errorf("the generated code can't be built: %w\n%s", err, bytes.TrimSpace(out))
}

func fileName(u *unit) string { return strings.ToLower(u.options.Prefix) + "_bpmn.go" }

// compileError is a line that the Go compiler writes of a generated file.
var compileError = regexp.MustCompile(`(?m)(m[0-9]{4,})_bpmn\.go:([0-9]+:[0-9]+): (.*)$`)

// blame fails the units that the Go compiler refuses; false where it named none.
func blame(units []*unit, out []byte) bool {
	found := false
	for _, m := range compileError.FindAllSubmatch(out, -1) {
		for _, u := range units {
			if u.code != nil && strings.EqualFold(u.options.Prefix, string(m[1])) {
				u.drop("the generated Go does not compile, please report it with the model: %s: %s", m[2], m[3])
				found = true
			}
		}
	}
	return found
}

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
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && bytes.Contains(data, []byte("module "+modulePath+"\n"))
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
