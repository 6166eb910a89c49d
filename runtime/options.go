package runtime

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Option sets up an engine.
type Option func(*config) error

type config struct {
	log          *slog.Logger
	observer     Observer
	observerSize int
	clock        Clock
	executor     Executor
	inLine       func(process, task string) bool // nil: no executor, or it runs all
	maxMoves     int
	maxDepth     int
	resolver     Resolver
	maxInstances int
	maxHistory   int
	maxHandlers  int64
	inboxSize    int
	inboxTTL     time.Duration
	senders      map[string]Sender
	retry        *machine.RetryPolicy // nil: work is tried once
	taskRetry    map[taskOf]*machine.RetryPolicy
	incidents    bool
	published    func(Message)
}

func defaults() config {
	return config{
		clock:        systemClock{},
		observerSize: 8192,
		maxMoves:     machine.DefaultMaxMoves,
		maxDepth:     1000,
		maxHistory:   10_000,
		maxHandlers:  DefaultMaxHandlers,
		inboxSize:    10_000,
		inboxTTL:     time.Hour,
	}
}

// Executor decides where and when handlers run. The test kit has one that runs
// them one by one; hosts may bound how many run at once. Without one each
// handler has a goroutine of its own, or runs where the instance moves if the
// compiler knows that it may.
type Executor interface {
	// Execute runs run, once, now or later, on any goroutine. It must not wait
	// for other calls of run from within itself unless it has goroutines for them.
	Execute(t Task, run func())
}

// WithLogger has the engine log to l: failed instances as errors, what went
// wrong in observers as warnings, the rest as debug. Without it nothing is logged.
func WithLogger(l *slog.Logger) Option {
	return func(c *config) error { c.log = l; return nil }
}

// WithObserver has the engine tell o every fact (S11).
func WithObserver(o Observer) Option {
	return func(c *config) error { c.observer = o; return nil }
}

// WithDirectObserver has the engine tell o every fact before it goes on, on the
// goroutine that moves the instance: none is ever missed, and o holds up whoever
// moves. It is for test kits; o must call nothing of the engine, or it waits for itself.
func WithDirectObserver(o Observer) Option {
	return func(c *config) error { c.observer = direct{o}; return nil }
}

// WithObserverQueue bounds the facts that wait for the observer; more are
// missed and counted. The default is 8192.
func WithObserverQueue(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return fmt.Errorf("WithObserverQueue(%d): the queue needs room for at least one fact", n)
		}
		c.observerSize = n
		return nil
	}
}

// WithClock gives the engine its time; the default is the system's.
func WithClock(clock Clock) Option {
	return func(c *config) error {
		if clock == nil {
			return fmt.Errorf("WithClock(nil): leave the option out for the system's clock")
		}
		c.clock = clock
		return nil
	}
}

// WithExecutor has x run all handlers, those too that would run in line.
func WithExecutor(x Executor) Option {
	return func(c *config) error { c.executor = x; return nil }
}

// WithInLine has an engine with an executor call those handlers in line all the
// same, on the goroutine that moves the instance, that the compiler has proved may be
// and that may takes, by the BPMN ids of process and task; the executor runs the others. It is for
// test kits, so that what they test is what a host runs.
func WithInLine(may func(process, task string) bool) Option {
	return func(c *config) error { c.inLine = may; return nil }
}

// WithMaxMoves bounds how often the tokens of an instance may move without
// waiting before that is a fault which names the cycle (S1.7). The default is 1,000,000.
func WithMaxMoves(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return fmt.Errorf("WithMaxMoves(%d): at least one move is needed", n)
		}
		c.maxMoves = n
		return nil
	}
}

// WithMaxInstances bounds how many instances run at once; more are refused
// with ErrLimit. 0, the default, is no bound but memory.
func WithMaxInstances(n int) Option {
	return func(c *config) error {
		if n < 0 {
			return fmt.Errorf("WithMaxInstances(%d): a limit is positive, or 0 for none", n)
		}
		c.maxInstances = n
		return nil
	}
}

// WithInbox bounds the messages of each name that wait for someone to take
// them, and how long one waits and its id is remembered (S4.1). The default is
// 10,000 and one hour.
func WithInbox(size int, ttl time.Duration) Option {
	return func(c *config) error {
		if size < 0 || ttl <= 0 {
			return fmt.Errorf("WithInbox(%d, %s): a size is positive, or 0 for none, and messages live for some time", size, ttl)
		}
		c.inboxSize, c.inboxTTL = size, ttl
		return nil
	}
}

// WithHistory bounds how many completed nodes an instance remembers; the
// oldest are forgotten first. The default is 10,000; 0 keeps none.
func WithHistory(n int) Option {
	return func(c *config) error {
		if n < 0 {
			return fmt.Errorf("WithHistory(%d): a limit is positive, or 0 for no history", n)
		}
		c.maxHistory = n
		return nil
	}
}
