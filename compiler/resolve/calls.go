package resolve

import (
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// called is what a call activity names, with where it stands.
type called struct {
	key     string
	at      diag.Span
	keyAt   expr.Positions
	ref     bpmn.Ref
	binding string // latest, deployment, version, versionTag
	// version and tag are what such a binding names.
	version, tag said
	// business is the business key that the called instance gets.
	business said
	// inherits: it gets that of its caller.
	inherits bool
}

// said is a text of the file that may hold an expression.
type said struct {
	text string
	at   expr.Positions
	span diag.Span
}

func saidIn(a bpmn.Attr) said { return said{strings.TrimSpace(a.Value), attrAt(a), a.ValueSpan} }

// isExpression reports a text that is evaluated when the call is made.
func (t said) isExpression() bool { return computed(t.text) || strings.HasPrefix(t.text, "=") }

// callee reads what a call activity calls: the standard's calledElement with the
// attributes of Camunda 7, Flowable and Activiti, or Zeebe's extension.
func callee(n *graph.Node) called {
	c := called{key: n.Call.CalledElement.Raw, at: n.Call.CalledElement.Span, ref: n.Call.CalledElement}
	if a, ok := n.Attr("", "calledElement"); ok {
		c.keyAt = attrAt(a)
	}
	for _, a := range n.Attrs {
		switch a.Name.Space {
		case camundaNS, flowableNS, activitiNS:
			c.vendorAttr(a)
		}
	}
	if x := zeebeCalled(n); x != nil {
		if a, ok := x.Attr("", "processId"); ok {
			c.key, c.at, c.keyAt, c.ref = a.Value, a.ValueSpan, attrAt(a), bpmn.Ref{}
		}
		if a, ok := x.Attr("", "bindingType"); ok {
			c.binding = strings.TrimSpace(a.Value)
		}
		if a, ok := x.Attr("", "versionTag"); ok {
			c.tag = saidIn(a)
		}
	}
	for _, x := range n.Extensions {
		if !isCallIn(x) {
			continue
		}
		if a, ok := x.Attr("", "businessKey"); ok {
			c.business = saidIn(a)
		}
	}
	c.key = strings.TrimSpace(c.key)
	if ownBusinessKey(c.business.text) {
		c.business, c.inherits = said{}, true
	}
	if c.at.Line == 0 {
		c.at = n.Span
	}
	return c
}

// vendorAttr takes an attribute of a call activity of Camunda 7, Flowable or Activiti.
func (c *called) vendorAttr(a bpmn.Attr) {
	switch a.Name.Local {
	case "calledElementBinding":
		c.binding = strings.TrimSpace(a.Value)
	case "calledElementVersion":
		c.version = saidIn(a)
	case "calledElementVersionTag":
		c.tag = saidIn(a)
	case "sameDeployment":
		if strings.TrimSpace(a.Value) == "true" {
			c.binding = "deployment"
		}
	case "businessKey":
		c.business = saidIn(a)
	case "inheritBusinessKey":
		c.inherits = strings.TrimSpace(a.Value) == "true"
	}
}

// isCallIn reports an element that says what a call activity sends.
func isCallIn(x *bpmn.Raw) bool {
	switch x.Name.Space {
	case camundaNS, flowableNS, activitiNS:
		return x.Name.Local == "in"
	}
	return false
}

// ownBusinessKey reports the expressions by which Camunda 7 names the caller's own key.
func ownBusinessKey(text string) bool {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(text, "#{"), "${"), "}")
	switch strings.TrimSpace(text) {
	case "execution.processBusinessKey", "execution.businessKey", "execution.getProcessBusinessKey()", "execution.getBusinessKey()":
		return true
	}
	return false
}

// isComputed reports a callee that is known only when it is called.
func (c called) isComputed() bool { return said{text: c.key}.isExpression() }

func zeebeCalled(n *graph.Node) *bpmn.Raw {
	for _, x := range n.Extensions {
		if x.Name.Space == zeebeNS && x.Name.Local == "calledElement" {
			return x
		}
	}
	return nil
}

// element is what a call refers to among what is compiled in the same run, nil for none.
func (b *builder) element(c called) bpmn.Element {
	if c.isComputed() {
		return nil
	}
	if c.ref.IsZero() {
		return b.byID[c.key]
	}
	if e, _, ok := b.file.LookupFile(c.ref); ok {
		return e
	}
	if c.ref.Prefix == "" {
		return b.byID[c.key]
	}
	return nil
}

// call says what a call activity calls (SC §2.7).
func (b *builder) call(n *graph.Node) *model.Call {
	c := callee(n)
	m := &model.Call{Key: c.key, Build: model.None, KeyExpr: model.None, VersionExpr: model.None, TagExpr: model.None,
		BusinessKey: model.None, InheritBusinessKey: c.inherits}
	switch e := b.element(c); {
	case c.isComputed():
		m.Key = ""
	case e != nil:
		m.Key = e.Elem().ID
	case c.ref.Prefix != "":
		m.Key, m.Namespace = c.ref.Local, c.ref.Space
	}
	switch c.binding {
	case "version":
		if !c.version.isExpression() {
			m.Version, _ = strconv.Atoi(c.version.text)
		}
	case "versionTag":
		if !c.tag.isExpression() {
			m.Tag = c.tag.text
		}
	}
	if !c.business.isExpression() {
		m.BusinessText = c.business.text
	}
	return m
}

// callExpressions adds what of a call is known only when it is made: its callee,
// its version and its business key.
func (b *builder) callExpressions(n *graph.Node, i, scope int) []diag.Diagnostic {
	c := callee(n)
	var ds []diag.Diagnostic
	add := func(t said, typ typeOf, done func(*model.Call, int)) {
		if !t.isExpression() {
			return
		}
		ds = append(ds, b.expression(t.text, "", t.at, b.envs[scope], func() typeOf { return typ },
			model.Expression{Origin: origin(n.Base), Scope: scope, Purpose: model.CallValue}, func(x int) { done(b.p.Nodes[i].Call, x) })...)
	}
	if c.keyAt != nil {
		add(said{c.key, c.keyAt, c.at}, types.StringType, func(m *model.Call, x int) { m.KeyExpr = x })
	}
	switch c.binding {
	case "version":
		add(c.version, types.IntType, func(m *model.Call, x int) { m.VersionExpr = x })
	case "versionTag":
		add(c.tag, types.StringType, func(m *model.Call, x int) { m.TagExpr = x })
	}
	add(c.business, types.StringType, func(m *model.Call, x int) { m.BusinessKey = x })
	return ds
}

// builds pins the calls that are bound to what is compiled in the same run,
// now that every process has its number.
func (b *builder) builds() {
	for i, n := range b.nodes {
		if n.Call == nil {
			continue
		}
		if c := callee(n); c.binding == "deployment" {
			if l := b.callable[b.element(c)]; l != nil {
				b.p.Nodes[i].Call.Build = b.processes[l.Process]
			}
		}
	}
}

// callFindings says what is wrong with how a call activity names its callee.
func (b *builder) callFindings() {
	for _, n := range b.nodes {
		if n.Call == nil {
			continue
		}
		c := callee(n)
		switch version, err := strconv.Atoi(c.version.text); {
		case c.key == "":
			b.bag.Add(n.Report(CodeNoCallee, c.at, "%s names no process: the call will fail", n.Label()).
				WithFix("write calledElement=\"...\", the id of a process or global task"))
		case c.binding == "" || c.binding == "latest" || c.binding == "deployment" && b.callable[b.element(c)] != nil:
		case c.binding == "deployment" && c.isComputed():
			b.bag.Add(n.Report(CodeBinding, c.at, "%s is bound to what is compiled with it, and its process is known only when it is called", n.Label()).
				WithFix("name the process, or bind it to the latest version"))
		case c.binding == "deployment":
			b.bag.Add(n.Report(CodeBinding, c.at, "%s is bound to the process %s that is compiled with it, and that is not", n.Label(), graph.Quote(c.key)).
				WithFix("compile both files in one run, or bind it to the latest version"))
		case c.binding == "version" && !c.version.isExpression() && (err != nil || version < 1):
			b.bag.Add(n.Report(CodeBinding, c.version.where(c.at), "%s is bound to the version %s, which is no number above 0", n.Label(), graph.Quote(c.version.text)).
				WithFix("write the version's number, or bind it to the latest version"))
		case c.binding == "versionTag" && c.tag.text == "":
			b.bag.Add(n.Report(CodeBinding, c.at, "%s is bound to a version tag, and names none", n.Label()).
				WithFix("write the tag, or bind it to the latest version"))
		case c.binding != "version" && c.binding != "versionTag":
			b.bag.Add(n.Report(CodeBinding, c.at, "%s is bound by %s, which is no binding", n.Label(), graph.Quote(c.binding)).
				WithFix("write latest, deployment, version or versionTag"))
		}
	}
}

func (t said) where(otherwise diag.Span) diag.Span {
	if t.span.Line == 0 {
		return otherwise
	}
	return t.span
}
