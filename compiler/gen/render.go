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
	text      string // in place of code: formatted already
}

// add appends a declaration with its doc comment.
func (f *file) add(doc jen.Code, code jen.Code) {
	f.decls = append(f.decls, decl{construct: f.construct, code: jen.Add(doc).Line().Add(code).Line()})
}

// addBare appends a declaration that needs no comment.
func (f *file) addBare(code jen.Code) {
	f.decls = append(f.decls, decl{construct: f.construct, code: jen.Add(code).Line()})
}

// addText appends a declaration that is formatted already.
func (f *file) addText(text string) {
	f.decls = append(f.decls, decl{construct: f.construct, text: text})
}

// cut stands between the constructs of the source before it is formatted. No
// comment or literal holds it: their control characters are gone or escaped.
const cut = "//\x00"

// render puts the file together and formats each construct once, side by side,
// so that what does not parse is known by name.
func (f *file) render() ([]byte, error) {
	g := f.newFile()
	g.NoFormat = true
	pieces := []decl{{construct: "the frame"}}
	for _, d := range f.decls {
		if last := pieces[len(pieces)-1]; d.text != "" || last.text != "" || d.construct != last.construct {
			pieces = append(pieces, d)
			g.Comment(cut)
		}
		if d.text == "" {
			g.Add(d.code)
		}
	}
	var source bytes.Buffer
	if err := g.Render(&source); err != nil {
		return nil, err
	}
	parts := bytes.Split(source.Bytes(), []byte(cut))
	errs := make([]error, len(parts))
	var wait sync.WaitGroup
	for i, part := range parts {
		if pieces[i].text != "" {
			parts[i] = []byte(pieces[i].text)
			continue
		}
		wait.Go(func() { parts[i], errs[i] = format.Source(bytes.TrimSpace(part)) })
	}
	wait.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("the Go of %s does not parse; please report it", pieces[i].construct)
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
