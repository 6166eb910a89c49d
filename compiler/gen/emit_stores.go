package gen

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// storeMove is one read or write of a data store around a handler.
type storeMove struct {
	store    int
	selector string // of the In or Out struct
}

func (q *processPlan) planStores(p *plan, t *taskPlan) {
	if t.io == nil {
		return
	}
	use := func(m model.StoreMove, params []model.Param) storeMove {
		seen := false
		for _, s := range q.stores {
			seen = seen || s == m.Store
		}
		if !seen {
			q.stores = append(q.stores, m.Store)
		}
		p.types.needClone(p.pkg.Stores[m.Store].Type)
		return storeMove{m.Store, params[m.Param].GoName}
	}
	for _, m := range t.io.Reads {
		t.reads = append(t.reads, use(m, t.io.Inputs))
	}
	for _, m := range t.io.Writes {
		t.writes = append(t.writes, use(m, t.io.Outputs))
	}
}

// wishStores asks for the names of the data stores' types.
func (p *plan) wishStores() error {
	p.storeTypes = make([]string, len(p.pkg.Stores))
	for i := range p.pkg.Stores {
		s := &p.pkg.Stores[i]
		if err := p.types.check("data store "+s.Name, s.Type); err != nil {
			return err
		}
		p.names.want(&p.storeTypes[i], p.opts.Prefix+s.GoName+"Store", s.ID)
	}
	return nil
}

// emitStoreTypes writes the interface of each data store (S3.1).
func emitStoreTypes(f *file) {
	for i, name := range f.plan.storeTypes {
		s := &f.plan.pkg.Stores[i]
		f.add(comment(name+" is the data store "+describeCarrier(s.Origin)+". The host supplies it, all instances share it;",
			"runtime.NewMemoryStore makes one in memory.", sentence(s.Doc)),
			jen.Type().Id(name).Op("=").Add(rt("DataStore")).Index(f.plan.types.goType(s.Type)))
	}
}

// emitStores writes the struct of the data stores that a process uses.
func emitStores(f *file, q *processPlan) {
	if len(q.stores) == 0 {
		return
	}
	f.add(comment(q.storesType+" are the data stores that the process reads and writes; none may be nil."),
		jen.Type().Id(q.storesType).StructFunc(func(g *jen.Group) {
			for _, i := range q.stores {
				g.Id(f.plan.pkg.Stores[i].GoName).Id(f.plan.storeTypes[i])
			}
		}))
}

// checkStores refuses a registration without its stores.
func checkStores(f *file, q *processPlan) []jen.Code {
	var out []jen.Code
	for _, i := range q.stores {
		s := &f.plan.pkg.Stores[i]
		out = append(out, jen.If(jen.Id("stores."+s.GoName).Op("==").Nil()).Block(
			jen.Return(rt("Registration").Values(), rt("NoStore").Call(jen.Lit(orElse(s.Name, s.ID))))))
	}
	return out
}

// callWithStores is the body of a handler's call that reads before and writes after.
func (q *processPlan) callWithStores(f *file, t *taskPlan, call *jen.Statement) []jen.Code {
	out := []jen.Code{
		jen.Id("w").Op(":=").Id("job").Assert(q.jobType(t)),
		jen.Id("ctx").Op(":=").Id("w.Begin").Call(jen.Id("t")),
	}
	name := func(i int) jen.Code { return jen.Lit(orElse(f.plan.pkg.Stores[i].Name, f.plan.pkg.Stores[i].ID)) }
	fails := func(m storeMove) *jen.Statement {
		return jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(rt("StoreError").Call(name(m.store), jen.Err())))
	}
	for k, m := range t.reads {
		s := &f.plan.pkg.Stores[m.store]
		v := "value" + strconv.Itoa(k+1)
		out = append(out,
			jen.List(jen.Id(v), jen.Err()).Op(":=").Id("p.stores."+s.GoName+".Read").Call(jen.Id("ctx")),
			fails(m),
			jen.Id("w.In."+m.selector).Op("=").Add(f.plan.types.clone(s.Type, jen.Id(v))))
	}
	out = append(out,
		jen.List(jen.Id("out"), jen.Err()).Op(":=").Add(call).Call(jen.Id("ctx"), jen.Id("w.In")),
		jen.Id("w.Out").Op("=").Id("out"))
	if len(t.writes) == 0 {
		return append(out, jen.Return(jen.Err()))
	}
	out = append(out, jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err())))
	for _, m := range t.writes {
		s := &f.plan.pkg.Stores[m.store]
		out = append(out,
			jen.If(jen.Err().Op(":=").Id("p.stores."+s.GoName+".Write").Call(jen.Id("ctx"), f.plan.types.clone(s.Type, jen.Id("out."+m.selector))), jen.Err().Op("!=").Nil()).
				Block(jen.Return(rt("StoreError").Call(name(m.store), jen.Err()))))
	}
	return append(out, jen.Return(jen.Nil()))
}

// driveStores is the Go of the data stores of a scenario: in memory, the same for
// all processes of the package.
func (q *processPlan) driveStores(p *plan, pkg int) jen.Code {
	return jen.Id(q.storesType).ValuesFunc(func(g *jen.Group) {
		for _, i := range q.stores {
			s := &p.pkg.Stores[i]
			g.Id(s.GoName).Op(":").Qual(testPath, "Store").Index(p.types.goType(s.Type)).Call(jen.Id("w"), jen.Lit(strconv.Itoa(pkg)+" "+s.ID))
		}
	})
}
