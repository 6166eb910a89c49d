package machine

import (
	"fmt"
	"strings"
)

// Call is what a call activity calls (SC §2.7).
type Call struct {
	// Key names the callee; Namespace is that of the definitions which declare it
	// where the model qualifies it with one that was not compiled in the same run.
	// Key is "" where the work of the call says it.
	Key, Namespace string
	// Version pins a version; 0 is the latest when it is called, -1 none: the work
	// of the call says which.
	Version int
	// Tag pins the latest version with that tag; "" does not.
	Tag string
	// Fingerprint pins the version that was compiled in the same run; "" does not.
	Fingerprint string
	// BusinessKey is the business key that the called instance gets, "" none;
	// InheritBusinessKey gives it that of its caller.
	BusinessKey        string
	InheritBusinessKey bool
}

// Contract is what a process declares of the data that crosses when it is
// called: nothing else does (S10.2).
type Contract struct{ Inputs, Outputs []Param }

// Param is one declared input or output.
type Param struct {
	Name string
	// Optional: it need not be given.
	Optional bool
}

// SetCalled says that a call activity of another instance calls this one. It is
// said before Start.
func (m *Machine) SetCalled() { m.called = true }

// DepthError is a chain of calls that is too long (S10.2).
type DepthError struct {
	Limit int
	Chain []string // keys of the processes, the outermost first
}

// Error names the chain and the way out.
func (e *DepthError) Error() string {
	chain := e.Chain
	dots := ""
	if len(chain) > 10 {
		dots = fmt.Sprintf("%s -> ... (%d more) -> ", strings.Join(chain[:5], " -> "), len(chain)-10)
		chain = chain[len(chain)-5:]
	}
	return fmt.Sprintf("calls are nested deeper than %d: %s%s: end the recursion by a condition, or raise the limit", e.Limit, dots, strings.Join(chain, " -> "))
}

// Raised is an escalation that nothing in a called instance has taken (S6.3).
type Raised struct {
	Code    string
	Payload any
}

// enterCall has the host start the called instance; the token waits for its end
// (SC §2.7). Its data is made as a task's work is.
func enterCall(m *Machine, s *Scratch, slot int32, n *Node) {
	if len(n.Boundaries) > 0 && !m.guard(s, slot, n) {
		return
	}
	m.begin(s, slot, n, StartCall, true)
}

// takeRaised lets an escalation climb from an activity that goes on unless a
// catch interrupts it: one of its work, or one that climbs on out of the instance
// that a call activity called (S6.3).
func takeRaised(m *Machine, s *Scratch, in *Input) error {
	t, slot := m.current(in.Ref)
	if t == nil || t.state != working {
		return ErrStale
	}
	raised, ok := in.Work.(*Raised)
	if !ok {
		return ErrUnknownInput
	}
	s.at = t.node
	if s.Facts && m.def.Nodes[t.node].Kind != CallActivity {
		m.tell(s, EscalationThrown, slot)
	}
	m.escalateFrom(s, slot, slot, raised)
	return nil
}

// escalateFrom lets an escalation climb, first to the boundary events of from if
// that is given. What nothing takes goes on to whoever called the instance.
func (m *Machine) escalateFrom(s *Scratch, slot, from int32, raised *Raised) {
	if c := m.nearest(from, m.tokens[slot].scope, EscalationTrigger, raised.Code); c.node != None {
		if s.Facts {
			s.tell(EscalationCaught, c.node, m.def.Nodes[c.node].Scope, 0)
		}
		m.take(s, c, happened{payload: raised.Payload, code: raised.Code})
		return
	}
	if m.called {
		t := &m.tokens[slot]
		s.ask(Escalate, t.node, m.def.Nodes[t.node].Scope, 0, raised)
		return
	}
	if s.Facts {
		m.tell(s, EscalationUnresolved, slot)
	}
}
