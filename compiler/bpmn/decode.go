package bpmn

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// decoded is a file as UTF-8 text, its XML declaration told apart.
type decoded struct {
	src *source
	// body is where the document starts: behind the XML declaration.
	body     int
	encoding string // as declared or detected, lower case
	// mark is the length of the byte order mark; enc what turns text back into
	// the file's bytes, nil for UTF-8.
	mark int
	enc  encoding.Encoding
}

// declaration is what an XML declaration says, places in bytes of the text.
type declaration struct {
	from, to            int
	version, encoding   string
	versionAt, encAt    int
	missingEnd, present bool
}

// byte order marks, the longer ones first.
var boms = []struct {
	mark, name string
	enc        encoding.Encoding
}{
	{"\x00\x00\xFE\xFF", "utf-32be", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
	{"\xFF\xFE\x00\x00", "utf-32le", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
	{"\xEF\xBB\xBF", "utf-8", nil},
	{"\xFE\xFF", "utf-16be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	{"\xFF\xFE", "utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
}

// wide are the first bytes of a document in UTF-16 or UTF-32 without a mark (XML 1.0 appendix F).
var wide = []struct {
	start, name string
	enc         encoding.Encoding
}{
	{"\x00\x00\x00<", "utf-32be", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
	{"<\x00\x00\x00", "utf-32le", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
	{"\x00<\x00", "utf-16be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	{"<\x00", "utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
}

// decode turns the bytes of a file into UTF-8 by its byte order mark, its XML
// declaration, or the default of XML, in this order (XML 1.0 §4.3.3 and
// appendix F). What is wrong with the encoding goes into the bag; reading goes
// on with the likeliest text, so that the rest of the file is checked too.
func decode(file string, src []byte, bag *diag.Bag) decoded {
	name, enc, mark := "", encoding.Encoding(nil), 0
	for _, b := range boms {
		if bytes.HasPrefix(src, []byte(b.mark)) {
			name, enc, mark = b.name, b.enc, len(b.mark)
			src = src[len(b.mark):]
			break
		}
	}
	if mark == 0 {
		for _, w := range wide {
			if bytes.HasPrefix(src, []byte(w.start)) {
				name, enc = w.name, w.enc
				break
			}
		}
	}
	if enc != nil {
		text, err := enc.NewDecoder().Bytes(src)
		if err != nil {
			text = bytes.ToValidUTF8(src, []byte("\uFFFD"))
		}
		d := decoded{src: newSource(file, text), encoding: name, mark: mark, enc: enc}
		d.replaced(name, bag)
		decl := d.declaration(bag)
		if decl.encoding != "" && !sameFamily(decl.encoding, name) {
			d.mismatch(decl, name, bag)
		}
		return d
	}

	// From here on the declaration can be read byte by byte.
	sniff := decoded{src: &source{file: file, text: src[:min(len(src), maxDeclaration)]}}
	declared := sniff.sniff().encoding
	lower := strings.ToLower(declared)
	switch {
	case mark > 0, declared == "", lower == "utf-8", lower == "utf8", lower == "us-ascii", lower == "ascii":
		return decodeUTF8(file, src, mark, declared, bag)
	case strings.HasPrefix(lower, "utf-16"), strings.HasPrefix(lower, "utf-32"), strings.HasPrefix(lower, "ucs-"), strings.HasPrefix(lower, "iso-10646"):
		// The declaration itself was readable, so this is no 16-bit text.
		d := decodeUTF8(file, src, mark, "", bag)
		d.mismatch(d.sniff(), "utf-8", bag)
		return d
	}
	enc, err := ianaindex.IANA.Encoding(declared)
	if err != nil || enc == nil {
		text, _ := mendUTF8(src)
		d := decoded{src: newSource(file, text), encoding: "utf-8"}
		decl := d.declaration(bag)
		bag.Add(diag.New(codeUnknownEncoding, d.src.span(decl.encAt, decl.encAt+len(decl.encoding)),
			"the encoding %q is not known", clip(declared)).
			WithFix("save the file as UTF-8 and declare encoding=\"UTF-8\""))
		return d
	}
	text, err := enc.NewDecoder().Bytes(src)
	if err != nil {
		text, _ = mendUTF8(src)
	}
	d := decoded{src: newSource(file, text), encoding: lower, enc: enc}
	decl := d.declaration(bag)
	d.replaced(declared, bag)
	if _, single := enc.(*charmap.Charmap); single && looksUTF8(src) {
		bag.Add(diag.New(codeEncodingMismatch, d.src.span(decl.encAt, decl.encAt+len(decl.encoding)),
			"the file declares %s, but its bytes look like UTF-8: letters beyond ASCII are read wrongly", clip(declared)).
			WithFix("declare encoding=\"UTF-8\""))
	}
	return d
}

// decodeUTF8 reads UTF-8, declared or by default.
func decodeUTF8(file string, src []byte, mark int, declared string, bag *diag.Bag) decoded {
	text, bad := src, -1
	if !utf8.Valid(src) {
		text, bad = mendUTF8(src)
	}
	d := decoded{src: newSource(file, text), encoding: "utf-8", mark: mark}
	decl := d.declaration(bag)
	if bad >= 0 {
		what := "no encoding is declared, so the file is read as UTF-8"
		if declared != "" {
			what = "the file declares " + clip(declared)
		} else if mark > 0 {
			what = "the file starts with the byte order mark of UTF-8"
		}
		bag.Add(diag.New(codeBadEncoding, d.src.span(bad, bad+1), "%s, but the byte 0x%02X here is no UTF-8", what, src[bad]).
			WithFix("save the file as UTF-8, or declare the encoding that it is in, for example encoding=\"windows-1252\""))
	}
	if mark > 0 && decl.encoding != "" && !sameFamily(decl.encoding, "utf-8") {
		d.mismatch(decl, "utf-8", bag)
	}
	return d
}

// mendUTF8 reads what is no UTF-8 as windows-1252, the encoding that such
// bytes are nearly always in, and returns the offset of the first one (the
// same in both texts), or -1.
func mendUTF8(src []byte) ([]byte, int) {
	out, bad := make([]byte, 0, len(src)+len(src)/8), -1
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 {
			if bad < 0 {
				bad = i
			}
			r = charmap.Windows1252.DecodeByte(src[i])
		}
		out = utf8.AppendRune(out, r)
		i += n
	}
	return out, bad
}

// looksUTF8 reports bytes beyond ASCII that form UTF-8 throughout, at least
// two characters of it: text in a single-byte encoding hardly ever does.
func looksUTF8(src []byte) bool {
	if !utf8.Valid(src) {
		return false
	}
	return len(src)-utf8.RuneCount(src) >= 2
}

// replaced reports the first place that the declared encoding has no character for.
func (d *decoded) replaced(name string, bag *diag.Bag) {
	if i := bytes.Index(d.src.text, []byte("\uFFFD")); i >= 0 {
		bag.Add(diag.New(codeBadEncoding, d.src.span(i, i+len("\uFFFD")), "the bytes here are no text in the encoding %s", clip(name)).
			WithFix("save the file as UTF-8, or declare the encoding that it is in"))
	}
}

func (d *decoded) mismatch(decl declaration, is string, bag *diag.Bag) {
	bag.Add(diag.New(codeEncodingMismatch, d.src.span(decl.encAt, decl.encAt+len(decl.encoding)),
		"the file declares %s but is %s; it is read as %[2]s", clip(decl.encoding), strings.ToUpper(is)).
		WithFix("declare encoding=%q", strings.ToUpper(strings.TrimRight(is, "lbe"))))
}

// sameFamily reports whether a declared name covers the detected encoding:
// UTF-16 is declared without its byte order.
func sameFamily(declared, detected string) bool {
	l := strings.ToLower(declared)
	base := strings.TrimSuffix(strings.TrimSuffix(detected, "le"), "be")
	return l == detected || l == base || l == strings.ReplaceAll(base, "-", "") ||
		base == "utf-16" && (l == "ucs-2" || l == "iso-10646-ucs-2" || l == "unicode") ||
		base == "utf-32" && (l == "ucs-4" || l == "iso-10646-ucs-4")
}

// maxDeclaration bounds how far an XML declaration is looked for.
const maxDeclaration = 1024

// sniff reads the XML declaration at the start of the text, white space before it tolerated.
func (d *decoded) sniff() declaration {
	text := d.src.text
	p := skipSpace(text, 0)
	if !bytes.HasPrefix(text[p:], []byte("<?xml")) || p+5 >= len(text) || !isSpace(text[p+5]) && text[p+5] != '?' {
		return declaration{}
	}
	decl := declaration{present: true, from: p, to: p + len("<?xml")}
	end := bytes.Index(text[p:min(len(text), p+maxDeclaration)], []byte("?>"))
	if end < 0 {
		decl.missingEnd = true
		return decl
	}
	decl.to = p + end + len("?>")
	decl.version, decl.versionAt = pseudoAttr(text, p, p+end, "version")
	decl.encoding, decl.encAt = pseudoAttr(text, p, p+end, "encoding")
	return decl
}

// pseudoAttr finds name="value" between two offsets.
func pseudoAttr(text []byte, from, to int, name string) (string, int) {
	i := bytes.Index(text[from:to], []byte(name))
	if i < 0 || !isSpace(text[from+i-1]) {
		return "", 0
	}
	p := skipSpace(text[:to], from+i+len(name))
	if p >= to || text[p] != '=' {
		return "", 0
	}
	p = skipSpace(text[:to], p+1)
	if p >= to || text[p] != '"' && text[p] != '\'' {
		return "", 0
	}
	n := bytes.IndexByte(text[p+1:to], text[p])
	if n < 0 {
		return "", 0
	}
	return string(text[p+1 : p+1+n]), p + 1
}

// declaration reads the XML declaration, reports what is odd about it, and
// sets where the document starts. encoding/xml refuses every version but 1.0,
// so the declaration is kept from it.
func (d *decoded) declaration(bag *diag.Bag) declaration {
	decl := d.sniff()
	if !decl.present || decl.missingEnd {
		return decl // the XML reader reports what does not end
	}
	d.body = decl.to
	say := func(from, to int, fix, format string, args ...any) {
		bag.Add(diag.New(codeXMLDeclaration, d.src.span(from, to), "%s", fmt.Sprintf(format, args...)).WithFix("%s", fix))
	}
	if decl.from > 0 {
		say(decl.from, decl.to, "take the white space before it out", "the XML declaration does not stand at the very start of the file")
	}
	switch {
	case decl.version == "":
		say(decl.from, decl.to, "write <?xml version=\"1.0\" encoding=\"UTF-8\"?>", "the XML declaration names no version")
	case decl.version != "1.0":
		say(decl.versionAt, decl.versionAt+len(decl.version), "declare version=\"1.0\"", "the file declares XML version %s; it is read as 1.0", clip(decl.version))
	}
	return decl
}
