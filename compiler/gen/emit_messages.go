package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// emitMessages writes a typed function for each message that a process waits
// for: it computes the correlation key from the payload (S4.4).
func emitMessages(f *file) {
	for i, name := range f.plan.publish {
		if name != "" {
			emitPublish(f, &f.plan.pkg.Messages[i], name)
		}
	}
}

func emitPublish(f *file, m *model.Message, fn string) {
	doc := fn + " publishes the message " + describeCarrier(m.Origin) + ": to the process instance that waits for it longest,"
	how := "else to the inbox, where it waits for one (S4.2)."
	params := []jen.Code{jen.Id("ctx").Qual("context", "Context"), jen.Id("eng").Op("*").Add(rt("Engine"))}
	var parts []jen.Code
	computed := false
	for _, part := range m.Key {
		value := jen.Id("key" + part.GoName)
		if part.Field {
			value = jen.Id("payload." + part.GoName)
			computed = true
		} else {
			params = append(params, jen.Id("key"+part.GoName).Add(f.plan.types.goType(part.Type)))
		}
		parts = append(parts, keyText(part.Type, value))
	}
	if computed {
		how += " Its correlation key is read from the payload (S4.4)."
	}
	name, params, how := carrierName(m.Computed, orElse(m.Name, m.ID), params, how)
	fields := []jen.Code{jen.Id("Name").Op(":").Add(name)}
	if len(parts) > 0 {
		fields = append(fields, jen.Id("Keyed").Op(":").True(), jen.Id("Key").Op(":").Add(rt("CorrelationKey")).Call(parts...))
	}
	if m.Payload != nil {
		params = append(params, jen.Id("payload").Add(f.plan.types.goType(m.Payload)))
		fields = append(fields, jen.Id("Payload").Op(":").Add(f.plan.types.clone(m.Payload, jen.Id("payload"))))
		f.plan.types.needClone(m.Payload)
	}
	params = append(params, jen.Id("opts").Op("...").Add(rt("PublishOption")))
	f.add(comment(doc+" "+how, sentence(m.Doc)), jen.Func().Id(fn).Params(params...).Error().Block(
		jen.Return(jen.Id("eng.Publish").Call(jen.Id("ctx"), rt("Message").Values(fields...), jen.Id("opts").Op("...")))))
}

// carrierName is the name by which a message or signal is sent: what the model says,
// or, where that is an expression, a parameter of the function.
func carrierName(computed bool, name string, params []jen.Code, doc string) (jen.Code, []jen.Code, string) {
	if !computed {
		return jen.Lit(name), params, doc
	}
	return jen.Id("name"), append(params, jen.Id("name").String()), doc + " The model computes its name, " + oneLine(name) + ", so the caller says it."
}

// describeCarrier names a message, signal or error in a comment.
func describeCarrier(o model.Origin) string {
	var at []string
	if o.ID != "" {
		at = append(at, oneLine(o.ID))
	}
	if p := place(o); p != "" {
		at = append(at, p)
	}
	return called(o) + inBrackets(at)
}

// emitSignals writes a typed function for each signal that a process waits for (S5.1).
func emitSignals(f *file) {
	for i, name := range f.plan.broadcast {
		if name == "" {
			continue
		}
		s := &f.plan.pkg.Signals[i]
		params := []jen.Code{jen.Id("ctx").Qual("context", "Context"), jen.Id("eng").Op("*").Add(rt("Engine"))}
		doc := name + " gives the signal " + describeCarrier(s.Origin) + " to everything that waits for it now (S5.1)."
		called, params, doc := carrierName(s.Computed, orElse(s.Name, s.ID), params, doc)
		payload := jen.Nil()
		if s.Payload != nil {
			params = append(params, jen.Id("payload").Add(f.plan.types.goType(s.Payload)))
			payload = f.plan.types.clone(s.Payload, jen.Id("payload"))
			f.plan.types.needClone(s.Payload)
		}
		f.add(comment(doc, sentence(s.Doc)),
			jen.Func().Id(name).Params(params...).Error().Block(
				jen.Return(jen.Id("eng.Broadcast").Call(jen.Id("ctx"), called, payload))))
	}
}

// emitErrors writes a constructor for each declared BPMN error: handlers return
// it, events catch it by its code (S6.2).
func emitErrors(f *file) {
	for i, name := range f.plan.raise {
		if name == "" {
			continue
		}
		e := &f.plan.pkg.Errors[i]
		params, fields, code := f.thrown(e.Computed, e.Code, e.Name, e.Payload)
		f.add(comment(fmt.Sprintf("%s is the error %s with %s, to be returned by a handler (S6.2).", name, describeCarrier(e.Origin), code), sentence(e.Doc)),
			jen.Func().Id(name).Params(params...).Error().Block(jen.Return(jen.Op("&").Add(rt("BPMNError")).Values(fields...))))
	}
}

// emitEscalations writes a constructor for each declared BPMN escalation: work
// throws it and goes on (S6.3).
func emitEscalations(f *file) {
	for i, name := range f.plan.escalate {
		if name == "" {
			continue
		}
		e := &f.plan.pkg.Escalations[i]
		params, fields, code := f.thrown(e.Computed, e.Code, "", e.Payload)
		f.add(comment(fmt.Sprintf("%s is the escalation %s with %s, to be thrown with runtime.Escalate or Engine.EscalateTask (S6.3).", name, describeCarrier(e.Origin), code), sentence(e.Doc)),
			jen.Func().Id(name).Params(params...).Op("*").Add(rt("Escalation")).Block(jen.Return(jen.Op("&").Add(rt("Escalation")).Values(fields...))))
	}
}

// thrown are the parameters and the fields of an error or escalation, and its code
// in words; one that the model computes is a parameter.
func (f *file) thrown(computed bool, code, message string, payload *types.Type) (params, fields []jen.Code, words string) {
	value, words := jen.Lit(code), "the code "+oneLine(code)
	if computed {
		params = append(params, jen.Id("code").String())
		value, words = jen.Id("code"), "a code that the model computes, "+oneLine(code)
	}
	fields = append(fields, jen.Id("Code").Op(":").Add(value))
	if message != "" {
		fields = append(fields, jen.Id("Message").Op(":").Lit(message))
	}
	if payload != nil {
		params = append(params, jen.Id("payload").Add(f.plan.types.goType(payload)))
		fields = append(fields, jen.Id("Payload").Op(":").Id("payload"))
	}
	return params, fields, words
}
