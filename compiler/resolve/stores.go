package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/names"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// storeMove is a data association between a data store and an input or output of a task.
type storeMove struct {
	param string
	ref   *bpmn.DataStoreReference
	at    diag.Span
}

// storeAt is the data store reference that a reference means, nil for any other element.
func storeAt(f *graph.File, refs ...bpmn.Ref) *bpmn.DataStoreReference {
	if len(refs) != 1 {
		return nil
	}
	e, _ := f.Lookup(refs[0])
	s, _ := e.(*bpmn.DataStoreReference)
	return s
}

// storeInput notes an association from a data store into an input, and reports
// whether that is one.
func (m *taskMapping) storeInput(f *graph.File, a *bpmn.DataAssociation, param string) bool {
	for _, ref := range a.SourceRefs {
		s := storeAt(f, ref)
		switch {
		case s == nil:
			continue
		case len(a.SourceRefs) > 1 || a.Transformation != nil || len(a.Assignments) > 0:
			m.strange(a.Span, "a data association that computes a value from a data store")
		default:
			m.reads = append(m.reads, storeMove{param, s, a.Span})
		}
		return true
	}
	return false
}

// storeOutput is storeInput for an association from an output into a data store.
func (m *taskMapping) storeOutput(f *graph.File, a *bpmn.DataAssociation, outputs map[bpmn.Element]string) bool {
	s := storeAt(f, a.TargetRef)
	if s == nil {
		return false
	}
	var source bpmn.Element
	if len(a.SourceRefs) == 1 {
		source, _ = f.Lookup(a.SourceRefs[0])
	}
	name, ok := outputs[source]
	if !ok || a.Transformation != nil || len(a.Assignments) > 0 {
		m.strange(a.Span, "a data association that computes a value for a data store")
		return true
	}
	m.writes = append(m.writes, storeMove{name, s, a.Span})
	return true
}

// store is the index of the data store of a reference: the global one that it
// names, else itself.
func (b *builder) store(ref *bpmn.DataStoreReference) int {
	var e bpmn.Element = ref
	base, item := &ref.Base, ref.ItemSubjectRef
	if g, ok := b.file.Lookup(ref.DataStoreRef); ok {
		if g, ok := g.(*bpmn.DataStore); ok {
			e, base = g, &g.Base
			if !g.ItemSubjectRef.IsZero() {
				item = g.ItemSubjectRef
			}
		}
	}
	if i, ok := b.stores[e]; ok {
		return i
	}
	if b.stores == nil {
		b.stores = map[bpmn.Element]int{}
	}
	i := len(b.pkg.Stores)
	b.stores[e] = i
	b.storeTypes = append(b.storeTypes, b.itemType(b.file, item, false))
	b.pkg.Stores = append(b.pkg.Stores, model.Store{Origin: origin(base)})
	return i
}

// storeMoves adds what a task reads from and writes to data stores. Only work
// that the host does has a context to do so, and errors that fail it.
func (b *builder) storeMoves(n *graph.Node, m *taskMapping, node *model.Node, io *model.IO, p *pendingIO) []diag.Diagnostic {
	all := append(append([]storeMove(nil), m.reads...), m.writes...)
	if len(all) == 0 {
		return nil
	}
	if node.Kind != model.Task || node.Performer != model.ByHandler || len(node.Triggers) > 0 {
		return []diag.Diagnostic{n.Report(CodeStorePlace, all[0].at, "%s has a data association with a data store, and no handler that would use it", n.Label()).
			WithFix("read and write the data store at a service task beside it, and pass the data by a variable")}
	}
	if b.storeSyms == nil {
		b.storeSyms, b.storeEnv = map[int]*expr.Symbol{}, b.envs[0].Child()
	}
	move := func(list []storeMove, params []model.Param, syms []*expr.Symbol) (out []model.StoreMove) {
		for _, s := range list {
			store := b.store(s.ref)
			sym := b.storeSyms[store]
			if sym == nil {
				sym = b.storeEnv.Declare("the data store "+names.Exported(b.pkg.Stores[store].ID), b.storeTypes[store], s.at)
				b.storeSyms[store] = sym
			}
			for k, param := range params {
				if param.Name == s.param {
					b.storeEnv.Constrain(sym.Type, syms[k].Type, s.at, "the data store "+graph.Label(&s.ref.Base))
					out = append(out, model.StoreMove{Store: store, Param: k})
					b.storeUses = append(b.storeUses, storeUse{n, s, store, sym, syms[k]})
				}
			}
		}
		return out
	}
	io.Reads = move(m.reads, io.Inputs, p.inputs)
	io.Writes = move(m.writes, io.Outputs, p.outputs)
	return nil
}

// storeUse is one association with a data store, for when all types are known.
type storeUse struct {
	node       *graph.Node
	move       storeMove
	store      int
	sym, param *expr.Symbol
}

// finishStores gives the data stores of the process their types, and says where
// two uses of one differ.
func (b *builder) finishStores() {
	for _, u := range b.storeUses {
		s := &b.pkg.Stores[u.store]
		t := types.Resolve(u.sym.Type)
		if s.Type == nil {
			s.Type = t
		}
		for _, other := range []*types.Type{t, types.Resolve(u.param.Type)} {
			if s.Type.String() != other.String() {
				b.bag.Add(u.node.Report(CodeStoreType, u.move.at, "data store %s holds %s, and here it is %s", graph.Quote(orID(s.Name, s.ID)), s.Type, other).
					WithFix("give the data store and the task's data the same itemDefinition"))
				break
			}
		}
	}
}

func orID(name, id string) string {
	if name != "" {
		return name
	}
	return id
}

// nameStores allots the Go names of the data stores.
func (r *resolver) nameStores() {
	ws := make([]names.Wish, len(r.pkg.Stores))
	for i, s := range r.pkg.Stores {
		ws[i] = names.Wish{Name: s.Name, ID: s.ID, Fallback: "Store"}
	}
	for i, n := range names.Allot(ws) {
		r.pkg.Stores[i].GoName = n
	}
}
