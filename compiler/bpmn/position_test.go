package bpmn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Every element and attribute has its place: the tag's name, the attribute's name and its value.
func TestSpans(t *testing.T) {
	d := parse(t, process("<sequenceFlow id='f'\n\tname = \"a &lt; b\"  sourceRef=\" a \" targetRef='b'>\n</sequenceFlow>"))
	f := first[*SequenceFlow](t, d)
	equal(t, "element", "3:2+12", at(f.Span))
	type place struct{ Name, NameSpan, Value, ValueSpan string }
	var got []place
	for _, a := range f.Attrs {
		got = append(got, place{a.Name.Local, at(a.NameSpan), a.Value, at(a.ValueSpan)})
	}
	equal(t, "attributes", []place{
		{"id", "3:15+2", "f", "3:19+1"},
		{"name", "4:2+4", "a < b", "4:10+8"},
		{"sourceRef", "4:21+9", " a ", "4:32+3"},
		{"targetRef", "4:37+9", "b", "4:48+1"},
	}, got)
	equal(t, "reference without the white space around it", "4:33+1", at(f.SourceRef.Span))
	equal(t, "At of an attribute", f.Attrs[3].ValueSpan, f.At("targetRef"))
	equal(t, "At of an absent attribute", f.Span, f.At("isImmediate"))
	equal(t, "file", "t.bpmn", f.Span.File)
}

// The place of a character of an expression is where it is written: behind
// white space, entities, CDATA, comments and line ends.
func TestTextPosAt(t *testing.T) {
	type probe struct {
		offset int
		want   string
	}
	cases := []struct {
		name, xml, value, span string
		probes                 []probe
	}{
		{"plain", "<conditionExpression>a > 1</conditionExpression>", "a > 1", "4:22+5",
			[]probe{{0, "4:22+1"}, {4, "4:26+1"}, {5, "4:27+0"}, {99, "4:27+0"}, {-1, "4:22+1"}}},
		{"indented", "<conditionExpression>\n    a\n    and b\n  </conditionExpression>", "a\n    and b", "5:5+1",
			[]probe{{0, "5:5+1"}, {6, "6:5+1"}, {11, "6:10+0"}}},
		{"entities", "<conditionExpression>&quot;ü&quot; &lt;&#61; &#x62;</conditionExpression>", "\"ü\" <= b", "4:22+30",
			[]probe{{0, "4:22+6"}, {1, "4:28+1"}, {3, "4:29+6"}, {5, "4:36+4"}, {6, "4:40+5"}, {8, "4:46+6"}}},
		{"CDATA", "<conditionExpression> <![CDATA[\n a < b]]></conditionExpression>", "a < b", "5:2+5",
			[]probe{{0, "5:2+1"}, {2, "5:4+1"}, {4, "5:6+1"}, {5, "5:7+0"}}},
		{"CDATA behind text", "<conditionExpression>a <![CDATA[<]]> b</conditionExpression>", "a < b", "4:22+1",
			[]probe{{2, "4:33+1"}, {4, "4:38+1"}}},
		{"comments and instructions", "<conditionExpression><!-- c -->a<?pi <x> ?> + <!-- < -->b</conditionExpression>", "a + b", "4:32+1",
			[]probe{{0, "4:32+1"}, {1, "4:44+1"}, {4, "4:57+1"}}},
		{"a child in between", "<conditionExpression>a<x:y xmlns:x='urn:x' z='>'>no<x:y/></x:y> b</conditionExpression>", "a b", "4:22+1",
			[]probe{{1, "4:64+1"}, {2, "4:65+1"}}},
		{"a comment that keeps ]]> apart", "<conditionExpression>a[b[1]<!---->]</conditionExpression>", "a[b[1]]", "4:22+6",
			[]probe{{6, "4:35+1"}}},
		{"white space by number", "<conditionExpression>&#32;&#10;a</conditionExpression>", "a", "4:32+1", []probe{{0, "4:32+1"}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var bag diag.Bag
			d := Parse("t.bpmn", []byte(process("<sequenceFlow>\n"+c.xml+"</sequenceFlow>")), Options{}, &bag)
			text := first[*SequenceFlow](t, d).Condition.Text
			equal(t, "value", c.value, text.Value)
			equal(t, "span", c.span, at(text.Span))
			for _, p := range c.probes {
				equal(t, "place of a byte", p.want, at(text.PosAt(p.offset)))
			}
		})
	}
}

// The text of an element without any has the element's place.
func TestEmptyText(t *testing.T) {
	d := parse(t, process("<scriptTask><script>  </script></scriptTask>"))
	task := first[*Task](t, d)
	equal(t, "script", Text{Span: diag.Span{File: "t.bpmn", Line: 3, Col: 14, Len: 6}}.Span, task.Script.Span)
	equal(t, "place of its first byte", task.Script.Span, task.Script.PosAt(0))
	equal(t, "has a script", true, task.HasScript)
}

// Expressions in attributes are placed as those in text are.
func TestAttrPosAt(t *testing.T) {
	d := parse(t, process("<task><extensionElements><zeebe:input source='=a &gt;&#10;\n  b' target=\"b\"/></extensionElements></task>"))
	src, ok := first[*Task](t, d).Extensions[0].Attr("", "source")
	if !ok {
		t.Fatal("no attribute source")
	}
	equal(t, "value", "=a >\n\n  b", src.Value)
	for _, p := range []struct {
		offset int
		want   string
	}{{0, "3:47+1"}, {3, "3:50+4"}, {4, "3:54+5"}, {8, "4:3+1"}, {9, "4:4+0"}, {100, "4:4+0"}} {
		equal(t, "place of a byte", p.want, at(src.PosAt(p.offset)))
	}
}

// Every place of a long text is known in time that does not grow with the text
// before it, and is the same in whatever order one asks.
func TestPosAtOfLongTexts(t *testing.T) {
	const turns = 4000
	part := "&lt;ü&#10;<!-- - -->b<![CDATA[ < ]]>\n" // 9 bytes of text, 2 lines in the file a turn
	d := parse(t, process("<sequenceFlow>\n<conditionExpression>"+strings.Repeat(part, turns)+"x</conditionExpression></sequenceFlow>"))
	text := first[*SequenceFlow](t, d).Condition.Text
	equal(t, "bytes", turns*9+1, len(text.Value))
	place := func(i int) string {
		line, col := 4+i/9, 0
		if i/9 == 0 {
			col = 21 // behind <conditionExpression>
		}
		p := []struct{ col, len int }{{1, 4}, {5, 1}, {5, 1}, {6, 5}, {21, 1}, {31, 1}, {32, 1}, {33, 1}, {37, 1}}[i%9]
		if i == turns*9 {
			p.len = 1
		}
		return fmt.Sprintf("%d:%d+%d", line, col+p.col, p.len)
	}
	for i := range turns * 9 {
		if want, got := place(i), at(text.PosAt(i)); got != want {
			t.Fatalf("byte %d (%q): %s, want %s", i, text.Value[i], got, want)
		}
	}
	for i := turns*9 - 1; i >= 0; i-- {
		if want, got := place(i), at(text.PosAt(i)); got != want {
			t.Fatalf("byte %d, going back: %s, want %s", i, got, want)
		}
	}
}
