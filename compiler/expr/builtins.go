package expr

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// builtin is one function of an expression language as the checker sees it.
type builtin struct {
	name   string
	params []param
	// result is the type where all arguments are values; rule computes it
	// from the arguments' types where it depends on them.
	result *types.Type
	rule   func(args []*types.Type) *types.Type
	// nulls: null is an argument like any other, so it does not make the result null.
	nulls bool
	// clock: it reads the engine's clock.
	clock bool
}

// param is a parameter; its type is a class that arguments are checked against.
type param struct {
	name     string
	class    string
	optional bool
	variadic bool
}

// signatures are the built-in functions of DMN 1.4 §10.3.4, one a line:
// name(param: class, ...) result. A ? after a parameter: it may be left out;
// after a result: it can be null. ... marks the last one as repeated. A * before
// the name: null is an argument like any other. Several lines of one name are
// alternatives, tried in order.
const signatures = `
number(from: string, grouping separator?: string, decimal separator?: string) number?
*string(from: any) string?
*not(negand: boolean) boolean?
substring(string: string, start position: number, length?: number) string?
string length(string: string) int
upper case(string: string) string
lower case(string: string) string
substring before(string: string, match: string) string
substring after(string: string, match: string) string
*replace(input: string, pattern: string, replacement: string, flags?: string) string?
contains(string: string, match: string) boolean
starts with(string: string, match: string) boolean
ends with(string: string, match: string) boolean
*matches(input: string, pattern: string, flags?: string) boolean?
split(string: string, delimiter: string) list<string>?
*string join(list: list, delimiter?: string, prefix?: string, suffix?: string) string?
*list contains(list: list, element: any) boolean?
list replace(list: list, position: numberOrFunction, newItem: any) inserted?
list replace(list: list, match: function, newItem: any) inserted?
count(list: list) int
*min(list: list) elem?
*min(c: any...) elem?
*max(list: list) elem?
*max(c: any...) elem?
*sum(list: list) numelem?
*sum(n: number...) numelem?
*product(list: list) numelem?
*product(n: number...) numelem?
*mean(list: list) number?
*mean(n: number...) number?
*median(list: list) number?
*median(n: number...) number?
*stddev(list: list) number?
*stddev(n: number...) number?
*mode(list: list) list<number>?
*mode(n: number...) list<number>?
*all(list: list) boolean?
*all(b: boolean...) boolean?
*and(list: list) boolean?
*any(list: list) boolean?
*any(b: boolean...) boolean?
*or(list: list) boolean?
sublist(list: list, start position: number, length?: number) list1?
*append(list: list, item: any...) joined?
*concatenate(list: list...) joinedlists?
*insert before(list: list, position: number, newItem: any) inserted?
remove(list: list, position: number) list1?
reverse(list: list) list1
*index of(list: list, match: any) list<int>?
*union(list: list...) joinedlists?
distinct values(list: list) list1
flatten(list: list) list<any>
sort(list: list, precedes?: function) list1?
decimal(n: number, scale: number) number?
floor(n: number) int
floor(n: number, scale: number) number?
ceiling(n: number) int
ceiling(n: number, scale: number) number?
round up(n: number, scale: number) number?
round down(n: number, scale: number) number?
round half up(n: number, scale: number) number?
round half down(n: number, scale: number) number?
abs(n: numberOrDuration) =1
modulo(dividend: number, divisor: number) number?
sqrt(number: number) number?
log(number: number) number?
exp(number: number) number?
odd(number: number) boolean
even(number: number) boolean
random number() number
date(from: stringOrDate) date?
date(year: number, month: number, day: number) date?
time(from: stringOrTime) time?
*time(hour: number, minute: number, second: number, offset?: duration) time?
date and time(from: stringOrDate) datetime?
date and time(date: anyDate, time: time) datetime?
date and time(date: anyDate, timezone: string) datetime?
date and time(year: number, month: number, day: number, hour: number, minute: number, second: number) datetime?
date and time(year: number, month: number, day: number, hour: number, minute: number, second: number, timezone: any) datetime?
duration(from: string) any
years and months duration(from: anyDate, to: anyDate) months?
day of year(date: anyDate) int
day of week(date: anyDate) string
month of year(date: anyDate) string
week of year(date: anyDate) int
last day of month(date: anyDate) date
now() datetime
today() date
*is(value1: any, value2: any) boolean
before(point1: any, point2: any) boolean?
before(point: any, range: any) boolean?
before(range: any, point: any) boolean?
before(range1: any, range2: any) boolean?
after(point1: any, point2: any) boolean?
after(point: any, range: any) boolean?
after(range: any, point: any) boolean?
after(range1: any, range2: any) boolean?
meets(range1: any, range2: any) boolean?
met by(range1: any, range2: any) boolean?
overlaps(range1: any, range2: any) boolean?
overlaps before(range1: any, range2: any) boolean?
overlaps after(range1: any, range2: any) boolean?
overlapped by(range1: any, range2: any) boolean?
overlapped before by(range1: any, range2: any) boolean?
overlapped after by(range1: any, range2: any) boolean?
finishes(point: any, range: any) boolean?
finishes(range1: any, range2: any) boolean?
finished by(range: any, point: any) boolean?
finished by(range1: any, range2: any) boolean?
includes(range: any, point: any) boolean?
includes(range1: any, range2: any) boolean?
during(point: any, range: any) boolean?
during(range1: any, range2: any) boolean?
starts(point: any, range: any) boolean?
starts(range1: any, range2: any) boolean?
started by(range: any, point: any) boolean?
started by(range1: any, range2: any) boolean?
coincides(point1: any, point2: any) boolean?
coincides(range1: any, range2: any) boolean?
get value(m: context, key: string) any
get value(context: context, key: string) any
get entries(m: context) list<any>?
context(entries: any) any
context put(context: context, key: key, value: any) any
context put(context: context, keys: list, value: any) any
*context merge(contexts: list) any
range(from: string) any
*get or else(value: any, default: any) orelse
*is defined(value: any) boolean
*assert(value: any, condition: any) any
*assert(value: any, condition: any, cause: string) any
`

// builtins are the functions by name; spacedBuiltins those whose names hold spaces.
var builtins, spacedBuiltins = parseSignatures(signatures)

func parseSignatures(text string) (map[string][]*builtin, []string) {
	out := map[string][]*builtin{}
	var spaced []string
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		b := &builtin{}
		line, b.nulls = strings.CutPrefix(line, "*")
		name, rest, _ := strings.Cut(line, "(")
		params, result, _ := strings.Cut(rest, ") ")
		b.name = name
		b.clock = name == "now" || name == "today"
		if params != "" {
			for _, p := range strings.Split(params, ", ") {
				n, class, _ := strings.Cut(p, ": ")
				var q param
				q.name, q.optional = strings.CutSuffix(n, "?")
				q.class, q.variadic = strings.CutSuffix(class, "...")
				b.params = append(b.params, q)
			}
		}
		b.setResult(result)
		if _, seen := out[name]; !seen && strings.Contains(name, " ") {
			spaced = append(spaced, name)
		}
		out[name] = append(out[name], b)
	}
	return out, spaced
}

var resultTypes = map[string]*types.Type{
	"number": types.DecimalType, "int": types.IntType, "string": types.StringType, "boolean": types.BoolType,
	"date": types.DateType, "time": types.TimeType, "datetime": types.DateTimeType, "months": types.MonthsType,
	"any": types.AnyType, "list<string>": types.ListOf(types.StringType), "list<number>": types.ListOf(types.DecimalType),
	"list<int>": types.ListOf(types.IntType), "list<any>": types.ListOf(types.AnyType),
}

func (b *builtin) setResult(text string) {
	base, null := strings.CutSuffix(text, "?")
	if t, ok := resultTypes[base]; ok {
		if null {
			t = types.OptionalOf(t)
		}
		b.result = t
		return
	}
	rule := resultRules[base]
	b.rule = func(args []*types.Type) *types.Type {
		t := rule(args)
		if null {
			t = types.OptionalOf(t)
		}
		return t
	}
}

// resultRules compute result types from the arguments' types.
var resultRules = map[string]func([]*types.Type) *types.Type{
	"=1":    func(args []*types.Type) *types.Type { return types.NonNull(args[0]) },
	"list1": func(args []*types.Type) *types.Type { return types.ListOf(elemOf(args[0])) },
	"elem": func(args []*types.Type) *types.Type {
		return types.NonNull(oneOrAll(args))
	},
	"numelem": func(args []*types.Type) *types.Type {
		if t := types.NonNull(oneOrAll(args)); types.IsNumeric(t) || t.Kind == types.Any {
			return t
		}
		return types.AnyType
	},
	"joined": func(args []*types.Type) *types.Type {
		t := elemOf(args[0])
		for _, a := range args[1:] {
			t = joinTypes(t, a)
		}
		return types.ListOf(t)
	},
	"joinedlists": func(args []*types.Type) *types.Type {
		t := elemOf(args[0])
		for _, a := range args[1:] {
			t = joinTypes(t, elemOf(a))
		}
		return types.ListOf(t)
	},
	"inserted": func(args []*types.Type) *types.Type { return types.ListOf(joinTypes(elemOf(args[0]), args[2])) },
	"orelse": func(args []*types.Type) *types.Type {
		if types.NonNull(args[0]).Kind == types.Null {
			return args[1]
		}
		return joinTypes(types.NonNull(args[0]), args[1])
	},
}

// elemOf is the element type of a list; a single value is its own.
func elemOf(t *types.Type) *types.Type {
	n := types.NonNull(t)
	if sh := types.Shape(n); sh.Kind == types.List {
		return sh.Elem
	}
	if n.Kind == types.Null {
		return types.AnyType
	}
	return n
}

// oneOrAll is the joined type of the elements of the one list, or of the arguments.
func oneOrAll(args []*types.Type) *types.Type {
	if len(args) == 0 {
		return types.AnyType
	}
	if len(args) == 1 {
		return elemOf(args[0])
	}
	t := args[0]
	for _, a := range args[1:] {
		t = joinTypes(t, a)
	}
	return t
}

// isFunctionName reports whether a language has a function of that name.
func isFunctionName(name string, lang Lang) bool {
	_, ok := builtins[name]
	return ok && lang == FEEL
}
