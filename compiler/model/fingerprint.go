package model

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// Version numbers the meaning of the model: it grows when the same BPMN file
// comes to mean something else, so that fingerprints differ.
const Version = 1

// FingerprintOf hashes all that the execution of a process depends on (S10.1):
// its nodes by id with kind, work and triggers, its flows with their conditions,
// its scopes, its data by name and type, its mappings. Names for people, Go
// names, positions, documentation, lanes and pools are not part of it. It only
// reads the package.
func (pkg *Package) FingerprintOf(p *Process) string {
	f := fingerprint{sha256.New()}
	f.line("bpmngen", pkg.Version, p.ID)
	for _, s := range p.Scopes {
		f.line("scope", s.ID, s.Parent, s.Host, s.First, s.End, s.FirstVar, s.EndVar, s.Seeds, s.Handlers)
	}
	for _, v := range p.Vars {
		f.line("var", v.Name, v.Scope, typeKey(v.Type, 0))
	}
	for _, n := range p.Nodes {
		f.line("node", n.ID, n.Kind, n.Scope, n.Task, n.Performer, n.Default, n.In, n.Out, n.ParallelMultiple, n.Interrupting,
			n.Attached, n.Boundaries, n.Inner, n.Silent, n.Script, n.ScriptResult)
		for _, t := range n.Triggers {
			f.line("trigger", t.Kind, pkg.triggerKey(t))
			if t.Kind == CompensateTrigger {
				f.line("compensate", t.Activity, t.NoWait)
			}
			if t.Conversation != 0 {
				f.line("conversation", t.Conversation)
			}
			if t.Code != "" || t.Timer != 0 || t.Expr != None || len(t.Key) > 0 {
				f.line("says", t.Code, t.Timer, t.Text, t.Expr, t.Key)
			}
		}
		if n.Compensation != nil {
			f.line("compensation", n.Compensation.Handler)
		}
		for _, m := range n.Meta {
			f.line("meta", m.Key, m.Value)
		}
		if c := n.Call; c != nil {
			f.line("call", c.Key, c.Namespace, c.Version, c.Build != None)
			if c.Tag != "" || c.BusinessText != "" || c.InheritBusinessKey || c.KeyExpr != None || c.VersionExpr != None || c.TagExpr != None || c.BusinessKey != None {
				f.line("call by", c.Tag, c.BusinessText, c.InheritBusinessKey, c.KeyExpr, c.VersionExpr, c.TagExpr, c.BusinessKey)
			}
		}
		if len(n.ScriptPath) > 0 {
			f.line("into", n.ScriptPath)
		}
		if a := n.AdHoc; a != nil {
			f.line("ad-hoc", a.Sequential, a.KeepRemaining, a.Automatic, a.Completion, a.Elements)
		}
		if g := n.Gate; g != nil {
			f.line("gate", g.Activation, g.Counts)
		}
		if l := n.Loop; l != nil {
			f.line("loop", l.Kind, l.Body, l.TestBefore, l.Maximum, l.Condition, l.Cardinality, l.Collection, l.Item, l.Counter, l.First,
				l.Counts, l.Element, l.Output.Var, l.Output.Path, l.Throws)
		}
		if n.IO != nil {
			f.io(n.IO)
		}
		for _, t := range n.Triggers {
			if t.Quartz {
				f.line("quartz")
			}
			if t.Computed != None {
				f.line("text", t.Computed)
			}
			if t.IO != nil {
				f.io(t.IO)
			}
		}
	}
	for _, fl := range p.Flows {
		f.line("flow", fl.ID, fl.Source, fl.Target, fl.Condition)
	}
	for _, e := range p.Exprs {
		f.line("expr", e.Purpose, e.Scope, e.Lang.String(), strings.TrimSpace(e.Source))
	}
	if c := p.Contract; c != nil {
		for _, list := range [][]Declared{c.Inputs, c.Outputs} {
			f.line("contract", len(list))
			for _, d := range list {
				f.line(d.Name, d.Optional)
			}
		}
	}
	if p.VersionTag != "" {
		f.line("version tag", p.VersionTag)
	}
	f.line("starts", p.Starts, p.DefaultStart)
	if len(p.EventStarts) > 0 {
		f.line("event starts", p.EventStarts)
	}
	return hex.EncodeToString(f.h.Sum(nil)[:16])
}

// SetFingerprints gives every process its fingerprint. A call that is bound to what
// is compiled in the same run (Call.Build) makes the callee a part of its caller:
// another callee is another version of both.
func (pkg *Package) SetFingerprints() {
	own := make([]string, len(pkg.Processes))
	for i, p := range pkg.Processes {
		own[i] = pkg.FingerprintOf(p)
	}
	for i, p := range pkg.Processes {
		bound := pkg.bound(i)
		if len(bound) == 1 {
			p.Fingerprint = own[i]
			continue
		}
		f := fingerprint{sha256.New()}
		for _, k := range bound {
			f.line(own[k])
		}
		p.Fingerprint = hex.EncodeToString(f.h.Sum(nil)[:16])
	}
}

// bound is a process with what it and its callees are bound to, itself first.
func (pkg *Package) bound(i int) []int {
	out := []int{i}
	for k := 0; k < len(out); k++ {
		for _, n := range pkg.Processes[out[k]].Nodes {
			if n.Call != nil && n.Call.Build != None && !slices.Contains(out, n.Call.Build) {
				out = append(out, n.Call.Build)
			}
		}
	}
	return out
}

type fingerprint struct{ h hash.Hash }

// line writes values so that no two lists of values have the same bytes.
func (f fingerprint) line(values ...any) {
	for _, v := range values {
		s := fmt.Sprint(v)
		fmt.Fprintf(f.h, "%d:%s,", len(s), s)
	}
	fmt.Fprintln(f.h)
}

func (f fingerprint) io(io *IO) {
	for _, list := range [][]Param{io.Inputs, io.Outputs} {
		f.line("params", len(list))
		for _, p := range list {
			f.line(p.Name, typeKey(p.Type, 0), p.Optional)
			if p.As != "" {
				f.line("as", p.As)
			}
		}
	}
	if len(io.Reads)+len(io.Writes) > 0 {
		f.line("stores", io.Reads, io.Writes)
	}
	mappings := func(what string, list []Mapping) {
		f.line(what, len(list))
		for _, m := range list {
			f.line(m.Expr, m.Target.Param, m.Target.Var, m.Target.Path)
		}
	}
	mappings("mappings", io.In)
	mappings("mappings", io.Out)
	if len(io.Told) > 0 {
		mappings("told", io.Told)
	}
	for _, m := range io.Merged {
		f.line("merged", m.Field.Name, typeKey(m.Field.Type, 0), m.Var)
	}
}

// triggerKey is what a trigger refers to, by name or code and not by index:
// another message in the file changes nothing.
func (pkg *Package) triggerKey(t Trigger) string {
	switch {
	case t.Ref == None:
	case t.Kind == MessageTrigger && t.Ref < len(pkg.Messages):
		return pkg.Messages[t.Ref].Name + "\n" + typeKey(pkg.Messages[t.Ref].Payload, 0)
	case t.Kind == SignalTrigger && t.Ref < len(pkg.Signals):
		return pkg.Signals[t.Ref].Name + "\n" + typeKey(pkg.Signals[t.Ref].Payload, 0)
	case t.Kind == ErrorTrigger && t.Ref < len(pkg.Errors):
		return pkg.Errors[t.Ref].Code + "\n" + typeKey(pkg.Errors[t.Ref].Payload, 0)
	case t.Kind == EscalationTrigger && t.Ref < len(pkg.Escalations):
		return pkg.Escalations[t.Ref].Code + "\n" + typeKey(pkg.Escalations[t.Ref].Payload, 0)
	}
	return ""
}

// typeKey spells a type out, to a depth at which recursive ones are cut.
func typeKey(t *types.Type, depth int) string {
	if t == nil {
		return "-"
	}
	t = types.Resolve(t)
	if depth > 12 {
		return t.Kind.String()
	}
	s := t.Kind.String() + " " + t.Basic + " " + t.Path + " " + t.Name
	if t.Elem != nil {
		s += "<" + typeKey(t.Elem, depth+1) + ">"
	}
	for _, f := range t.Fields {
		s += "{" + f.Name + " " + typeKey(f.Type, depth+1) + "}"
	}
	return s
}
