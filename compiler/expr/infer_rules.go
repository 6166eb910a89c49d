package expr

import "github.com/bpmngen/bpmngen/compiler/types"

// ordered says that two values are compared by order.
func (s *solver) ordered(a, b *types.Type, u use) {
	p := pending{kind: pendingOrder, a: a, b: b, use: u}
	if !s.decide(p) {
		s.pending = append(s.pending, p)
	}
}

// decide settles a pending use if enough is known; it reports whether it did.
func (s *solver) decide(p pending) bool {
	switch p.kind {
	case pendingField:
		t, ok := s.fieldType(p.a, p.name)
		if !ok {
			return false
		}
		s.unify(p.result, t, p.use, "the field "+p.name, 0)
		return true
	case pendingElem:
		t := types.NonNull(p.a)
		if t.Kind == types.Var {
			return false
		}
		if sh := types.Shape(t); sh.Kind == types.List {
			s.unify(p.result, sh.Elem, p.use, "an item", 0)
		}
		return true
	case pendingOrder:
		a, b := types.NonNull(p.a), types.NonNull(p.b)
		if s.unknown(a) && s.unknown(b) {
			return false
		}
		s.unify(value(p.a), value(p.b), p.use, "a comparison", 0)
		return true
	case pendingArith:
		return s.arith(p)
	}
	return true
}

// value is the type of what is compared: that one side can be null does not say
// that the other can. Inference variables are kept.
func value(t *types.Type) *types.Type {
	if t.Kind == types.Optional {
		return t.Elem
	}
	return t
}

// unknown reports whether nothing is known of a type.
func (s *solver) unknown(t *types.Type) bool {
	return t.Kind == types.Var && s.info[t.Var.ID].num == types.Invalid
}

func (s *solver) isNumber(t *types.Type) bool {
	return types.IsNumeric(t) || t.Kind == types.Var && s.info[t.Var.ID].num != types.Invalid
}

// arith decides an arithmetic operation: numbers, text, or dates and durations.
func (s *solver) arith(p pending) bool {
	a, b := types.NonNull(p.a), types.NonNull(p.b)
	if s.unknown(a) && s.unknown(b) {
		return false
	}
	switch {
	case p.name == "+" && (a.Kind == types.String || b.Kind == types.String):
		s.unify(p.a, types.StringType, p.use, "concatenation", 0)
		s.unify(p.b, types.StringType, p.use, "concatenation", 0)
		s.unify(p.result, types.StringType, p.use, "concatenation", 0)
	case types.IsTemporal(a) || types.IsTemporal(b):
		if s.unknown(a) || s.unknown(b) {
			return s.temporal(p, a, b)
		}
		if t := temporalResult(p.name, a, b); t != nil {
			s.unify(p.result, t, p.use, "", 0)
		}
	case s.isNumber(a) || s.isNumber(b):
		// A number times something unknown may be a duration, but hardly ever is.
		s.number(p.a, types.Int, p.use, "arithmetic")
		s.number(p.b, types.Int, p.use, "arithmetic")
		s.arithResult(p)
	}
	return true
}

// temporal decides x + duration and its kin, where the other side is unknown.
func (s *solver) temporal(p pending, a, b *types.Type) bool {
	other, known := p.a, b
	if s.unknown(b) {
		other, known = p.b, a
	}
	switch known.Kind {
	case types.Date, types.DateTime, types.Time:
		if p.name == "-" && known == a {
			return false // a date minus a date or a duration
		}
		if p.name == "+" {
			s.unify(other, types.DurationType, p.use, "date arithmetic", 0)
			s.unify(p.result, known, p.use, "", 0)
			return true
		}
		s.unify(other, known, p.use, "date arithmetic", 0)
		s.unify(p.result, types.DurationType, p.use, "", 0)
		return true
	}
	if p.name == "*" || p.name == "/" {
		s.number(other, types.Int, p.use, "arithmetic")
		s.unify(p.result, known, p.use, "", 0)
		return true
	}
	return false
}

// arithResult gives the result of number arithmetic its kind.
func (s *solver) arithResult(p pending) {
	r := types.Resolve(p.result)
	if r.Kind != types.Var {
		return
	}
	if p.name == "/" || p.name == "**" {
		s.number(r, types.Float, p.use, "arithmetic")
		return
	}
	s.number(r, types.Int, p.use, "arithmetic")
	for _, t := range []*types.Type{p.a, p.b} {
		t = types.NonNull(t)
		switch t.Kind {
		case types.Var:
			s.flows = append(s.flows, [2]int{t.Var.ID, r.Var.ID})
		case types.Float, types.Decimal:
			s.number(r, types.Float, p.use, "arithmetic")
		}
	}
}

// fieldType is the type of recv.name as far as recv is known; false while it is not.
func (s *solver) fieldType(recv *types.Type, name string) (*types.Type, bool) {
	t := types.NonNull(recv)
	if t.Kind == types.Var {
		return nil, false
	}
	if f, ok := t.Lookup(name); ok {
		return f.Type, true
	}
	if s.open[t] {
		f := types.Field{Name: name, Type: s.fresh(name)}
		t.Fields = append(t.Fields, f)
		return f.Type, true
	}
	sh := types.Shape(t)
	switch sh.Kind {
	case types.List:
		inner, ok := s.fieldType(sh.Elem, name)
		if !ok {
			if types.NonNull(sh.Elem).Kind == types.Var {
				return nil, false
			}
			return types.AnyType, true
		}
		return types.ListOf(inner), true
	case types.Map:
		return sh.Elem, true
	}
	if p, ok := propertyType(sh, name); ok {
		return p, true
	}
	return types.AnyType, true
}

// temporalResult is the type of arithmetic on dates, times and durations; nil
// where it has none (DMN 1.4 §10.3.2.13 table 56 and 57).
func temporalResult(op string, a, b *types.Type) *types.Type {
	a, b = types.Shape(types.NonNull(a)), types.Shape(types.NonNull(b))
	isPoint := func(t *types.Type) bool {
		return t.Kind == types.Date || t.Kind == types.DateTime || t.Kind == types.Time
	}
	isSpan := func(t *types.Type) bool { return t.Kind == types.Duration || t.Kind == types.Months }
	switch op {
	case "+":
		switch {
		case isPoint(a) && isSpan(b) && !(a.Kind == types.Time && b.Kind == types.Months):
			return a
		case isSpan(a) && isPoint(b) && !(b.Kind == types.Time && a.Kind == types.Months):
			return b
		case isSpan(a) && a.Kind == b.Kind:
			return a
		}
	case "-":
		switch {
		case isPoint(a) && isSpan(b) && !(a.Kind == types.Time && b.Kind == types.Months):
			return a
		case a.Kind == types.Time && b.Kind == types.Time:
			return types.DurationType
		case isPoint(a) && isPoint(b) && a.Kind != types.Time && b.Kind != types.Time:
			return types.DurationType
		case isSpan(a) && a.Kind == b.Kind:
			return a
		}
	case "*":
		switch {
		case isSpan(a) && types.IsNumeric(b):
			return a
		case isSpan(b) && types.IsNumeric(a):
			return b
		}
	case "/":
		switch {
		case isSpan(a) && types.IsNumeric(b):
			return a
		case isSpan(a) && a.Kind == b.Kind:
			return types.DecimalType
		}
	}
	return nil
}

// properties are the properties of dates, times, durations and ranges (DMN 1.4 table 69).
var properties = map[types.Kind][]types.Field{
	types.Date: {{Name: "year", Type: types.IntType}, {Name: "month", Type: types.IntType}, {Name: "day", Type: types.IntType}, {Name: "weekday", Type: types.IntType}},
	types.DateTime: {{Name: "year", Type: types.IntType}, {Name: "month", Type: types.IntType}, {Name: "day", Type: types.IntType}, {Name: "weekday", Type: types.IntType},
		{Name: "hour", Type: types.IntType}, {Name: "minute", Type: types.IntType}, {Name: "second", Type: types.DecimalType},
		{Name: "time offset", Type: types.OptionalOf(types.DurationType)}, {Name: "timezone", Type: types.OptionalOf(types.StringType)}},
	types.Time: {{Name: "hour", Type: types.IntType}, {Name: "minute", Type: types.IntType}, {Name: "second", Type: types.DecimalType},
		{Name: "time offset", Type: types.OptionalOf(types.DurationType)}, {Name: "timezone", Type: types.OptionalOf(types.StringType)}},
	types.Duration: {{Name: "days", Type: types.IntType}, {Name: "hours", Type: types.IntType}, {Name: "minutes", Type: types.IntType}, {Name: "seconds", Type: types.DecimalType}},
	types.Months:   {{Name: "years", Type: types.IntType}, {Name: "months", Type: types.IntType}},
}

// propertyType is the type of a property of a built-in type.
func propertyType(t *types.Type, name string) (*types.Type, bool) {
	if t.Kind == types.Range {
		switch name {
		case "start", "end":
			return types.OptionalOf(t.Elem), true
		case "start included", "end included":
			return types.BoolType, true
		}
		return nil, false
	}
	for _, f := range properties[t.Kind] {
		if f.Name == name {
			return f.Type, true
		}
	}
	return nil, false
}
