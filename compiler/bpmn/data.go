package bpmn

// Data (BPMN 2.0.2 §10.4).

func itemSubject[T any](to func(*T) *Ref) option[T] { return ref("itemSubjectRef", to) }

var propertyFields = fieldsOf(
	named[Property](),
	itemSubject(func(p *Property) *Ref { return &p.ItemSubjectRef }),
	keepOne("dataState", func(p *Property) **Raw { return &p.DataState }),
)

// properties declares the property children of processes, activities and events.
func properties[T any](to func(*T) *[]*Property) option[T] {
	return many("property", func(r *reader, t *T, c *Raw) {
		*to(t) = append(*to(t), open(r, c, &Property{}, propertyFields))
	})
}

var dataObjectFields = fieldsOf(
	inherit(flowElementFields, (*DataObject).Elem),
	itemSubject(func(d *DataObject) *Ref { return &d.ItemSubjectRef }),
	boolean("isCollection", func(d *DataObject) *bool { return &d.IsCollection }),
	keepOne("dataState", func(d *DataObject) **Raw { return &d.DataState }),
)

func readDataObject(r *reader, e *Raw) Element { return open(r, e, &DataObject{}, dataObjectFields) }

var dataObjectReferenceFields = fieldsOf(
	inherit(flowElementFields, (*DataObjectReference).Elem),
	itemSubject(func(d *DataObjectReference) *Ref { return &d.ItemSubjectRef }),
	ref("dataObjectRef", func(d *DataObjectReference) *Ref { return &d.DataObjectRef }),
	keepOne("dataState", func(d *DataObjectReference) **Raw { return &d.DataState }),
)

func readDataObjectReference(r *reader, e *Raw) Element {
	return open(r, e, &DataObjectReference{}, dataObjectReferenceFields)
}

var dataStoreReferenceFields = fieldsOf(
	inherit(flowElementFields, (*DataStoreReference).Elem),
	itemSubject(func(d *DataStoreReference) *Ref { return &d.ItemSubjectRef }),
	ref("dataStoreRef", func(d *DataStoreReference) *Ref { return &d.DataStoreRef }),
	keepOne("dataState", func(d *DataStoreReference) **Raw { return &d.DataState }),
)

func readDataStoreReference(r *reader, e *Raw) Element {
	return open(r, e, &DataStoreReference{}, dataStoreReferenceFields)
}

var dataItemFields = fieldsOf(
	named[DataItem](),
	itemSubject(func(d *DataItem) *Ref { return &d.ItemSubjectRef }),
	boolean("isCollection", func(d *DataItem) *bool { return &d.IsCollection }),
	keepOne("dataState", func(d *DataItem) **Raw { return &d.DataState }),
)

func (r *reader) dataItem(c *Raw) *DataItem { return open(r, c, &DataItem{}, dataItemFields) }

// dataItems declares dataInput or dataOutput children.
func dataItems[T any](name string, to func(*T) *[]*DataItem) option[T] {
	return many(name, func(r *reader, t *T, c *Raw) { *to(t) = append(*to(t), r.dataItem(c)) })
}

// ioSpecification (§10.4.2).
var ioFields = fieldsOf(
	dataItems("dataInput", func(io *InputOutput) *[]*DataItem { return &io.Inputs }),
	dataItems("dataOutput", func(io *InputOutput) *[]*DataItem { return &io.Outputs }),
	many("inputSet", func(r *reader, io *InputOutput, c *Raw) {
		io.InputSets = append(io.InputSets, open(r, c, &IOSet{}, inputSetFields))
	}),
	many("outputSet", func(r *reader, io *InputOutput, c *Raw) {
		io.OutputSets = append(io.OutputSets, open(r, c, &IOSet{}, outputSetFields))
	}),
)

func oneIO[T any](to func(*T) **InputOutput) option[T] {
	return one("ioSpecification", func(r *reader, t *T, c *Raw) { *to(t) = open(r, c, &InputOutput{}, ioFields) })
}

func setRefs(s *IOSet) *[]Ref       { return &s.DataRefs }
func optionalRefs(s *IOSet) *[]Ref  { return &s.OptionalRefs }
func executingRefs(s *IOSet) *[]Ref { return &s.WhileExecutingRefs }
func otherSetRefs(s *IOSet) *[]Ref  { return &s.SetRefs }

var inputSetFields = fieldsOf(
	named[IOSet](),
	refs("dataInputRefs", setRefs),
	refs("optionalInputRefs", optionalRefs),
	refs("whileExecutingInputRefs", executingRefs),
	refs("outputSetRefs", otherSetRefs),
)

var outputSetFields = fieldsOf(
	named[IOSet](),
	refs("dataOutputRefs", setRefs),
	refs("optionalOutputRefs", optionalRefs),
	refs("whileExecutingOutputRefs", executingRefs),
	refs("inputSetRefs", otherSetRefs),
)

var associationFields = fieldsOf(
	refs("sourceRef", func(d *DataAssociation) *[]Ref { return &d.SourceRefs }),
	oneRef("targetRef", func(d *DataAssociation) *Ref { return &d.TargetRef }),
	oneExpression("transformation", func(d *DataAssociation) **Expression { return &d.Transformation }),
	many("assignment", func(r *reader, d *DataAssociation, c *Raw) {
		d.Assignments = append(d.Assignments, open(r, c, &Assignment{}, assignmentFields))
	}),
)

var assignmentFields = fieldsOf(
	oneExpression("from", func(a *Assignment) **Expression { return &a.From }),
	oneExpression("to", func(a *Assignment) **Expression { return &a.To }),
)

// associations declares dataInputAssociation or dataOutputAssociation children.
func associations[T any](name string, output bool, to func(*T) *[]*DataAssociation) option[T] {
	return many(name, func(r *reader, t *T, c *Raw) {
		*to(t) = append(*to(t), open(r, c, &DataAssociation{Output: output}, associationFields))
	})
}
