package expr

import (
	"strings"
	"unicode"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// finish gives the symbols of a scope and of the scopes in it their final types.
func (e *Env) finish() {
	s := e.state
	var declared []string
	for _, sym := range e.symbols {
		if sym.Declared {
			declared = append(declared, sym.Name)
		}
	}
	if len(declared) > maxSlips {
		declared = nil
	}
	for _, sym := range e.symbols {
		t := s.finalType(sym.Type, 0)
		if sym.Declared {
			if hasVar(sym.Type, 0) {
				sym.Type = t
			}
			continue
		}
		sym.Type = t
		s.slip(sym, declared)
		if t.Kind == types.Any {
			s.ds = append(s.ds, diag.New("BG3011", sym.At, "nothing tells the type of %s", sym.Name).
				WithFix("declare %s with its type, or use it where its type shows", sym.Name))
		}
	}
	for _, c := range e.children {
		c.finish()
	}
}

// slip warns of an undeclared name that is nearly a declared one. Names that
// differ in their digits alone are a series, and no slip.
func (s *solver) slip(sym *Symbol, declared []string) {
	if len(declared) == 0 || len([]rune(sym.Name)) < 4 {
		return
	}
	best := nearest(sym.Name, declared)
	if best == "" || letters(best) == letters(sym.Name) {
		return
	}
	s.ds = append(s.ds, diag.New("BG3018", sym.At, "nothing declares %s; did you mean %s?", sym.Name, best).
		WithFix("write %s, or declare %s", best, sym.Name))
}

// maxSlips bounds the declared names that undeclared ones are held against.
const maxSlips = 500

// letters is a name without its digits.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

func hasVar(t *types.Type, depth int) bool {
	if t == nil || depth > 32 {
		return false
	}
	if t.Kind == types.Var || hasVar(t.Elem, depth+1) {
		return true
	}
	for _, f := range t.Fields {
		if hasVar(f.Type, depth+1) {
			return true
		}
	}
	return false
}

// finalType replaces variables by what was found out. A struct that several
// variables share stays one type.
func (s *solver) finalType(t *types.Type, depth int) *types.Type {
	if t == nil || depth > 64 {
		return types.AnyType
	}
	null := false
	for t.Kind == types.Var {
		in := s.info[t.Var.ID]
		null = null || in.null
		if t.Var.Bound != nil {
			t = t.Var.Bound
			continue
		}
		switch in.num {
		case types.Int:
			t = types.IntType
		case types.Float:
			t = types.FloatType
		default:
			return types.AnyType
		}
	}
	out := t
	switch t.Kind {
	case types.List, types.Map, types.Range, types.Optional:
		if hasVar(t.Elem, 0) {
			elem := s.finalType(t.Elem, depth+1)
			if t.Kind == types.Optional {
				out = types.OptionalOf(elem)
			} else {
				out = &types.Type{Kind: t.Kind, Elem: elem}
			}
		}
	case types.Struct:
		out = s.finalStruct(t, depth)
	}
	if null {
		return types.OptionalOf(out)
	}
	return out
}

func (s *solver) finalStruct(t *types.Type, depth int) *types.Type {
	if !s.open[t] && !hasVar(t, 0) {
		return t
	}
	if f, ok := s.structs[t]; ok {
		return f
	}
	out := &types.Type{Kind: types.Struct, Name: t.Name}
	if s.structs == nil {
		s.structs = map[*types.Type]*types.Type{}
	}
	s.structs[t] = out
	taken := map[string]bool{}
	for _, f := range t.Fields {
		if f.Go == "" {
			f.Go = exportedName(f.Name, taken)
		}
		taken[f.Go] = true
		f.Type = s.finalType(f.Type, depth+1)
		out.Fields = append(out.Fields, f)
	}
	return out
}

// exportedName is the Go field name of an entry: its words, each with a capital
// first, and a number where that is taken.
func exportedName(name string, taken map[string]bool) string {
	var b strings.Builder
	up := true
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			up = true
			continue
		}
		if b.Len() == 0 && !unicode.IsUpper(unicode.ToUpper(r)) {
			b.WriteByte('X')
		}
		if up {
			r, up = unicode.ToUpper(r), false
		}
		b.WriteRune(r)
	}
	base := b.String()
	if base == "" {
		base = "X"
	}
	for n := base; ; n += "_" {
		if !taken[n] {
			return n
		}
	}
}
