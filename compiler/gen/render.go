package gen

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"
	"sync"

	"github.com/dave/jennifer/jen"
)

// file collects declarations, each with the construct that it comes from.
type file struct {
	plan      *plan
	construct string
	decls     []decl
}

type decl struct {
	construct string
	code      jen.Code
}

// add appends a declaration with its doc comment.
func (f *file) add(doc jen.Code, code jen.Code) {
	f.decls = append(f.decls, decl{f.construct, jen.Add(doc).Line().Add(code).Line()})
}

// addBare appends a declaration that needs no comment.
func (f *file) addBare(code jen.Code) {
	f.decls = append(f.decls, decl{f.construct, jen.Add(code).Line()})
}

// cut stands between the constructs of the source before it is formatted. No
// comment or literal holds it: their control characters are gone or escaped.
const cut = "//\x00"

// render puts the file together and formats each construct once, side by side:
// formatting is most of the work, and what does not parse is known by name.
func (f *file) render() ([]byte, error) {
	g := f.newFile()
	g.NoFormat = true
	constructs := []string{"the frame"}
	for _, d := range f.decls {
		if d.construct != constructs[len(constructs)-1] {
			constructs = append(constructs, d.construct)
			g.Comment(cut)
		}
		g.Add(d.code)
	}
	var source bytes.Buffer
	if err := g.Render(&source); err != nil {
		return nil, err
	}
	parts := bytes.Split(source.Bytes(), []byte(cut))
	errs := make([]error, len(parts))
	var wait sync.WaitGroup
	for i, part := range parts {
		wait.Go(func() { parts[i], errs[i] = format.Source(bytes.TrimSpace(part)) })
	}
	wait.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("the Go of %s does not parse; please report it", constructs[i])
		}
		parts[i] = bytes.TrimSpace(parts[i])
	}
	parts[0] = groupImports(parts[0])
	return append(bytes.Join(parts, []byte("\n\n")), '\n'), nil
}

// groupImports puts the standard library's imports before all others, as people do.
func groupImports(frame []byte) []byte {
	head, list, ok := strings.Cut(string(frame), "import (\n")
	if !ok {
		return frame
	}
	var groups [2]string
	for line := range strings.Lines(strings.TrimSuffix(list, ")")) {
		_, path, _ := strings.Cut(line, "\"")
		if strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
			groups[1] += line
		} else {
			groups[0] += line
		}
	}
	if groups[0] != "" && groups[1] != "" {
		groups[0] += "\n"
	}
	return []byte(head + "import (\n" + groups[0] + groups[1] + ")")
}

// newFile is the frame: header, package doc, imports.
func (f *file) newFile() *jen.File {
	g := jen.NewFile(f.plan.opts.Package)
	for path, alias := range f.plan.aliases {
		if words := pathWords(path); alias == words[len(words)-1] && alias == lastElement(path) {
			g.ImportName(path, alias)
		} else {
			g.ImportAlias(path, alias)
		}
	}
	emitHeader(f, g)
	return g
}

func lastElement(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
