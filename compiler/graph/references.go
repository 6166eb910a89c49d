package graph

import (
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
)

// Reference is one reference of the file and what it must lead to.
type Reference struct {
	From *bpmn.Base // the element that refers
	Ref  bpmn.Ref
	// What says what the reference is for: "source", "message"; Want names the
	// kind of element that it must lead to, in words with the article.
	What, Want string
	// Is judges the element found; nil takes any element of the file.
	Is func(bpmn.Element) bool
	// Loose: an id that nothing has is its own meaning, or names what stands outside of BPMN.
	Loose bool
}

func is[T bpmn.Element](e bpmn.Element) bool {
	_, ok := e.(T)
	return ok
}

func isAny(tests ...func(bpmn.Element) bool) func(bpmn.Element) bool {
	return func(e bpmn.Element) bool {
		return slices.ContainsFunc(tests, func(is func(bpmn.Element) bool) bool { return is(e) })
	}
}

func isEvent(e bpmn.Element) bool { return is[*bpmn.Event](e) }

// References lists the references of a file between BPMN elements, in document
// order as far as the element kinds are in order. Sequence flow, boundary events,
// event definitions, data, messages and collaborations are covered; what a call
// activity calls is found when it runs (S10.2).
func (f *File) References() []Reference {
	c := &collector{}
	for _, r := range f.Defs.Roots {
		c.root(r)
	}
	return c.out
}

type collector struct{ out []Reference }

func (c *collector) add(from *bpmn.Base, ref bpmn.Ref, what, want string, is func(bpmn.Element) bool) {
	if !ref.IsZero() {
		c.out = append(c.out, Reference{From: from, Ref: ref, What: what, Want: want, Is: is})
	}
}

func (c *collector) loose(from *bpmn.Base, ref bpmn.Ref, what, want string, is func(bpmn.Element) bool) {
	if !ref.IsZero() {
		c.out = append(c.out, Reference{From: from, Ref: ref, What: what, Want: want, Is: is, Loose: true})
	}
}

func (c *collector) item(from *bpmn.Base, ref bpmn.Ref) {
	c.add(from, ref, "item definition", "an item definition", is[*bpmn.ItemDefinition])
}

func (c *collector) root(e bpmn.Element) {
	switch e := e.(type) {
	case *bpmn.Process:
		c.container(&e.Base, &e.Container)
		c.io(e.IO)
		for _, s := range e.Correlations {
			c.add(&s.Base, s.KeyRef, "correlation key", "a correlation key", is[*bpmn.CorrelationKey])
			for _, b := range s.Bindings {
				c.add(&b.Base, b.PropertyRef, "correlation property", "a correlation property", is[*bpmn.CorrelationProperty])
			}
		}
		c.interfaces(&e.Base, e.SupportedInterfaceRefs)
	case *bpmn.GlobalTask:
		c.io(e.IO)
		c.interfaces(&e.Base, e.SupportedInterfaceRefs)
	case *bpmn.Collaboration:
		c.collaboration(e)
	case *bpmn.Message:
		c.item(&e.Base, e.ItemRef)
	case *bpmn.Signal:
		c.item(&e.Base, e.StructureRef)
	case *bpmn.Error:
		c.item(&e.Base, e.StructureRef)
	case *bpmn.Escalation:
		c.item(&e.Base, e.StructureRef)
	case *bpmn.DataStore:
		c.item(&e.Base, e.ItemSubjectRef)
	case *bpmn.Interface:
		for _, o := range e.Operations {
			c.message(&o.Base, o.InMessageRef)
			c.message(&o.Base, o.OutMessageRef)
			for _, r := range o.ErrorRefs {
				c.add(&o.Base, r, "error", "an error", is[*bpmn.Error])
			}
		}
	case *bpmn.CorrelationProperty:
		for _, r := range e.Retrievals {
			c.message(&r.Base, r.MessageRef)
		}
	case *bpmn.EventDefinition:
		c.definition(e)
	case *bpmn.RootElement:
		c.partners(e)
	}
}

// partners are the pools that a partner entity or role names (§9.3.1).
func (c *collector) partners(e *bpmn.RootElement) {
	if e.Kind != "partnerEntity" && e.Kind != "partnerRole" {
		return
	}
	for _, k := range e.Children {
		if k.Name.Local == "participantRef" {
			prefix, local, ok := strings.Cut(k.Text.Value, ":")
			if !ok {
				prefix, local = "", k.Text.Value
			}
			c.add(&e.Base, bpmn.Ref{Raw: k.Text.Value, Prefix: prefix, Local: local, Span: k.Text.Span}, "participant", "a participant", is[*bpmn.Participant])
		}
	}
}

func (c *collector) interfaces(from *bpmn.Base, refs []bpmn.Ref) {
	for _, r := range refs {
		c.add(from, r, "interface", "an interface", is[*bpmn.Interface])
	}
}

func (c *collector) message(from *bpmn.Base, ref bpmn.Ref) {
	c.add(from, ref, "message", "a message", is[*bpmn.Message])
}

func (c *collector) operation(from *bpmn.Base, ref bpmn.Ref) {
	c.loose(from, ref, "operation", "an operation", is[*bpmn.Operation])
}

func (c *collector) collaboration(e *bpmn.Collaboration) {
	for _, p := range e.Participants {
		c.add(&p.Base, p.ProcessRef, "process", "a process", is[*bpmn.Process])
		c.interfaces(&p.Base, p.InterfaceRefs)
	}
	ends := isAny(is[*bpmn.Participant], isEvent, is[bpmn.AnyActivity], is[*bpmn.ChoreographyNode])
	for _, m := range e.MessageFlows {
		c.add(&m.Base, m.SourceRef, "source", "a pool, an activity or an event", ends)
		c.add(&m.Base, m.TargetRef, "target", "a pool, an activity or an event", ends)
		c.message(&m.Base, m.MessageRef)
	}
	for _, k := range e.CorrelationKeys {
		for _, r := range k.PropertyRefs {
			c.add(&k.Base, r, "correlation property", "a correlation property", is[*bpmn.CorrelationProperty])
		}
	}
	c.elements(e.FlowElements)
}

func (c *collector) container(from *bpmn.Base, k *bpmn.Container) {
	c.elements(k.FlowElements)
	for _, p := range k.Properties {
		c.item(&p.Base, p.ItemSubjectRef)
	}
	c.lanes(k.LaneSets)
	for _, a := range k.Artifacts {
		if a.Kind == "association" {
			c.add(&a.Base, a.SourceRef, "source", "an element", nil)
			c.add(&a.Base, a.TargetRef, "target", "an element", nil)
		}
	}
}

func (c *collector) lanes(sets []*bpmn.LaneSet) {
	for _, s := range sets {
		for _, l := range s.Lanes {
			for _, r := range l.NodeRefs {
				c.add(&l.Base, r, "node", "an element", nil)
			}
			if l.Child != nil {
				c.lanes([]*bpmn.LaneSet{l.Child})
			}
		}
	}
}

func (c *collector) elements(list []bpmn.Element) {
	for _, e := range list {
		if fn, ok := e.(bpmn.FlowNode); ok {
			n := fn.FlowNode()
			for _, r := range n.Incoming {
				c.add(&n.Base, r, "incoming flow", "a sequence flow", is[*bpmn.SequenceFlow])
			}
			for _, r := range n.Outgoing {
				c.add(&n.Base, r, "outgoing flow", "a sequence flow", is[*bpmn.SequenceFlow])
			}
		}
		switch e := e.(type) {
		case *bpmn.SequenceFlow:
			c.add(&e.Base, e.SourceRef, "source", "an activity, an event or a gateway", is[bpmn.FlowNode])
			c.add(&e.Base, e.TargetRef, "target", "an activity, an event or a gateway", is[bpmn.FlowNode])
		case *bpmn.Task:
			c.activity(&e.Activity)
			c.operation(&e.Base, e.OperationRef)
			c.message(&e.Base, e.MessageRef)
		case *bpmn.SubProcess:
			c.activity(&e.Activity)
			c.container(&e.Base, &e.Container)
		case *bpmn.CallActivity:
			c.activity(&e.Activity)
		case *bpmn.Gateway:
			c.add(&e.Base, e.Default, "default flow", "a sequence flow", is[*bpmn.SequenceFlow])
		case *bpmn.Event:
			c.event(e)
		case *bpmn.DataObject:
			c.item(&e.Base, e.ItemSubjectRef)
		case *bpmn.DataObjectReference:
			c.item(&e.Base, e.ItemSubjectRef)
			c.add(&e.Base, e.DataObjectRef, "data object", "a data object", is[*bpmn.DataObject])
		case *bpmn.DataStoreReference:
			c.item(&e.Base, e.ItemSubjectRef)
			c.add(&e.Base, e.DataStoreRef, "data store", "a data store", is[*bpmn.DataStore])
		}
	}
}

func (c *collector) activity(a *bpmn.Activity) {
	c.add(&a.Base, a.Default, "default flow", "a sequence flow", is[*bpmn.SequenceFlow])
	c.io(a.IO)
	c.associations(a.DataInputs)
	c.associations(a.DataOutputs)
	for _, p := range a.Properties {
		c.item(&p.Base, p.ItemSubjectRef)
	}
	if l := a.Loop; l != nil {
		c.add(&l.Base, l.DataInputRef, "input collection", "data", isData)
		c.add(&l.Base, l.DataOutputRef, "output collection", "data", isData)
		for _, ref := range []bpmn.Ref{l.OneBehaviorRef, l.NoneBehaviorRef} {
			c.add(&l.Base, ref, "event", "an event definition", is[*bpmn.EventDefinition])
		}
		for _, d := range []*bpmn.DataItem{l.InputItem, l.OutputItem} {
			if d != nil {
				c.item(&d.Base, d.ItemSubjectRef)
			}
		}
	}
}

// isData: what data associations and loops may refer to (§10.4.1).
var isData = isAny(is[*bpmn.DataItem], is[*bpmn.DataObject], is[*bpmn.DataObjectReference], is[*bpmn.DataStoreReference], is[*bpmn.Property])

func (c *collector) io(s *bpmn.InputOutput) {
	if s == nil {
		return
	}
	for _, list := range [][]*bpmn.DataItem{s.Inputs, s.Outputs} {
		for _, d := range list {
			c.item(&d.Base, d.ItemSubjectRef)
		}
	}
	for _, list := range [][]*bpmn.IOSet{s.InputSets, s.OutputSets} {
		for _, set := range list {
			for _, refs := range [][]bpmn.Ref{set.DataRefs, set.OptionalRefs, set.WhileExecutingRefs} {
				for _, r := range refs {
					c.add(&set.Base, r, "data", "a data input or output", is[*bpmn.DataItem])
				}
			}
			for _, r := range set.SetRefs {
				c.add(&set.Base, r, "set", "an input or output set", is[*bpmn.IOSet])
			}
		}
	}
}

func (c *collector) associations(list []*bpmn.DataAssociation) {
	for _, a := range list {
		for _, r := range a.SourceRefs {
			c.add(&a.Base, r, "source", "data", isData)
		}
		c.add(&a.Base, a.TargetRef, "target", "data", isData)
	}
}

func (c *collector) event(e *bpmn.Event) {
	c.add(&e.Base, e.AttachedTo, "activity", "an activity", is[bpmn.AnyActivity])
	for _, r := range e.DefinitionRefs {
		c.add(&e.Base, r, "event definition", "an event definition", is[*bpmn.EventDefinition])
	}
	for _, d := range e.Definitions {
		c.definition(d)
	}
	for _, list := range [][]*bpmn.DataItem{e.DataInputs, e.DataOutputs} {
		for _, d := range list {
			c.item(&d.Base, d.ItemSubjectRef)
		}
	}
	c.associations(e.InputAssociations)
	c.associations(e.OutputAssociations)
	for _, p := range e.Properties {
		c.item(&p.Base, p.ItemSubjectRef)
	}
}

func (c *collector) definition(d *bpmn.EventDefinition) {
	switch d.Kind {
	case bpmn.MessageTrigger:
		c.message(&d.Base, d.Ref)
		c.operation(&d.Base, d.OperationRef)
	case bpmn.SignalTrigger:
		c.add(&d.Base, d.Ref, "signal", "a signal", is[*bpmn.Signal])
	case bpmn.ErrorTrigger:
		c.loose(&d.Base, d.Ref, "error", "an error", is[*bpmn.Error])
	case bpmn.EscalationTrigger:
		c.add(&d.Base, d.Ref, "escalation", "an escalation", is[*bpmn.Escalation])
	case bpmn.CompensateTrigger:
		c.add(&d.Base, d.Ref, "activity", "an activity", is[bpmn.AnyActivity])
	case bpmn.LinkTrigger:
		for _, r := range append(slices.Clone(d.LinkSources), d.LinkTarget) {
			c.add(&d.Base, r, "Link", "a Link definition", is[*bpmn.EventDefinition])
		}
	}
}
