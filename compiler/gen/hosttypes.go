package gen

import (
	"cmp"
	"path"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// hostPlan is a Go type of the host whose fields the compiler knows all: it is
// copied and compared by functions of the generated file, without reflection.
type hostPlan struct {
	typ                  *types.Type
	cloneName, equalName string
	// clone, equal: something calls the function of that name.
	clone, equal bool
}

func hostKey(t *types.Type) string { return t.Path + "." + t.Name }

// host plans the functions of a host's type and of those in it, where they have some.
func (y *typer) host(t *types.Type, depth int) {
	if t.Kind != types.Named || !t.Whole || y.hosts[hostKey(t)] != nil || depth > 32 {
		return
	}
	h := &hostPlan{typ: t}
	y.hosts[hostKey(t)] = h
	name := identifier(path.Base(t.Path)) + t.Name
	if t.Path == "" {
		name = t.Name
	}
	y.names.want(&h.cloneName, "clone"+name, hostKey(t))
	y.names.want(&h.equalName, "equal"+name, hostKey(t))
	for _, f := range t.Fields {
		y.hostIn(f.Type, depth+1)
	}
}

// hostIn looks for host types in a type.
func (y *typer) hostIn(t *types.Type, depth int) {
	t = types.Resolve(t)
	switch {
	case depth > 32:
	case t.Kind == types.Named:
		if t.Path != "" {
			y.paths[t.Path] = true
		}
		y.host(t, depth)
	case t.Elem != nil:
		y.hostIn(t.Elem, depth+1)
	default:
		if _, ok := feelTypes[t.Kind]; ok {
			y.paths[feelPath] = true
		}
	}
}

// hostOf is the plan of a host's type; nil: reflection does its work, since not all
// of it is known, or it is one that stands in itself.
func (y *typer) hostOf(t *types.Type) *hostPlan {
	if t.Kind != types.Named || !t.Whole {
		return nil
	}
	return y.hosts[hostKey(t)]
}

// sayable reports whether generated code can name the type: structs without a
// name stand in types of the host only.
func (y *typer) sayable(t *types.Type) bool {
	t = types.Resolve(t)
	switch t.Kind {
	case types.Struct:
		return y.structs[t.Name] != nil
	case types.List, types.Map, types.Optional:
		return y.sayable(t.Elem)
	}
	return true
}

// emitHostCopies writes the functions that copies and comparisons of the host's data need.
func emitHostCopies(f *file) {
	y := f.plan.types
	hosts := make([]*hostPlan, 0, len(y.hosts))
	for _, h := range y.hosts {
		hosts = append(hosts, h)
	}
	slices.SortFunc(hosts, func(a, b *hostPlan) int { return cmp.Compare(hostKey(a.typ), hostKey(b.typ)) })
	for _, h := range hosts {
		typ := y.goType(h.typ)
		if h.clone && y.deep(h.typ) {
			f.add(comment(h.cloneName+" returns a copy of v that shares nothing with it (S3.2)."),
				jen.Func().Id(h.cloneName).Params(jen.Id("v").Add(typ)).Add(typ).BlockFunc(func(g *jen.Group) {
					for _, field := range h.typ.Fields {
						if y.deep(field.Type) {
							x := jen.Id("v." + field.Go)
							g.Add(x).Op("=").Add(y.clone(field.Type, x))
						}
					}
					g.Return(jen.Id("v"))
				}))
		}
		if h.equal && !y.plain(h.typ) {
			f.add(comment(h.equalName+" reports whether v and o are the same value (S3.3)."),
				jen.Func().Id(h.equalName).Params(jen.List(jen.Id("v"), jen.Id("o")).Add(typ)).Bool().BlockFunc(func(g *jen.Group) {
					all := jen.Null()
					for i, field := range h.typ.Fields {
						if i > 0 {
							all.Op("&&").Line()
						}
						all.Add(y.equal(field.Type, jen.Id("v."+field.Go), jen.Id("o."+field.Go)))
					}
					g.Return(all)
				}))
		}
	}
}
