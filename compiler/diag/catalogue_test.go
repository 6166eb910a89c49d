package diag

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// Messages and titles are lower case without a final stop, and an explanation
// tells what to do; codes have four digits and one owner.
func TestCatalogue(t *testing.T) {
	if len(duplicates) > 0 {
		t.Errorf("given twice: %v", duplicates)
	}
	form := regexp.MustCompile(`^BG[123459]\d{3}$`)
	for _, e := range Catalogue() {
		if !form.MatchString(string(e.Code)) {
			t.Errorf("%s: not BG and four digits of a known area", e.Code)
		}
		if e.Title == "" || strings.HasSuffix(e.Title, ".") || strings.Contains(e.Title, "\n") || startsUpper(e.Title) {
			t.Errorf("%s: the title %q is not one line in lower case without a final stop", e.Code, e.Title)
		}
		if len(e.Explain) < 80 || !strings.HasSuffix(strings.TrimSpace(e.Explain), ".") && !strings.HasSuffix(strings.TrimSpace(e.Explain), "```") {
			t.Errorf("%s: the explanation is no text of whole sentences", e.Code)
		}
		if strings.Count(e.Explain, "```")%2 != 0 {
			t.Errorf("%s: a code block does not end", e.Code)
		}
	}
}

// startsUpper reports a first word with only its first letter in upper case,
// unless BPMN writes it so: XML and Link are words of their own.
func startsUpper(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	return word != "" && unicode.IsUpper(rune(word[0])) && strings.ToUpper(word) != word && word != "Link" && word != "Terminate"
}

// A bag gives each finding once, in the order of files and places.
func TestBagOrder(t *testing.T) {
	at := func(file string, line, col int, code Code) Diagnostic {
		return Diagnostic{Code: code, Span: Span{File: file, Line: line, Col: col}}
	}
	var b Bag
	b.Add(at("b", 1, 1, "BG1001"), at("a", 2, 1, "BG1001"), at("a", 1, 9, "BG1002"), at("a", 1, 9, "BG1001"), at("a", 2, 1, "BG1001"))
	var got []string
	for _, d := range b.All() {
		got = append(got, d.Span.String()+" "+string(d.Code))
	}
	want := "a:1:9 BG1001, a:1:9 BG1002, a:2:1 BG1001, b:1:1 BG1001"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("got %s, want %s", s, want)
	}
}
