package expr

import "github.com/bpmngen/bpmngen/compiler/types"

// commonNames are the functions and properties that are more than one identifier.
var commonNames = func() map[string][]string {
	m := map[string][]string{}
	for _, n := range spacedBuiltins {
		addName(m, n)
	}
	for _, n := range []string{"time offset", "start included", "end included"} {
		addName(m, n)
	}
	return m
}()

// knowSymbol adds the names that a variable brings: its own and its fields'.
func (s *solver) knowSymbol(sym *Symbol) {
	if s.known == nil {
		s.known, s.seen = map[string][]string{}, map[*types.Type]bool{}
	}
	addName(s.known, sym.Name)
	s.knowFields(sym.Type)
}

func (s *solver) knowFields(t *types.Type) {
	t = types.Resolve(t)
	if s.seen[t] {
		return
	}
	s.seen[t] = true
	for _, f := range t.Fields {
		addName(s.known, f.Name)
		if f.Type != nil {
			s.knowFields(f.Type)
		}
	}
	for _, inner := range []*types.Type{t.Elem, t.Under} {
		if inner != nil {
			s.knowFields(inner)
		}
	}
}
