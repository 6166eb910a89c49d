package feel

import (
	"slices"
	"sort"
	"strings"
	"time"
)

// Env is what built-ins need from the engine. The zero Env has the zero time for
// now, and no random numbers.
type Env struct {
	Now    time.Time      // what now() and today() answer
	Random func() float64 // what random number() draws from, in [0, 1)
}

// Builtin is one built-in function of FEEL over dynamic values (DMN 1.4 §10.3.4).
// It is immutable and safe for concurrent use.
type Builtin struct {
	Name       string
	Signatures []Signature
}

// Signature is one way to call a Builtin.
type Signature struct {
	Params   []string // names, in order
	Required int      // how many of them cannot be left out
	Variadic bool     // the last one repeats, at least once where it is required
	call     func(env Env, a args) any
}

// Lookup finds a built-in by its FEEL name; nil where there is none.
func Lookup(name string) *Builtin { return catalogue[name] }

// Builtins are all built-ins in the order of their names.
func Builtins() []*Builtin {
	r := make([]*Builtin, 0, len(catalogue))
	for _, b := range catalogue {
		r = append(r, b)
	}
	sort.Slice(r, func(i, j int) bool { return r[i].Name < r[j].Name })
	return r
}

// accepts tells whether n positional arguments fit.
func (s *Signature) accepts(n int) bool {
	return n >= s.Required && (n <= len(s.Params) || s.Variadic)
}

// Accepts tells whether some signature takes n positional arguments.
func (b *Builtin) Accepts(n int) bool {
	return slices.ContainsFunc(b.Signatures, func(s Signature) bool { return s.accepts(n) })
}

// Call calls b with positional arguments. Nil (null) where none of its signatures
// takes them, and for whatever the function answers null to. The result is
// normalized. A list of one element stands for its element where no list is wanted
// (DMN 1.4 §10.3.2.9.4).
func (b *Builtin) Call(env Env, arguments ...any) any {
	a := make(args, len(arguments))
	for i := range arguments {
		a[i] = Normalize(arguments[i])
	}
	for i := range b.Signatures {
		if s := &b.Signatures[i]; s.accepts(len(a)) {
			if r := Normalize(s.call(env, a)); r != nil {
				return r
			}
		}
	}
	return nil
}

// CallNamed calls b with named arguments: names[i] is the name of arguments[i].
// What is not named is null (DMN 1.4 §10.3.2.8). Nil (null) where no signature has
// all the names.
func (b *Builtin) CallNamed(env Env, names []string, arguments []any) any {
	if len(names) != len(arguments) {
		return nil
	}
	for i := range b.Signatures {
		if a, ok := b.Signatures[i].bind(names, arguments); ok {
			if r := Normalize(b.Signatures[i].call(env, a)); r != nil {
				return r
			}
		}
	}
	return nil
}

// bind puts named arguments in the order of the parameters. Optional parameters at
// the end that are not named are left out, others are null.
func (s *Signature) bind(names []string, arguments []any) (args, bool) {
	a := make(args, len(s.Params))
	given := make([]bool, len(s.Params))
	n := s.Required
	for i, name := range names {
		at := slices.Index(s.Params, name)
		if at < 0 || given[at] {
			return nil, false
		}
		a[at], given[at] = Normalize(arguments[i]), true
		n = max(n, at+1)
	}
	return a[:n], true
}

// args are normalized arguments. The getters unwrap singleton lists and tell false
// for an argument that is missing, null or of another kind.
type args []any

func (a args) at(i int) any {
	if i < len(a) {
		return a[i]
	}
	return nil
}

func get[T any](a args, i int) (T, bool) {
	v, ok := a.at(i).(T)
	if !ok {
		v, ok = Singleton(a.at(i)).(T)
	}
	return v, ok
}

func (a args) str(i int) (string, bool) { return get[string](a, i) }

func (a args) context(i int) (Context, bool) { return get[Context](a, i) }

func (a args) number(i int) (Decimal, bool) { return toDecimal(Singleton(a.at(i))) }

// whole is a number without its fraction: positions, lengths and scales.
func (a args) whole(i int) (int64, bool) {
	d, ok := a.number(i)
	if !ok {
		return 0, false
	}
	return d.Trunc()
}

// list is a list, or the list of any other value but null.
func (a args) list(i int) ([]any, bool) {
	v := a.at(i)
	return ListOf(v), v != nil
}

// all are the elements of the one list, or the arguments themselves: what min, sum
// and their kin take. False for null alone.
func (a args) all() ([]any, bool) {
	if len(a) == 1 {
		return a.list(0)
	}
	return a, true
}

// numbers is all as Decimals.
func (a args) numbers() ([]Decimal, bool) {
	items, ok := a.all()
	if !ok {
		return nil, false
	}
	r := make([]Decimal, len(items))
	for i := range items {
		if r[i], ok = toDecimal(items[i]); !ok {
			return nil, false
		}
	}
	return r, true
}

// date is a date, or the date of a date and time.
func (a args) date(i int) (Date, bool) {
	switch x := Singleton(a.at(i)).(type) {
	case Date:
		return x, true
	case DateTime:
		return x.Date(), true
	}
	return Date{}, false
}

// sig makes a signature from "name, name?, name...": ? for optional, ... for
// repeated.
func sig(params string, call func(env Env, a args) any) Signature {
	s := Signature{call: call}
	if params == "" {
		return s
	}
	for _, p := range strings.Split(params, ", ") {
		name, optional := strings.CutSuffix(p, "?")
		if name, s.Variadic = strings.CutSuffix(name, "..."); !optional {
			s.Required++
		}
		s.Params = append(s.Params, name)
	}
	return s
}

func fn(name string, signatures ...Signature) *Builtin {
	return &Builtin{Name: name, Signatures: signatures}
}

var catalogue = index(conversionBuiltins, stringBuiltins, numberBuiltins, listBuiltins,
	contextBuiltins, temporalBuiltins, rangeBuiltins)

func index(groups ...[]*Builtin) map[string]*Builtin {
	m := map[string]*Builtin{}
	for _, g := range groups {
		for _, b := range g {
			m[b.Name] = b
		}
	}
	return m
}
