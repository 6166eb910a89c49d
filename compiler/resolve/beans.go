package resolve

import (
	"fmt"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/names"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// beans lists what expressions call of the host's beans: methods of Handlers. A
// name that a task or another bean has is told apart by "Call".
func (b *builder) beans() {
	b.p.Beans = nil
	taken := map[string]bool{}
	for _, n := range b.p.Nodes {
		taken[n.GoName] = true
	}
	for _, s := range b.envs[0].Beans() {
		x := model.Bean{Bean: s.Bean, Method: s.Method, GoName: names.Exported(s.Bean) + names.Exported(s.Method), Result: s.Result, At: s.At}
		for taken[x.GoName] {
			x.GoName += "Call"
		}
		taken[x.GoName] = true
		params := map[string]bool{}
		for i, t := range s.Args {
			p := model.Param{Name: s.Names[i], Type: t}
			if p.Name == "" || params[p.Name] {
				p.Name = fmt.Sprintf("arg%d", i+1)
			}
			params[p.Name] = true
			p.GoName = names.Exported(p.Name)
			x.Args = append(x.Args, p)
		}
		if s.Result.Kind == types.Any {
			d := diag.New(CodeBeanResult, s.At, "nothing tells what %s.%s returns", s.Bean, s.Method).
				WithFix("declare the variable that takes it with its type")
			if b.opts.Strict {
				d.Severity = diag.Error
			}
			b.bag.Add(d)
		}
		b.p.Beans = append(b.p.Beans, x)
	}
}

// beanCalls are the calls of beans in an expression.
func beanCalls(t *expr.Typed) []*expr.HostCall {
	var out []*expr.HostCall
	for _, c := range t.Host {
		if c.Bean != "" {
			out = append(out, c)
		}
	}
	return out
}

// beanWidens tells that a conditional event is evaluated at every change of data.
func (b *builder) beanWidens(t *expr.Typed) {
	for _, c := range beanCalls(t) {
		b.bag.Add(diag.New(CodeHostReads, t.Source.Place(c.Span), "%s.%s may read anything, so that every change of data evaluates it: it is code of the host",
			c.Bean, c.Method).On(t.Source.Element, t.Source.Name).
			WithFix("name a Go function in its place (language=\"go\"): what it reads is derived"))
	}
}

// outOfReach reports a bean that a process's own start would call.
func (b *builder) outOfReach(t *expr.Typed, m *model.Expression) bool {
	calls := beanCalls(t)
	if len(calls) == 0 || m.Purpose != model.TimerValue {
		return false
	}
	for _, i := range b.p.EventStarts {
		if b.p.Nodes[i].ID == m.ID {
			b.bag.Add(diag.New(CodeBeanPlace, t.Source.Place(calls[0].Span), "%s is called when the process is registered, before there is an instance",
				strings.Join([]string{calls[0].Bean, calls[0].Method}, ".")).On(t.Source.Element, t.Source.Name).
				WithFix("write the time as a literal or in FEEL"))
			return true
		}
	}
	return false
}
