package bpmntest

import (
	"context"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// escalate has the oldest token at a task throw an escalation. It goes on waiting
// there, unless an interrupting catch takes it.
func (p *player) escalate(s *scenario.Throw) error {
	c := p.carrier(func(q *Process) []Carrier { return q.Escalations }, *s.Escalation)
	payload, err := c.payload(s.Payload)
	if err != nil {
		return fmt.Errorf("escalation %s: %w", *s.Escalation, err)
	}
	e := &runtime.Escalation{Code: *s.Escalation, Payload: payload}
	if c != nil && !c.Computed {
		e.Code = c.Code
	}
	j, err := p.peek(s.Task)
	if err != nil {
		return err
	}
	return p.kit.Engine.EscalateTask(context.Background(), j.id, e)
}
