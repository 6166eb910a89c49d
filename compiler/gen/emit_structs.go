package gen

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// emitStructs writes the struct types of payloads and inferred contexts.
func emitStructs(f *file) {
	for _, s := range f.plan.structs {
		f.add(comment(s.goName+" is the data type "+oneLine(s.typ.Name)+"."),
			jen.Type().Id(s.goName).StructFunc(func(g *jen.Group) {
				for _, field := range s.typ.Fields {
					g.Id(field.Go).Add(f.plan.types.goType(field.Type)).Add(tag(field.Name, field.Go))
				}
			}))
	}
}

// tag is the JSON name of a field: the name that expressions and scenarios say.
func tag(name, goName string) jen.Code {
	if name == "" || strings.ContainsAny(name, ",\"\\`'") {
		name = goName
	}
	if name == "-" {
		name = "-,"
	}
	return jen.Tag(map[string]string{"json": name})
}

// emitCopies writes the methods that copies and comparisons of data need,
// and no other.
func emitCopies(f *file) {
	y := f.plan.types
	for _, s := range f.plan.structs {
		if s.clone {
			emitClone(f, s.goName, s.typ.Fields)
		}
		if s.equal {
			emitEqual(f, y, s)
		}
	}
}

// emitClone writes a method that copies what v refers to.
func emitClone(f *file, goName string, fields []types.Field) {
	y := f.plan.types
	f.add(comment("clone returns a copy of v that shares nothing with it (S3.2)."),
		jen.Func().Params(jen.Id("v").Id(goName)).Id("clone").Params().Id(goName).BlockFunc(func(g *jen.Group) {
			for _, field := range fields {
				if y.deep(field.Type) {
					x := jen.Id("v." + field.Go)
					g.Add(x).Op("=").Add(y.clone(field.Type, x))
				}
			}
			g.Return(jen.Id("v"))
		}))
}

// emitEqual writes a method that compares field by field.
func emitEqual(f *file, y *typer, s *structPlan) {
	f.add(comment("equal reports whether v and o are the same value (S3.3)."),
		jen.Func().Params(jen.Id("v").Id(s.goName)).Id("equal").Params(jen.Id("o").Id(s.goName)).Bool().BlockFunc(func(g *jen.Group) {
			all := jen.Null()
			for i, field := range s.typ.Fields {
				if i > 0 {
					all.Op("&&").Line()
				}
				all.Add(y.equal(field.Type, jen.Id("v."+field.Go), jen.Id("o."+field.Go)))
			}
			g.Return(all)
		}))
}
