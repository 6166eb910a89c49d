package bpmntest

import (
	"context"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// step does one step. What follows from it happens when the player settles.
func (p *player) step(s *scenario.Step) error {
	switch {
	case s.Start != nil:
		return p.start(s.Start)
	case s.Advance != nil:
		p.kit.advance(s.Advance.After(p.kit.Clock.Now()))
		return p.err
	case s.Complete != nil:
		j, err := p.oldest(s.Complete.Task)
		if err != nil {
			begun, other := p.beginAndWait(s.Complete.Task)
			if other != nil {
				return other
			}
			if !begun {
				return err
			}
			if j, err = p.oldest(s.Complete.Task); err != nil {
				return err
			}
		}
		return p.finish(j, doing{out: s.Complete.Out})
	case s.Publish != nil:
		return p.publish(s.Publish)
	case s.Signal != nil:
		return p.signal(s.Signal)
	case s.Fire != "":
		return p.fire(s.Fire)
	case s.Throw != nil:
		return p.throw(s.Throw)
	case s.Set != nil:
		inst, err := p.first()
		if err != nil {
			return err
		}
		return inst.Set(context.Background(), func(vars any) error { return assign(vars, s.Set) })
	case s.Begin != "":
		return p.begin(s.Begin)
	case s.Finish != "":
		return p.finishAdHoc(s.Finish)
	case s.Terminate:
		inst, err := p.first()
		if err != nil {
			return err
		}
		return inst.Cancel(context.Background())
	case s.Expect != nil:
		return p.expect(s.Expect)
	}
	return fmt.Errorf("the runner does not know this step")
}

// notYet says what in a scenario can't be executed yet, "" where all can.
func notYet(s *scenario.Scenario) string {
	for i := range s.Steps {
		if st := &s.Steps[i]; st.Restart {
			return later(st.Pos, "the step "+st.Kind())
		}
	}
	return ""
}

func later(at scenario.Pos, what string) string {
	return fmt.Sprintf("%s: %s is not executable yet", at, what)
}
