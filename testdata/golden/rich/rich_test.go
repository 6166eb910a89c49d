package rich_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/feel"
	"github.com/bpmngen/bpmngen/testdata/golden/rich"
)

// saw is what one run of a task was given and what it made of it.
type saw struct{ base, made reflect.Value }

// handlers change their copies at random, each by dice of its own.
type handlers struct{ left, right []saw }

func (h *handlers) Left(_ context.Context, v *rich.Vars) error {
	n := v.Left
	v.Left++
	h.left[n] = change(rand.New(rand.NewPCG(uint64(n), 1)), v)
	return nil
}

func (h *handlers) Right(_ context.Context, v *rich.Vars) error {
	n := v.Right
	v.Right++
	h.right[n] = change(rand.New(rand.NewPCG(uint64(n), 2)), v)
	return nil
}

// counters are what the process counts by: no dice change them.
var counters = []string{"Left", "Right", "Turns"}

// change changes some of the variables: puts other values there, changes what
// they refer to in place, or puts an equal copy there.
func change(rnd *rand.Rand, v *rich.Vars) saw {
	vars := reflect.ValueOf(v).Elem()
	base := clone(vars)
	for i := range vars.NumField() {
		switch f := vars.Field(i); {
		case slices.Contains(counters, vars.Type().Field(i).Name):
		case rnd.IntN(6) == 0:
			fill(rnd, f, 0)
		case rnd.IntN(4) == 0:
			touch(rnd, f)
		case rnd.IntN(3) == 0:
			f.Set(clone(f))
		}
	}
	return saw{base, clone(vars)}
}

// pool are values of the types that reflection can't make.
var pool = func() map[reflect.Type][]any {
	must := func(v any, err error) any {
		if err != nil {
			panic(err)
		}
		return v
	}
	date := func(s string) any { v, err := feel.ParseDate(s); return must(v, err) }
	clock := func(s string) any { v, err := feel.ParseTime(s); return must(v, err) }
	instant := func(s string) any { v, err := feel.ParseDateTime(s); return must(v, err) }
	return map[reflect.Type][]any{
		reflect.TypeFor[feel.Decimal](): {feel.NewDecimal(1, 0), feel.NewDecimal(10, -1), feel.NewDecimal(-3, 2), feel.NewDecimal(-300, 0), feel.Decimal{}},
		reflect.TypeFor[feel.Date]():    {date("2020-01-01"), date("2020-01-02"), date("-0044-03-15")},
		reflect.TypeFor[feel.Time]():    {clock("10:00:00"), clock("10:00:01"), clock("10:00:00Z")},
		reflect.TypeFor[feel.DateTime](): {instant("2020-01-01T10:00:00Z"), instant("2020-01-01T12:00:00+02:00"),
			instant("2021-06-01T10:00:00+02:00")},
		reflect.TypeFor[any](): {nil, "x", 1.5, math.NaN(), true, []any{1.0, "y"}, []any{1.0, math.NaN()},
			map[string]any{"a": []any{nil}}, map[string]any{"a": 1.0, "b": 2.0}},
	}
}()

// fill puts a random value there.
func fill(rnd *rand.Rand, v reflect.Value, depth int) {
	if values, ok := pool[v.Type()]; ok {
		if x := values[rnd.IntN(len(values))]; x == nil {
			v.SetZero()
		} else {
			v.Set(clone(reflect.ValueOf(x)))
		}
		return
	}
	n := rnd.IntN(3)
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(n == 0)
	case reflect.Int8, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint8:
		v.SetUint(uint64(n))
	case reflect.String:
		v.SetString([]string{"", "x", "y"}[n])
	case reflect.Float64:
		v.SetFloat([]float64{0, math.Copysign(0, -1), 1.5, math.NaN(), math.Inf(1)}[rnd.IntN(5)])
	case reflect.Struct:
		for i := range v.NumField() {
			fill(rnd, v.Field(i), depth)
		}
	case reflect.Pointer:
		v.SetZero()
		if n > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(rnd, v.Elem(), depth)
		}
	case reflect.Slice:
		v.SetZero()
		if rnd.IntN(4) > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n+1))
			for i := range n {
				fill(rnd, v.Index(i), depth+1)
			}
		}
	case reflect.Map:
		v.SetZero()
		if rnd.IntN(4) > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range n {
				e := reflect.New(v.Type().Elem()).Elem()
				fill(rnd, e, depth+1)
				v.SetMapIndex(reflect.ValueOf([]string{"a", "b", "c"}[rnd.IntN(3)]), e)
			}
		}
	default:
		panic("no dice for " + v.Type().String())
	}
}

// touch changes a part of a value where it lies: an element, a field, what a
// pointer leads to. What a map holds is no place; an entry is put instead.
func touch(rnd *rand.Rand, v reflect.Value) {
	_, whole := pool[v.Type()]
	switch {
	case whole:
		fill(rnd, v, 0)
	case v.Kind() == reflect.Struct && v.NumField() > 0:
		touch(rnd, v.Field(rnd.IntN(v.NumField())))
	case v.Kind() == reflect.Pointer && !v.IsNil():
		touch(rnd, v.Elem())
	case v.Kind() == reflect.Slice && v.Len() > 0:
		touch(rnd, v.Index(rnd.IntN(v.Len())))
	case v.Kind() == reflect.Map && v.Len() > 0:
		e := reflect.New(v.Type().Elem()).Elem()
		fill(rnd, e, 0)
		v.SetMapIndex(v.MapKeys()[0], e)
	default:
		fill(rnd, v, 0)
	}
}

// clone copies a value to the bottom, by reflection.
func clone(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch {
	case v.Kind() == reflect.Struct && ours(v.Type()):
		for i := range v.NumField() {
			out.Field(i).Set(clone(v.Field(i)))
		}
	case v.Kind() == reflect.Interface && !v.IsNil():
		out.Set(clone(v.Elem()))
	case v.Kind() == reflect.Pointer && !v.IsNil():
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(clone(v.Elem()))
	case v.Kind() == reflect.Slice && !v.IsNil():
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(clone(v.Index(i)))
		}
	case v.Kind() == reflect.Map && !v.IsNil():
		out.Set(reflect.MakeMap(v.Type()))
		for _, k := range v.MapKeys() {
			out.SetMapIndex(k, clone(v.MapIndex(k)))
		}
	}
	return out
}

// ours reports whether a struct type was generated: its fields are data.
func ours(t reflect.Type) bool { return t.PkgPath() == reflect.TypeFor[rich.Vars]().PkgPath() }

// text is the same for equal values and for no others (S3.3).
func text(v reflect.Value) string {
	list := func(n int, at func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(at(i) + ",")
		}
		return "[" + b.String() + "]"
	}
	switch x := v.Interface().(type) {
	case feel.Decimal: // by value, however it is written
		r, ok := new(big.Rat).SetString(x.String())
		if !ok {
			panic("no number: " + x.String())
		}
		return r.RatString()
	case fmt.Stringer:
		return x.String()
	case float64:
		if x == 0 {
			return "0" // so is minus zero
		}
		return fmt.Sprint(x)
	}
	switch v.Kind() {
	case reflect.Struct:
		return list(v.NumField(), func(i int) string { return text(v.Field(i)) })
	case reflect.Pointer:
		if v.IsNil() {
			return "null"
		}
		return "&" + text(v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return "null"
		}
		return v.Elem().Type().String() + text(v.Elem())
	case reflect.Slice:
		return list(v.Len(), func(i int) string { return text(v.Index(i)) })
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		return list(len(keys), func(i int) string { return keys[i].String() + "=" + text(v.MapIndex(keys[i])) })
	}
	return fmt.Sprintf("%q", fmt.Sprint(v.Interface()))
}

// deepest is how many names below its variable a path can have.
const deepest = 6

// commit is what the rule says of a commit (S3.2, S3.3, S3.4): a path that the
// work did not change against its base is not written; one that differs from
// what is there is a change of it and of the paths around it.
func commit(path string, live, base, made reflect.Value, depth int) (changed []string) {
	if live.Kind() == reflect.Struct && ours(live.Type()) && depth < deepest {
		for i := range live.NumField() {
			name, _, _ := strings.Cut(live.Type().Field(i).Tag.Get("json"), ",")
			changed = append(changed, commit(path+"."+name, live.Field(i), base.Field(i), made.Field(i), depth+1)...)
		}
		if len(changed) > 0 {
			changed = append(changed, path)
		}
		return changed
	}
	if text(base) == text(made) || text(live) == text(made) {
		return nil
	}
	live.Set(clone(made))
	return []string{path}
}

func commitVars(live reflect.Value, s saw) (changed []string) {
	for i := range live.NumField() {
		name := live.Type().Field(i).Tag.Get("json")
		changed = append(changed, commit(name, live.Field(i), s.base.Field(i), s.made.Field(i), 0)...)
	}
	slices.Sort(changed)
	return changed
}

// S3.2, S3.3, S3.4: for random values of every shape, changed by two tasks at
// once, each commit writes what the work changed and nothing else, and yields
// exactly the paths whose values differ from before.
func TestCommitIsExact(t *testing.T) {
	turns := 1500
	if testing.Short() {
		turns = 400
	}
	var mu sync.Mutex
	var facts []runtime.Fact
	eng, err := runtime.New(runtime.WithObserver(runtime.ObserverFunc(func(f runtime.Fact) {
		if f.Kind == runtime.DataChanged {
			mu.Lock()
			defer mu.Unlock()
			facts = append(facts, f)
		}
	})))
	if err != nil {
		t.Fatal(err)
	}
	h := &handlers{left: make([]saw, turns), right: make([]saw, turns)}
	if _, err := rich.Register(eng, h); err != nil {
		t.Fatal(err)
	}
	first := rich.Vars{Turns: int64(turns), Texts: []string{"x"}, Lines: []rich.Lines{{Amount: 1}}}
	live := clone(reflect.ValueOf(first))
	inst, err := rich.Start(context.Background(), eng, first)
	if err != nil {
		t.Fatal(err)
	}
	last, err := inst.Wait(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := eng.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(facts) != 2*turns {
		t.Fatalf("%d commits were told, not %d: each changes a counter", len(facts), 2*turns)
	}
	seen := map[string]int{}
	for turn := range turns {
		l, r := h.left[turn], h.right[turn]
		// Both saw what was there when the gateway split; their own counter they had changed by then.
		for _, s := range []struct {
			saw
			counter string
		}{{l, "Left"}, {r, "Right"}} {
			if c := s.base.FieldByName(s.counter); c.Int() == int64(turn)+1 {
				c.SetInt(int64(turn))
			}
			if got, want := text(s.base), text(live); got != want {
				t.Fatalf("turn %d: %s saw what was not there: %s", turn, s.counter, cmp.Diff(want, got))
			}
		}
		for _, f := range facts[2*turn : 2*turn+2] {
			s := l
			if f.Node == "Right" {
				s = r
			}
			want := commitVars(live, s)
			got := slices.Sorted(slices.Values(f.Paths))
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("turn %d, %s: %s", turn, f.Node, d)
			}
			for _, p := range got {
				seen[p]++
			}
		}
	}
	if d := cmp.Diff(text(live), text(reflect.ValueOf(last))); d != "" {
		t.Error(d)
	}
	for _, p := range []string{"customer.address.geo.lat", "a.b.c.d.e.f.g", "a.b.c.x", "lines", "shelves", "sheets", "maybes", "maybeTexts", "prices", "anything", "instant", "nickname"} {
		if seen[p] < turns/100 {
			t.Errorf("%s changed only %d times: the test sees too little", p, seen[p])
		}
	}
}

// A value that contains itself can't be copied (S3.2): whoever starts an instance
// with it gets an error, and so does whoever sets it; neither panics. No handlers
// are refused where the process is registered.
func TestSelfContaining(t *testing.T) {
	eng, err := runtime.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := eng.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if _, err := rich.Register(eng, nil); !errors.Is(err, runtime.ErrNoHandlers) {
		t.Errorf("no handlers: %v", err)
	}
	if _, err := rich.Register(nil, rich.UnimplementedHandlers{}); !errors.Is(err, runtime.ErrNoEngine) {
		t.Errorf("no engine: %v", err)
	}
	block := make(chan struct{})
	if _, err := rich.Register(eng, waiting{block: block}); err != nil {
		t.Fatal(err)
	}
	self := map[string]any{}
	self["self"] = []any{self}
	if _, err := rich.Start(t.Context(), eng, rich.Vars{Anything: self}); !errors.Is(err, runtime.ErrTooDeep) {
		t.Errorf("Start: %v", err)
	}
	if _, err := rich.Run(t.Context(), eng, rich.Vars{Anything: self}); !errors.Is(err, runtime.ErrTooDeep) {
		t.Errorf("Run: %v", err)
	}
	inst, err := rich.Start(t.Context(), eng, rich.Vars{Text: "kept"})
	if err != nil {
		t.Fatal(err)
	}
	if err := inst.Set(t.Context(), func(v *rich.Vars) error { v.Anything = self; return nil }); !errors.Is(err, runtime.ErrTooDeep) {
		t.Errorf("Set: %v", err)
	}
	if v := inst.Vars(); inst.State() != runtime.Active || v.Text != "kept" || v.Anything != nil {
		t.Errorf("the instance is %v, with %v", inst.State(), v.Anything)
	}
	close(block)
	if err := inst.Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// waiting handlers do nothing until they may.
type waiting struct{ block chan struct{} }

func (w waiting) Left(context.Context, *rich.Vars) error  { <-w.block; return nil }
func (w waiting) Right(context.Context, *rich.Vars) error { <-w.block; return nil }
