package expr

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// given is data with the values of a witness in it.
func given(data map[string]any, w Witness) map[string]any {
	vars := maps.Clone(data)
	for _, v := range w {
		name := v.Path.Sym.Name
		if len(v.Path.Fields) == 0 {
			if v.Text != NotNull || v.Value != nil {
				vars[name] = v.Value
			}
			continue
		}
		if c, ok := vars[name].(feel.Context); ok {
			c = slices.Clone(c)
			for i := range c {
				if c[i].Key == v.Path.Fields[0] {
					c[i].Value = v.Value
				}
			}
			vars[name] = c
		}
	}
	return vars
}

// presents reports whether a witness can be put into data: what it reads inside
// of an optional value, or needs to be there, is there.
func presents(data map[string]any, w Witness) bool {
	for _, v := range w {
		if data[v.Path.Sym.Name] == nil && (len(v.Path.Fields) > 0 || v.Value == nil && v.Text == NotNull) {
			return false
		}
	}
	return true
}

// Whatever conditions hold, in every language, a claim is never wrong: not for
// any data there is, and a witness does what it says whatever the other data is.
func TestRangesAreNeverWrong(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 7))
	data := diffData()
	env := NewEnv()
	env.Strict = true
	for _, f := range data.Fields {
		env.Declare(f.Name, f.Type, diag.Span{})
	}
	var sets []map[string]any
	for len(sets) < 40 {
		typed, ds := checkText(FEEL, NewEnv(), randomValue(r, data), data)
		if typed == nil {
			t.Fatal(ds)
		}
		v, err := Eval(typed, nil, clock)
		if err != nil {
			t.Fatal(err)
		}
		vars := map[string]any{}
		for _, e := range v.(feel.Context) {
			vars[e.Key] = e.Value
		}
		sets = append(sets, vars)
	}
	var pool []*Typed
	for len(pool) < 4000 {
		lang, text := FEEL, ""
		switch r.IntN(4) {
		case 0:
			lang, text = JUEL, "${"+(&juelGen{r}).of("bool", 1+r.IntN(3))+"}"
		case 1:
			lang, text = Go, (&goGen{r}).of("bool", 1+r.IntN(3))
		default:
			text = (&gen{r: r}).of("bool", 1+r.IntN(3))
		}
		if typed, _ := checkText(lang, env, text, types.BoolType); typed != nil {
			pool = append(pool, typed)
		}
	}
	is := func(c *Typed, vars map[string]any) outcome {
		v, err := Eval(c, vars, clock)
		switch {
		case err != nil:
			return canFail
		case v == nil:
			return canNull
		}
		return truth(v == true)
	}
	claims := 0
	for range 4000 {
		conds := []*Typed{pool[r.IntN(len(pool))], pool[r.IntN(len(pool))]}
		got := DecideRanges(conds, true)
		check := func(ok bool, what string, vars map[string]any) {
			if claims++; !ok {
				t.Errorf("%q ;; %q: %s is wrong for %v", conds[0].Source.Text, conds[1].Source.Text, what, vars)
			}
		}
		for _, vars := range sets {
			a, b := is(conds[0], vars), is(conds[1], vars)
			for _, i := range got.Never {
				check([]outcome{a, b}[i] != canTrue, "never", vars)
			}
			for _, i := range got.Always {
				check([]outcome{a, b}[i] == canTrue, "always", vars)
			}
			for range got.Shadowed {
				check(b != canTrue || a != canFalse, "shadowed", vars)
			}
			if got.Covered {
				check(a != canFalse || b != canFalse, "covered", vars)
			}
			if got.Gap != nil && presents(vars, *got.Gap) {
				vars := given(vars, *got.Gap)
				check(is(conds[0], vars) == canFalse && is(conds[1], vars) == canFalse, "gap "+got.Gap.String(), vars)
			}
			for _, f := range got.Faults {
				if presents(vars, f.Witness) {
					vars := given(vars, f.Witness)
					check(is(conds[f.Condition], vars)&(canNull|canFail) != 0, "fault "+f.Witness.String(), vars)
				}
			}
			for _, o := range got.Overlaps {
				if presents(vars, o.Witness) {
					vars := given(vars, o.Witness)
					check(is(conds[0], vars) == canTrue && is(conds[1], vars) == canTrue, "overlap "+o.Witness.String(), vars)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d claims held against data", claims)
	if claims < 10_000 {
		t.Errorf("only %d claims were made", claims)
	}
}
