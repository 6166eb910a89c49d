package runtime

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Registration is a version of a process as an engine knows it (S10.1).
type Registration struct {
	Key         string // BPMN process id
	Version     int    // 1, 2, 3, ... for each key, never reused
	Fingerprint string
	Name        string
	File        string // BPMN file
	Latest      bool
}

// versions is all that an engine knows of one key.
type versions struct {
	last int // the highest number ever given
	all  []*version
	// starting is the version that events start: the latest one.
	starting *version
	starts   []*startPoint
}

// version is one version of a process.
type version struct {
	number      int
	fingerprint string
	// current makes the instances that are started by key.
	current *process
}

// process is one registration: a program and its version.
type process struct {
	engine  *Engine
	program Program
	def     *Definition
	version *version
	scratch sync.Pool
	tasks   []taskList // by node
	adHocs  adHocs
	events  bool // its instances may throw at others
	timers  bool // its inputs need the time
}

// take lends what a run of an instance needs; the engine counts the run until put.
func (p *process) take() *scratch {
	e := p.engine
	s, ok := p.scratch.Get().(*scratch)
	if !ok {
		s = p.newScratch()
	}
	e.shards[s.shard].runs.Add(1)
	return s
}

func (p *process) newScratch() *scratch {
	e := p.engine
	s := &scratch{shard: e.pools.Add(1) & (1<<shardBits - 1)}
	s.running.owner = s
	s.Facts = e.teller != nil
	s.Shared = e.executor != nil && e.inLine == nil
	if e.executor != nil && e.inLine != nil {
		s.Beside = func(node int32) bool { return !e.inLine(p.def.Key, p.def.Nodes[node].ID) }
	}
	s.MaxMoves = e.maxMoves
	s.Incidents, s.Now = e.incidents, e.now
	s.NewSubscription = newSubscription
	return s
}

func (p *process) put(s *scratch) {
	s.giveUp = nil
	s.in = machine.Input{}
	s.job = nil
	s.task = Task{}
	s.message, s.out = nil, nil
	clear(s.Effects[:s.used])
	s.used = 0
	shard := s.shard
	p.scratch.Put(s)
	p.engine.exit(shard)
}

// Register makes a process known; generated Register functions call it. A
// definition whose fingerprint is known for its key keeps its version, and its
// new handlers serve the instances that are started from then on; otherwise it
// becomes the key's next version. Running instances keep theirs (S10.1).
func (e *Engine) Register(p Program) (Registration, error) {
	if e == nil {
		return Registration{}, ErrNoEngine
	}
	if p == nil {
		return Registration{}, ErrNoHandlers
	}
	def := p.Definition()
	if handlerless(p) {
		return Registration{}, fmt.Errorf("register %s: %w", def.Key, ErrNoHandlers)
	}
	if err := def.Validate(); err != nil {
		return Registration{}, fmt.Errorf("register %s: %w; run bpmngen generate again with the version that the runtime has", def.Key, err)
	}
	if err := refuseEmpty(def); err != nil {
		return Registration{}, fmt.Errorf("register %s: %w", def.Key, err)
	}
	if e.closing.Load() {
		return Registration{}, ErrShutdown
	}
	var out outbox
	reg, err := e.register(p, &out)
	e.flush(&out) // messages may have waited for its starts
	return reg, err
}

// handlerless reports a generated program that was given no handlers.
func handlerless(p Program) bool {
	v := reflect.ValueOf(p)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return false
	}
	h := v.Elem().FieldByName("handlers")
	return h.IsValid() && h.Kind() == reflect.Interface && h.IsNil()
}

func (e *Engine) register(p Program, out *outbox) (Registration, error) {
	def := p.Definition()
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.mayStart(def); err != nil {
		return Registration{}, err
	}
	vs := e.keys[def.Key]
	if vs == nil {
		vs = &versions{}
		e.keys[def.Key] = vs
	}
	var v *version
	for _, known := range vs.all {
		if known.fingerprint == def.Fingerprint {
			v = known
		}
	}
	if v == nil {
		vs.last++
		v = &version{number: vs.last, fingerprint: def.Fingerprint}
		vs.all = append(vs.all, v)
	}
	proc := &process{engine: e, program: p, def: def, version: v, tasks: make([]taskList, len(def.Nodes)),
		events: has(def, func(t machine.Trigger) bool { return t != machine.TerminateTrigger }),
		timers: def.Clock || has(def, func(t machine.Trigger) bool { return t == machine.TimerTrigger })}
	v.current = proc
	next := maps.Clone(*e.byDef.Load())
	next[def] = proc
	e.byDef.Store(&next)
	e.processes = append(e.processes, proc)
	e.moveStarts(vs, out)
	return vs.registration(v), nil
}

// has reports whether a definition has an event of such a trigger.
func has(def *Definition, such func(machine.Trigger) bool) bool {
	for _, ev := range def.Events {
		if such(ev.Trigger) {
			return true
		}
	}
	return false
}

// registration describes a version of vs.
func (vs *versions) registration(v *version) Registration {
	def := v.current.def
	return Registration{Key: def.Key, Version: v.number, Fingerprint: v.fingerprint,
		Name: def.Name, File: def.File, Latest: v == vs.all[len(vs.all)-1]}
}

// Unregister forgets a version of a process: it starts no more instances,
// those that run go on. Where it was the latest, the one before is promoted:
// events start it again, its timers count from now (S10.1).
func (e *Engine) Unregister(key string, number int) error {
	var out outbox
	err := e.unregister(key, number, &out)
	e.flush(&out)
	return err
}

func (e *Engine) unregister(key string, number int, out *outbox) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	vs := e.keys[key]
	if vs == nil || len(vs.all) == 0 {
		return fmt.Errorf("unregister %s: %w", key, ErrUnknownProcess)
	}
	for n, v := range vs.all {
		if v.number != number {
			continue
		}
		vs.all = slices.Delete(vs.all, n, n+1)
		next := maps.Clone(*e.byDef.Load())
		maps.DeleteFunc(next, func(_ *Definition, p *process) bool { return p.version == v })
		e.byDef.Store(&next)
		e.moveStarts(vs, out)
		return nil
	}
	return fmt.Errorf("unregister %s version %d: %w", key, number, ErrUnknownVersion)
}

// Processes lists what is registered, by key and version.
func (e *Engine) Processes() []Registration {
	e.mu.Lock()
	defer e.mu.Unlock()
	var all []Registration
	for _, key := range slices.Sorted(maps.Keys(e.keys)) {
		vs := e.keys[key]
		for _, v := range vs.all {
			all = append(all, vs.registration(v))
		}
	}
	return all
}

// Latest asks for the latest version of a process.
const Latest = 0

// find is the process with that key and version.
func (e *Engine) find(key string, number int) (*process, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	vs := e.keys[key]
	if vs == nil || len(vs.all) == 0 {
		return nil, fmt.Errorf("process %s: %w", key, ErrUnknownProcess)
	}
	if number == Latest {
		return vs.all[len(vs.all)-1].current, nil
	}
	for _, v := range vs.all {
		if v.number == number {
			return v.current, nil
		}
	}
	return nil, fmt.Errorf("process %s version %d: %w", key, number, ErrUnknownVersion)
}

// of is the process that a generated package registered.
func (e *Engine) of(def *Definition) (*process, error) {
	if p := (*e.byDef.Load())[def]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("process %s: %w", def.Key, ErrUnknownProcess)
}
