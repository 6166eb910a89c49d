package machine

import "fmt"

// takeStartBy makes an instance by an event that happened: a message of which
// it is the first receiver (S4.2), a signal (S5.1), a timer.
func takeStartBy(m *Machine, s *Scratch, in *Input) error {
	if m.status != Created {
		return ErrStarted
	}
	arm := m.def.startedBy(in.Node, in.Event)
	if arm == None {
		return ErrNoStart
	}
	m.status = Active
	if s.Facts {
		m.tellScope(s, InstanceOpened, 0)
	}
	ev := &m.def.Events[in.Event]
	if in.Keyed && ev.Conversation != 0 {
		m.converse(s, ev.Conversation, in.Key)
	}
	if !m.watch(s, 0) {
		return nil
	}
	slot := m.beside(s, 0, in.Node)
	s.at = in.Node
	if s.Facts {
		m.tell(s, NodeEntered, slot)
	}
	if arm != in.Node {
		m.startGateway(s, slot, arm)
	}
	if all := m.started(s, slot, happened{event: in.Event, payload: in.Work}); all != nil && m.receive(s, slot, all...) {
		m.complete(s, slot)
	}
	return nil
}

// startAt starts the instance where the host says: what triggers the node has
// happened, with the payload and the key that the host gives.
func (m *Machine) startAt(s *Scratch, in *Input) {
	n := &m.def.Nodes[in.Node]
	if n.Kind == StartEvent && in.Work == nil && !in.Keyed {
		m.spawn(s, 0, in.Node, None)
		return
	}
	event := n.Event
	if event != None && m.def.Events[event].Trigger == MultipleTrigger { // the one that takes data
		for _, part := range m.def.Events[event].Parts {
			if event == n.Event && m.def.Events[part].Payload != None {
				event = part
			}
		}
	}
	if event != None && in.Keyed && m.def.Events[event].Conversation != 0 {
		m.converse(s, m.def.Events[event].Conversation, in.Key)
	}
	slot := m.beside(s, 0, in.Node)
	if s.Facts {
		m.tell(s, NodeEntered, slot)
	}
	if event == None || m.def.Events[event].Payload == None || m.receive(s, slot, happened{event: event, payload: in.Work}) {
		m.complete(s, slot)
	}
}

// started is what has happened at a start event, nil where that needs several
// events and others are to come: it then waits for these (§10.5.2).
func (m *Machine) started(s *Scratch, slot int32, part happened) []happened {
	node := m.tokens[slot].node
	n := &m.def.Nodes[node]
	if n.Kind != StartEvent || !m.def.Events[n.Event].Parallel {
		return []happened{part}
	}
	m.tokens[slot].state = waiting
	if all := m.gather(refOf(slot, m.tokens[slot].gen), node, part); all != nil {
		return all
	}
	for _, other := range m.def.Events[n.Event].Parts {
		if other == part.event {
			continue
		}
		if _, err := m.arm(s, slot, node, other); err != nil {
			m.raise(s, slot, err)
			return nil
		}
	}
	return nil
}

// startGateway passes an event-based gateway that makes an instance: its token
// goes to the arm that happened; in the parallel form each other arm waits, and
// the instance with it (S2.6).
func (m *Machine) startGateway(s *Scratch, slot, arm int32) {
	n := &m.def.Nodes[m.tokens[slot].node]
	m.pass(s, slot)
	if n.Parallel {
		for _, f := range n.Out {
			if other := m.def.Flows[f].Target; other != arm {
				m.spawn(s, 0, other, f)
			}
		}
	}
	t := &m.tokens[slot]
	t.node = arm
	if s.Facts {
		m.tell(s, NodeEntered, slot)
	}
}

// startedBy is the node that receives an event which makes an instance: the
// node itself, or an arm of an event-based gateway; None where that can't be.
func (d *Definition) startedBy(node, event int32) int32 {
	if !d.isNode(node) {
		return None
	}
	known := false
	for _, n := range d.EventStarts {
		known = known || n == node
	}
	if !known {
		return None
	}
	n := &d.Nodes[node]
	if n.Kind != EventBasedGateway {
		if d.partOf(n.Event, event) {
			return node
		}
		return None
	}
	for _, f := range n.Out {
		if arm := d.Flows[f].Target; d.partOf(d.Nodes[arm].Event, event) {
			return arm
		}
	}
	return None
}

// partOf reports whether an event is, or has as a part, another one.
func (d *Definition) partOf(whole, event int32) bool {
	if whole == None {
		return false
	}
	if whole == event {
		return d.Events[whole].Trigger != MultipleTrigger
	}
	for _, p := range d.Events[whole].Parts {
		if p == event {
			return true
		}
	}
	return false
}

// StartingEvents are the events by which a node of EventStarts makes an
// instance, in document order.
func (d *Definition) StartingEvents(node int32) []int32 {
	var all []int32
	add := func(event int32) {
		if d.Events[event].Trigger == MultipleTrigger {
			all = append(all, d.Events[event].Parts...)
			return
		}
		all = append(all, event)
	}
	n := &d.Nodes[node]
	if n.Kind != EventBasedGateway {
		add(n.Event)
		return all
	}
	for _, f := range n.Out {
		add(d.Nodes[d.Flows[f].Target].Event)
	}
	return all
}

// validateStarts checks what events may make an instance.
func (d *Definition) validateStarts() error {
	for _, n := range d.EventStarts {
		if !d.isNode(n) {
			return fmt.Errorf("process %s: a start event does not exist", d.Key)
		}
		node := &d.Nodes[n]
		if node.Scope != 0 || len(node.In) > 0 {
			return fmt.Errorf("node %s: it starts no process: it stands in a sub-process or has incoming flows", node.ID)
		}
		switch {
		case node.Kind == EventBasedGateway:
			for _, f := range node.Out {
				arm := &d.Nodes[d.Flows[f].Target]
				if len(arm.In) != 1 || !d.waitsFor(arm, MessageTrigger, SignalTrigger, TimerTrigger) {
					return fmt.Errorf("node %s: it is no event by which a gateway can start a process", arm.ID)
				}
			}
		case node.Kind == StartEvent || node.Kind == Task && node.Performer == ByEvent:
			if !d.waitsFor(node, MessageTrigger, SignalTrigger, TimerTrigger) {
				return fmt.Errorf("node %s: a start with this trigger is not executable by this runtime", node.ID)
			}
		default:
			return fmt.Errorf("node %s: no event can start a process at it", node.ID)
		}
	}
	return nil
}
