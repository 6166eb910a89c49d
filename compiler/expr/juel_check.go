package expr

import (
	"strings"
	"unicode"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// juelMethods are the Java methods on text and collections that files use, by
// receiver. The name is the operation that Eval and Emit know.
var juelMethods = map[string]struct {
	on     types.Kind // String, List, Map; Any: any value
	args   []types.Kind
	result *types.Type
}{
	"String.length":           {types.String, nil, types.IntType},
	"String.isEmpty":          {types.String, nil, types.BoolType},
	"String.isBlank":          {types.String, nil, types.BoolType},
	"String.startsWith":       {types.String, []types.Kind{types.String}, types.BoolType},
	"String.endsWith":         {types.String, []types.Kind{types.String}, types.BoolType},
	"String.contains":         {types.String, []types.Kind{types.String}, types.BoolType},
	"String.equalsIgnoreCase": {types.String, []types.Kind{types.String}, types.BoolType},
	"String.toUpperCase":      {types.String, nil, types.StringType},
	"String.toLowerCase":      {types.String, nil, types.StringType},
	"String.trim":             {types.String, nil, types.StringType},
	"String.concat":           {types.String, []types.Kind{types.String}, types.StringType},
	"String.indexOf":          {types.String, []types.Kind{types.String}, types.IntType},
	"String.lastIndexOf":      {types.String, []types.Kind{types.String}, types.IntType},
	"String.replace":          {types.String, []types.Kind{types.String, types.String}, types.StringType},
	"String.compareTo":        {types.String, []types.Kind{types.String}, types.IntType},
	"String.substring":        {types.String, []types.Kind{types.Int, types.Int}, types.OptionalOf(types.StringType)},
	"List.size":               {types.List, nil, types.IntType},
	"List.isEmpty":            {types.List, nil, types.BoolType},
	"List.contains":           {types.List, []types.Kind{types.Any}, types.BoolType},
	"List.indexOf":            {types.List, []types.Kind{types.Any}, types.IntType},
	"List.get":                {types.List, []types.Kind{types.Int}, nil},
	"Map.size":                {types.Map, nil, types.IntType},
	"Map.isEmpty":             {types.Map, nil, types.BoolType},
	"Map.containsKey":         {types.Map, []types.Kind{types.String}, types.BoolType},
	"Map.get":                 {types.Map, []types.Kind{types.String}, nil},
	"Any.equals":              {types.Any, []types.Kind{types.Any}, types.BoolType},
	"Any.toString":            {types.Any, nil, types.StringType},
	"Any.intValue":            {types.Any, nil, types.IntType},
	"Any.longValue":           {types.Any, nil, types.IntType},
	"Any.doubleValue":         {types.Any, nil, types.FloatType},
	"Any.booleanValue":        {types.Any, nil, types.BoolType},
}

// engineObjects are names that other engines put into scope and that have no
// counterpart here.
var engineObjects = map[string]bool{"execution": true, "task": true, "authenticatedUserId": true, "caseExecution": true, "loopCounter": false}

// isDataMethod reports whether a method may be one of text or a collection.
func isDataMethod(name string) bool {
	for _, r := range []string{"String.", "List.", "Map.", "Any."} {
		if _, ok := juelMethods[r+name]; ok {
			return true
		}
	}
	return false
}

// beanCall reports whether a.b(...) calls a bean of the host: a is nothing that
// the data knows, and b no method of text or collections.
func beanCall(n *Node, env *Env) bool {
	recv := n.Kids[0]
	if recv.Op != Name || engineObjects[recv.Name] {
		return false
	}
	if s, ok := env.Lookup(recv.Name); ok && (s.Declared || isDataMethod(n.Name) || getter(n.Name) != "" && len(n.Kids) == 1) {
		return false
	}
	return !isDataMethod(n.Name)
}

// getter is the property that a Java getter reads, "" for other methods.
func getter(name string) string {
	for _, p := range []string{"get", "is"} {
		if rest, ok := strings.CutPrefix(name, p); ok && rest != "" && unicode.IsUpper(rune(rest[0])) {
			return strings.ToLower(rest[:1]) + rest[1:]
		}
	}
	return ""
}

// variableCall is the variable that execution.getVariable("x") names.
func variableCall(n *Node) (string, bool) {
	recv := n.Kids[0]
	if recv.Op != Name || recv.Name != "execution" || n.Name != "getVariable" || len(n.Kids) != 2 {
		return "", false
	}
	s, ok := n.Kids[1].Value.(string)
	return s, ok && n.Kids[1].Op == Lit
}

// method takes what a method call tells about its receiver.
func (in *inferer) method(n *Node) *types.Type {
	if in.src.Lang == Go {
		in.kids(n)
		return in.s.fresh("")
	}
	if v, ok := variableCall(n); ok {
		return in.name(&Node{Op: Name, Name: v, Span: n.Span})
	}
	if n.Kids[0].Op == Name && engineObjects[n.Kids[0].Name] {
		return in.s.fresh("")
	}
	if beanCall(n, in.env) {
		return in.bean(n)
	}
	if p := getter(n.Name); p != "" && len(n.Kids) == 1 && !isDataMethod(n.Name) {
		return in.fieldOf(in.infer(n.Kids[0]), p, n)
	}
	recv := in.infer(n.Kids[0])
	var args []*types.Type
	for _, k := range n.Kids[1:] {
		args = append(args, in.infer(k))
	}
	t := types.NonNull(recv)
	if n.Name == "equals" && len(args) == 1 {
		in.s.unify(recv, args[0], in.use(n), "equals", 0)
		return types.BoolType
	}
	kind := ""
	switch t.Kind {
	case types.String, types.List, types.Map:
		kind = t.Kind.String()
	case types.Var:
		kind = in.guessReceiver(n, t, args)
	}
	switch kind {
	case "string":
		kind = "String."
	case "list":
		kind = "List."
	case "map":
		kind = "Map."
	default:
		kind = "Any."
	}
	m, ok := juelMethods[kind+n.Name]
	if !ok {
		m = juelMethods["Any."+n.Name]
	}
	for i, a := range args {
		if i < len(m.args) {
			switch m.args[i] {
			case types.String:
				in.s.unify(a, types.StringType, in.use(n.Kids[i+1]), n.Name, 0)
			case types.Int:
				in.s.number(a, types.Int, in.use(n.Kids[i+1]), n.Name)
			case types.Any:
				if sh := types.Shape(types.NonNull(recv)); kind == "List." && sh.Kind == types.List {
					in.s.unify(sh.Elem, a, in.use(n.Kids[i+1]), n.Name, 0)
				}
			}
		}
	}
	if m.result != nil {
		return m.result
	}
	if sh := types.Shape(types.NonNull(recv)); sh.Elem != nil {
		return sh.Elem
	}
	return in.s.fresh("")
}

// guessReceiver binds a receiver of unknown type by the method called on it.
func (in *inferer) guessReceiver(n *Node, t *types.Type, args []*types.Type) string {
	switch n.Name {
	case "length", "startsWith", "endsWith", "equalsIgnoreCase", "toUpperCase", "toLowerCase", "trim", "concat", "isBlank", "replace", "substring", "compareTo", "lastIndexOf":
		in.s.unify(t, types.StringType, in.use(n), n.Name, 0)
		return "string"
	case "size", "contains":
		in.s.unify(t, types.ListOf(in.s.fresh("an item")), in.use(n), n.Name, 0)
		return "list"
	case "containsKey":
		in.s.unify(t, types.MapOf(in.s.fresh("a value")), in.use(n), n.Name, 0)
		return "map"
	case "get":
		if len(args) == 1 && types.NonNull(args[0]).Kind == types.String {
			in.s.unify(t, types.MapOf(in.s.fresh("a value")), in.use(n), n.Name, 0)
			return "map"
		}
		in.s.unify(t, types.ListOf(in.s.fresh("an item")), in.use(n), n.Name, 0)
		return "list"
	}
	return ""
}

func newBeanCall(n *Node) *HostCall {
	bean := n.Kids[0].Name
	return &HostCall{Span: n.Span, Bean: bean, Method: n.Name, GoName: exportedName(bean, nil) + exportedName(n.Name, nil), Fails: true}
}

// method types a method call of JUEL.
func (c *checker) method(n *Node) *Node {
	if v, ok := variableCall(n); ok {
		return c.name(&Node{Op: Name, Name: v, Span: n.Span})
	}
	if n.Kids[0].Op == Name && engineObjects[n.Kids[0].Name] {
		if _, declared := c.env.Lookup(n.Kids[0].Name); !declared {
			c.errorf("BG3013", n.Span, "use the variable's name, or a handler", "%s.%s is the other engine's own interface", n.Kids[0].Name, n.Name)
			return c.bad(n)
		}
	}
	if n.Call != nil || n.Kids[0].Op == Name && beanCall(n, c.env) {
		m := *n
		if m.Call == nil {
			m.Call = newBeanCall(n)
		}
		m.Op, m.Kids = Host, n.Kids[1:]
		return c.hostCall(&m)
	}
	recv := c.check(n.Kids[0])
	args := c.checkAll(n.Kids[1:])
	if c.failed {
		return c.bad(n)
	}
	t := types.NonNull(recv.Type)
	sh := types.Shape(t)
	if p := getter(n.Name); p != "" && len(args) == 0 && (sh.Kind == types.Struct || sh.Kind == types.Any && !isDataMethod(n.Name)) {
		return c.field(&Node{Op: Field, Span: n.Span, Name: p, nameSpan: n.nameSpan}, recv)
	}
	if n.Name == "equals" && len(args) == 1 {
		return c.equality(&Node{Op: Eq, Span: n.Span}, recv, args[0])
	}
	prefix := map[types.Kind]string{types.String: "String.", types.List: "List.", types.Map: "Map.", types.Struct: "Map."}[sh.Kind]
	name := prefix + n.Name
	m, ok := juelMethods[name]
	if !ok && (n.Name == "length" && sh.Kind == types.List || n.Name == "size" && sh.Kind == types.String) {
		name = map[types.Kind]string{types.List: "List.size", types.String: "String.length"}[sh.Kind]
		m, ok = juelMethods[name]
	}
	if !ok {
		name = "Any." + n.Name
		m, ok = juelMethods[name]
	}
	if sh.Kind == types.Any && !ok {
		name, ok = "Any."+n.Name, isDataMethod(n.Name)
		for _, p := range []string{"String.", "List.", "Map."} {
			if d, found := juelMethods[p+n.Name]; found {
				m = d
				break
			}
		}
		if m.result == nil {
			m.result = types.AnyType
		}
	}
	if !ok {
		c.failed = true
		var names []string
		for k := range juelMethods {
			if prefix != "" && strings.HasPrefix(k, prefix) || strings.HasPrefix(k, "Any.") {
				names = append(names, k[strings.IndexByte(k, '.')+1:])
			}
		}
		d := c.src.diagnostic("BG3007", n.nameOrSpan(), "a %s has no method %s", t, n.Name)
		c.ds = append(c.ds, suggest(d, n.Name, names, "use another method, or a handler"))
		return c.bad(n)
	}
	least := len(m.args)
	if n.Name == "substring" {
		least = 1
	}
	if len(args) < least || len(args) > len(m.args) {
		c.errorf("BG3008", n.Span, "give the arguments that it takes", "%s can't be called with %d arguments", n.Name, len(args))
		return c.bad(n)
	}
	for i, a := range args {
		want := map[types.Kind]*types.Type{types.String: types.StringType, types.Int: types.IntType}[m.args[i]]
		if want == nil {
			continue
		}
		k := c.convert(a, want, nullFail)
		if k == nil {
			c.errorf("BG3008", a.Span, "convert the value", "%s needs a %s, but this is a %s", n.Name, want, a.Type)
			return c.bad(n)
		}
		args[i] = k
	}
	res := m.result
	if res == nil {
		res = types.OptionalOf(types.Resolve(elemOrAny(sh)))
	}
	if types.Nullable(recv.Type) && sh.Kind != types.Any {
		// A method of null is a fault (S3.5).
		recv = c.convert(recv, t, nullFail)
	}
	out := n.with(res, append([]*Node{recv}, args...)...)
	out.Name = name
	return out
}

func elemOrAny(t *types.Type) *types.Type {
	if t.Elem != nil {
		return t.Elem
	}
	return types.AnyType
}

// juelFunction types a function call of JUEL: now(), and the date functions of Camunda.
func (c *checker) juelFunction(n *Node) *Node {
	args := c.checkAll(n.Kids)
	if c.failed {
		return c.bad(n)
	}
	switch n.Name {
	case "now", "today":
		if len(args) == 0 {
			m, _ := c.apply(n, builtins[n.Name][0], args)
			return m
		}
	}
	c.failed = true
	d := c.src.diagnostic("BG3007", n.nameOrSpan(), "unknown function %s", n.Name)
	c.ds = append(c.ds, suggest(d, n.Name, []string{"now", "today"}, "call a method of a bean: it becomes a handler of the host"))
	return c.bad(n)
}
