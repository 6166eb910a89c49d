package bpmn

// Root elements that events, tasks and data refer to (BPMN 2.0.2 §8.4).

var itemDefinitionFields = fieldsOf(
	ref("structureRef", func(d *ItemDefinition) *Ref { return &d.StructureRef }),
	boolean("isCollection", func(d *ItemDefinition) *bool { return &d.IsCollection }),
	choice("itemKind", func(d *ItemDefinition) *string { return &d.ItemKind }, "Information", "Physical"),
)

func readItemDefinition(r *reader, e *Raw) Element {
	return open(r, e, &ItemDefinition{}, itemDefinitionFields)
}

var messageFields = fieldsOf(named[Message](), ref("itemRef", func(m *Message) *Ref { return &m.ItemRef }))

func readMessage(r *reader, e *Raw) Element { return open(r, e, &Message{}, messageFields) }

var signalFields = fieldsOf(named[Signal](), ref("structureRef", func(s *Signal) *Ref { return &s.StructureRef }))

func readSignal(r *reader, e *Raw) Element { return open(r, e, &Signal{}, signalFields) }

var errorFields = fieldsOf(
	named[Error](),
	str("errorCode", func(x *Error) *string { return &x.ErrorCode }),
	ref("structureRef", func(x *Error) *Ref { return &x.StructureRef }),
)

func readError(r *reader, e *Raw) Element { return open(r, e, &Error{}, errorFields) }

var escalationFields = fieldsOf(
	named[Escalation](),
	str("escalationCode", func(x *Escalation) *string { return &x.EscalationCode }),
	ref("structureRef", func(x *Escalation) *Ref { return &x.StructureRef }),
)

func readEscalation(r *reader, e *Raw) Element { return open(r, e, &Escalation{}, escalationFields) }

var dataStoreFields = fieldsOf(
	named[DataStore](),
	itemSubject(func(d *DataStore) *Ref { return &d.ItemSubjectRef }),
	integer("capacity", func(d *DataStore) *string { return &d.Capacity }),
	boolText("isUnlimited", func(d *DataStore) *string { return &d.IsUnlimited }),
	keepRaw(func(d *DataStore) *[]*Raw { return &d.Kept }, "dataState"),
)

func readDataStore(r *reader, e *Raw) Element { return open(r, e, &DataStore{}, dataStoreFields) }

var interfaceFields = fieldsOf(
	named[Interface](),
	ref("implementationRef", func(i *Interface) *Ref { return &i.ImplementationRef }),
	many("operation", func(r *reader, i *Interface, c *Raw) {
		i.Operations = append(i.Operations, open(r, c, &Operation{}, operationFields))
	}),
)

func readInterface(r *reader, e *Raw) Element { return open(r, e, &Interface{}, interfaceFields) }

var operationFields = fieldsOf(
	named[Operation](),
	ref("implementationRef", func(o *Operation) *Ref { return &o.ImplementationRef }),
	oneRef("inMessageRef", func(o *Operation) *Ref { return &o.InMessageRef }),
	oneRef("outMessageRef", func(o *Operation) *Ref { return &o.OutMessageRef }),
	refs("errorRef", func(o *Operation) *[]Ref { return &o.ErrorRefs }),
)

// Global tasks (§10.3.6).
var globalTaskFields = fieldsOf(
	named[GlobalTask](),
	inherit(callableFields, func(g *GlobalTask) *callable {
		return &callable{base: &g.Base, io: &g.IO, interfaces: &g.SupportedInterfaceRefs}
	}),
	keepRaw(func(g *GlobalTask) *[]*Raw { return &g.ResourceRoles }, resourceRoles...),
)

var globalImplementation = str("implementation", func(g *GlobalTask) *string { return &g.Implementation })

var (
	globalUserTaskFields = fieldsOf(
		inherit(globalTaskFields, self[GlobalTask]), globalImplementation,
		keepRaw(func(g *GlobalTask) *[]*Raw { return &g.Kept }, "rendering"),
	)
	globalBusinessRuleTaskFields = fieldsOf(inherit(globalTaskFields, self[GlobalTask]), globalImplementation)
	globalScriptTaskFields       = fieldsOf(
		inherit(globalTaskFields, self[GlobalTask]),
		str("scriptLanguage", func(g *GlobalTask) *string { return &g.ScriptLanguage }),
		one("script", func(r *reader, g *GlobalTask, c *Raw) {
			g.Script = c.Text
			r.keep(&g.Base, c)
		}),
	)
)

func globalTaskReader(f *fields[GlobalTask]) memberReader {
	return func(r *reader, e *Raw) Element { return open(r, e, &GlobalTask{Kind: e.Name.Local}, f) }
}

// readRootElement keeps a root element that no stage reads beyond its base.
func readRootElement(r *reader, e *Raw) Element {
	t := &RootElement{Kind: e.Name.Local}
	r.identify(e, t)
	r.rootElement(e, t)
	return t
}
