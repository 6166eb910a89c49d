package bpmn

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

func declare(name string) string { return `<?xml version="1.0" encoding="` + name + `"?>` + "\n" }

func encode(t *testing.T, e encoding.Encoding, s string) string {
	t.Helper()
	out, err := e.NewEncoder().String(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Any encoding that XML readers meet gives the same tree, and columns count characters, not bytes (XML 1.0 §4.3.3).
func TestEncodings(t *testing.T) {
	utf16le := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	utf16be := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	utf32le := utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	body := func(name string) string {
		return strings.TrimSuffix(head, "\n") + "\n" + `<process id="p"><task name="` + name + `" id="t"/></process>` + tail
	}
	cases := []struct {
		name, value, src, encoding string
	}{
		{"UTF-8 declared", "Straße", declare("UTF-8") + body("Straße"), "utf-8"},
		{"UTF-8 by default", "Straße", "<!-- -->\n" + body("Straße"), "utf-8"},
		{"UTF-8 with a mark", "Straße", "\uFEFF" + declare("utf-8") + body("Straße"), "utf-8"},
		{"ASCII", "Strasse", declare("US-ASCII") + body("Strasse"), "utf-8"},
		{"windows-1252", "Straße €", encode(t, charmap.Windows1252, declare("WINDOWS-1252")+body("Straße €")), "windows-1252"},
		{"windows-1251", "Заказ", encode(t, charmap.Windows1251, declare("windows-1251")+body("Заказ")), "windows-1251"},
		{"ISO-8859-1", "Straße", encode(t, charmap.ISO8859_1, declare("ISO-8859-1")+body("Straße")), "iso-8859-1"},
		{"ISO-8859-15", "5 €", encode(t, charmap.ISO8859_15, declare("iso-8859-15")+body("5 €")), "iso-8859-15"},
		{"ISO-8859-2", "Žádost", encode(t, charmap.ISO8859_2, declare("ISO-8859-2")+body("Žádost")), "iso-8859-2"},
		{"Shift_JIS", "注文", encode(t, japanese.ShiftJIS, declare("Shift_JIS")+body("注文")), "shift_jis"},
		{"GB18030", "订单", encode(t, simplifiedchinese.GB18030, declare("GB18030")+body("订单")), "gb18030"},
		{"UTF-16 LE with a mark", "Straße 😀", "\xFF\xFE" + encode(t, utf16le, declare("UTF-16")+body("Straße 😀")), "utf-16le"},
		{"UTF-16 BE with a mark", "Straße", "\xFE\xFF" + encode(t, utf16be, declare("utf-16")+body("Straße")), "utf-16be"},
		{"UTF-16 LE without a mark", "Straße", encode(t, utf16le, declare("UTF-16LE")+body("Straße")), "utf-16le"},
		{"UTF-16 BE without a mark", "Straße", encode(t, utf16be, declare("UTF-16")+body("Straße")), "utf-16be"},
		{"UTF-32 LE with a mark", "Straße", "\xFF\xFE\x00\x00" + encode(t, utf32le, declare("UTF-32")+body("Straße")), "utf-32le"},
		{"UTF-32 LE without a mark", "Straße", encode(t, utf32le, declare("UTF-32")+body("Straße")), "utf-32le"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := parse(t, c.src)
			task := first[*Task](t, d)
			equal(t, "name", c.value, task.Name)
			equal(t, "encoding", c.encoding, d.Encoding)
			id, _ := task.Attr("", "id")
			want := len(`<process id="p"><task name="`) + len([]rune(c.value)) + len(`" id="`) + 1
			equal(t, "column of the id behind the name", want, id.ValueSpan.Col)
		})
	}
}

// What is wrong with an encoding is said at its place, and the file is read on.
func TestWrongEncodings(t *testing.T) {
	cases := []struct {
		name, src string
		want      []string
	}{
		{"windows-1252 without a declaration", head + "<!-- Stra\xDFe -->" + tail,
			[]string{"2:10+1 BG1005 no encoding is declared, so the file is read as UTF-8, but the byte 0xDF here is no UTF-8"}},
		{"windows-1252 declared as UTF-8", declare("UTF-8") + head + "<!-- Stra\xDFe -->" + tail,
			[]string{"3:10+1 BG1005 the file declares UTF-8, but the byte 0xDF here is no UTF-8"}},
		{"windows-1252 behind a mark of UTF-8", "\xEF\xBB\xBF" + head + "<!-- Stra\xDFe -->" + tail,
			[]string{"2:10+1 BG1005 the file starts with the byte order mark of UTF-8, but the byte 0xDF here is no UTF-8"}},
		{"UTF-8 declared as ISO-8859-1", declare("ISO-8859-1") + head + "<!-- Größe -->" + tail,
			[]string{"1:31+10 BG1006 the file declares ISO-8859-1, but its bytes look like UTF-8: letters beyond ASCII are read wrongly"}},
		{"8 bits declared as UTF-16", declare("UTF-16") + model(""),
			[]string{"1:31+6 BG1006 the file declares UTF-16 but is UTF-8; it is read as UTF-8"}},
		{"UTF-16 declared as UTF-8", "\xFF\xFE" + encode(t, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), declare("UTF-8")+model("")),
			[]string{"1:31+5 BG1006 the file declares UTF-8 but is UTF-16LE; it is read as UTF-16LE"}},
		{"a mark of UTF-8, declared otherwise", "\xEF\xBB\xBF" + declare("windows-1252") + model(""),
			[]string{"1:31+12 BG1006 the file declares windows-1252 but is UTF-8; it is read as UTF-8"}},
		{"unknown", declare("klingon") + model(""), []string{"1:31+7 BG1004 the encoding \"klingon\" is not known"}},
		{"bytes that Shift_JIS does not have", declare("Shift_JIS") + head + "<!-- \x81 -->" + tail,
			[]string{"3:6+1 BG1005 the bytes here are no text in the encoding Shift_JIS"}},
		{"half a character of UTF-16", "\xFF\xFE" + encode(t, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), head+"<!-- ") + "\x00\xD8" +
			encode(t, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), " -->"+tail),
			[]string{"2:6+1 BG1005 the bytes here are no text in the encoding utf-16le"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, got := findingsOf([]byte(c.src), Options{})
			equal(t, "findings", c.want, got)
			if d == nil {
				t.Error("the model was not read")
			}
		})
	}
}

// Odd declarations are named and read (XML 1.0 §2.8).
func TestXMLDeclaration(t *testing.T) {
	cases := []struct {
		name, decl string
		want       []string
	}{
		{"none", "", nil},
		{"single quotes", "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>", nil},
		{"XML 1.1", `<?xml version="1.1"?>`, []string{"1:16+3 BG1007 the file declares XML version 1.1; it is read as 1.0"}},
		{"no version", `<?xml encoding="UTF-8"?>`, []string{"1:1+24 BG1007 the XML declaration names no version"}},
		{"after an empty line", "\n<?xml version=\"1.0\"?>", []string{"2:1+21 BG1007 the XML declaration does not stand at the very start of the file"}},
		{"another instruction", `<?xml-stylesheet href="a.xsl"?>`, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, got := findingsOf([]byte(c.decl+model("")), Options{})
			equal(t, "findings", c.want, got)
			if d == nil {
				t.Error("the model was not read")
			}
		})
	}
}

// Lines end with CR LF, LF or CR alone (XML 1.0 §2.11).
func TestLineEnds(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		src := strings.ReplaceAll(process("<task\n  id='t'/>"), "\n", end)
		task := first[*Task](t, parse(t, src))
		equal(t, "task", "3:2+4", at(task.Span))
		equal(t, "id", "4:7+1", at(task.At("id")))
	}
}
