// Package hub holds what instances wait for outside of themselves: messages
// with the broker's inbox, signals, timers (EV §2.4). Errors and escalations climb
// scopes, conditional events follow an instance's own data and Links are edges:
// none of them comes here (EV §2.6, §2.7, §2.8).
//
// The hub is the sole owner of its waiters (EV §2.5): registration, removal and
// propagation are atomic, and a waiter that was handed out is no longer
// registered. It calls nobody, logs nothing and has no goroutine: it hands out
// who is to be told, and its host, the engine, tells them. All of it is safe
// for concurrent use, a Waiter as far as its comment says.
//
// # Messages
//
// An instance that comes to wait calls Await with a Waiter of its own. It
// returns a message where one is in the inbox: the instance takes that and is not
// registered. Otherwise it waits until Publish returns its waiter, or Cease
// removes it:
//
//	registered ── Publish returns it ──► handed out ── its owner takes the message
//	    │                                    └─ or refuses it ── Return ──► the next receiver, or the inbox
//	    └── Cease reports true ──► removed
//
// Where a timer or a cancel wins the race for the instance, Cease reports false:
// the waiter was handed out, a message is on its way, and whoever brings it finds that the
// subscription is gone and calls Return (S4.3).
//
// Publish and Return decide under the lock of one (name, key), S4.2: the
// longest waiting waiter with the key; else the first that takes any key
// (Subscription.Open); else the start (SetStart); the last two only where no
// instance of their process owns the key, which they then do by Message.Claim.
// The receiver keeps the claim until it ends; Release gives it back, and returns
// the next message that its key kept in the inbox. SetStart, too, returns what
// waited for it. Of a message whose instance can't be made the engine says
// Keep, for it waits on, or Drop, for its publisher has the error.
//
// The inbox is bounded for each name (ErrInboxFull) and by time: the engine calls
// Expire when Next says so. A message with an id is published once within its
// time to live (Receiver.Duplicate).
//
// # Signals
//
// Listen and Unlisten arm and disarm; Catchers is the catches of this moment. They
// stay registered, for a catch can be non-interrupting: the instance that has caught
// calls Unlisten.
//
// # Timers
//
// Arm and Disarm, in nanoseconds of Unix time. The engine has one alarm for Next and, when
// that rings or a virtual clock has moved, takes what is Due one by one. Arm says
// whether the alarm is to be set anew. Cycles are the engine's: it arms again.
//
// # Closing
//
// Close ends it all (EV §2.5): see there.
package hub
