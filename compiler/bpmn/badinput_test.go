package bpmn

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Input that is no BPMN: each kind has a code and the place that is wrong.
func TestBadInput(t *testing.T) {
	deep := strings.Repeat("<subProcess>", 1024) + strings.Repeat("</subProcess>", 1024)
	bomb := `<!DOCTYPE bomb [` + "\n" + ` <!ENTITY a "aaaaaaaaaa">` + "\n"
	for c := 'b'; c <= 'k'; c++ {
		bomb += ` <!ENTITY ` + string(c) + ` "` + strings.Repeat("&"+string(c-1)+";", 10) + `">` + "\n"
	}
	bomb += "]>\n<definitions>&k;</definitions>"
	cases := []struct {
		name, src string
		want      []string
	}{
		{"empty", "", []string{"1:1+0 BG1001 the file is empty"}},
		{"white space only", "\n \t\r\n", []string{"1:1+0 BG1001 the file is empty"}},
		{"a mark and nothing", "\xEF\xBB\xBF", []string{"1:1+0 BG1001 the file is empty"}},
		{"only a comment", "<!-- nothing -->", []string{"1:1+0 BG1001 the file has no element"}},
		{"only a declaration", `<?xml version="1.0"?>`, []string{"1:1+0 BG1001 the file has no element"}},
		{"text", "hello", []string{"1:1+0 BG1002 this is no XML"}},
		{"text after empty lines", "\n\nhello", []string{"3:1+1 BG1002 this is no XML"}},
		{"json", `{"id": 1}`, []string{"1:1+0 BG1002 this is JSON, no XML"}},
		{"zip", "PK\x03\x04\x14\x00", []string{"1:1+0 BG1002 this is a ZIP archive, no XML"}},
		{"png", "\x89PNG\r\n\x1A\n\x00", []string{"1:1+0 BG1002 this is a PNG image, no XML"}},
		{"binary", "\x01\x02\x03\xFE\xFF", []string{"1:1+0 BG1002 this is no XML"}},
		{"binary that starts like a tag", "<a>\n\x01</a>", []string{"2:1+1 BG1010 the character U+0001 can't stand in XML"}},
		{"zero bytes inside", "<a>\n<b c=\"x\x00y\"/></a>", []string{"2:8+1 BG1010 the character U+0000 can't stand in XML"}},

		{"cut off in text", head + "<process>\n  <task/>\n  ", []string{"3:9+1 BG1011 the file ends before <process> is closed"}},
		{"cut off in a tag", head + "<process>\n  <task id", []string{"3:9+2 BG1010 the attribute id of <task> has no value"}},
		{"cut off behind a tag's name", head + "<process>\n  <task ", []string{"3:3+5 BG1011 the file ends inside the tag <task"}},
		{"cut off in a value", head + "<task id=\"a", []string{"2:7+4 BG1011 the value of attribute id of <task> is never closed"}},
		{"cut off in an end tag", head + "</defini", []string{"2:1+8 BG1011 the file ends inside an end tag"}},
		{"cut off at a <", head + "<", []string{"2:1+1 BG1011 the file ends inside a tag"}},
		{"cut off in a comment", head + " <!-- why", []string{"2:2+4 BG1011 the comment that starts here never ends"}},
		{"cut off in CDATA", head + " <![CDATA[ why", []string{"2:2+9 BG1011 the CDATA section that starts here never ends"}},
		{"cut off in an instruction", head + "<?why", []string{"2:1+2 BG1011 the processing instruction that starts here never ends"}},
		{"cut off in a document type", "<!DOCTYPE a [", []string{"1:1+9 BG1011 the document type declaration that starts here never ends"}},

		{"end tag of another element", head + "<process>\n</proces>", []string{"3:3+6 BG1012 </proces> does not close <process>, the element that is open here"}},
		{"end tag too many", "<a></a></b>", []string{"1:10+1 BG1012 </b> closes an element that was never opened"}},
		{"attribute without quotes", head + "<task id=a>", []string{"2:7+2 BG1010 the value of attribute id of <task> is not in quotes"}},
		{"attribute without value", head + "<task id>", []string{"2:7+2 BG1010 the attribute id of <task> has no value"}},
		{"attributes without a space", head + `<task id="a"name="b"/>`, []string{"2:13+1 BG1010 no space before the next attribute of <task>"}},
		{"attribute name that is none", head + `<task 1="a"/>`, []string{"2:7+1 BG1010 an attribute name of <task> cannot start with \"1\""}},
		{"quote not closed", head + "<task id=\"a>\n<task id=\"b\"/>", []string{"3:1+1 BG1010 a < stands inside the value of attribute id of <task>"}},
		{"tag not closed", head + "<task id=\"a\"\n<task/>", []string{"2:1+5 BG1010 the tag <task is not closed before the next one starts"}},
		{"slash astray", head + `<task / id="a">`, []string{"2:7+1 BG1010 a / inside the tag <task is not followed by >"}},
		{"< in a condition", head + "<c>a < 3</c>", []string{"2:6+1 BG1010 no element name follows this <"}},
		{"& in a condition", head + "<c>a && b</c>", []string{"2:6+1 BG1010 this & starts no character reference"}},
		{"& in a value", head + "<c d='a & b'/>", []string{"2:9+1 BG1010 this & starts no character reference"}},
		{"HTML entity", head + "<c>a&nbsp;b</c>", []string{"2:5+6 BG1016 the entity &nbsp; is not defined"}},
		{"& at the end of the file", head + "<c>a &", []string{"2:6+1 BG1010 this & starts no character reference"}},
		{"element name with two colons", head + "<a:b:c/>", []string{"2:2+5 BG1010 the name a:b:c has two colons"}},
		{"attribute name with two colons", head + "<c a:b:c='d'/>", []string{"2:4+5 BG1010 the name a:b:c has two colons"}},
		{"a letter that names don't have", head + "<taªk/>", []string{"2:4+1 BG1010 \"ª\" can't stand in the tag <ta"}},
		{"a name of the fifth edition only", head + "<ta\U00020000k/>", []string{"2:2+4 BG1010 ta\U00020000k is no name in XML"}},
		{"no such character", head + "<c>a&#0;b</c>", []string{"2:5+4 BG1010 &#0; is no character that XML has"}},
		{"]]> in text", head + "<c>a]]>b</c>", []string{"2:5+3 BG1010 ]]> can't stand in text"}},
		{"-- in a comment", head + "<!-- a -- b -->", []string{"2:8+2 BG1010 -- can't stand in a comment"}},
		{"two declarations", "<?xml version=\"1.0\"?>\n<?xml version=\"1.0\"?><a/>", []string{"2:1+5 BG1010 an XML declaration can only stand at the very start of the file"}},
		{"<! of nothing", head + "<!FOO>", []string{"2:1+6 BG1010 a declaration that starts with <! can't stand here"}},

		{"entity bomb", bomb, []string{"2:2+8 BG1014 the document type defines entities, which are refused"}},
		{"external entity", "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<a>&x;</a>",
			[]string{"1:14+8 BG1014 the document type defines entities, which are refused"}},
		{"parameter entity", "<!DOCTYPE a [<!ENTITY % x SYSTEM \"http://example.org/x.dtd\"> %x;]>\n<a/>",
			[]string{"1:14+8 BG1014 the document type defines entities, which are refused"}},
		{"document type after the root", "<a/><!DOCTYPE a>", []string{"1:5+9 BG1010 a declaration that starts with <! can't stand here"}},

		{"nested 1,024 deep", process(deep), []string{"3:3050+10 BG1017 elements are nested more than 256 deep"}},
		{"two roots", model("") + "<definitions/>", []string{"4:2+11 BG1020 a second element, <definitions>, stands beside the root element"}},
		{"text after the root", model("") + " and more", []string{"4:2+3 BG1020 text stands after the root element: \"and\""}},
		{"text before the root", "<!-- x -->oops\n<a/>", []string{"1:11+4 BG1020 text stands before the root element: \"oops\""}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, got := findingsOf([]byte(c.src), Options{})
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if d != nil {
				t.Error("definitions of something unreadable")
			}
		})
	}
}

// A root that is none of ours: the diagnostic says what is expected.
func TestWrongRoot(t *testing.T) {
	cases := []struct{ name, src, want string }{
		{"another root", `<html/>`, "1:2+4 BG1030 the root element is html, not definitions"},
		{"a process as root", `<process xmlns="` + NS + `"/>`, "1:2+7 BG1030 the root element is process, not definitions"},
		{"WSDL", `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>`, "1:2+11 BG1030 this is a WSDL service description, no BPMN 2.0 model"},
		{"DMN", `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/"/>`, "1:2+11 BG1030 this is a DMN decision model, no BPMN 2.0 model"},
		{"no namespace", `<definitions/>`, "1:2+11 BG1031 the root element is in no namespace"},
		{"a draft's namespace", `<definitions xmlns="http://schema.omg.org/spec/BPMN/2.0"/>`,
			"1:21+35 BG1031 the namespace http://schema.omg.org/spec/BPMN/2.0 is not that of BPMN 2.0"},
		{"a misspelt namespace", `<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODELL"/>`,
			"1:25+44 BG1031 the namespace http://www.omg.org/spec/BPMN/20100524/MODELL is not that of BPMN 2.0"},
		{"a draft's process as root", `<process xmlns="http://www.omg.org/bpmn1"/>`,
			"1:17+24 BG1031 the namespace http://www.omg.org/bpmn1 is not that of BPMN 2.0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, got := findingsOf([]byte(c.src), Options{})
			equal(t, "findings", []string{c.want}, got)
			if d != nil {
				t.Error("definitions of something that is not BPMN")
			}
		})
	}
}

// A document type that defines nothing is harmless: it is named, and the model is read.
func TestDoctypeAlone(t *testing.T) {
	d, got := findingsOf([]byte("<!DOCTYPE definitions SYSTEM \"http://example.org/bpmn.dtd\">\n"+model("")), Options{})
	equal(t, "findings", []string{"1:1+9 BG1015 the document type declaration is not read"}, got)
	if d == nil {
		t.Error("the model was not read")
	}
}

// The bounds are options, each with a code of its own.
func TestBounds(t *testing.T) {
	cases := []struct {
		name, src, want string
		opts            Options
	}{
		{"bytes", "<a>" + strings.Repeat("x", 100) + "</a>", "1:1+0 BG1003 the file has 107 bytes, more than the 100 allowed", Options{MaxBytes: 100}},
		{"depth", "<a><a><a/></a></a>", "1:8+1 BG1017 elements are nested more than 2 deep", Options{MaxDepth: 2}},
		{"elements", "<a><a/><b/></a>", "1:9+1 BG1018 the file has more than 2 elements", Options{MaxElements: 2}},
		{"attributes of all", `<a b="" c=""><d` + strings.Repeat(` x=""`, 7) + `/></a>`, "1:15+1 BG1018 the file has too many attributes", Options{MaxElements: 2}},
		{"attributes of one", `<a` + strings.Repeat(` x=""`, 257) + `/>`, "1:2+1 BG1018 the file has too many attributes", Options{}},
		{"pieces of text", "<a>" + strings.Repeat("<![CDATA[x]]>", 5) + "</a>", "1:56+1 BG1018 the text of the file is cut into too many pieces", Options{MaxElements: 1}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, got := findingsOf([]byte(c.src), c.opts)
			equal(t, "findings", []string{c.want}, got)
		})
	}
}

// 50 MB of comments are read in bounded time and memory, and the model after them is there.
func TestManyComments(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 50 MB")
	}
	const size = 50 << 20
	for _, c := range []struct{ name, comment string }{
		{"one", "<!--" + strings.Repeat("x", size) + "-->\n"},
		{"many", strings.Repeat("<!---->", size/7) + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := []byte(head + c.comment + "<process id=\"p\"/>" + tail)
			c.comment = ""
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			start := time.Now()
			d, got := findingsOf(src, Options{})
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			equal(t, "findings", []string(nil), got)
			equal(t, "place of the process", "3:2+7", at(d.Roots[0].Elem().Span))
			if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 400 {
				t.Errorf("allocated %d MiB for 50", grown)
			}
			if took > 30*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// Spans stay cheap on one endless line, as minified files have it.
func TestOneLine(t *testing.T) {
	const n = 20_000
	src := head[:len(head)-1] + `<process id="p">` + strings.Repeat("<task/>", n) + `</process></definitions>`
	d := parse(t, src)
	p := as[*Process](t, d.Roots[0])
	want := len(head) - 1 + len(`<process id="p">`) + (n-1)*len("<task/>") + 2
	equal(t, "column of the last task", want, p.FlowElements[n-1].Elem().Span.Col)
	if bytes.Contains([]byte(src), []byte("\n")) {
		t.Error("the source has a second line")
	}
}
