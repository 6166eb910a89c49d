package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// emitStart writes how a host registers and starts the process.
func emitStart(f *file, q *processPlan) {
	f.add(comment(q.instance+" is a handle on one running or finished instance."),
		jen.Type().Id(q.instance).Op("=").Add(rt("Handle")).Index(jen.Id(q.vars)))
	emitRegister(f, q)
	if q.start != "" {
		emitStartAt(f, q, q.DefaultStart, q.start, "starts an instance")
		run := comment(q.run+" starts an instance and waits for its end; its in-line handlers run on the", "caller's goroutine.")
		f.add(run, jen.Func().Id(q.run).Params(startParams(q)...).Add(startResults(q, q.vars)).
			Block(startBody(q, startCall(f, q, "Run", q.DefaultStart))...))
	}
	for _, s := range q.Starts {
		if name := q.nodes[s].startAt; name != "" {
			emitStartAt(f, q, s, name, "starts an instance at the "+describe(&q.Nodes[s]))
		}
	}
}

func emitRegister(f *file, q *processPlan) {
	params := []jen.Code{jen.Id("eng").Op("*").Add(rt("Engine"))}
	var fields []jen.Code
	doc := q.register + " makes the process known to the engine."
	if q.handlers != "" {
		doc = q.register + " makes the process known to the engine with the handlers that do its work."
		params = append(params, jen.Id("h").Id(q.handlers))
		fields = append(fields, jen.Id("handlers").Op(":").Id("h"))
	}
	if len(q.stores) > 0 {
		params = append(params, jen.Id("stores").Id(q.storesType))
		fields = append(fields, jen.Id("stores").Op(":").Id("stores"))
	}
	f.add(comment(doc, "A model that the engine already knows keeps its version (S10.1)."),
		jen.Func().Id(q.register).Params(params...).Params(rt("Registration"), jen.Error()).
			Block(append(checkStores(f, q), jen.Return(jen.Id("eng").Dot("Register").Call(jen.Op("&").Id(q.program).Values(fields...))))...))
}

func emitStartAt(f *file, q *processPlan, node int, name, what string) {
	f.add(comment(name+" "+what+" and returns at once."),
		jen.Func().Id(name).Params(startParams(q)...).Add(startResults(q, q.instance)).
			Block(startBody(q, startCall(f, q, "Start", node))...))
}

// startResults are what a start function returns, with names where the copy of
// the variables may fail.
func startResults(q *processPlan, result string) jen.Code {
	if q.unknown {
		return jen.Params(jen.Id("_").Id(result), jen.Id("err").Error())
	}
	return jen.Params(jen.Id(result), jen.Error())
}

func startBody(q *processPlan, call jen.Code) []jen.Code {
	if q.unknown {
		return []jen.Code{jen.Defer().Add(rt("RefuseTooDeep")).Call(jen.Op("&").Id("err")), jen.Return(call)}
	}
	return []jen.Code{jen.Return(call)}
}

func startParams(q *processPlan) []jen.Code {
	return []jen.Code{
		jen.Id("ctx").Qual("context", "Context"),
		jen.Id("eng").Op("*").Add(rt("Engine")),
		jen.Id("v").Id(q.vars),
	}
}

// startNode names a start event; None seeds the process (SC §2.3).
func (q *processPlan) startNode(node int) jen.Code {
	if node == model.None {
		return rt("None")
	}
	return jen.Id(q.nodes[node].name)
}

func startCall(f *file, q *processPlan, fn string, node int) jen.Code {
	return rt(fn).Index(jen.Id(q.vars)).Call(jen.Id("ctx"), jen.Id("eng"), jen.Op("&").Id(q.definition),
		jen.Op("&").Id(q.data).Values(jen.Id("vars").Op(":").Add(q.cloneVars("v"))), q.startNode(node))
}
