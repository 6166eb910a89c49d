package resolve

import (
	"go/token"
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/names"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// taskMapping is what a task says of its inputs and outputs, by the standard's
// ioSpecification or a vendor's extension (S3.6).
type taskMapping struct {
	at      diag.Span
	in, out []move
	// explicit: params and results are all inputs and outputs there are, with
	// their declared types. Else they are told by the mappings.
	explicit        bool
	params, results []declared
	// reads and writes are what moves from and to data stores.
	reads, writes []storeMove
	// allIn and allOut: a call activity sends, or takes back, every variable by its name.
	allIn, allOut bool
	// odd is the first part that can't be compiled yet, "" where all can.
	odd   string
	oddAt diag.Span
}

// move is one expression and the name that takes its value.
type move struct {
	name     string
	path     []string // the part of the value of that name that it writes; none: the whole
	nameAt   diag.Span
	text     string
	language string // "" where the text's own marks tell
	at       expr.Positions
	span     diag.Span
	literal  bool // JUEL without ${}: the text itself
	copied   bool // the text is the name of data, whatever characters it has
}

// mappingOf reads zeebe:ioMapping and camunda:inputOutput; nil where a node has none.
func mappingOf(n *graph.Node) *taskMapping {
	for _, x := range n.Extensions {
		switch {
		case len(x.Children) == 0:
		case x.Name.Space == zeebeNS && x.Name.Local == "ioMapping":
			return zeebeMapping(x)
		case (x.Name.Space == camundaNS || x.Name.Space == flowableNS) && x.Name.Local == "inputOutput":
			return camundaMapping(x)
		}
	}
	return nil
}

func zeebeMapping(x *bpmn.Raw) *taskMapping {
	m := &taskMapping{at: x.Span}
	for _, c := range x.Children {
		source, ok := c.Attr("", "source")
		target, ok2 := c.Attr("", "target")
		if !ok || !ok2 {
			m.strange(c.Span, "a mapping without source or target")
			continue
		}
		mv := move{name: strings.TrimSpace(target.Value), nameAt: target.ValueSpan, text: source.Value, language: "feel", at: attrAt(source), span: c.Span}
		m.take(c, mv, c.Name.Local == "output")
	}
	return m
}

func camundaMapping(x *bpmn.Raw) *taskMapping {
	m := &taskMapping{at: x.Span}
	for _, c := range x.Children {
		name, ok := c.Attr("", "name")
		switch {
		case !ok:
			m.strange(c.Span, "a parameter without a name")
		case len(c.Children) > 0:
			continue // unreadable says so
		default:
			mv := move{name: strings.TrimSpace(name.Value), nameAt: name.ValueSpan, text: c.Text.Value, at: textAt(c.Text), span: c.Span}
			mv.literal = !strings.Contains(mv.text, "${") && !strings.Contains(mv.text, "#{")
			m.take(c, mv, c.Name.Local == "outputParameter")
		}
	}
	return m
}

func (m *taskMapping) take(x *bpmn.Raw, mv move, output bool) {
	if !mv.split() {
		m.strange(x.Span, "a mapping into an element of a list")
		return
	}
	if output {
		m.out = append(m.out, mv)
	} else {
		m.in = append(m.in, mv)
	}
}

func (m *taskMapping) strange(at diag.Span, what string) {
	if m.odd == "" {
		m.odd, m.oddAt = what, at
	}
}

// pendingIO is a task's inputs and outputs whose types the whole process decides.
type pendingIO struct {
	node            int
	trigger         int // of an event: its definition, from 1; 0: a task's
	explicit        bool
	sendAll         bool         // a throw that sends every variable in scope
	call            *taskMapping // of a call activity
	inputs, outputs []*expr.Symbol
}

// mappings is what a task says of its inputs and outputs: a vendor's extension
// says it for the engine that the file was made for, so it comes first.
func (b *builder) mappings(n *graph.Node) *taskMapping {
	if n.Call != nil {
		return b.callMapping(n)
	}
	if m := mappingOf(n); m != nil {
		return decided(n, m)
	}
	return decided(n, b.specOf(b.file, n))
}

// mapping adds the mappings of a task: an input parameter for each name that
// takes a value, and an output for each name that the output expressions read
// and the file does not declare as a variable: what a handler returns is named there and nowhere else.
func (b *builder) mapping(n *graph.Node, i, scope int) []diag.Diagnostic {
	m := b.mappings(n)
	node := &b.p.Nodes[i]
	node.IO = nil
	if m == nil || m.odd != "" || n.Task == nil && n.Call == nil {
		return nil
	}
	if b.passes(n) {
		return b.passMapping(n, i, scope, m)
	}
	if n.Task != nil && node.Performer == model.PassThrough || node.Performer == model.ByScript {
		return nil
	}
	io := &model.IO{}
	p := pendingIO{node: i, explicit: m.explicit}
	if n.Call != nil {
		p.call = m
	}
	var ds []diag.Diagnostic
	var theirs map[string]*types.Type
	if n.Call != nil {
		theirs = b.calledTypes(n)
	}
	ins := b.envs[scope].Child()
	params := map[string]int{}
	for _, d := range m.params {
		if _, again := params[d.name]; !again {
			params[d.name] = len(io.Inputs)
			io.Inputs = append(io.Inputs, model.Param{Name: d.name, Span: d.at})
			p.inputs = append(p.inputs, ins.Declare(d.name, d.typ, d.at))
		}
	}
	for _, mv := range m.in {
		k, again := params[mv.name]
		if !again {
			k = len(io.Inputs)
			params[mv.name] = k
			io.Inputs = append(io.Inputs, model.Param{Name: mv.name, Span: mv.nameAt})
			p.inputs = append(p.inputs, ins.Declare(mv.name, theirs[mv.name], mv.nameAt))
		}
		sym := p.inputs[k]
		ds = append(ds, b.moved(n, mv, b.envs[scope], scope, sym, func(e int) {
			io.In = append(io.In, model.Mapping{Expr: e, Target: model.Target{Param: k, Var: model.None, Path: mv.path}, Span: mv.span})
		})...)
	}
	outs := b.envs[scope].Child()
	results := map[string]bool{}
	for _, d := range m.results {
		if !results[d.name] {
			results[d.name] = true
			io.Outputs = append(io.Outputs, model.Param{Name: d.name, Span: d.at})
			typ := d.shaped(func() typeOf { return ins.Declare("a row of "+d.name, nil, d.at).Type })
			p.outputs = append(p.outputs, outs.Declare(d.name, typ, d.at))
		}
	}
	for _, mv := range m.out {
		if m.explicit {
			break
		}
		for _, name := range freeNames(mv) {
			// What a called process gives back is its own, whatever is declared here.
			if sym, ok := b.envs[scope].Lookup(name); n.Call == nil && ok && sym.Declared || results[name] {
				continue
			}
			results[name] = true
			io.Outputs = append(io.Outputs, model.Param{Name: name, Span: mv.span})
			p.outputs = append(p.outputs, outs.Declare(name, theirs[name], mv.span))
		}
	}
	for _, mv := range m.out {
		target, ok := b.envs[scope].Lookup(mv.name)
		if !ok {
			target = b.envs[0].Declare(mv.name, nil, mv.nameAt)
		}
		ds = append(ds, b.moved(n, mv, outs, scope, target, func(e int) {
			io.Out = append(io.Out, model.Mapping{Expr: e, Target: model.Target{Param: model.None, Var: b.varOf[target], Path: mv.path}, Span: mv.span})
		})...)
	}
	ds = append(ds, b.storeMoves(n, m, node, io, &p)...)
	nameParams(io.Inputs)
	nameParams(io.Outputs)
	node.IO = io
	b.ios = append(b.ios, p)
	return ds
}

// moved adds the expression of one mapping.
func (b *builder) moved(n *graph.Node, mv move, env *expr.Env, scope int, to *expr.Symbol, done func(int)) []diag.Diagnostic {
	m := model.Expression{Origin: origin(n.Base), Scope: scope, Purpose: model.MappingValue}
	want := mv.target(b.envs[scope], to)
	if mv.copied {
		b.copied(mv, env, want, m, done)
		b.pending[len(b.pending)-1].fits = mv.fits(n, to)
		return nil
	}
	text, language := mv.source()
	if strings.TrimSpace(text) == "" {
		return []diag.Diagnostic{n.Report(CodeEmptyExpression, mv.span, "the mapping to %s of %s is empty", graph.Quote(mv.name), n.Label()).
			WithFix("write the value, or take the mapping out")}
	}
	before := len(b.pending)
	ds := b.expression(text, language, mv.at, env, want, m, done)
	if len(b.pending) > before {
		b.pending[before].fits = mv.fits(n, to)
	}
	return ds
}

// copied adds an expression that is the name of data alone.
func (b *builder) copied(mv move, env *expr.Env, want func() typeOf, m model.Expression, done func(int)) {
	src := expr.Source{Lang: expr.FEEL, Text: mv.text, At: mv.at, Element: m.ID, Name: m.Name}
	tree := &expr.Tree{Source: src, Root: &expr.Node{Op: expr.Name, Name: mv.text, Span: expr.Span{Len: len(mv.text)}}}
	m.Source, m.Lang = mv.text, expr.FEEL
	b.pending = append(b.pending, pending{tree: tree, env: env, want: want, model: m, done: done})
}

// source is the text and the language of a mapping. Text of Camunda 7 without
// ${} is itself; Zeebe's without a leading = is too.
func (mv move) source() (text, language string) {
	zeebe := mv.language == "feel"
	if mv.literal || zeebe && !strings.HasPrefix(strings.TrimSpace(mv.text), "=") {
		return "=" + strconv.Quote(mv.text), "feel"
	}
	return mv.text, mv.language
}

// freeNames are the names that an expression reads and does not bind itself, in order of use.
func freeNames(mv move) []string {
	if mv.copied {
		return []string{mv.text}
	}
	text, language := mv.source()
	src, ds := expr.Detect(text, language, nil)
	if hasError(ds) {
		return nil
	}
	alone := expr.NewEnv()
	tree, _ := expr.Parse(src, alone)
	if tree == nil {
		return nil
	}
	alone.Infer(tree, nil)
	var out []string
	for _, s := range alone.Symbols() {
		out = append(out, s.Name)
	}
	return out
}

// nameParams gives the fields of a task's In or Out struct their Go names.
func nameParams(params []model.Param) {
	ws := make([]names.Wish, len(params))
	for i, p := range params {
		ws[i] = names.Wish{Name: p.Name, ID: p.Name, Fallback: "Value"}
		if token.IsIdentifier(p.Name) && token.IsExported(p.Name) {
			ws[i].Explicit = p.Name
		}
	}
	for i, n := range names.Allot(ws) {
		params[i].GoName = n
	}
}

// typeParams fills in the types of all inputs and outputs. A task that declares
// outputs alone sees all the variables in scope, as work without mappings does.
func (b *builder) typeParams() {
	for _, p := range b.ios {
		node := &b.p.Nodes[p.node]
		io := node.IO
		if p.trigger > 0 {
			io = node.Triggers[p.trigger-1].IO
		}
		for i, s := range p.outputs {
			io.Outputs[i].Type = s.Type
		}
		for i, s := range p.inputs {
			io.Inputs[i].Type = s.Type
		}
		switch {
		case p.sendAll:
			b.sendAll(node, p.trigger-1)
		case p.call != nil:
			b.passAll(node, p.call)
		case p.trigger == 0 && len(p.inputs) == 0 && !p.explicit:
			b.seeAll(node)
		}
	}
}

// seeAll makes every variable in scope an input of its own name.
func (b *builder) seeAll(node *model.Node) {
	io := node.IO
	seen := map[string]bool{}
	for _, p := range io.Inputs {
		seen[p.Name] = true
	}
	for s := node.Scope; s != model.None; s = b.p.Scopes[s].Parent {
		for _, sym := range b.envs[s].Symbols() {
			if seen[sym.Name] || b.counts[sym] {
				continue
			}
			seen[sym.Name] = true
			k := len(io.Inputs)
			io.Inputs = append(io.Inputs, model.Param{Name: sym.Name, Type: sym.Type, Span: sym.At})
			mv := move{name: sym.Name, text: sym.Name, at: placed(node.Span)}
			m := model.Expression{Origin: node.Origin, Scope: node.Scope, Purpose: model.MappingValue}
			b.copied(mv, b.envs[node.Scope], func() typeOf { return sym.Type }, m, func(e int) {
				io.In = append(io.In, model.Mapping{Expr: e, Target: model.Target{Param: k, Var: model.None}, Span: node.Span})
			})
		}
	}
	nameParams(io.Inputs)
}
