package machine

import "errors"

// TextData is the Data of a definition with events whose name or code is an
// expression.
type TextData interface {
	EventData
	// Text is the name or code with that index, Event.Text-1: it is evaluated when
	// the event is armed, or thrown.
	Text(i int32) (string, error)
}

// ErrNoName is the fault of a message or signal event whose computed name is empty (S3.5).
var ErrNoName = errors.New("the expression for the event's name yields an empty text; let it yield the name of a message or signal")

// text is the name of a message or signal, or the code of an error or
// escalation, as the definition says it or as a scope's data computes it.
func (m *Machine) text(scope int32, ev *Event) (string, error) {
	named := ev.Trigger == MessageTrigger || ev.Trigger == SignalTrigger
	if ev.Text == 0 {
		if named {
			return ev.Name, nil
		}
		return ev.Code, nil
	}
	d, ok := m.scope(scope).data.(TextData)
	if !ok {
		return "", invariant("the data of a definition with computed names has none")
	}
	text, err := textSafely(d, ev.Text-1)
	if err == nil && named && text == "" {
		err = ErrNoName
	}
	return text, err
}

func textSafely(d TextData, i int32) (text string, err error) {
	defer safely(&err)
	return d.Text(i)
}

// name gives a subscription the computed name of what it waits for.
func (m *Machine) name(sub *Subscription, scope int32, ev *Event) error {
	if ev.Text == 0 {
		return nil
	}
	text, err := m.text(scope, ev)
	sub.Name = &text
	return err
}

// NameOf is the name of the message or signal that a subscription waits for.
func (m *Machine) NameOf(sub *Subscription) string {
	if sub.Name != nil {
		return *sub.Name
	}
	return m.def.Events[sub.Event].Name
}

// armCode keeps the computed code that a catch of errors or escalations takes,
// for as long as it is armed. The host is not asked to subscribe it.
func (m *Machine) armCode(slot, node, index int32) error {
	t := &m.tokens[slot]
	code, err := m.text(t.scope, &m.def.Events[index])
	if err != nil {
		return err
	}
	m.tokens[slot].hold(&Subscription{Ref: refOf(slot, t.gen), Node: node, Event: index, Key: code})
	return nil
}

// codeOf is the code that a node's catch takes which a token holds; ok is false
// where it is computed and not armed yet.
func (m *Machine) codeOf(slot, node, index int32) (code string, ok bool) {
	ev := &m.def.Events[index]
	if ev.Text == 0 {
		return ev.Code, true
	}
	if slot != None {
		for sub := m.tokens[slot].subs; sub != nil; sub = sub.next {
			if sub.Node == node && sub.Event == index {
				return sub.Key, true
			}
		}
	}
	return "", false
}

// hold appends a subscription to those of a token: the order of arming.
func (t *token) hold(sub *Subscription) {
	at := &t.subs
	for *at != nil {
		at = &(*at).next
	}
	*at = sub
}

// dropCodes forgets the computed codes of a node that a token is about to arm again.
func (m *Machine) dropCodes(slot, node int32) {
	for at := &m.tokens[slot].subs; *at != nil; {
		if sub := *at; sub.Node == node && !m.trigger(sub).armed() {
			*at = sub.next
			continue
		}
		at = &(*at).next
	}
}
