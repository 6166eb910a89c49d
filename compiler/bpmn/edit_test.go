package bpmn

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Edits are made in the file's own encoding, with its own line ends and
// indentation; every other byte is as it was.
func TestEdited(t *testing.T) {
	const text = "<?xml version=\"1.0\"ENC?>\r\n<a>\r\n\t<b  name='Größe'/>\r\n\t<c/>\r\n</a>\r\n"
	const want = "<?xml version=\"1.0\"ENC?>\r\n<a>\r\n\t<e/>\r\n\t<b id=\"1\"  name='Größe'/>\r\n\t<d/>\r\n</a>\r\n"
	edits := []diag.Edit{
		{Span: diag.Span{Line: 4, Col: 3, Len: 1}, New: "d"},
		{Span: diag.Span{Line: 3, Col: 4}, New: ` id="1"`},
		{Span: diag.Span{Line: 3, Col: 2}, New: "<e/>\n"},
		{Span: diag.Span{Line: 3, Col: 2}, New: "<e/>\n"},   // the same again
		{Span: diag.Span{Line: 99, Col: 2}, New: "outside"}, // nowhere
	}
	for _, c := range []struct {
		name, declared, mark string
		enc                  encoding.Encoding
	}{
		{"utf-8", "", "", nil},
		{"utf-8 with a mark", ` encoding="UTF-8"`, "\xEF\xBB\xBF", nil},
		{"windows-1252", ` encoding="windows-1252"`, "", charmap.Windows1252},
		{"iso-8859-1", ` encoding="ISO-8859-1"`, "", charmap.ISO8859_1},
		{"utf-16le", ` encoding="UTF-16"`, "\xFF\xFE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
		{"utf-16be", "", "\xFE\xFF", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
		{"shift_jis", ` encoding="Shift_JIS"`, "", japanese.ShiftJIS},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := func(s string) []byte {
				s = strings.Replace(s, "ENC", c.declared, 1)
				if c.enc == japanese.ShiftJIS {
					s = strings.Replace(s, "Größe", "大きさ", 1)
				}
				b := []byte(s)
				if c.enc != nil {
					var err error
					if b, err = c.enc.NewEncoder().Bytes(b); err != nil {
						t.Fatal(err)
					}
				}
				return append([]byte(c.mark), b...)
			}
			got, made := Edited(file(text), edits)
			if made != 3 || !bytes.Equal(got, file(want)) {
				t.Errorf("%d edits:\n%q\nwant\n%q", made, got, file(want))
			}
			same, made := Edited(file(text), nil)
			if made != 0 || !bytes.Equal(same, file(text)) {
				t.Errorf("without edits: %q", same)
			}
		})
	}
}

// A file whose bytes are not what its encoding would write is left alone, and an
// edit with a letter that the encoding lacks is left out.
func TestEditedRefuses(t *testing.T) {
	edit := []diag.Edit{{Span: diag.Span{Line: 1, Col: 3}, New: " x='1'"}}
	broken := []byte("<a>\xE4 \xC3\xA4</a>")
	if got, made := Edited(broken, edit); made != 0 || !bytes.Equal(got, broken) {
		t.Errorf("%d edits: %q", made, got)
	}
	latin := []byte("<?xml version='1.0' encoding='iso-8859-1'?><a/>")
	if got, made := Edited(latin, []diag.Edit{{Span: diag.Span{Line: 1, Col: 1}, New: "жук"}}); made != 0 || !bytes.Equal(got, latin) {
		t.Errorf("%d edits: %q", made, got)
	}
}

// The place of every byte that has one is found again.
func TestOffset(t *testing.T) {
	s := newSource("f", []byte(strings.Repeat("aß€😀\r\n\rx\n\n", 60)+"end"))
	for at := range s.text {
		if s.text[at]&0xC0 == 0x80 || s.text[at] == '\n' && at > 0 && s.text[at-1] == '\r' || s.text[at] == '\r' {
			continue
		}
		sp := s.span(at, at)
		if got, ok := s.offset(sp.Line, sp.Col); !ok || got != at {
			t.Fatalf("byte %d is at %v, and that is byte %d (%v)", at, sp, got, ok)
		}
	}
}
