package graph

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
)

// A global task is a callable without a flow of its own: it is compiled as a
// process whose body is that one task, between a none start and a none end
// event (SC §2.7).

// globalTasks adds the level of each global task that is compiled: one that an
// executable process calls, that executable names, or that stands in a file without
// any process, a library.
func (g *Graph) globalTasks(executable func(*bpmn.Definitions, *bpmn.Process) bool) {
	called := g.calledGlobalTasks()
	for _, f := range g.Files {
		library := len(f.Processes) == 0
		for _, r := range f.Defs.Roots {
			t, ok := r.(*bpmn.GlobalTask)
			if !ok || t.ID == "" {
				continue
			}
			p := processOf(t)
			if !called[t] && !library && !executable(f.Defs, p) {
				continue
			}
			f.globalLevel(t, p)
		}
	}
}

// calledGlobalTasks are those that call activities of executable processes name.
func (g *Graph) calledGlobalTasks() map[*bpmn.GlobalTask]bool {
	called := map[*bpmn.GlobalTask]bool{}
	byID := map[string]*bpmn.GlobalTask{}
	for _, f := range g.Files {
		for _, r := range f.Defs.Roots {
			if t, ok := r.(*bpmn.GlobalTask); ok && byID[t.ID] == nil {
				byID[t.ID] = t
			}
		}
	}
	if len(byID) == 0 {
		return called
	}
	for _, f := range g.Files {
		for _, l := range f.Levels {
			if !l.Executable {
				continue
			}
			for _, n := range l.Nodes {
				if n.Call == nil {
					continue
				}
				if e, ok := f.Lookup(n.Call.CalledElement); ok {
					if t, ok := e.(*bpmn.GlobalTask); ok {
						called[t] = true
					}
				} else if t := byID[n.Call.CalledElement.Raw]; t != nil {
					called[t] = true
				}
				for _, x := range n.Extensions {
					if a, ok := x.Attr("", "processId"); ok && x.Name.Local == "calledElement" && byID[strings.TrimSpace(a.Value)] != nil {
						called[byID[strings.TrimSpace(a.Value)]] = true
					}
				}
			}
		}
	}
	return called
}

// processOf is the process that a global task is, without its nodes.
func processOf(t *bpmn.GlobalTask) *bpmn.Process {
	p := &bpmn.Process{IsExecutable: "false", IO: t.IO, ResourceRoles: t.ResourceRoles}
	p.Base = bpmn.Base{XML: t.XML, ID: t.ID, Name: t.Name, Span: t.Span, Attrs: t.Attrs, Documentation: t.Documentation}
	return p
}

// taskKinds are the tasks that global tasks are, by the local name of their element.
var taskKinds = map[string]bpmn.TaskKind{
	"globalTask": bpmn.NoneTask, "globalUserTask": bpmn.UserTask, "globalManualTask": bpmn.ManualTask,
	"globalScriptTask": bpmn.ScriptTask, "globalBusinessRuleTask": bpmn.BusinessRuleTask,
}

// globalLevel adds the level of a global task: a start event, the task, which
// keeps its id and its extensions, and an end event. The three stand where the
// global task does.
func (f *File) globalLevel(t *bpmn.GlobalTask, p *bpmn.Process) {
	l := &Level{File: f, Process: p, Global: t, Executable: true}
	part := func(local, suffix string) bpmn.Base {
		name := t.XML
		name.Local = local
		return bpmn.Base{XML: name, ID: t.ID + suffix, Span: t.Span}
	}
	task := &bpmn.Task{Kind: taskKinds[t.Kind], Implementation: t.Implementation, ScriptFormat: t.ScriptLanguage, Script: t.Script, HasScript: t.Script.Value != ""}
	task.Base = t.Base
	task.Base.XML.Local = lowerFirst(strings.TrimPrefix(t.Kind, "global"))
	task.ResourceRoles = t.ResourceRoles
	start, end := &bpmn.Event{Kind: bpmn.StartEvent, IsInterrupting: true}, &bpmn.Event{Kind: bpmn.EndEvent}
	start.Base, end.Base = part("startEvent", "_start"), part("endEvent", "_end")
	nodes := []*Node{newNode(l, start), newNode(l, task), newNode(l, end)}
	for _, n := range nodes {
		n.Key = n.ID
	}
	l.Nodes = nodes
	for i := 1; i < len(nodes); i++ {
		flow := &bpmn.SequenceFlow{Base: part("sequenceFlow", [...]string{1: "_begin", 2: "_finish"}[i])}
		fl := &Flow{SequenceFlow: flow, Level: l, Source: nodes[i-1], Target: nodes[i]}
		l.Flows = append(l.Flows, fl)
		fl.Source.Out = append(fl.Source.Out, fl)
		fl.Target.In = append(fl.Target.In, fl)
	}
	f.globals = append(f.globals, l)
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// Compiled are the levels of the file that are compiled to processes: its
// executable processes and global tasks, in document order.
func (f *File) Compiled() []*Level {
	var out []*Level
	processes, globals := f.Processes, f.globals
	for _, r := range f.Defs.Roots {
		switch {
		case len(processes) > 0 && r == bpmn.Element(processes[0].Process):
			if processes[0].Executable {
				out = append(out, processes[0])
			}
			processes = processes[1:]
		case len(globals) > 0 && r == bpmn.Element(globals[0].Global):
			out = append(out, globals[0])
			globals = globals[1:]
		}
	}
	return out
}
