package feel

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// DMN 1.4 table 75: the standard's own examples.
func TestListFunctions(t *testing.T) {
	runRows(t, "list contains", []row{{list(list(1, 2, 3), 2), "true"}, {list(list(1, 2, 3), 4), "false"}, {list(list(1, nil), nil), "true"}, {list(list(1.0), 1), "true"}, {list(list("1"), 1), "false"}, {list(nil, 1), "null"}, {list("a", "a"), "true"}})
	runRows(t, "count", []row{{list(list(1, 2, 3)), "3"}, {list(list()), "0"}, {list(list(1, list(2, 3))), "2"}, {list(1), "1"}, {list(nil), "null"}})
	runRows(t, "min", []row{{list(list(1, 2, 3)), "1"}, {list(1), "1"}, {list(3, 1, 2), "1"}, {list(list("b", "a")), `"a"`}, {list(list()), "null"}, {list(1, "a"), "null"}, {list(list(true)), "null"}, {list(nil), "null"}, {list(list(1, nil)), "null"}, {list("@P1D", "@PT1H"), "PT1H"}})
	runRows(t, "max", []row{{list(1, 2, 3), "3"}, {list(list()), "null"}, {list(list(1, 2.5)), "2.5"}, {list("@2021-01-01", "@2021-01-02"), "2021-01-02"}})
	runRows(t, "sum", []row{{list(list(1, 2, 3)), "6"}, {list(1, 2, 3), "6"}, {list(1), "1"}, {list(list()), "null"}, {list(list(0.1, 0.2)), "0.3"}, {list(1, "a"), "null"}, {list(list(1, nil)), "null"}})
	runRows(t, "product", []row{{list(list(2, 3, 4)), "24"}, {list(list()), "null"}, {list(2, 3, 4), "24"}, {list(2.5, 1, 2.5, 3), "18.75"}})
	runRows(t, "mean", []row{{list(list(1, 2, 3)), "2"}, {list(1), "1"}, {list(list()), "null"}, {list(6, 14, -3), "5.666666666666666666666666666666667"}})
	runRows(t, "median", []row{{list(8, 2, 5, 3, 4), "4"}, {list(list(6, 1, 2, 3)), "2.5"}, {list(list()), "null"}, {list(1, 2, "foo"), "null"}})
	runRows(t, "stddev", []row{{list(2, 4, 7, 5), "2.081665999466132735282297706979931"}, {list(list(47)), "null"}, {list(47), "null"}, {list(list()), "null"}, {list(1, 1), "0"}})
	runRows(t, "mode", []row{{list(6, 3, 9, 6, 6), "[6]"}, {list(list(6, 1, 9, 6, 1)), "[1, 6]"}, {list(list()), "[]"}, {list(6), "[6]"}, {list(1, "a"), "null"}, {list(list(2.5, 1, 2.5)), "[2.5]"}})
	runRows(t, "all", []row{{list(list(false, nil, true)), "false"}, {list(true), "true"}, {list(list(true)), "true"}, {list(list()), "true"}, {list(0), "null"}, {list(list(true, nil)), "null"}, {list(true, false), "false"}, {list(nil), "null"}, {nil, "null"}})
	runRows(t, "any", []row{{list(list(false, nil, true)), "true"}, {list(false), "false"}, {list(list()), "false"}, {list(0), "null"}, {list(nil, false), "null"}})
	runRows(t, "sublist", []row{{list(list(4, 5, 6), 1, 2), "[4, 5]"}, {list(list(4, 5, 6), -1, 1), "[6]"}, {list(list(4, 5, 6), 2), "[5, 6]"}, {list(list(4, 5, 6), 0), "null"}, {list(list(4, 5, 6), 4), "null"}, {list(list(4, 5, 6), 2, 3), "null"}, {list(list(4, 5), 1, 0), "null"}})
	runRows(t, "append", []row{{list(list(1), 2, 3), "[1, 2, 3]"}, {list(list(), nil), "[null]"}, {list(nil, 1), "null"}, {list(list(1)), "null"}})
	runRows(t, "concatenate", []row{{list(list(1, 2), list(3)), "[1, 2, 3]"}, {list(list(1), nil), "null"}, {list(list(1), 2), "[1, 2]"}})
	runRows(t, "insert before", []row{{list(list(1, 3), 1, 2), "[2, 1, 3]"}, {list(list(1, 3), -1, 2), "[1, 2, 3]"}, {list(list(1, 3), 3, 2), "null"}, {list(list(), 1, 2), "null"}, {list(list(1), 0, 2), "null"}, {list(list(1), 1, nil), "[null, 1]"}})
	runRows(t, "remove", []row{{list(list(1, 2, 3), 2), "[1, 3]"}, {list(list(1, 2, 3), -1), "[1, 2]"}, {list(list(1), 2), "null"}})
	runRows(t, "reverse", []row{{list(list(1, 2, 3)), "[3, 2, 1]"}, {list(list()), "[]"}})
	runRows(t, "index of", []row{{list(list(1, 2, 3, 2), 2), "[2, 4]"}, {list(list(1), 2), "[]"}, {list(list(nil, 1), nil), "[1]"}})
	runRows(t, "union", []row{{list(list(1, 2), list(2, 3)), "[1, 2, 3]"}, {list(list(1, 1.0), list("1")), `[1, "1"]`}})
	runRows(t, "distinct values", []row{{list(list(1, 2, 3, 2, 1)), "[1, 2, 3]"}, {list(list(nil, 1, nil)), "[null, 1]"}, {list(list(list(1), list(1))), "[[1]]"}})
	runRows(t, "flatten", []row{{list(list(list(1, 2), list(list(3)), 4)), "[1, 2, 3, 4]"}, {list(list()), "[]"}})
	runRows(t, "list replace", []row{{list(list(1, 2, 3), 2, 4), "[1, 4, 3]"}, {list(list(1, 2, 3), -1.5, 4), "[1, 2, 4]"}, {list(list(1, 2, 3), 0, 4), "null"}, {list(list(1, 2, 3), 3, nil), "[1, 2, null]"}, {list(list(1), "1", 4), "null"}, {list(1, 1, 5), "[5]"}})
}

// DMN 1.4 table 80 (sort) and list replace with a function.
func TestListsWithFunctions(t *testing.T) {
	less := &Func{Params: []string{"x", "y"}, Call: func(a ...any) any { return deref(Less(a[0], a[1])) }}
	notBoolean := &Func{Params: []string{"x", "y"}, Call: func(a ...any) any { return a[0] }}
	oneParam := &Func{Params: []string{"x"}, Call: func(...any) any { return true }}
	always := &Func{Params: []string{"x", "y"}, Call: func(...any) any { return true }}
	runRows(t, "sort", []row{
		{list(list(3, 1, 4, 5, 2), less), "[1, 2, 3, 4, 5]"}, {list(list(3, 1), notBoolean), "null"}, {list(list(3, 1), oneParam), "null"}, {list(list(3, "a"), less), "null"},
		{list(list("b", "a")), `["a", "b"]`}, {list(list("b", 1)), "null"}, {list(list()), "[]"},
	})
	if got := call(t, "sort", list(3, 1, 4, 5, 2), always); len(got.([]any)) != 5 {
		t.Errorf("sort with a function that is no order = %s, want five elements", text(got))
	}
	runRows(t, "list replace", []row{
		{list(list(2, 4, 7, 8), less, 5), "[5, 5, 7, 8]"}, {list(list(1, 2), always, 5), "[5, 5]"}, {list(list(2, 4), notBoolean, 5), "null"}, {list(list(2, 4), oneParam, 5), "null"},
	})
}

// The typed functions do what the catalogue does, and leave their arguments alone.
func TestTypedLists(t *testing.T) {
	list := make([]string, 3, 10)
	copy(list, []string{"b", "a", "b"})
	before := append([]string{}, list...)
	check := func(name string, got, want any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	check("Append", Append(list, "c"), []string{"b", "a", "b", "c"})
	check("InsertBefore", *InsertBefore(list, 2, "x"), []string{"b", "x", "a", "b"})
	check("Remove", *Remove(list, 1), []string{"a", "b"})
	check("Sublist", *Sublist(list, -2), []string{"a", "b"})
	check("SublistLen", *SublistLen(list, 1, 2), []string{"b", "a"})
	check("Reverse", Reverse(list), []string{"b", "a", "b"})
	check("DistinctValues", DistinctValues(list), []string{"b", "a"})
	check("IndexOf", IndexOf(list, "b"), []int64{1, 3})
	check("Union", Union(list, []string{"c"}), []string{"b", "a", "c"})
	check("ListReplace", *ListReplace(list, 3, "z"), []string{"b", "a", "z"})
	check("Sort", Sort(list, func(a, b string) bool { return a < b }), []string{"a", "b", "b"})
	check("SortAscending", *SortAscending(list), []string{"a", "b", "b"})
	check("FlattenLists", FlattenLists([][]string{list, {"c"}}), []string{"b", "a", "b", "c"})
	check("ListReplaceWhere", ListReplaceWhere(list, func(x, _ string) bool { return x == "b" }, "y"), []string{"y", "a", "y"})
	check("Min", *Min(list), "a")
	check("At", *At(list, -2), "a")
	*Min(list), *At(list, 1) = "changed", "changed"
	check("list", list, before)
	if At(list, 4) != nil || At(list, 0) != nil || Sublist(list, 0) != nil || Remove(list, 4) != nil || Min([]string{}) != nil || Max([]bool{true}) != nil {
		t.Error("a position or element that is not there is not null")
	}
	// Times are distinct by instant.
	noon, _ := ParseTime("12:00:00Z")
	same, _ := ParseTime("13:00:00+01:00")
	check("DistinctValues of times", len(DistinctValues([]Time{noon, same, {}})), 2)
	if Count([]int64{1, 2}) != 2 || !ListContains([]Decimal{NewDecimal(10, -1)}, NewDecimal(1, 0)) || ListContains([]*string{nil}, new("a")) || !ListContains([]*string{nil}, nil) {
		t.Error("a typed list holds the wrong things")
	}
	if *SumInt([]int64{1, 2}) != 3 || SumInt([]int64{1 << 62, 1 << 62}) != nil || SumInt(nil) != nil || Sum([]int64{1 << 62, 1 << 62}).String() != "9223372036854775808" {
		t.Error("sums of integers are wrong")
	}
	if !AllTrue(nil) || AllTrue([]bool{true, false}) || AnyTrue(nil) || !AnyTrue([]bool{false, true}) {
		t.Error("all or any of typed booleans is wrong")
	}
}

// DMN 1.4 table 81.
func TestContextFunctions(t *testing.T) {
	ab := Context{{"a", 1}, {"b", 2}}
	entry := func(k, v any) Context { return Context{{"key", k}, {"value", v}} }
	runRows(t, "get value", []row{{list(Context{{"key1", "value1"}}, "key1"), `"value1"`}, {list(ab, "c"), "null"}, {list(ab, 1), "null"}, {list(nil, "a"), "null"}, {list("a", "a"), "null"}})
	runRows(t, "get entries", []row{{list(ab), `[{key: "a", value: 1}, {key: "b", value: 2}]`}, {list(Context{}), "[]"}, {list(list(1, 2)), "null"}})
	runRows(t, "context", []row{
		{list(list(entry("a", 1), entry("b", 2))), "{a: 1, b: 2}"}, {list(list(append(entry("a", 1), Entry{"something", "else"}))), "{a: 1}"}, {list(list(entry("a", 1), Context{{"key", "b"}})), "null"},
		{list(list(entry("a", 1), entry("a", 2))), "null"}, {list(entry("a", nil)), "{a: null}"}, {list(entry(nil, 1)), "null"}, {list(list()), "{}"}, {list(nil), "null"}, {list("x"), "null"},
	})
	runRows(t, "context put", []row{
		{list(Context{{"x", 1}}, "y", 2), "{x: 1, y: 2}"}, {list(Context{{"x", 1}, {"y", 0}, {"z", 0}}, "y", 2), "{x: 1, y: 2, z: 0}"}, {list(Context{{"x", 1}}, list("y"), 2), "{x: 1, y: 2}"},
		{list(Context{{"x", 1}, {"y", Context{{"a", 0}}}}, list("y", "a"), 2), "{x: 1, y: {a: 2}}"}, {list(ab, list(), 2), "null"}, {list(ab, list("a", "b"), 2), "null"}, {list(ab, list("a", nil), 2), "null"},
		{list(ab, nil, 1), "null"}, {list(ab, "a", nil), "{a: null, b: 2}"}, {list(list(), "a", 1), "null"}, {list(ab, "a"), "null"},
	})
	runRows(t, "context merge", []row{
		{list(list(Context{{"x", 1}}, Context{{"y", 2}})), "{x: 1, y: 2}"}, {list(list(Context{{"x", 1}, {"y", 0}}, Context{{"y", 2}})), "{x: 1, y: 2}"}, {list(ab), "{a: 1, b: 2}"}, {list(list(ab, 1)), "null"}, {list(nil), "null"},
	})
	if got := text(ab); got != "{a: 1, b: 2}" {
		t.Errorf("a function changed its context to %s", got)
	}
}
