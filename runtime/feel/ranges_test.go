package feel

import "testing"

// DMN 1.4 table 78: the standard's own examples.
func TestRangeFunctions(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b any
		want string
	}{
		{"before", 1, 10, "true"}, {"before", 10, 1, "false"}, {"before", 1, "[1..10]", "false"}, {"before", 1, "(1..10]", "true"}, {"before", 1, "[5..10]", "true"},
		{"before", "[1..10]", 10, "false"}, {"before", "[1..10)", 10, "true"}, {"before", "[1..10]", 15, "true"}, {"before", "[1..10]", "[15..20]", "true"}, {"before", "[1..10]", "[10..20]", "false"}, {"before", "[1..10)", "[10..20]", "true"}, {"before", "[1..10]", "(10..20]", "true"},
		{"after", 10, 5, "true"}, {"after", 5, 10, "false"}, {"after", 12, "[1..10]", "true"}, {"after", 10, "[1..10)", "true"}, {"after", 10, "[1..10]", "false"}, {"after", "[11..20]", 12, "false"}, {"after", "[11..20]", 10, "true"}, {"after", "(11..20]", 11, "true"}, {"after", "[11..20]", 11, "false"},
		{"after", "[11..20]", "[1..10]", "true"}, {"after", "[1..10]", "[11..20]", "false"}, {"after", "[11..20]", "[1..11)", "true"}, {"after", "(11..20]", "[1..11]", "true"},
		{"meets", "[1..5]", "[5..10]", "true"}, {"meets", "[1..5)", "[5..10]", "false"}, {"meets", "[1..5]", "(5..10]", "false"}, {"meets", "[1..5]", "[6..10]", "false"},
		{"met by", "[5..10]", "[1..5]", "true"}, {"met by", "[5..10]", "[1..5)", "false"}, {"met by", "(5..10]", "[1..5]", "false"}, {"met by", "[6..10]", "[1..5]", "false"},
		{"overlaps", "[1..5]", "[3..8]", "true"}, {"overlaps", "[3..8]", "[1..5]", "true"}, {"overlaps", "[1..8]", "[3..5]", "true"}, {"overlaps", "[3..5]", "[1..8]", "true"}, {"overlaps", "[1..5]", "[6..8]", "false"}, {"overlaps", "[6..8]", "[1..5]", "false"},
		{"overlaps", "[1..5]", "[5..8]", "true"}, {"overlaps", "[1..5]", "(5..8]", "false"}, {"overlaps", "[1..5)", "[5..8]", "false"}, {"overlaps", "[1..5)", "(5..8]", "false"}, {"overlaps", "[5..8]", "[1..5]", "true"}, {"overlaps", "(5..8]", "[1..5]", "false"}, {"overlaps", "[5..8]", "[1..5)", "false"}, {"overlaps", "(5..8]", "[1..5)", "false"},
		{"overlaps before", "[1..5]", "[3..8]", "true"}, {"overlaps before", "[1..5]", "[6..8]", "false"}, {"overlaps before", "[1..5]", "[5..8]", "true"}, {"overlaps before", "[1..5]", "(5..8]", "false"}, {"overlaps before", "[1..5)", "[5..8]", "false"}, {"overlaps before", "[1..5)", "(1..5]", "true"}, {"overlaps before", "[1..5]", "(1..5]", "true"}, {"overlaps before", "[1..5)", "[1..5]", "false"}, {"overlaps before", "[1..5]", "[1..5]", "false"},
		{"overlaps after", "[3..8]", "[1..5]", "true"}, {"overlaps after", "[6..8]", "[1..5]", "false"}, {"overlaps after", "[5..8]", "[1..5]", "true"}, {"overlaps after", "(5..8]", "[1..5]", "false"}, {"overlaps after", "[5..8]", "[1..5)", "false"}, {"overlaps after", "(1..5]", "[1..5)", "true"}, {"overlaps after", "(1..5]", "[1..5]", "true"}, {"overlaps after", "[1..5]", "[1..5)", "false"}, {"overlaps after", "[1..5]", "[1..5]", "false"},
		{"finishes", 10, "[1..10]", "true"}, {"finishes", 10, "[1..10)", "false"}, {"finishes", "[5..10]", "[1..10]", "true"}, {"finishes", "[5..10)", "[1..10]", "false"}, {"finishes", "[5..10)", "[1..10)", "true"}, {"finishes", "[1..10]", "[1..10]", "true"}, {"finishes", "(1..10]", "[1..10]", "true"},
		{"finished by", "[1..10]", 10, "true"}, {"finished by", "[1..10)", 10, "false"}, {"finished by", "[1..10]", "[5..10]", "true"}, {"finished by", "[1..10]", "[5..10)", "false"}, {"finished by", "[1..10)", "[5..10)", "true"}, {"finished by", "[1..10]", "[1..10]", "true"}, {"finished by", "[1..10]", "(1..10]", "true"},
		{"includes", "[1..10]", 5, "true"}, {"includes", "[1..10]", 12, "false"}, {"includes", "[1..10]", 1, "true"}, {"includes", "[1..10]", 10, "true"}, {"includes", "(1..10]", 1, "false"}, {"includes", "[1..10)", 10, "false"},
		{"includes", "[1..10]", "[4..6]", "true"}, {"includes", "[1..10]", "[1..5]", "true"}, {"includes", "(1..10]", "(1..5]", "true"}, {"includes", "[1..10]", "(1..10)", "true"}, {"includes", "[1..10)", "[5..10)", "true"}, {"includes", "[1..10]", "[1..10)", "true"}, {"includes", "[1..10]", "(1..10]", "true"}, {"includes", "[1..10]", "[1..10]", "true"}, {"includes", "(1..10)", "[1..10]", "false"},
		{"during", 5, "[1..10]", "true"}, {"during", 12, "[1..10]", "false"}, {"during", 1, "(1..10]", "false"}, {"during", 10, "[1..10)", "false"}, {"during", "[4..6]", "[1..10]", "true"}, {"during", "(1..10)", "[1..10]", "true"}, {"during", "[1..10]", "(1..10)", "false"},
		{"starts", 1, "[1..10]", "true"}, {"starts", 1, "(1..10]", "false"}, {"starts", 2, "[1..10]", "false"}, {"starts", "[1..5]", "[1..10]", "true"}, {"starts", "(1..5]", "(1..10]", "true"}, {"starts", "(1..5]", "[1..10]", "false"}, {"starts", "[1..5]", "(1..10]", "false"}, {"starts", "[1..10]", "[1..10]", "true"}, {"starts", "[1..10)", "[1..10]", "true"}, {"starts", "(1..10)", "(1..10)", "true"},
		{"started by", "[1..10]", 1, "true"}, {"started by", "(1..10]", 1, "false"}, {"started by", "[1..10]", 2, "false"}, {"started by", "[1..10]", "[1..5]", "true"}, {"started by", "(1..10]", "(1..5]", "true"}, {"started by", "[1..10]", "(1..5]", "false"}, {"started by", "(1..10]", "[1..5]", "false"}, {"started by", "[1..10]", "[1..10)", "true"},
		{"coincides", 5, 5, "true"}, {"coincides", 3, 4, "false"}, {"coincides", "[1..5]", "[1..5]", "true"}, {"coincides", "(1..5)", "[1..5]", "false"}, {"coincides", "[1..5]", "[2..6]", "false"},
		// Out of the domain.
		{"before", 1, "a", "null"}, {"before", nil, 1, "null"}, {"meets", 1, "[1..5]", "null"}, {"includes", 1, 1, "null"}, {"starts", nil, "[1..5]", "null"}, {"during", "a", "[1..5]", "null"},
		{"overlaps", "[1..5]", `["a".."b"]`, "null"}, {"overlaps", "[1..5]", Range{High: 3, LowOpen: true}, "null"}, {"coincides", 1, "[1..5]", "null"}, {"coincides", true, true, "null"},
	} {
		if got := text(call(t, c.name, c.a, c.b)); got != c.want {
			t.Errorf("%s(%v, %v) = %s, want %s", c.name, c.a, c.b, got, c.want)
		}
	}
}

// DMN 1.5 table 72 (range string): endpoints are literals of one kind, in order.
func TestRangeText(t *testing.T) {
	for in, want := range map[string]string{
		"[18..21]": "[18..21]", "(18..21]": "(18..21]", "]18..21]": "(18..21]", "[18..21)": "[18..21)", "[18..21[": "[18..21)", " [ 1 .. 3 ] ": "[1..3]", "[-1.5..2.5]": "[-1.5..2.5]",
		`["a".."c"]`: `["a".."c"]`, `[@"1970-01-01"..@"1970-01-02"]`: "[1970-01-01..1970-01-02]", `[date("1970-01-01")..date("1970-01-02")]`: "[1970-01-01..1970-01-02]", `[@"P1D"..duration("P2D")]`: "[P1D..P2D]",
		`[date and time("1970-01-01T00:00:00")..@"1970-01-02T00:00:00"]`: "[1970-01-01T00:00:00..1970-01-02T00:00:00]", `["a\"..".."b"]`: `["a\"..".."b"]`,
	} {
		if got := text(RangeFrom(in)); got != want {
			t.Errorf("range(%q) = %s, want %s", in, got, want)
		}
	}
	for _, in := range []string{
		"", " ", "[", "[]", "[..2]", "[1..]", "[1]", "1..2", ">=10", `[1.."b"]`, "[3..1]", `["z".."a"]`, "[null..null]", `[date(string("1970-01-01"))..date("1970-01-02")]`, "[date(x)..date(x)]", "[true..true]",
		`[@"1970-01-01"..@"1970-01-02T00:00:00"]`, "[1..2] x", "[1...2]", `["a..b"]`, `[@"x"..@"y"]`, "[1..2..3]", `["\x".."a"]`, `["a".."`,
	} {
		if got := RangeFrom(in); got != nil {
			t.Errorf("range(%q) = %s, want null", in, text(got))
		}
	}
}

// DMN 1.4 table 55 and table 42.
func TestIn(t *testing.T) {
	oneToTen := *RangeFrom("[1..10]")
	for _, c := range []struct {
		v, test any
		want    string
	}{
		{1, list(2, 3, 1), "true"}, {1, list(2, 3), "false"}, {5, list(*RangeFrom("[2..4]"), *RangeFrom("[1..3]")), "false"}, {1, list(*RangeFrom("[2..4]"), *RangeFrom("[1..3]")), "true"},
		{1, oneToTen, "true"}, {0, oneToTen, "false"}, {nil, oneToTen, "null"}, {"a", oneToTen, "null"}, {5, Range{Low: nil, High: 10, HighClosed: true}, "null"}, {5, Range{Low: 1, High: nil}, "null"},
		{10, Range{High: 10, HighClosed: true, LowOpen: true}, "true"}, {10, Range{High: 10, LowOpen: true}, "false"}, {11, Range{Low: 10, HighOpen: true}, "true"},
		{1, 1, "true"}, {1, 2, "false"}, {1, "1", "null"}, {nil, nil, "true"}, {list(1, 2), list(list(1, 2), list(3)), "true"}, {list(1, 2), list(1, 2), "true"}, {true, list(false, 2, 3), "false"}, {nil, list(1, nil), "true"},
	} {
		if got := text(In(c.v, c.test)); got != c.want {
			t.Errorf("%v in %v = %s, want %s", c.v, text(c.test), got, c.want)
		}
	}
	for name, want := range map[string]string{"start": "1", "end": "10", "start included": "true", "end included": "true", "size": "null"} {
		if got := text(Member(oneToTen, name)); got != want {
			t.Errorf("[1..10].%s = %s, want %s", name, got, want)
		}
	}
}
