package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/model"
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

func emitPublish(f *file, m *model.Message, name string) {
	doc := name + " publishes the message " + describeCarrier(m.Origin) + ": to the process instance that waits for it longest,"
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
	fields := []jen.Code{jen.Id("Name").Op(":").Lit(orElse(m.Name, m.ID))}
	if len(parts) > 0 {
		fields = append(fields, jen.Id("Keyed").Op(":").True(), jen.Id("Key").Op(":").Add(rt("CorrelationKey")).Call(parts...))
	}
	if m.Payload != nil {
		params = append(params, jen.Id("payload").Add(f.plan.types.goType(m.Payload)))
		fields = append(fields, jen.Id("Payload").Op(":").Add(f.plan.types.clone(m.Payload, jen.Id("payload"))))
		f.plan.types.needClone(m.Payload)
	}
	params = append(params, jen.Id("opts").Op("...").Add(rt("PublishOption")))
	f.add(comment(doc+" "+how, sentence(m.Doc)), jen.Func().Id(name).Params(params...).Error().Block(
		jen.Return(jen.Id("eng.Publish").Call(jen.Id("ctx"), rt("Message").Values(fields...), jen.Id("opts").Op("...")))))
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
		payload := jen.Nil()
		if s.Payload != nil {
			params = append(params, jen.Id("payload").Add(f.plan.types.goType(s.Payload)))
			payload = f.plan.types.clone(s.Payload, jen.Id("payload"))
			f.plan.types.needClone(s.Payload)
		}
		f.add(comment(name+" gives the signal "+describeCarrier(s.Origin)+" to everything that waits for it now (S5.1).", sentence(s.Doc)),
			jen.Func().Id(name).Params(params...).Error().Block(
				jen.Return(jen.Id("eng.Broadcast").Call(jen.Id("ctx"), jen.Lit(orElse(s.Name, s.ID)), payload))))
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
		fields := []jen.Code{jen.Id("Code").Op(":").Lit(e.Code)}
		if e.Name != "" {
			fields = append(fields, jen.Id("Message").Op(":").Lit(e.Name))
		}
		var params []jen.Code
		if e.Payload != nil {
			params = append(params, jen.Id("payload").Add(f.plan.types.goType(e.Payload)))
			fields = append(fields, jen.Id("Payload").Op(":").Id("payload"))
		}
		f.add(comment(fmt.Sprintf("%s is the error %s with the code %s, to be returned by a handler (S6.2).", name, describeCarrier(e.Origin), oneLine(e.Code)), sentence(e.Doc)),
			jen.Func().Id(name).Params(params...).Error().Block(jen.Return(jen.Op("&").Add(rt("BPMNError")).Values(fields...))))
	}
}
