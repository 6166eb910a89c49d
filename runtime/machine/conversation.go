package machine

import "errors"

// conversationKey is the key by which an instance correlates the messages of a
// conversation, once the first one has set it (S4.4).
type conversationKey struct {
	key string
	set bool
}

// ErrOtherKey is the fault of a throw whose message carries another key than
// the conversation has (S4.4).
var ErrOtherKey = errors.New("the message's correlation key is not that of the conversation; a conversation's key is set by its first message and stays")

// Conversation is the key of a conversation, as Event.Conversation counts them;
// ok is false where no message has set it.
func (m *Machine) Conversation(c int32) (key string, ok bool) {
	if m.extra == nil || c < 1 || int(c) > len(m.extra.conversations()) {
		return "", false
	}
	k := &m.extra.conversations()[c-1]
	return k.key, k.set
}

// converse sets the key of a conversation. What waits in it for any message
// waits for one with the key from now on.
func (m *Machine) converse(s *Scratch, c int32, key string) {
	x := m.more()
	keys := x.conversations()
	for int(c) > len(keys) {
		keys = append(keys, conversationKey{})
	}
	keys[c-1] = conversationKey{key, true}
	x.more().keys = keys
	for i := range m.tokens {
		for at := &m.tokens[i].subs; *at != nil; at = &(*at).next {
			m.narrow(s, at, c, key)
		}
	}
}

// narrow replaces a subscription that takes any key of the conversation. It is
// a new one: the old one may be on its way here with a message already.
func (m *Machine) narrow(s *Scratch, at **Subscription, c int32, key string) {
	old := *at
	if !old.Open || m.def.Events[old.Event].Conversation != c {
		return
	}
	sub := s.subscription()
	sub.Ref, sub.Node, sub.Event, sub.next = old.Ref, old.Node, old.Event, old.next
	sub.Name = old.Name
	sub.Key, sub.Keyed = key, true
	*at = sub
	scope := m.def.Nodes[sub.Node].Scope
	s.ask(Unsubscribe, old.Node, scope, old.Ref, old)
	s.ask(Subscribe, sub.Node, scope, sub.Ref, sub)
}

// agrees reports whether a message with that key may happen for a subscription.
func (m *Machine) agrees(sub *Subscription, in *Input) bool {
	c := m.def.Events[sub.Event].Conversation
	if c == 0 || !in.Keyed {
		return true
	}
	key, ok := m.Conversation(c)
	return !ok || key == in.Key
}

// sendKey is the key of a message that an instance throws into a conversation:
// the first one sets it.
func (m *Machine) sendKey(s *Scratch, ev *Event, th *Thrown) error {
	c := ev.Conversation
	if c == 0 {
		return nil
	}
	key, set := m.Conversation(c)
	switch {
	case !set && !th.Keyless:
		m.converse(s, c, th.Key)
	case set && th.Keyless:
		th.Key, th.Keyless = key, false
	case set && th.Key != key:
		return ErrOtherKey
	}
	return nil
}

// conversations are the instance's keys; most instances have none.
func (x *extra) conversations() []conversationKey {
	if x.rare == nil {
		return nil
	}
	return x.rare.keys
}
