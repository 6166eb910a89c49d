package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Whatever a generated file declares, the scaffolds parse and import what they
// use and nothing else. That they compile and run is shown by testdata/script/init.txtar.
func TestScaffoldImports(t *testing.T) {
	const head = "package %s\n\nimport (\n\t\"context\"\n\tclock \"time\"\n\n\t\"github.com/bpmngen/bpmngen/runtime\"\n)\n"
	for name, decls := range map[string]string{
		"no start, no handlers": "func Register(eng *runtime.Engine) (runtime.Registration, error) { panic(0) }",
		"no start": "type Vars struct{}\n// Handlers do it.\ntype Handlers interface {\n\t// Do does.\n\tDo(ctx context.Context, v *Vars) error\n}\n" +
			"func Register(eng *runtime.Engine, h Handlers) (runtime.Registration, error) { panic(0) }",
		"types of other packages": "type Vars struct{}\ntype Handlers interface{ At(ctx context.Context, t clock.Time) (clock.Duration, error) }\n" +
			"func Register(eng *runtime.Engine, h Handlers) (runtime.Registration, error) { panic(0) }\n" +
			"func Start(ctx context.Context, eng *runtime.Engine, v Vars) (Instance, error) { panic(0) }",
		"a name that is taken": "type Vars struct{}\ntype handlers struct{}\ntype Handlers interface{ Do(ctx context.Context, v *Vars) error }\n" +
			"func Register(eng *runtime.Engine, h Handlers) (runtime.Registration, error) { panic(0) }",
		"a user task": "type Vars struct{}\nfunc Register(eng *runtime.Engine) (runtime.Registration, error) { panic(0) }\n" +
			"func Start(ctx context.Context, eng *runtime.Engine, v Vars) (Instance, error) { panic(0) }\n" +
			"func SignTasks(eng *runtime.Engine) []SignTask { panic(0) }\n" +
			"func CompleteSign(ctx context.Context, eng *runtime.Engine, task runtime.TaskID, out SignOut) error { panic(0) }",
	} {
		for _, pkg := range []string{"main", "order"} {
			t.Run(name+"/"+pkg, func(t *testing.T) {
				dir := t.TempDir()
				tg := &target{out: filepath.Join(dir, "order_bpmn.go")}
				tg.input = input{path: filepath.Join(dir, "order.bpmn"), name: "order.bpmn"}
				tg.dir, tg.pkg = dir, pkg
				tg.code = fmt.Appendf(nil, head+"%s\n", pkg, decls)
				files, err := scaffoldFiles(tg)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range files {
					checkImports(t, f)
					if strings.Contains(decls, "type handlers struct") && strings.Contains(string(f.text), "type handlers struct") {
						t.Errorf("%s declares handlers again", f.name)
					}
				}
			})
		}
	}
}

func checkImports(t *testing.T, f scaffoldFile) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), f.name, f.text, 0)
	if err != nil {
		t.Fatal(err)
	}
	imported := map[string]bool{}
	for _, s := range file.Imports {
		path, _ := strconv.Unquote(s.Path.Value)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if s.Name != nil {
			name = s.Name.Name
		}
		imported[name] = false
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				if _, ok := imported[id.Name]; ok {
					imported[id.Name] = true
				}
			}
		}
		return true
	})
	for name, used := range imported {
		if !used {
			t.Errorf("%s imports %s and does not use it:\n%s", f.name, name, f.text)
		}
	}
}
