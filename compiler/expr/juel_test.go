package expr

import (
	"testing"

	"github.com/bpmngen/bpmngen/runtime/feel"
)

const evalVars = `{"x": 7, "y": 2, "price": 2.5, "name": "Ada", "none": null, "empty": "", "ok": true, "tags": ["a", "b"], "nums": [1, 2, 3],
 "order": {"total": 120, "customer": {"tier": "gold", "tags": ["vip"]}, "lines": [{"sku": "p", "qty": 2}]}, "due": {"date": "2024-01-31"}, "Full Name": "Ada L"}`

// TestJUEL: operators in both spellings, empty, ternary, property and index
// access, methods of text and collections (EL 2.2; issue 3, item 2).
func TestJUEL(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"${x + y}", "9"}, {"${x - y * 2}", "3"}, {"${x / y}", "3.5"}, {"${x div y}", "3.5"}, {"${x % y}", "1"}, {"${x mod y}", "1"}, {"${-x}", "-7"},
		{"${x gt y}", "true"}, {"${x lt y}", "false"}, {"${x ge 7 && y le 2}", "true"}, {"${x eq 7 and y ne 3}", "true"}, {"${x == 7 || false}", "true"},
		{"${not ok}", "false"}, {"${!ok or x != 7}", "false"}, {"${ok ? 'yes' : 'no'}", `"yes"`}, {"${x > 5 ? x > 6 ? 'a' : 'b' : 'c'}", `"a"`},
		{"${empty none}", "true"}, {"${empty tags}", "false"}, {"${not empty name}", "true"}, {"${name == \"Ada\"}", "true"}, {"${name eq 'Ada'}", "true"},
		{"${order.total > 100}", "true"}, {"${order['total'] > 100}", "true"}, {"${order.customer.tier == 'gold'}", "true"}, {"${tags[0]}", `"a"`},
		{"${tags[5]}", "null"}, {"${order.lines[0].qty * 2}", "4"}, {"${tags.size()}", "2"}, {"${tags.contains('b')}", "true"}, {"${tags.isEmpty()}", "false"},
		{"${name.startsWith('A')}", "true"}, {"${name.endsWith('da')}", "true"}, {"${name.contains('d')}", "true"}, {"${name.length() == 3}", "true"},
		{"${name.equals('Ada')}", "true"}, {"${name.equalsIgnoreCase('ADA')}", "true"}, {"${name.toUpperCase()}", `"ADA"`}, {"${name.substring(1)}", `"da"`},
		{"${name.substring(0, 2)}", `"Ad"`}, {"${name.indexOf('d')}", "1"}, {"${name.replace('a', 'o')}", `"Ado"`}, {"${nums.get(1)}", "2"}, {"${nums[1] + 1}", "3"},
		{"Dear ${name}, ${x} left", `"Dear Ada, 7 left"`}, {"#{x}", "7"}, {"${x}${y}", `"72"`}, {"a ${none} b", `"a  b"`}, {"\\${x}", `"${x}"`},
		{"${none == null}", "true"}, {"${none > 5}", "false"}, {"${price * 2}", "5"}, {"${x >= 2.5}", "true"}, {"${1.5 + x}", "8.5"}, {"${order.getTotal() > 1}", "true"},
		{"${order.customer.tags.contains('vip')}", "true"}, {"${execution.getVariable('x') == 7}", "true"}, {"${'a' < 'b'}", "true"}, {"${7 / 2 == 3.5}", "true"}, {"${true && !false}", "true"},
	} {
		v, ds, err := EvalSource(JUEL, c.text, []byte(evalVars), clock)
		if hasErrors(ds) || err != nil {
			t.Errorf("%s: %v %v", c.text, ds, err)
			continue
		}
		if got := marshal(v); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

func marshal(v any) string {
	b, err := feel.MarshalValue(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// TestFEEL: what the TCK has little of: names, nested data, exact numbers.
func TestFEEL(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"7/2", "3.5"}, {"0.1+0.2=0.3", "true"}, {"x / y", "3.5"}, {"x / 0", "null"}, {"1/3*3", "0.9999999999999999999999999999999999"}, {"Full Name", `"Ada L"`}, {"`Full Name`", `"Ada L"`},
		{"price + 0.1 = 2.6", "true"}, {"order.customer.tier = \"gold\"", "true"}, {"order.lines[sku = \"p\"].qty", "[2]"}, {"order.lines[1].qty", "2"},
		{"sum(order.lines.qty)", "2"}, {"due > date(\"2024-01-30\")", "true"}, {"due + duration(\"P1D\")", `{"date":"2024-02-01"}`}, {"due.year", "2024"},
		{"if x > 5 then \"big\" else \"small\"", `"big"`}, {"some t in tags satisfies t = \"a\"", "true"}, {"every n in nums satisfies n < 3", "false"},
		{"for n in nums return n * n", "[1,4,9]"}, {"for i in 1..3, j in 1..2 return i * j", "[1,2,2,4,3,6]"}, {"nums[item > 1]", "[2,3]"}, {"nums[-1]", "3"}, {"{a: 1, b: a + 1}", `{"a":1,"b":2}`},
		{"x between 1 and 10", "true"}, {"x in [1..7)", "false"}, {"x in (1, 7)", "true"}, {"x in > 5", "true"}, {"none = null", "true"}, {"none > 5", "null"}, {"true and none", "null"}, {"false and none", "false"},
		{"string length(name)", "3"}, {"upper case(name)", `"ADA"`}, {"contains(name, \"d\")", "true"}, {"today()", `{"date":"2024-02-29"}`}, {"now() > date and time(\"2024-01-01T00:00:00Z\")", "true"},
		{"count(tags)", "2"}, {"x ** 2", "49"}, {"-x", "-7"}, {"[1,2,3] = [1,2,3]", "true"}, {"x - y - 1", "4"}, {"name + \"!\"", `"Ada!"`},
		{"2 * x + 1 > 10 and not(x = 8)", "true"}, {"{f: function(a) a + 1}.f(1)", "2"}, {"sort(nums, function(a, b) a > b)", "[3,2,1]"}, {"substring(name, 2)", `"da"`}, {"@\"P1D\" < @\"P2D\"", "true"},
		{"[{item: 1}, {item: 2}][item >= 2]", `[{"item":2}]`}, {"for i in 1..none return i", "null"}, {"for i in 1..null return i", "null"}, {"for i in none return i", "null"},
		{"{fact: function(n) if n = 0 then 1 else n * fact(n-1), r: fact(5)}.r", "120"}, {"{a: 1}.b", "null"}, {"{a: 1}.b = null", "true"}, {"if 123 then 1 else 2", "2"},
		{"some x in none satisfies true", "null"}, {"every x in none satisfies x > 1", "null"}, {"{a: 1, f: function(x) x + a}.f(4)", "5"},
		{"9223372036854775807 + 1", "9223372036854775808"}, {"=x + 1", "8"},
	} {
		v, ds, err := EvalSource(FEEL, c.text, []byte(evalVars), clock)
		if hasErrors(ds) || err != nil {
			t.Errorf("%s: %v %v", c.text, ds, err)
			continue
		}
		if got := marshal(v); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// TestGo: Go's own meaning, with the engine's clock.
func TestGo(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x / y", "3"}, {"x % y", "1"}, {"x > 5 && ok", "true"}, {"order.Total > 100", "true"}, {"order.Customer.Tier == \"gold\"", "true"}, {"len(tags)", "2"}, {"tags[0]", `"a"`},
		{"strings.ToUpper(name)", `"ADA"`}, {"strings.HasPrefix(name, \"A\")", "true"}, {"slices.Contains(tags, \"b\")", "true"}, {"math.Sqrt(float64(x*x)) == 7", "true"},
		{"now().Year()", "2024"}, {"!ok || x == 7", "true"}, {"x*2 + 1", "15"}, {"name + \"!\"", `"Ada!"`}, {"order.Lines[0].Qty * 2", "4"}, {"max(x, y)", "7"}, {"'a' == 97", "true"},
	} {
		v, ds, err := EvalSource(Go, c.text, []byte(evalVars), clock)
		if hasErrors(ds) || err != nil {
			t.Errorf("%s: %v %v", c.text, ds, err)
			continue
		}
		if got := marshal(v); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// TestFaults: what has no value is a fault, not a wrong value (S3.5).
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		lang       Lang
		text, want string
	}{
		{FEEL, "x * 9223372036854775807", "integer overflow"},
		{JUEL, "${x % 0}", "a value is needed and there is none"},
		{JUEL, "${x % (y - 2)}", "a value is needed and there is none"},
		{Go, "x / (y - 2)", "integer division by zero"},
		{Go, "tags[9]", "a value is needed and there is none"},
		{FEEL, "count(for i in 1..1000000000 return i)", "evaluation takes too many steps"},
	} {
		_, ds, err := EvalSource(c.lang, c.text, []byte(evalVars), clock)
		if hasErrors(ds) || err == nil || err.Error() != c.want {
			t.Errorf("%s: %v %v", c.text, ds, err)
		}
	}
}
