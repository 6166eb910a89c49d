package gen

import (
	"fmt"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// planCarriers plans the functions by which a host publishes the messages and
// broadcasts the signals that processes wait for, and makes the declared errors and
// escalations.
func (p *plan) planCarriers() error {
	p.publish = make([]string, len(p.pkg.Messages))
	p.broadcast = make([]string, len(p.pkg.Signals))
	p.raise = make([]string, len(p.pkg.Errors))
	p.escalate = make([]string, len(p.pkg.Escalations))
	for i := range p.pkg.Messages {
		m := &p.pkg.Messages[i]
		if !m.Caught {
			continue
		}
		p.names.want(&p.publish[i], "Publish"+p.opts.Prefix+m.GoName, orElse(m.ID, "message"))
		if err := p.checkPayload("message", m.Origin, m.Payload); err != nil {
			return err
		}
	}
	for i := range p.pkg.Signals {
		s := &p.pkg.Signals[i]
		if !s.Caught {
			continue
		}
		p.names.want(&p.broadcast[i], "Broadcast"+p.opts.Prefix+s.GoName, orElse(s.ID, "signal"))
		if err := p.checkPayload("signal", s.Origin, s.Payload); err != nil {
			return err
		}
	}
	for i := range p.pkg.Errors {
		e := &p.pkg.Errors[i]
		if e.Code == "" {
			continue
		}
		name := p.opts.Prefix + e.GoName + "Error"
		if strings.HasSuffix(e.GoName, "Error") {
			name = "New" + p.opts.Prefix + e.GoName
		}
		p.names.want(&p.raise[i], name, orElse(e.ID, "error"))
		if err := p.checkPayload("error", e.Origin, e.Payload); err != nil {
			return err
		}
	}
	for i := range p.pkg.Escalations {
		e := &p.pkg.Escalations[i]
		if e.Code == "" {
			continue
		}
		name := p.opts.Prefix + e.GoName + "Escalation"
		if strings.HasSuffix(e.GoName, "Escalation") {
			name = "New" + p.opts.Prefix + e.GoName
		}
		p.names.want(&p.escalate[i], name, orElse(e.ID, "escalation"))
		if err := p.checkPayload("escalation", e.Origin, e.Payload); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) checkPayload(what string, o model.Origin, t *types.Type) error {
	if t == nil {
		return nil
	}
	if err := p.types.check("its payload", t); err != nil {
		return fmt.Errorf("%s %s (%s): %w", what, called(o), place(o), err)
	}
	return nil
}
