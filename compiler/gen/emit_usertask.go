package gen

import (
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// emitUserTasks writes the typed list and the typed completion of each task that
// waits for the host.
func emitUserTasks(f *file, q *processPlan) {
	for _, t := range q.performed(model.ByUser) {
		n := &q.Nodes[t.node]
		f.add(comment(t.taskType+" is an open "+describe(n)+", with what it saw when it was created.", sentence(n.Doc)),
			jen.Type().Id(t.taskType).StructFunc(func(g *jen.Group) {
				g.Add(rt("TaskInfo"))
				if t.io != nil {
					g.Id("In").Id(t.in)
				} else {
					g.Id("Vars").Id(q.taskRegion(t).vars)
				}
			}))
		emitTaskList(f, q, t, n)
		if t.io != nil && f.plan.types.deepParams(t.io.Inputs) {
			emitClone(f, t.in, fields(t.io.Inputs))
		}
		if t.io != nil {
			emitCompleteOut(f, q, t, n)
		} else {
			emitCompleteVars(f, q, t, n)
		}
	}
}

func emitTaskList(f *file, q *processPlan, t *taskPlan, n *model.Node) {
	var saw *jen.Statement
	if t.io != nil {
		saw = jen.Id("In").Op(":").Id("job").Assert(q.jobType(t)).Dot("In")
		if f.plan.types.deepParams(t.io.Inputs) {
			saw.Dot("clone").Call()
		}
	} else {
		saw = jen.Id("Vars").Op(":").Add(jen.Id("job").Assert(q.jobType(t)).Dot("Saw"))
		if q.taskRegion(t).deep {
			saw.Dot("clone").Call()
		}
	}
	f.add(comment(t.list+" lists the open tasks of "+describe(n)+", the oldest first."),
		jen.Func().Id(t.list).Params(jen.Id("eng").Op("*").Add(rt("Engine"))).Index().Id(t.taskType).Block(
			jen.Return(rt("ListTasks").Call(jen.Id("eng"), jen.Op("&").Id(q.definition), jen.Id(q.nodes[t.node].name),
				jen.Func().Params(jen.Id("info").Add(rt("TaskInfo")), jen.Id("job").Add(rt("Job"))).Id(t.taskType).Block(
					jen.Return(jen.Id(t.taskType).Values(jen.Id("TaskInfo").Op(":").Id("info"), saw)))))))
}

func completeParams(last jen.Code) []jen.Code {
	return []jen.Code{
		jen.Id("ctx").Qual("context", "Context"),
		jen.Id("eng").Op("*").Add(rt("Engine")),
		jen.Id("task").Add(rt("TaskID")),
		last,
	}
}

func completeCall(q *processPlan, t *taskPlan, body ...jen.Code) jen.Code {
	return jen.Return(rt("CompleteTask").Call(jen.Id("ctx"), jen.Id("eng"), jen.Op("&").Id(q.definition),
		jen.Id(q.nodes[t.node].name), jen.Id("task"),
		jen.Func().Params(jen.Id("job").Add(rt("Job"))).Error().Block(body...)))
}

func emitCompleteVars(f *file, q *processPlan, t *taskPlan, n *model.Node) {
	set := jen.Id("set").Func().Params(jen.Id("v").Op("*").Id(q.taskRegion(t).vars)).Error()
	f.add(comment(t.complete+" completes the open task with that id of "+describe(n)+".",
		"set gets a private copy of the variables as the task saw them; what it changes is committed.",
		"Where it returns an error the task stays open."),
		jen.Func().Id(t.complete).Params(completeParams(set)...).Error().Block(completeCall(q, t,
			jen.Id("w").Op(":=").Id("job").Assert(q.jobType(t)),
			jen.Id("v").Op(":=").Add(q.taskRegion(t).cloneVars("w.Saw")),
			jen.If(jen.Err().Op(":=").Id("set").Call(jen.Op("&").Id("v")), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err())),
			jen.Id("w").Dot("V").Op("=").Op("&").Id("v"),
			jen.Return(jen.Nil()))))
}

func emitCompleteOut(f *file, q *processPlan, t *taskPlan, n *model.Node) {
	f.add(comment(t.complete+" completes the open task with that id of "+describe(n)+" with its results."),
		jen.Func().Id(t.complete).Params(completeParams(jen.Id("out").Id(t.out))...).Error().Block(completeCall(q, t,
			jen.Id("job").Assert(q.jobType(t)).Dot("Out").Op("=").Id("out"),
			jen.Return(jen.Nil()))))
}

// fields are parameters as the fields of their struct.
func fields(list []model.Param) []types.Field {
	var out []types.Field
	for _, p := range list {
		out = append(out, types.Field{Name: p.Name, Go: p.GoName, Type: p.Type})
	}
	return out
}
