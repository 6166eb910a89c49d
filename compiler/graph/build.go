package graph

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
)

// Build ties the files of one compilation together. executable says which
// processes are compiled; nil takes Executable's rule. Files may be nil where
// parsing failed; they are left out. It never fails: what can't be tied stays
// nil, and CheckReferences says so.
func Build(files []*bpmn.Definitions, executable func(*bpmn.Definitions, *bpmn.Process) bool) *Graph {
	if executable == nil {
		executable = Executable
	}
	g := &Graph{spaces: map[string][]*File{}}
	for _, d := range files {
		if d == nil {
			continue
		}
		f := &File{
			Defs: d, Graph: g,
			nodes: map[bpmn.Element]*Node{}, flows: map[bpmn.Element]*Flow{}, levels: map[bpmn.Element]*Level{},
		}
		g.Files = append(g.Files, f)
		if d.TargetNamespace != "" {
			g.spaces[d.TargetNamespace] = append(g.spaces[d.TargetNamespace], f)
		}
		for _, r := range d.Roots {
			switch r := r.(type) {
			case *bpmn.Process:
				l := &Level{File: f, Process: r, Executable: executable(d, r)}
				f.Processes = append(f.Processes, l)
				f.level(l)
			case *bpmn.Collaboration:
				f.Collaborations = append(f.Collaborations, r)
			}
		}
	}
	g.globalTasks(executable)
	return g
}

// Executable decides which processes of a file are compiled: those whose
// isExecutable is true; where no process of the file says true, also those that
// don't say and have something to execute. The standard leaves the absent
// attribute undefined (BPMN 2.0.2 Table 10.1), a third of real files have none.
func Executable(d *bpmn.Definitions, p *bpmn.Process) bool {
	switch p.IsExecutable {
	case "true":
		return true
	case "":
	default:
		return false
	}
	for _, r := range d.Roots {
		if other, ok := r.(*bpmn.Process); ok && other.IsExecutable == "true" {
			return false
		}
	}
	for _, e := range p.FlowElements {
		if _, ok := e.(bpmn.FlowNode); ok {
			return true
		}
	}
	return false
}

// level reads a container, nested ones included.
func (f *File) level(l *Level) {
	f.Levels = append(f.Levels, l)
	if l.Sub != nil {
		f.levels[l.Sub] = l
	} else {
		f.levels[l.Process] = l
	}
	c := l.Container()
	for _, e := range c.FlowElements {
		fn, ok := e.(bpmn.FlowNode)
		if !ok {
			continue
		}
		n := newNode(l, fn)
		if n.Key = n.ID; n.Key == "" {
			n.Key = fmt.Sprintf("%s_%d", n.XML.Local, len(f.nodes)+1)
		}
		l.Nodes = append(l.Nodes, n)
		f.nodes[e] = n
	}
	for _, e := range c.FlowElements {
		sf, ok := e.(*bpmn.SequenceFlow)
		if !ok {
			continue
		}
		fl := &Flow{SequenceFlow: sf, Level: l, Source: f.nodeOn(l, sf.SourceRef), Target: f.nodeOn(l, sf.TargetRef)}
		l.Flows = append(l.Flows, fl)
		f.flows[e] = fl
		if fl.Source != nil {
			fl.Source.Out = append(fl.Source.Out, fl)
		}
		if fl.Target != nil {
			fl.Target.In = append(fl.Target.In, fl)
		}
	}
	for _, n := range l.Nodes {
		if n.Is(bpmn.BoundaryEvent) {
			if host := f.nodeOn(l, n.Event.AttachedTo); host != nil && host.Act != nil {
				n.Attached = host
				host.Boundaries = append(host.Boundaries, n)
			}
		}
	}
	for _, n := range l.Nodes {
		if n.Sub != nil {
			n.Inner = &Level{File: f, Process: l.Process, Sub: n.Sub, Parent: l, Host: n, Executable: l.Executable}
			f.level(n.Inner)
		}
	}
}

func newNode(l *Level, fn bpmn.FlowNode) *Node {
	n := &Node{Base: fn.Elem(), Level: l, Element: fn, Flow: fn.FlowNode()}
	switch e := fn.(type) {
	case *bpmn.Task:
		n.Task, n.Act = e, &e.Activity
	case *bpmn.SubProcess:
		n.Sub, n.Act = e, &e.Activity
	case *bpmn.CallActivity:
		n.Call, n.Act = e, &e.Activity
	case *bpmn.Event:
		n.Event = e
	case *bpmn.Gateway:
		n.Gateway = e
	case *bpmn.ChoreographyNode:
		n.Choreo = e
	}
	return n
}

// nodeOn resolves a reference to a node of a level.
func (f *File) nodeOn(l *Level, r bpmn.Ref) *Node {
	e, ok := f.Lookup(r)
	if !ok {
		return nil
	}
	if n := f.nodes[e]; n != nil && n.Level == l {
		return n
	}
	return nil
}
