package runtime

import (
	"context"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Start starts an instance that generated code made and returns at once: on
// the caller's goroutine it gets as far as its first handler. at is the start
// event, None for a process that starts with its activities (S1.5).
func Start[V any](ctx context.Context, e *Engine, def *Definition, root Typed[V], at Node) (Handle[V], error) {
	if err := e.start(ctx, def, root, at, false); err != nil {
		return Handle[V]{}, err
	}
	return Handle[V]{AnyHandle{root}}, nil
}

// Run starts an instance and waits for its end, as Start and Handle.Wait do
// one after the other, but its in-line handlers run on the caller's goroutine.
// Where ctx ends first it returns the context's error as soon as the handler
// that runs has returned; the instance goes on.
func Run[V any](ctx context.Context, e *Engine, def *Definition, root Typed[V], at Node) (V, error) {
	if err := e.start(ctx, def, root, at, true); err != nil {
		var zero V
		return zero, err
	}
	return Handle[V]{AnyHandle{root}}.Wait(ctx)
}

// StartProcess starts an instance of the version of a process, or Latest, by
// its key, at its default start event where at is empty, else at the one with that BPMN id. set gets
// a pointer to the process's Vars, of the generated type, before the instance
// starts; it may be nil.
func (e *Engine) StartProcess(ctx context.Context, key string, version int, at string, set func(vars any) error) (AnyHandle, error) {
	return e.startProcess(ctx, key, version, at, nil, set)
}

// StartProcessBy is StartProcess at a start event with a trigger, which takes m as if
// that had started the instance: its payload, of the type that the generated
// functions take, is bound and its key correlates what comes later (S4.4, S6.4).
func (e *Engine) StartProcessBy(ctx context.Context, key string, version int, at string, m Message, set func(vars any) error) (AnyHandle, error) {
	return e.startProcess(ctx, key, version, at, &m, set)
}

func (e *Engine) startProcess(ctx context.Context, key string, version int, at string, by *Message, set func(vars any) error) (AnyHandle, error) {
	p, err := e.find(key, version)
	if err != nil {
		return AnyHandle{}, err
	}
	node, err := p.startNode(at)
	if err != nil {
		return AnyHandle{}, err
	}
	root := p.program.New()
	if set != nil {
		if err := set(root.VarsPointer()); err != nil {
			return AnyHandle{}, err
		}
	}
	in := machine.Input{Kind: machine.Start, Node: int32(node)}
	if by != nil {
		in.Work, in.Key, in.Keyed = by.Payload, by.Key, by.Keyed
	}
	if err := e.startWith(ctx, p, root, in, false); err != nil {
		return AnyHandle{}, err
	}
	return AnyHandle{root}, nil
}

// startNode finds the start event with that id, or the default one (S1.5).
func (p *process) startNode(at string) (Node, error) {
	if at == "" {
		if len(p.def.Starts) == 0 && len(p.def.EventStarts) > 0 && len(p.def.Scopes[0].Seeds) == 0 {
			return None, fmt.Errorf("process %s is started by events only: %w", p.def.Key, ErrNoStart)
		}
		if p.def.DefaultStart != machine.None || len(p.def.Starts) == 0 {
			return Node(p.def.DefaultStart), nil
		}
		return None, fmt.Errorf("process %s has several start events: %w", p.def.Key, ErrNoStart)
	}
	for _, n := range p.def.Starts {
		if p.def.Nodes[n].ID == at {
			return Node(n), nil
		}
	}
	return None, fmt.Errorf("process %s has no start event %s that a host may name: %w", p.def.Key, at, ErrNoStart)
}

func (e *Engine) start(ctx context.Context, def *Definition, root Root, at Node, own bool) error {
	p, err := e.of(def)
	if err != nil {
		return err
	}
	return e.startAs(ctx, p, root, at, own)
}

// startAs starts an instance of a registration. own says that handlers may run
// on this goroutine.
func (e *Engine) startAs(ctx context.Context, p *process, root Root, at Node, own bool) error {
	return e.startWith(ctx, p, root, machine.Input{Kind: machine.Start, Node: int32(at)}, own)
}

func (e *Engine) startWith(ctx context.Context, p *process, root Root, in machine.Input, own bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	i := root.instance()
	if i.proc != nil {
		return machine.ErrStarted
	}
	i.takeBusinessKey(ctx)
	s := p.take()
	if e.closing.Load() {
		p.put(s)
		return ErrShutdown
	}
	i.mailbox.Store(&s.running)
	if err := e.admit(p, root, s.shard); err != nil {
		p.put(s)
		return err
	}
	if i.parent() != nil {
		i.parent().tellCall(CallStarted, i)
	}
	s.own = own
	if own {
		s.giveUp = ctx.Done()
	}
	s.in = in
	i.run(s, true)
	return nil
}

// admit makes an instance of a registration known, unless there are too many.
func (e *Engine) admit(p *process, root Root, shard uint32) error {
	if e.maxInstances > 0 && e.count.Add(1) > int64(e.maxInstances) {
		e.count.Add(-1)
		return ErrLimit
	}
	i := root.instance()
	i.m.Init(p.def, root)
	i.proc = p
	if i.parent() != nil {
		i.m.SetCalled()
	}
	if !e.add(i, shard) {
		if e.maxInstances > 0 {
			e.count.Add(-1)
		}
		return ErrLimit
	}
	return nil
}
