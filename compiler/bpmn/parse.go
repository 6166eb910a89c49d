package bpmn

import (
	"bytes"
	"cmp"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// NS is the namespace of BPMN 2.0's semantic elements (BPMN 2.0.2 §15).
const NS = "http://www.omg.org/spec/BPMN/20100524/MODEL"

// The namespaces of BPMN 2.0's diagram interchange (§12).
const (
	nsBPMNDI = "http://www.omg.org/spec/BPMN/20100524/DI"
	nsDI     = "http://www.omg.org/spec/DD/20100524/DI"
	nsDC     = "http://www.omg.org/spec/DD/20100524/DC"
)

// Options bounds what Parse takes. The zero value means the defaults.
type Options struct {
	MaxBytes    int64 // of input; default 64 MiB, at most 512 MiB
	MaxDepth    int   // of nested elements; default 256, at most 10,000
	MaxElements int   // of a file; default 1,000,000; attributes and text are bounded in proportion
}

const (
	defaultMaxBytes    = 64 << 20
	mostBytes          = 1 << 29 // offsets are kept in 32 bits; UTF-8 may be thrice as long as its source
	mostDepth          = 10_000  // the tree is walked by recursion
	defaultMaxDepth    = 256
	defaultMaxElements = 1_000_000
)

func (o Options) withDefaults() Options {
	return Options{
		MaxBytes:    min(max(cmp.Or(o.MaxBytes, defaultMaxBytes), 0), mostBytes),
		MaxDepth:    min(max(cmp.Or(o.MaxDepth, defaultMaxDepth), 1), mostDepth),
		MaxElements: max(cmp.Or(o.MaxElements, defaultMaxElements), 1),
	}
}

// Parse reads one BPMN 2.0 file: all elements of the standard, whatever prefix
// and encoding they are written in, with the place of everything, and what it
// doesn't know kept as Raw. file is the name that positions carry.
//
// All findings go into the bag, each with a position inside the file. The
// result is nil only where nothing could be read: the text is no well-formed
// XML, breaks a bound of opts, or its root is no BPMN 2.0 definitions. Parse never
// panics, and uses time and memory linear in its input and bounded by opts.
// src is not changed; the result keeps it alive. Safe for concurrent use.
func Parse(file string, src []byte, opts Options, bag *diag.Bag) *Definitions {
	opts = opts.withDefaults()
	if int64(len(src)) > opts.MaxBytes {
		bag.Add(diag.New(codeTooBig, diag.Span{File: file, Line: 1, Col: 1}, "the file has %d bytes, more than the %d allowed", len(src), opts.MaxBytes).
			WithFix("split the file, or take data such as embedded images out of it"))
		return nil
	}
	if !isXML(file, src, bag) {
		return nil
	}
	d := decode(file, src, bag)
	sc, ok := scan(d, opts, bag)
	if !ok {
		return nil
	}
	found := newFindings(bag)
	defer found.close()
	root := build(d, sc, opts, found)
	if root == nil {
		return nil
	}
	r := &reader{findings: found, src: d.src}
	defs := r.definitions(root, d.encoding)
	if defs != nil {
		defs.Suppressions = suppressions(d.src.text, root)
	}
	return defs
}

// foreign are the first bytes of what people feed a compiler by mistake.
var foreign = []struct{ start, what string }{
	{"PK\x03\x04", "a ZIP archive"},
	{"%PDF", "a PDF document"},
	{"\x89PNG", "a PNG image"},
	{"\xFF\xD8\xFF", "a JPEG image"},
	{"GIF8", "a GIF image"},
	{"\x1F\x8B", "a gzip archive"},
	{"\xD0\xCF\x11\xE0", "an old Office document"},
	{"SQLite format 3", "a database"},
	{"{", "JSON"},
	{"[", "JSON"},
}

// isXML tells empty files and other formats before any of them is decoded.
func isXML(file string, src []byte, bag *diag.Bag) bool {
	start := diag.Span{File: file, Line: 1, Col: 1}
	rest := bytes.TrimLeft(bytes.TrimPrefix(src, []byte("\xEF\xBB\xBF")), " \t\r\n")
	if len(rest) == 0 {
		bag.Add(diag.New(codeEmpty, start, "the file is empty").
			WithFix("draw a new model in a BPMN modeler, or bring back the file that was here"))
		return false
	}
	for _, b := range boms {
		if b.enc != nil && bytes.HasPrefix(src, []byte(b.mark)) {
			return true
		}
	}
	if rest[0] == '<' || rest[0] == 0 && bytes.IndexByte(rest[:min(len(rest), 4)], '<') >= 0 {
		return true
	}
	what := "this is no XML"
	for _, f := range foreign {
		if bytes.HasPrefix(rest, []byte(f.start)) {
			what = "this is " + f.what + ", no XML"
		}
	}
	before := bytes.Count(src[:len(src)-len(rest)], []byte("\n"))
	if before > 0 {
		start = newSource(file, bytes.ToValidUTF8(src[:len(src)-len(rest)+1], nil)).span(len(src)-len(rest), len(src)-len(rest)+1)
	}
	bag.Add(diag.New(codeNotXML, start, "%s", what).
		WithFix("give a BPMN 2.0 XML file; modelers export it as .bpmn or .bpmn20.xml"))
	return false
}
