package bpmn

import "slices"

// resourceRoles are the names of the resource role family (BPMN 2.0.2 §10.3.1).
var resourceRoles = []string{"resourceRole", "performer", "humanPerformer", "potentialOwner"}

// rule is what the standard knows of an element that is kept raw.
type rule struct {
	attrs, kids []string
	text        bool // character data is content
	any         bool // children of any kind are content
}

func words(s ...string) []string { return s }

// grammar holds the elements that are checked for their form and kept raw.
var grammar = map[string]rule{
	"documentation":     {attrs: words("textFormat"), text: true, any: true},
	"extensionElements": {any: true},
	"extension":         {attrs: words("definition", "mustUnderstand")},
	"relationship":      {attrs: words("type", "direction"), kids: words("source", "target")},
	"auditing":          {any: true},
	"monitoring":        {any: true},
	"categoryValueRef":  {text: true},
	"category":          {attrs: words("name"), kids: words("categoryValue")},
	"categoryValue":     {attrs: words("value")},
	"dataState":         {attrs: words("name")},
	"rendering":         {any: true},
	"text":              {text: true, any: true},
	"script":            {text: true, any: true},
	"source":            {text: true},
	"target":            {text: true},

	"resource":                     {attrs: words("name"), kids: words("resourceParameter")},
	"resourceParameter":            {attrs: words("name", "type", "isRequired")},
	"resourceRole":                 resourceRole,
	"performer":                    resourceRole,
	"humanPerformer":               resourceRole,
	"potentialOwner":               resourceRole,
	"resourceRef":                  {text: true},
	"resourceParameterBinding":     {attrs: words("parameterRef"), kids: words("expression", "formalExpression")},
	"resourceAssignmentExpression": {kids: words("expression", "formalExpression")},
	"expression":                   {text: true},
	"formalExpression":             {attrs: words("language", "evaluatesToTypeRef"), text: true},

	"endPoint":                {},
	"endPointRef":             {text: true},
	"partnerEntity":           {attrs: words("name"), kids: words("participantRef")},
	"partnerRole":             {attrs: words("name"), kids: words("participantRef")},
	"participantRef":          {text: true},
	"participantMultiplicity": {attrs: words("minimum", "maximum")},
	"ioBinding":               {attrs: words("operationRef", "inputDataRef", "outputDataRef")},
	"supports":                {text: true},
	"partitionElement":        {attrs: nil, any: true},

	"conversation":            conversationNode,
	"callConversation":        {attrs: words("name", "calledCollaborationRef"), kids: words("participantRef", "messageFlowRef", "correlationKey", "participantAssociation")},
	"subConversation":         {attrs: words("name"), kids: words("participantRef", "messageFlowRef", "correlationKey", "conversation", "callConversation", "subConversation")},
	"messageFlowRef":          {text: true},
	"correlationKey":          {attrs: words("name"), kids: words("correlationPropertyRef")},
	"correlationPropertyRef":  {text: true},
	"conversationLink":        {attrs: words("name", "sourceRef", "targetRef")},
	"conversationAssociation": {attrs: words("innerConversationNodeRef", "outerConversationNodeRef")},
	"messageFlowAssociation":  {attrs: words("innerMessageFlowRef", "outerMessageFlowRef")},
	"participantAssociation":  {kids: words("innerParticipantRef", "outerParticipantRef")},
	"innerParticipantRef":     {text: true},
	"outerParticipantRef":     {text: true},
	"choreographyRef":         {text: true},

	"inputSet":                 {attrs: words("name"), kids: words("dataInputRefs", "optionalInputRefs", "whileExecutingInputRefs", "outputSetRefs")},
	"outputSet":                {attrs: words("name"), kids: words("dataOutputRefs", "optionalOutputRefs", "whileExecutingOutputRefs", "inputSetRefs")},
	"dataInputRefs":            {text: true},
	"optionalInputRefs":        {text: true},
	"whileExecutingInputRefs":  {text: true},
	"outputSetRefs":            {text: true},
	"dataOutputRefs":           {text: true},
	"optionalOutputRefs":       {text: true},
	"whileExecutingOutputRefs": {text: true},
	"inputSetRefs":             {text: true},
}

var (
	resourceRole     = rule{attrs: words("name"), kids: words("resourceRef", "resourceParameterBinding", "resourceAssignmentExpression")}
	conversationNode = rule{attrs: words("name"), kids: words("participantRef", "messageFlowRef", "correlationKey")}
)

// opaque checks an element that is kept raw, and all below it, against the
// grammar and records the ids. The depth is bounded by Options.MaxDepth.
func (r *reader) opaque(e *Raw) {
	if id, ok := r.claim(e, codeDuplicateID); ok {
		r.defs.RawIDs[id] = e
	}
	r.form(e, grammar[e.Name.Local])
}

func (r *reader) form(e *Raw, g rule) {
	for _, a := range e.Attrs {
		switch {
		case a.Name.Space == NS:
			r.prefixedAttr(e, a)
		case a.Name.Space == "" && a.Name.Prefix == "" && a.Name.Local != "id" && !slices.Contains(g.attrs, a.Name.Local):
			r.unknownAttr(e, a, func() []string { return slices.Clone(g.attrs) })
		}
	}
	if !g.text && !g.any && e.Text.Value != "" {
		r.strayText(e)
	}
	for _, c := range e.Children {
		switch {
		case c.Name.Space != NS:
			if !g.any && !g.text {
				r.foreignChild(e, c)
			}
			r.keepIDs(c)
		case slices.Contains(g.kids, c.Name.Local), c.Name.Local == "documentation", c.Name.Local == "extensionElements":
			r.opaque(c)
		case g.any:
			r.keepIDs(c)
		default:
			r.unknownChild(e, c, func() []string { return slices.Sorted(slices.Values(g.kids)) })
			r.keepIDs(c)
		}
	}
}

// rootElement reads a root element that no stage looks into: its base, and its children raw.
func (r *reader) rootElement(e *Raw, t *RootElement) {
	t.XML, t.Span, t.Attrs = e.Name, e.Span, e.Attrs
	if id, ok := e.Attr("", "id"); ok {
		t.ID = trim(id.Value)
	}
	if n, ok := e.Attr("", "name"); ok {
		t.Name = n.Value
	}
	r.form(e, grammar[e.Name.Local])
	for _, c := range e.Children {
		switch {
		case c.Name.Space == NS && c.Name.Local == "documentation":
			t.Documentation = append(t.Documentation, c.Text)
			t.Kept = append(t.Kept, c)
		case c.Name.Space == NS && c.Name.Local == "extensionElements":
			t.Extensions = append(t.Extensions, c.Children...)
			t.Kept = append(t.Kept, c)
		default:
			t.Children = append(t.Children, c)
		}
	}
}
