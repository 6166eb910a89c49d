package gen

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// taskPlan is one task that somebody performs.
type taskPlan struct {
	node int
	io   *model.IO
	// work is the constant of its work index; in and out are the types of its
	// declared inputs and outputs.
	work, in, out string
	// taskType, list and complete are of user tasks.
	taskType, list, complete string
	// fill and write are the mappings, with where they write.
	fill, write []mappingPlan
	// reads and writes are of data stores.
	reads, writes []storeMove
	// aim is what of a call is computed: parts of the Invocation.
	aim []mappingPlan
}

// mappingPlan is one value that moves.
type mappingPlan struct {
	expr     int
	selector string // Go, from the In struct or from the variables of scope
	scope    int
	typ      *types.Type
	depth    int   // names below the variable
	around   []int // change bits of the paths around the target
	firstBit int
}

// handlers are the tasks whose work is a method of Handlers.
func (q *processPlan) handlerTasks() []*taskPlan { return q.performed(model.ByHandler) }

func (q *processPlan) performed(by model.Performer) []*taskPlan {
	var out []*taskPlan
	for i := range q.tasks {
		if t := &q.tasks[i]; q.Nodes[t.node].Performer == by {
			out = append(out, t)
		}
	}
	return out
}

func (p *plan) planTasks(q *processPlan) error {
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.Kind != model.CallActivity && (n.Performer == model.PassThrough || n.Performer == model.ByEvent) {
			continue
		}
		q.nodes[i].work = len(q.tasks)
		t := taskPlan{node: i}
		if n.Performer == model.ByScript && n.IO != nil {
			for _, m := range n.IO.Out {
				w, err := q.variableTarget(m.Expr, m.Target.Var, m.Target.Path)
				if err != nil {
					return fmt.Errorf("%s: %w", describe(n), err)
				}
				t.write = append(t.write, w)
			}
		} else if n.Performer == model.ByScript {
			w, err := q.variableTarget(n.Script, n.ScriptResult, n.ScriptPath)
			if err != nil {
				return fmt.Errorf("%s: %w", describe(n), err)
			}
			t.write = []mappingPlan{w}
		} else {
			t.io = n.IO
			if n.Kind == model.CallActivity && n.IO != nil && len(n.IO.Inputs)+len(n.IO.Outputs) == 0 {
				t.io = nil // nothing crosses
			}
		}
		if err := p.planIO(q, &t); err != nil {
			return fmt.Errorf("%s: %w", describe(n), err)
		}
		q.planStores(p, &t)
		t.aim = aimOf(n.Call)
		q.tasks = append(q.tasks, t)
	}
	for i := range q.tasks {
		q.wishTask(p.names, p.opts.Prefix, &q.tasks[i])
	}
	for i := range q.Beans {
		b := &q.Beans[i]
		for _, a := range b.Args {
			if err := p.types.check("argument "+a.Name+" of "+b.GoName, a.Type); err != nil {
				return err
			}
		}
		if err := p.types.check("the result of "+b.GoName, b.Result); err != nil {
			return err
		}
	}
	if len(q.handlerTasks()) > 0 || len(q.Beans) > 0 {
		q.wishHandlers(p.names, p.opts.Prefix)
	}
	return nil
}

// planIO plans a task's declared inputs and outputs (S3.6).
func (p *plan) planIO(q *processPlan, t *taskPlan) error {
	if t.io == nil {
		return nil
	}
	for _, list := range [][]model.Param{t.io.Inputs, t.io.Outputs} {
		seen := map[string]bool{}
		for _, param := range list {
			if seen[param.GoName] {
				return fmt.Errorf("two parameters are called %s in Go", param.GoName)
			}
			seen[param.GoName] = true
			if err := p.types.check("parameter "+param.Name, param.Type); err != nil {
				return err
			}
		}
	}
	for _, m := range t.io.In {
		if m.Target.Param < 0 || m.Target.Param >= len(t.io.Inputs) {
			return fmt.Errorf("an input mapping has no target")
		}
		param := t.io.Inputs[m.Target.Param]
		w := mappingPlan{expr: m.Expr, selector: param.GoName, typ: param.Type}
		if err := w.into(m.Target.Path, nil); err != nil {
			return err
		}
		p.types.needClone(w.typ)
		t.fill = append(t.fill, w)
	}
	for _, m := range t.io.Out {
		w, err := q.variableTarget(m.Expr, m.Target.Var, m.Target.Path)
		if err != nil {
			return err
		}
		t.write = append(t.write, w)
	}
	return nil
}

// variableTarget is a mapping into a variable or a path inside it.
func (q *processPlan) variableTarget(expr, variable int, path []string) (mappingPlan, error) {
	if variable < 0 || variable >= len(q.Vars) {
		return mappingPlan{}, fmt.Errorf("a result has no variable to go to")
	}
	v := &q.Vars[variable]
	w := mappingPlan{expr: expr, selector: v.GoName, scope: v.Scope, typ: v.Type, firstBit: v.FirstPath}
	return w, w.into(path, v)
}

// into follows a path of struct fields, with the change bits where the target is
// a variable. What has no path of its own changes that of the whole (model.Parts).
func (w *mappingPlan) into(path []string, v *model.Variable) error {
	whole := false
	for _, name := range path {
		t := types.Resolve(w.typ)
		f, ok := t.Lookup(name)
		if !ok || types.Shape(t).Kind != types.Struct {
			return fmt.Errorf("%s has no field %s to write to", t, name)
		}
		whole = whole || len(model.Parts(t, w.depth)) == 0
		if v != nil && !whole {
			w.around = append(w.around, w.firstBit)
			w.firstBit += offset(t, name, w.depth)
		}
		w.depth++
		w.selector += "." + f.Go
		w.typ = f.Type
	}
	if whole {
		w.depth = model.Deepest
	}
	return nil
}

// offset is how many bits after a struct's own the bit of a field is.
func offset(t *types.Type, field string, depth int) int {
	n := 1
	for _, f := range model.Parts(t, depth) {
		if f.Name == field {
			break
		}
		n += width(f.Type, depth+1)
	}
	return n
}
