package bpmn

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

var importFields = fieldsOf(
	str("namespace", func(i *Import) *string { return &i.Namespace }),
	str("location", func(i *Import) *string { return &i.Location }),
	str("importType", func(i *Import) *string { return &i.ImportType }),
)

// definitionsFields is the root of a file (BPMN 2.0.2 §8.1).
var definitionsFields = fieldsOf(
	named[Definitions](),
	str("targetNamespace", func(d *Definitions) *string { return &d.TargetNamespace }),
	str("expressionLanguage", func(d *Definitions) *string { return &d.ExpressionLanguage }),
	str("typeLanguage", func(d *Definitions) *string { return &d.TypeLanguage }),
	str("exporter", func(d *Definitions) *string { return &d.Exporter }),
	str("exporterVersion", func(d *Definitions) *string { return &d.ExporterVersion }),
	many("import", func(r *reader, d *Definitions, c *Raw) {
		d.Imports = append(d.Imports, open(r, c, &Import{}, importFields))
	}),
	keepRaw(func(d *Definitions) *[]*Raw { return &d.Kept }, "extension"),
	members(rootElements, func(d *Definitions, e Element) { d.Roots = append(d.Roots, e) }),
)

// definitions reads the root; nil where it is no BPMN 2.0 definitions.
func (r *reader) definitions(root *Raw, encoding string) *Definitions {
	if !r.isDefinitions(root) {
		return nil
	}
	r.defs = &Definitions{
		File: r.src.file, Encoding: encoding,
		Namespaces: map[string]string{}, IDs: map[string]Element{}, RawIDs: map[string]*Raw{},
	}
	r.places = map[string]diag.Span{}
	for _, a := range root.Attrs {
		if a.Name.Space == xmlnsNS {
			prefix := a.Name.Local
			if a.Name.Prefix == "" {
				prefix = ""
			}
			r.defs.Namespaces[prefix] = a.Value
		}
	}
	// Diagrams stand beside the root elements and are no mistake.
	inner := *root
	inner.Children = make([]*Raw, 0, len(root.Children))
	for _, c := range root.Children {
		if c.Name.Space == nsBPMNDI && c.Name.Local == "BPMNDiagram" {
			r.defs.Diagrams = append(r.defs.Diagrams, c)
			continue
		}
		inner.Children = append(inner.Children, c)
	}
	open(r, &inner, r.defs, definitionsFields)
	for _, d := range r.defs.Diagrams {
		r.keepIDs(d)
	}
	return r.defs
}

// others are the roots and namespaces of what is taken for BPMN 2.0.
var others = map[string]string{
	"http://schemas.xmlsoap.org/wsdl/":                         "a WSDL service description",
	"http://www.omg.org/spec/DMN/20151101/dmn.xsd":             "a DMN decision model",
	"http://www.omg.org/spec/DMN/20180521/MODEL/":              "a DMN decision model",
	"https://www.omg.org/spec/DMN/20191111/MODEL/":             "a DMN decision model",
	"http://www.omg.org/spec/CMMN/20151109/MODEL":              "a CMMN case model",
	"http://www.wfmc.org/2008/XPDL2.1":                         "an XPDL process",
	"http://www.wfmc.org/2009/XPDL2.2":                         "an XPDL process",
	"http://docs.oasis-open.org/wsbpel/2.0/process/executable": "a BPEL process",
	"http://jbpm.org/4.4/jpdl":                                 "a jPDL process",
}

// isDefinitions judges the root element.
func (r *reader) isDefinitions(root *Raw) bool {
	space, local := root.Name.Space, root.Name.Local
	if space == NS && local == "definitions" {
		return true
	}
	if what, ok := others[space]; ok {
		r.add(diag.New(codeNoDefinitions, root.Span, "this is %s, no BPMN 2.0 model", what).
			WithFix("give a BPMN 2.0 file; its root is definitions in the namespace %s", NS))
		return false
	}
	if local == "definitions" || space != NS && allNames()[local] && (space == "" || bpmnNearMiss(space)) {
		at := root.Span
		key := root.Name.Prefix
		for _, a := range root.Attrs {
			if a.Name.Space == xmlnsNS && (key == "" && a.Name.Prefix == "" || key != "" && a.Name.Prefix != "" && a.Name.Local == key) {
				at = r.value(a)
			}
		}
		msg := "the root element is in no namespace"
		if space != "" {
			msg = "the namespace " + clip(space) + " is not that of BPMN 2.0"
		}
		decl := "xmlns"
		if key != "" {
			decl += ":" + key
		}
		r.add(on(diag.New(codeWrongNamespace, at, "%s", msg).WithFix("declare %s=%q; files of BPMN 1.x must be exported again as BPMN 2.0", decl, NS), root))
		return false
	}
	msg := "the root element is " + clip(full(root.Name)) + ", not definitions"
	r.add(on(diag.New(codeNoDefinitions, root.Span, "%s", msg).
		WithFix("give a BPMN 2.0 file; its root is definitions in the namespace %s", NS), root))
	return false
}

// bpmnNearMiss reports a namespace that was meant to be BPMN's: of another
// version, or misspelt.
func bpmnNearMiss(uri string) bool {
	l := strings.ToLower(uri)
	return uri != NS && uri != nsBPMNDI && strings.Contains(l, "omg.org") && strings.Contains(l, "bpmn")
}
