package machine

import "fmt"

// Validate checks that every index of a definition is in range and that the
// machine executes every construct in it. A definition that passes can make no
// Machine go out of bounds. The error names the node or flow.
func (d *Definition) Validate() error {
	if len(d.Scopes) == 0 {
		return fmt.Errorf("process %s has no root scope", d.Key)
	}
	for i := range d.Scopes {
		if err := d.validateScope(int32(i)); err != nil {
			return err
		}
	}
	for i := range d.Flows {
		f := &d.Flows[i]
		if !d.isNode(f.Source) || !d.isNode(f.Target) {
			return fmt.Errorf("flow %s refers to a node that does not exist", f.ID)
		}
		if in := d.Nodes[f.Target].In; f.Slot < 0 || int(f.Slot) >= len(in) || in[f.Slot] != int32(i) {
			return fmt.Errorf("flow %s has a wrong slot among the incoming flows of %s", f.ID, d.Nodes[f.Target].ID)
		}
	}
	for i := range d.Nodes {
		if err := d.validateNode(&d.Nodes[i], int32(i)); err != nil {
			return fmt.Errorf("node %s: %w", d.Nodes[i].ID, err)
		}
	}
	for _, n := range d.Starts {
		if !d.isNode(n) {
			return fmt.Errorf("process %s: a start event does not exist", d.Key)
		}
	}
	if err := d.validateStarts(); err != nil {
		return err
	}
	if !d.validCatches() {
		return fmt.Errorf("process %s: its catch chains are not what its events say", d.Key)
	}
	if d.DefaultStart != None && !d.startable(d.DefaultStart) {
		return fmt.Errorf("process %s: the default start is none of the start events", d.Key)
	}
	return nil
}

func (d *Definition) isNode(n int32) bool { return n >= 0 && int(n) < len(d.Nodes) }

func (d *Definition) isFlow(f int32) bool { return f >= 0 && int(f) < len(d.Flows) }

// startable reports whether the host may start the process at that node.
func (d *Definition) startable(n int32) bool {
	for _, s := range d.Starts {
		if s == n {
			return true
		}
	}
	return false
}

func (d *Definition) validateScope(i int32) error {
	sc := &d.Scopes[i]
	if (i == 0) != (sc.Parent == None) || sc.Parent < None || sc.Parent >= i {
		return fmt.Errorf("scope %s has a parent that does not come before it", sc.ID)
	}
	if i > 0 && (!d.isNode(sc.Host) || d.Nodes[sc.Host].Inner != i) {
		return fmt.Errorf("scope %s has a host that does not open it", sc.ID)
	}
	if sc.First < 0 || sc.End < sc.First || int(sc.End) > len(d.Nodes) {
		return fmt.Errorf("scope %s has nodes that do not exist", sc.ID)
	}
	for _, start := range sc.Handlers {
		if !d.isNode(start) || d.Nodes[start].Kind != StartEvent || d.Nodes[start].Scope < 0 || int(d.Nodes[start].Scope) >= len(d.Scopes) {
			return fmt.Errorf("scope %s has an event sub-process without a start event", sc.ID)
		}
		inner := &d.Scopes[d.Nodes[start].Scope]
		if inner.Parent != i || !d.isNode(inner.Host) || d.Nodes[inner.Host].Kind != EventSubProcess || d.Nodes[inner.Host].Scope != i {
			return fmt.Errorf("scope %s arms the start event %s, which starts no event sub-process of it", sc.ID, d.Nodes[start].ID)
		}
		if ev := d.Nodes[start].Event; ev >= int32(len(d.Events)) || !d.waitsFor(&d.Nodes[start], MessageTrigger, TimerTrigger, SignalTrigger, ConditionalTrigger, ErrorTrigger, EscalationTrigger) {
			return fmt.Errorf("the start event %s has a trigger that is not executable by this runtime", d.Nodes[start].ID)
		}
		if !d.errorsInterrupt(&d.Nodes[start]) {
			return fmt.Errorf("the error start event %s always interrupts, and alone", d.Nodes[start].ID)
		}
	}
	for _, n := range sc.Seeds {
		if n < sc.First || n >= sc.End {
			return fmt.Errorf("scope %s starts at a node outside of it", sc.ID)
		}
	}
	return nil
}

func (d *Definition) validateNode(n *Node, i int32) error {
	if n.Kind >= kinds || behaviours[n.Kind] == nil {
		return fmt.Errorf("%s is not executable by this runtime", n.Type)
	}
	if n.Scope < 0 || int(n.Scope) >= len(d.Scopes) {
		return fmt.Errorf("it stands in a scope that does not exist")
	}
	for _, f := range n.Out {
		if !d.isFlow(f) || d.Nodes[d.Flows[f].Target].Scope != n.Scope {
			return fmt.Errorf("an outgoing flow does not exist or leaves its scope")
		}
	}
	for _, f := range n.In {
		if !d.isFlow(f) {
			return fmt.Errorf("an incoming flow does not exist")
		}
	}
	if n.Default != None && !d.isFlow(n.Default) {
		return fmt.Errorf("its default flow does not exist")
	}
	if n.Event < None || int(n.Event) >= len(d.Events) {
		return fmt.Errorf("its event does not exist")
	}
	if n.Event != None && !d.validateParts(&d.Events[n.Event]) {
		return fmt.Errorf("its event has parts that do not exist or have parts themselves")
	}
	for _, b := range n.Boundaries {
		if !d.isNode(b) || d.Nodes[b].Kind != BoundaryEvent || d.Nodes[b].Attached != i || d.Nodes[b].Scope != n.Scope {
			return fmt.Errorf("a boundary event does not exist or is not attached to it")
		}
	}
	if err := d.validateCompensation(n, i); err != nil {
		return err
	}
	switch n.Kind {
	case Task:
		if int(n.Performer) >= len(performers) {
			return fmt.Errorf("nobody performs it")
		}
		if n.Performer == ByEvent && !d.waitsFor(n, MessageTrigger) {
			return fmt.Errorf("it waits for no message")
		}
	case CatchEvent:
		if n.Event != None && !d.waitsFor(n, MessageTrigger, TimerTrigger, SignalTrigger, ConditionalTrigger) {
			return fmt.Errorf("a catch event with this trigger is not executable by this runtime")
		}
	case BoundaryEvent:
		if !d.waitsFor(n, MessageTrigger, TimerTrigger, SignalTrigger, ConditionalTrigger, ErrorTrigger, EscalationTrigger) && !d.guardsLater(n) {
			return fmt.Errorf("a boundary event with this trigger is not executable by this runtime")
		}
		if !d.isNode(n.Attached) {
			return fmt.Errorf("it is attached to no activity")
		}
		if !d.errorsInterrupt(n) {
			return fmt.Errorf("an error boundary event always interrupts, and alone")
		}
	case ThrowEvent:
		if n.Event != None && n.Performer != ByHandler && (!d.throws(d.Events[n.Event].Trigger, n.Event) || d.has(n, ErrorTrigger, CancelTrigger, TerminateTrigger)) {
			return fmt.Errorf("a throw event with this trigger is not executable by this runtime")
		}
	case EventBasedGateway:
		return d.validateArms(n)
	case CallActivity:
		if n.Call == nil {
			return fmt.Errorf("it calls nothing")
		}
	case EventSubProcess:
		if len(n.In) > 0 || len(n.Out) > 0 || len(n.Boundaries) > 0 {
			return fmt.Errorf("an event sub-process has no flows and no boundary events")
		}
		fallthrough
	case SubProcess, Transaction, AdHocSubProcess:
		if n.Inner <= 0 || int(n.Inner) >= len(d.Scopes) || d.Scopes[n.Inner].Host != i {
			return fmt.Errorf("it opens a scope that does not exist")
		}
		if n.Loop != nil {
			return d.validateLoop(n)
		}
		if n.Kind == AdHocSubProcess {
			return d.validateAdHoc(n)
		}
	case EndEvent:
		if n.Event != None && (d.Events[n.Event].Trigger >= triggers || ends[d.Events[n.Event].Trigger] == nil ||
			d.Events[n.Event].Trigger == MultipleTrigger && !d.throws(MultipleTrigger, n.Event)) {
			return fmt.Errorf("an end event with this trigger is not executable by this runtime")
		}
	case ParallelGateway, ExclusiveGateway, InclusiveGateway, ComplexGateway:
		if len(n.Out) == 0 {
			return fmt.Errorf("a gateway needs an outgoing flow")
		}
		if n.Kind == InclusiveGateway || n.Kind == ComplexGateway {
			return d.validateInclusive(n, i)
		}
	}
	return nil
}

// waitsFor reports whether the node's event, or each of its parts, has one of the triggers.
func (d *Definition) waitsFor(n *Node, triggers ...Trigger) bool {
	if n.Event == None {
		return false
	}
	one := func(event int32) bool {
		for _, t := range triggers {
			if d.Events[event].Trigger == t {
				return true
			}
		}
		return false
	}
	if d.Events[n.Event].Trigger != MultipleTrigger {
		return one(n.Event)
	}
	for _, p := range d.Events[n.Event].Parts {
		if !one(p) {
			return false
		}
	}
	return true
}

// has reports whether the node's event, or one of its parts, has one of the triggers.
func (d *Definition) has(n *Node, triggers ...Trigger) bool {
	for _, e := range append([]int32{n.Event}, d.Events[n.Event].Parts...) {
		for _, t := range triggers {
			if d.Events[e].Trigger == t {
				return true
			}
		}
	}
	return false
}

// errorsInterrupt: a catch of an error interrupts (EV §2.6), and waits for nothing
// beside it, since nothing of what it guards goes on.
func (d *Definition) errorsInterrupt(n *Node) bool {
	ev := &d.Events[n.Event]
	return ev.Interrupting && !ev.Parallel || !d.has(n, ErrorTrigger)
}

// throws reports whether the machine throws an event with that trigger.
func (d *Definition) throws(t Trigger, event int32) bool {
	if t != MultipleTrigger {
		return t == SignalTrigger || t < triggers && throws[t] != nil
	}
	for _, p := range d.Events[event].Parts {
		if !d.throws(d.Events[p].Trigger, p) {
			return false
		}
	}
	return true
}

// validateArms checks what an event-based gateway may lead to (S2.6).
func (d *Definition) validateArms(n *Node) error {
	if len(n.Out) == 0 {
		return fmt.Errorf("a gateway needs an outgoing flow")
	}
	for _, f := range n.Out {
		arm := &d.Nodes[d.Flows[f].Target]
		catch := arm.Kind == CatchEvent && d.waitsFor(arm, MessageTrigger, TimerTrigger, SignalTrigger, ConditionalTrigger)
		receive := arm.Kind == Task && arm.Performer == ByEvent && len(arm.Boundaries) == 0
		if !catch && !receive {
			return fmt.Errorf("it leads to %s, which waits for no event", arm.ID)
		}
	}
	return nil
}
