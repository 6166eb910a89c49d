package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/templates"
)

// scaffoldFile is one file that init writes.
type scaffoldFile struct {
	name string
	text []byte
}

// scaffoldData is what the templates of init are given.
type scaffoldData struct {
	Package, Command, Source, GenerateFlags string
	// HandlerImports are the import specs that the handlers' signatures need.
	HandlerImports []string
	Starts         bool // the host can start one of the processes
	Processes      []scaffoldProcess
}

// scaffoldProcess is one process, by what its generated code declares.
type scaffoldProcess struct {
	ID, GoName, Vars string
	Handlers, Type   string // "": no task needs the host
	Register, Start  string // Start is "" where the host can't start it
	Methods          []scaffoldMethod
	UserTasks        []scaffoldTask
}

type scaffoldMethod struct {
	Name, Params, Results string
	Out                   string // type of the first of two results
	Doc                   []string
}

// scaffoldTask is a user task: the functions that list and complete it, and the last argument of the second.
type scaffoldTask struct{ List, Complete, Arg, Title string }

// scaffoldFiles makes the files for a target from what its code declares.
func scaffoldFiles(t *target) ([]scaffoldFile, error) {
	data, err := readGenerated(t)
	if err != nil {
		return nil, err
	}
	kinds := []struct{ name, template string }{
		{"handlers.go", "handlers.go.tmpl"},
		{"doc.go", "doc.go.tmpl"},
		{strings.TrimSuffix(outputName(t.path), "_bpmn.go") + "_test.go", "process_test.go.tmpl"},
	}
	if t.pkg == "main" {
		kinds[1].name, kinds[1].template = "main.go", "main.go.tmpl"
	}
	if !slices.ContainsFunc(data.Processes, func(p scaffoldProcess) bool { return p.Handlers != "" }) {
		kinds = kinds[1:]
	}
	all, err := template.ParseFS(templates.Scaffold, "scaffold/*.tmpl")
	if err != nil {
		return nil, err
	}
	var files []scaffoldFile
	for _, k := range kinds {
		var b bytes.Buffer
		if err := all.ExecuteTemplate(&b, k.template, data); err != nil {
			return nil, err
		}
		text, err := format.Source(b.Bytes())
		if err != nil {
			return nil, fmt.Errorf("the scaffold of %s is no Go: %w", k.name, err)
		}
		files = append(files, scaffoldFile{k.name, text})
	}
	return files, nil
}

// readGenerated finds the processes in generated code by its contract: a
// function Register<P> for each, and <P>Vars, <P>Handlers and Start<P> beside it.
func readGenerated(t *target) (scaffoldData, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, t.out, t.code, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return scaffoldData{}, err
	}
	g := generated{set: set, file: file, funcs: map[string]*ast.FuncDecl{}, interfaces: map[string]*ast.InterfaceType{}, ids: map[string]string{}}
	g.index()
	abs := absolute(t.dir)
	data := scaffoldData{
		Package: t.pkg,
		Command: filepath.Base(abs),
		Source:  t.fromDir(),
	}
	if strings.ContainsAny(data.Source, " \t\"'`") {
		data.Source = strconv.Quote(data.Source)
	}
	if t.pkg != "main" && t.pkg != packageName(t.dir) {
		data.GenerateFlags = " -pkg " + t.pkg
	}
	used := map[string]bool{}
	for _, name := range g.order {
		prefix, ok := strings.CutPrefix(name, "Register")
		if !ok {
			continue
		}
		p := scaffoldProcess{
			ID: cmp.Or(g.ids[prefix+"ProcessID"], prefix), GoName: cmp.Or(prefix, exportedName(stem(t.path))),
			Vars: prefix + "Vars", Register: name, Start: g.start(prefix),
		}
		if it := g.interfaces[prefix+"Handlers"]; it != nil {
			p.Handlers, p.Type = prefix+"Handlers", g.free(lowerFirst(prefix+"Handlers"))
			p.Methods = g.methods(it, used)
		}
		p.UserTasks = g.userTasks(prefix)
		data.Starts = data.Starts || p.Start != ""
		data.Processes = append(data.Processes, p)
	}
	for _, s := range file.Imports {
		path, _ := strconv.Unquote(s.Path.Value) // the parser took it
		name := path[strings.LastIndexByte(path, '/')+1:]
		if s.Name != nil {
			name = s.Name.Name
		}
		if used[name] {
			data.HandlerImports = append(data.HandlerImports, source(set, s))
		}
	}
	if len(data.Processes) == 0 {
		return data, fmt.Errorf("%s declares no process", t.out)
	}
	return data, nil
}

// generated is a generated file by its declarations.
type generated struct {
	set        *token.FileSet
	file       *ast.File
	order      []string // of exported functions
	funcs      map[string]*ast.FuncDecl
	interfaces map[string]*ast.InterfaceType
	ids        map[string]string // string constants
}

func (g *generated) index() {
	for _, d := range g.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
			g.funcs[f.Name.Name] = f
			g.order = append(g.order, f.Name.Name)
		}
		gd, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range gd.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if it, ok := s.Type.(*ast.InterfaceType); ok {
					g.interfaces[s.Name.Name] = it
				}
			case *ast.ValueSpec:
				if len(s.Names) == 1 && len(s.Values) == 1 {
					if lit, ok := s.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
						g.ids[s.Names[0].Name], _ = strconv.Unquote(lit.Value)
					}
				}
			}
		}
	}
}

// start is the function that starts a process: the one without a named start
// event if there is one, else the first that names one.
func (g *generated) start(prefix string) string {
	if g.funcs["Start"+prefix] != nil {
		return "Start" + prefix
	}
	for _, name := range g.order {
		if strings.HasPrefix(name, "Start"+prefix+"At") {
			return name
		}
	}
	return ""
}

// free is a name that the generated file does not declare.
func (g *generated) free(name string) string {
	taken := declaredIn(g.file)
	for slices.Contains(taken, name) {
		name = "own" + exportedName(name)
	}
	return name
}

func (g *generated) methods(it *ast.InterfaceType, used map[string]bool) []scaffoldMethod {
	var out []scaffoldMethod
	for _, m := range it.Methods.List {
		f, ok := m.Type.(*ast.FuncType)
		if !ok || len(m.Names) == 0 {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok {
					used[id.Name] = true
				}
			}
			return true
		})
		text := strings.TrimPrefix(source(g.set, f), "func")
		params := source(g.set, f.Params.List...)
		method := scaffoldMethod{Name: m.Names[0].Name, Params: params, Results: strings.TrimSpace(strings.TrimPrefix(text, "("+params+")"))}
		if f.Results != nil && len(f.Results.List) == 2 {
			method.Out = source(g.set, f.Results.List[0].Type)
		}
		if m.Doc != nil {
			for _, c := range m.Doc.List {
				method.Doc = append(method.Doc, c.Text)
			}
		}
		out = append(out, method)
	}
	return out
}

// userTasks are the pairs of <P>...Tasks and Complete<P>... functions.
func (g *generated) userTasks(prefix string) []scaffoldTask {
	var out []scaffoldTask
	for _, name := range g.order {
		what, ok := strings.CutPrefix(name, "Complete"+prefix)
		list := g.funcs[prefix+what+"Tasks"]
		f := g.funcs[name]
		if !ok || list == nil || len(f.Type.Params.List) == 0 {
			continue
		}
		last := f.Type.Params.List[len(f.Type.Params.List)-1]
		arg := source(g.set, last.Type)
		if _, ok := last.Type.(*ast.FuncType); ok {
			arg += " { return nil }"
		} else {
			arg += "{}"
		}
		out = append(out, scaffoldTask{List: prefix + what + "Tasks", Complete: name, Arg: arg, Title: what})
	}
	return out
}

// source is the text of nodes, separated by commas.
func source[N ast.Node](set *token.FileSet, nodes ...N) string {
	var parts []string
	for _, n := range nodes {
		if field, ok := any(n).(*ast.Field); ok {
			var names []string
			for _, id := range field.Names {
				names = append(names, id.Name)
			}
			parts = append(parts, strings.TrimSpace(strings.Join(names, ", ")+" "+source(set, field.Type)))
			continue
		}
		var b bytes.Buffer
		_ = printer.Fprint(&b, set, n) // a buffer takes everything, and the parser made the node
		parts = append(parts, b.String())
	}
	return strings.Join(parts, ", ")
}

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// exportedName makes an exported Go name of any text.
func exportedName(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
	r, n := utf8.DecodeRuneInString(s)
	if s == "" || !unicode.IsUpper(unicode.ToUpper(r)) {
		return "Process" + s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
