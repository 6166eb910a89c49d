package feel

import (
	"strings"
	"testing"
	"time"
)

// DMN 1.4 table 74: the standard's own examples, and footnote 1.
func TestStringFunctions(t *testing.T) {
	runRows(t, "substring", []row{
		{list("foobar", 3), `"obar"`}, {list("foobar", 3, 3), `"oba"`}, {list("foobar", -2, 1), `"a"`}, {list("🐎ab", 2), `"ab"`}, {list("foobar", 3, 3.8), `"oba"`},
		{list("foobar", -6, 6), `"foobar"`}, {list("foobar", 0), "null"}, {list("foobar", 7), "null"}, {list("foobar", -7), "null"}, {list("foobar", 1, 0), "null"}, {list("foobar", 3, 5), "null"},
		{list("", 1), "null"}, {list(nil, 1), "null"}, {list("a", nil), "null"}, {list("a", 1e300), "null"}, {list("a", "1"), "null"},
	})
	runRows(t, "string length", []row{{list("foo"), "3"}, {list("🐎ab"), "3"}, {list(""), "0"}, {list(5), "null"}})
	runRows(t, "upper case", []row{{list("aBc4"), `"ABC4"`}, {list("ä"), `"Ä"`}})
	runRows(t, "lower case", []row{{list("aBc4"), `"abc4"`}, {list("?@{"), `"?@{"`}})
	runRows(t, "substring before", []row{{list("foobar", "bar"), `"foo"`}, {list("foobar", "xyz"), `""`}, {list("foobar", "o"), `"f"`}, {list("abc", ""), `""`}})
	runRows(t, "substring after", []row{{list("foobar", "ob"), `"ar"`}, {list("", "a"), `""`}, {list("abc", ""), `"abc"`}, {list("foobar", "o"), `"obar"`}})
	runRows(t, "contains", []row{{list("foobar", "of"), "false"}, {list("foobar", ""), "true"}, {list(nil, "a"), "null"}})
	runRows(t, "starts with", []row{{list("foobar", "fo"), "true"}, {list("foobar", "o"), "false"}})
	runRows(t, "ends with", []row{{list("foobar", "r"), "true"}, {list("foo🐎😀", "😀"), "true"}})
	runRows(t, "split", []row{
		{list("John Doe", `\s`), `["John", "Doe"]`}, {list("a;b;c;;", ";"), `["a", "b", "c", "", ""]`}, {list("abc", "x"), `["abc"]`}, {list("", ";"), `[""]`}, {list("abc", ""), "null"}, {list("abc", "("), "null"},
	})
	runRows(t, "string join", []row{
		{list(list("a", "b", "c"), "_and_"), `"a_and_b_and_c"`}, {list(list("a", "b", "c"), ""), `"abc"`}, {list(list("a", "b", "c"), nil), `"abc"`}, {list(list("a", nil, "c"), "X"), `"aXc"`},
		{list(list(), "X"), `""`}, {list(list("a", "b")), `"ab"`}, {list("a", "X"), `"a"`}, {list(list("a", 1), "X"), "null"}, {list(nil, "X"), "null"}, {list(list("a", "b"), ", ", "[", "]"), `"[a, b]"`},
	})
	runRows(t, "string", []row{
		{list(1.1), `"1.1"`}, {list(nil), "null"}, {list("a\"b"), `"a\"b"`}, {list(true), `"true"`}, {list("@2021-01-01"), `"2021-01-01"`}, {list("@PT0S"), `"PT0S"`},
		{list(list("a", 1, nil)), `"[\"a\", 1, null]"`}, {list(Context{{"a", "foo"}, {"b c", 1}, {"", nil}}), `"{a: \"foo\", b c: 1, \"\": null}"`}, {list("(1..3]"), `"(1..3]"`},
		{list(Range{High: 3, LowOpen: true}), `"< 3"`}, {list(Range{Low: 3, LowClosed: true, HighOpen: true}), `">= 3"`}, {list(&Func{Params: []string{"x"}}), `"function(x)"`},
	})
}

// F&O 2.0 §7.6.2 and XML Schema part 2 appendix F.
func TestMatches(t *testing.T) {
	for _, c := range []struct{ in, pattern, flags, want string }{
		{"foobar", "^fo*b", "", "true"}, {"foobar", "^o", "", "false"}, {"abracadabra", "bra", "", "true"}, {"abracadabra", "^a.*a$", "", "true"}, {"abracadabra", "^bra", "", "false"},
		{"line1\nline2", "line1.line2", "", "false"}, {"line1\nline2", "line1.line2", "s", "true"}, {"a\rb", "a.b", "", "false"},
		{"a\nb", "^b$", "", "false"}, {"a\nb", "^b$", "m", "true"}, {"\nabcd\n", "^$", "m", "true"}, {"abcd\ndefg\n", "^$", "m", "false"}, {"abcd\n\ndefg", "^$", "m", "true"},
		{"a\n", "a$", "", "false"}, {"a\n", "a$", "m", "true"},
		{"abc", "ABC", "i", "true"}, {"\u212A", "k", "i", "true"}, {"x", "[A-Z-[OI]]", "i", "true"}, {"O", "[A-Z-[OI]]", "i", "false"}, {"i", "[A-Z-[OI]]", "i", "false"}, {"q", "[^Q]", "i", "false"},
		{"é", `\p{L}`, "", "true"}, {"é", `\p{Ll}`, "", "true"}, {"é", `\P{Lu}`, "", "true"}, {"5", `\p{L}`, "", "false"}, {"é", `\p{IsBasicLatin}`, "", "false"}, {"é", `\p{IsLatin-1Supplement}`, "", "true"},
		{"٣", `\d`, "", "true"}, {"a-b", `^\w+$`, "", "false"}, {"aé1", `^\w+$`, "", "true"}, {"xml:id", `^\i\c*$`, "", "true"}, {"1xml", `^\i\c*$`, "", "false"}, {" \t\n", `^\s+$`, "", "true"}, {"\u00a0", `\s`, "", "false"},
		{"hello world", `hello\ sworld`, "x", "true"}, {"hello world", "he ll o[ ]worl d", "x", "true"}, {"hello world", `\p{ I s B a s i c L a t i n }+`, "x", "true"}, {"hello world", `\p{ IsBasicLatin}+`, "", "null"},
		{"aA", `(a)\1`, "i", "true"}, {"aA", `(a)\1`, "", "false"}, {"abab", `^(?:(a)(b))\1\2$`, "", "true"}, {"abcabc", `^(.*)\1$`, "", "true"}, {"abcabd", `^(.*)\1$`, "", "false"},
		{"h", `(.)\3`, "", "null"}, {"h", `\1(.)`, "", "null"}, {"h", `(.\1)`, "", "null"}, {"abcd", `(asd)[\1]`, "", "null"}, {"a", `\0`, "", "null"},
		{"a", "a[^b]", "", "false"}, {"a ", "a[^b]", "", "true"}, {"a-", `[a\-]-`, "", "true"}, {"-", "[-a]", "", "true"}, {"-", "[a-]", "", "true"}, {"^", "[a^]", "", "true"}, {"b", "[a-c-[b]]", "", "false"},
		{"aaa", "^a{2}$", "", "false"}, {"aaa", "^a{2,}$", "", "true"}, {"aaa", "^a{2,3}$", "", "true"}, {"", "^a{0}$", "", "true"}, {strings.Repeat("a", 1500), "^a{1500}$", "", "true"}, {strings.Repeat("a", 1499), "^a{1500}$", "", "false"},
		{"a", "a{2,1}", "", "null"}, {"a", "a{", "", "null"}, {"a", "a{x}", "", "null"}, {"a", "a{99999999}", "", "null"}, {"a", "a**", "", "null"}, {"a", "*", "", "null"}, {"a", "(", "", "null"}, {"a", ")", "", "null"},
		{"a", "[", "", "null"}, {"a", "[]", "", "null"}, {"a", "[a", "", "null"}, {"a", "[b-a]", "", "null"}, {"a", "[[:alpha:]]", "", "null"}, {"a", `\`, "", "null"}, {"a", `\b`, "", "null"}, {"a", `\A`, "", "null"}, {"a", `\p{Foo}`, "", "null"}, {"a", `\pL`, "", "null"},
		{"a", "(?i)a", "", "null"}, {"a", "(?=a)", "", "null"}, {"a", "a]", "", "null"}, {"a", "a}", "", "null"}, {"a", "a", "p", "null"}, {"a", "a", " ", "null"}, {"a", "a", "X", "null"}, {"a", "\xff", "", "null"},
		{"", "", "", "true"}, {"a", "|b", "", "true"}, {"a", "()", "", "true"},
	} {
		if got := text(Matches(c.in, c.pattern, c.flags)); got != c.want {
			t.Errorf("matches(%.20q, %q, %q) = %s, want %s", c.in, c.pattern, c.flags, got, c.want)
		}
	}
	runRows(t, "matches", []row{{list("abracadabra", "bra", nil), "true"}, {list("a", list()), "null"}, {list("a", "a", list()), "null"}, {list(nil, "a"), "null"}})
}

// F&O 2.0 §7.6.3.
func TestReplace(t *testing.T) {
	for _, c := range []struct{ in, pattern, replacement, flags, want string }{
		{"banana", "a", "o", "", `"bonono"`}, {"abcd", "(ab)|(a)", "[1=$1][2=$2]", "", `"[1=ab][2=]cd"`}, {"abracadabra", "bra", "*", "", `"a*cada*"`}, {"abracadabra", "a.*a", "*", "", `"*"`},
		{"abracadabra", "a.*?a", "*", "", `"*c*bra"`}, {"abracadabra", "a", "", "", `"brcdbr"`}, {"abracadabra", "a(.)", "a$1$1", "", `"abbraccaddabbra"`}, {"AAAA", "A+?", "b", "", `"bbbb"`},
		{"darted", "^(.*?)d(.*)$", "$1c$2", "", `"carted"`}, {"facetiously", "[iouy]", "[$0]", "", `"facet[i][o][u]sl[y]"`}, {"abc", "[A-Z]", "#", "i", `"###"`}, {"a.b.c.", "[a-z]", "#", "s", `"#.#.#."`},
		{"abc", ".^[d-z]*", "smix", "", `"abc"`}, {"0123456789", `(\d{3})(\d{3})(\d{4})`, "($1) $2-$3", "", `"(012) 345-6789"`},
		{"abc", "b", `\$\\`, "", `"a$\\c"`}, {"abc", "b", `\n`, "", "null"}, {"abc", "b", "$", "", "null"}, {"abc", "b", "$x", "", "null"}, {"abc", "b", `\`, "", "null"},
		{"abc", "(b)", "$12", "", `"ab2c"`}, {"abc", "b", "<$1>", "", `"a<>c"`}, {"abc", "x*", "#", "", "null"}, {"abab", `(a)b\1`, "<$1>", "", `"<a>b"`}, {"🐎a🐎", "a", "🐎", "", `"🐎🐎🐎"`},
	} {
		if got := text(Replace(c.in, c.pattern, c.replacement, c.flags)); got != c.want {
			t.Errorf("replace(%q, %q, %q, %q) = %s, want %s", c.in, c.pattern, c.replacement, c.flags, got, c.want)
		}
	}
	if got := Replace(strings.Repeat("a", 100_000), "a", strings.Repeat("b", 10_000), ""); got != nil {
		t.Errorf("a replacement of a gigabyte has %d bytes, want null", len(*got))
	}
}

// A pattern ends, whatever it is: in linear time, or as null.
func TestPatternsEnd(t *testing.T) {
	long := strings.Repeat("a", 5000)
	start := time.Now()
	for _, pattern := range []string{
		`(a*)*b`, `(a|aa)*b\1`, `^(a*)*\1b`, `(?:(?:){1000000}){1000000}`, `(?:(?:a{1000}){1000}){1000}`, `(((a{1,1000}){1,1000}){1,1000})\1`, `(a*)(a*)(a*)(a*)\1\2\3\4b`,
		strings.Repeat("(", 5000), strings.Repeat("(a", 240) + strings.Repeat(")", 240), strings.Repeat("[a-[", 2000), strings.Repeat(`\w`, 2000), strings.Repeat("a?", 1000) + strings.Repeat("a", 1000),
	} {
		for _, flags := range []string{"", "m", "i"} {
			Matches(long, pattern, flags)
			Replace(long, pattern, "$1", flags)
		}
	}
	// A generous bound: exponential work would take years.
	if d := time.Since(start); d > time.Minute {
		t.Errorf("the patterns took %s", d)
	}
}

// The backtracking matcher and Go's find the same matches.
func TestMatchersAgree(t *testing.T) {
	inputs := []string{"", "a", "ab", "aab", "abab", "b\na", "aXbc", "aaaa", "é🐎"}
	for _, pattern := range []string{
		"a", "a|b", "a*", "a+?b", "(a|ab)(b?)", "[^a]", "^a", "a$", "(a)*", "(?:a|b)+", "a{2,3}", "a??b", "(a*)+", "(|a)+", "((a)|b)*", ".", "x?", "()", "(a|b)*?$", `\w+`,
	} {
		p, err := CompilePattern(pattern, "")
		if err != nil || p.re == nil {
			t.Fatalf("CompilePattern(%q): %v", pattern, err)
		}
		n, groups, _ := parsePattern(pattern, reFlags{})
		vm, err := compileVM(n, groups, reFlags{})
		if err != nil {
			t.Fatalf("compileVM(%q): %v", pattern, err)
		}
		for _, in := range inputs {
			want := p.re.FindStringIndex(in)
			got, err := vm.find(in, 0, new(maxSteps))
			if err != nil || (got == nil) != (want == nil) || got != nil && (got[0] != want[0] || got[1] != want[1]) {
				t.Errorf("%q in %q: found %v, %v, Go's regexp says %v", pattern, in, got, err, want)
			}
		}
	}
}

func TestNilPattern(t *testing.T) {
	var p *Pattern
	if p.Matches("a") != nil || p.Replace("a", "b") != nil || p.Split("a") != nil {
		t.Error("a pattern that did not compile answers something else than null")
	}
}

func FuzzPattern(f *testing.F) {
	f.Add("aXb", `(a)[^b-\d-[x]]\1{2,3}?|\p{L}`, "$1", "mi")
	f.Add("hello", `he ll\ so`, `\$0`, "x")
	f.Fuzz(func(t *testing.T, in, pattern, replacement, flags string) {
		if len(pattern) > 100 {
			return
		}
		p, err := CompilePattern(pattern, flags)
		if (p == nil) == (err == nil) {
			t.Errorf("CompilePattern(%q, %q) gives both or neither", pattern, flags)
		}
		p.Matches(in)
		p.Replace(in, replacement)
		p.Split(in)
	})
}
