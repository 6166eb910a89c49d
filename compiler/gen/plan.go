package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/model"
)

// plan is all that the emitters write, decided: every name, type, index and
// import. Emitters decide nothing.
type plan struct {
	pkg       *model.Package
	opts      Options
	names     *names
	types     *typer
	structs   []*structPlan
	processes []*processPlan
	// publish, broadcast and raise are the functions for messages, signals and
	// errors, by their index; "" where there is none.
	publish, broadcast, raise, escalate []string
	// aliases are the names of imports by path.
	aliases map[string]string
	// storeTypes are the names of the data stores' types.
	storeTypes []string
}

// newPlan decides. An error names the construct that can't be generated.
func newPlan(pkg *model.Package, opts Options) (*plan, error) {
	p := &plan{
		pkg: pkg, opts: opts, names: newNames(),
	}
	p.types = &typer{structs: map[string]*structPlan{}, paths: map[string]bool{}, hosts: map[string]*hostPlan{}, names: p.names}
	for _, t := range pkg.Structs {
		if t.Name == "" || p.types.structs[t.Name] != nil {
			return nil, fmt.Errorf("struct type %q: it has no name of its own", t.Name)
		}
		s := &structPlan{typ: t}
		p.types.structs[t.Name] = s
		p.structs = append(p.structs, s)
		p.names.want(&s.goName, opts.Prefix+t.Name, "data")
	}
	for _, s := range p.structs {
		for _, f := range s.typ.Fields {
			if err := p.types.check("field "+f.Name+" of "+s.typ.Name, f.Type); err != nil {
				return nil, err
			}
		}
	}
	for _, m := range pkg.Processes {
		q, err := p.process(m)
		if err != nil {
			return nil, fmt.Errorf("process %s (%s): %w", m.ID, place(m.Origin), err)
		}
		p.processes = append(p.processes, q)
	}
	if err := p.planCarriers(); err != nil {
		return nil, err
	}
	if err := p.wishStores(); err != nil {
		return nil, err
	}
	if err := p.names.settle(); err != nil {
		return nil, err
	}
	for _, q := range p.processes {
		q.planHidden()
		if err := q.embedded(); err != nil {
			return nil, fmt.Errorf("process %s (%s): %w", q.ID, place(q.Origin), err)
		}
		if err := p.expressions(q); err != nil {
			return nil, fmt.Errorf("process %s (%s): %w", q.ID, place(q.Origin), err)
		}
	}
	var err error
	p.aliases, err = aliases(p.importPaths(), p.names.taken)
	return p, err
}

// importPaths are all that the file may import; what it does not use is left out
// when it is rendered.
func (p *plan) importPaths() []string {
	paths := []string{"bytes", "context", "maps", "slices", "time", runtimePath}
	for path := range p.types.paths {
		paths = append(paths, path)
	}
	for _, q := range p.processes {
		for _, e := range q.emissions {
			paths = append(paths, imports(e.Expr)...)
		}
	}
	return paths
}

// triggerNames are what an event refers to by name and by code.
func (p *plan) triggerNames(t model.Trigger) (name, code string) {
	if t.Ref == model.None {
		return "", t.Code
	}
	switch t.Kind {
	case model.MessageTrigger:
		m := p.pkg.Messages[t.Ref]
		return orElse(m.Name, m.ID), ""
	case model.SignalTrigger:
		s := p.pkg.Signals[t.Ref]
		return orElse(s.Name, s.ID), ""
	case model.ErrorTrigger:
		e := p.pkg.Errors[t.Ref]
		return e.Name, e.Code
	case model.EscalationTrigger:
		e := p.pkg.Escalations[t.Ref]
		return e.Name, e.Code
	}
	return "", ""
}
