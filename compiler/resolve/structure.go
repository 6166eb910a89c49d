package resolve

import (
	"go/token"
	"regexp"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// basicTypes are the type names that a structureRef may say, in lower case and
// without prefix or package: XSD's, Go's and those that Java and JavaScript
// modelers write.
var basicTypes = map[string]*types.Type{
	"string": types.StringType, "normalizedstring": types.StringType, "token": types.StringType, "anyuri": types.StringType,
	"language": types.StringType, "id": types.StringType, "ncname": types.StringType, "qname": types.StringType, "char": types.StringType,
	"boolean": types.BoolType, "bool": types.BoolType,
	"integer": types.IntType, "long": types.IntType, "int64": types.IntType, "biginteger": types.IntType, "nonnegativeinteger": types.IntType,
	"positiveinteger": types.IntType, "nonpositiveinteger": types.IntType, "negativeinteger": types.IntType, "unsignedlong": types.IntType,
	"int": types.IntType, "short": basicInt("int16"), "byte": basicInt("int8"), "unsignedint": basicInt("uint32"), "unsignedshort": basicInt("uint16"), "unsignedbyte": basicInt("uint8"),
	"int8": basicInt("int8"), "int16": basicInt("int16"), "int32": basicInt("int32"),
	"uint": basicInt("uint"), "uint8": basicInt("uint8"), "uint16": basicInt("uint16"), "uint32": basicInt("uint32"), "uint64": basicInt("uint64"),
	"float64": types.FloatType, "double": types.FloatType, "number": types.FloatType, "float": types.FloatType,
	"float32": {Kind: types.Float, Basic: "float32"},
	"decimal": types.DecimalType, "bigdecimal": types.DecimalType,
	"date": types.DateType, "localdate": types.DateType, "time": types.TimeType, "localtime": types.TimeType,
	"datetime": types.DateTimeType, "time.time": types.DateTimeType, "zoneddatetime": types.DateTimeType, "localdatetime": types.DateTimeType, "datetimestamp": types.DateTimeType,
	"duration": types.DurationType, "daytimeduration": types.DurationType, "time.duration": types.DurationType, "yearmonthduration": types.MonthsType,
	"base64binary": types.BytesType, "hexbinary": types.BytesType, "[]byte": types.BytesType,
	"any": types.AnyType, "object": types.AnyType, "anytype": types.AnyType, "interface{}": types.AnyType, "anysimpletype": types.AnyType,
}

func basicInt(name string) *types.Type { return &types.Type{Kind: types.Int, Basic: name} }

// goType is a named Go type with its import path.
var goType = regexp.MustCompile(`^([\w.~-]+(?:/[\w.~-]+)+)\.(\pL[\pL\pN_]*)$`)

const deepestType = 8

// ParseType reads the name of a type as a structureRef or an extension says it:
// XSD types with any prefix, Go types (basic ones, slices, maps from string,
// pointers, types of packages by import path), and what Java modelers write.
// False where it is none of these. Safe for concurrent use.
func ParseType(text string) (*types.Type, bool) { return parseType(strings.TrimSpace(text), 0) }

func parseType(text string, depth int) (*types.Type, bool) {
	if depth > deepestType {
		return nil, false
	}
	if t, ok := basicTypes[strings.ToLower(text)]; ok {
		return t, true
	}
	wrap := func(rest string, of func(*types.Type) *types.Type) (*types.Type, bool) {
		t, ok := parseType(strings.TrimSpace(rest), depth+1)
		if !ok {
			return nil, false
		}
		return of(t), true
	}
	if rest, ok := strings.CutPrefix(text, "[]"); ok {
		return wrap(rest, types.ListOf)
	}
	if rest, ok := strings.CutSuffix(text, "[]"); ok {
		return wrap(rest, types.ListOf)
	}
	if rest, ok := strings.CutPrefix(text, "map[string]"); ok {
		return wrap(rest, types.MapOf)
	}
	if rest, ok := strings.CutPrefix(text, "*"); ok {
		return wrap(rest, types.OptionalOf)
	}
	if m := goType.FindStringSubmatch(text); m != nil && token.IsExported(m[2]) {
		return &types.Type{Kind: types.Named, Path: m[1], Name: m[2]}, true
	}
	for _, java := range []string{"java.lang.", "java.math.", "java.util.", "java.time."} {
		if rest, ok := strings.CutPrefix(text, java); ok {
			return parseType(rest, depth+1)
		}
	}
	if i := strings.LastIndexByte(text, ':'); i >= 0 && !strings.Contains(text, "/") {
		return parseType(text[i+1:], depth+1)
	}
	return nil, false
}

// itemType is the type that an itemSubjectRef gives to data; nil where it says
// none that is known. An unknown type is said once, at its itemDefinition.
func (r *resolver) itemType(f fileLookup, ref bpmn.Ref, collection bool) *types.Type {
	e, ok := f.Lookup(ref)
	if !ok {
		return nil
	}
	item, ok := e.(*bpmn.ItemDefinition)
	if !ok {
		return nil
	}
	return r.definedType(item, collection)
}

// fileLookup is what resolves references; graph.File does.
type fileLookup interface {
	Lookup(bpmn.Ref) (bpmn.Element, bool)
}

func (r *resolver) definedType(item *bpmn.ItemDefinition, collection bool) *types.Type {
	if item.StructureRef.IsZero() {
		return nil
	}
	t, ok := ParseType(item.StructureRef.Raw)
	if !ok {
		if !r.saidType[item] {
			r.saidType[item] = true
			r.bag.Add(diag.New(CodeUnknownType, item.StructureRef.Span, "the type %s is not known; it is inferred from use", item.StructureRef.Raw).
				On(item.ID, item.Name).
				WithFix("write an XSD type (xsd:string, xsd:long, xsd:boolean, ...) or a Go type with its import path (example.com/shop/order.Order)"))
		}
		return nil
	}
	t, err := r.hostType(t)
	if err != nil {
		if !r.saidType[item] {
			r.saidType[item] = true
			r.bag.Add(hostProblem(CodeHostType, item.StructureRef.Span, err).On(item.ID, item.Name))
		}
		return nil
	}
	if item.IsCollection || collection {
		t = types.ListOf(t)
	}
	return t
}
