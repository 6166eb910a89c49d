package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// errorCode takes an errorRef that names no error of the file as its own code
// (S6.1); the rules warn of it.
func (b *builder) errorCode(d *bpmn.EventDefinition, t *model.Trigger) {
	if d.Kind == bpmn.ErrorTrigger && t.Ref == model.None && !d.Ref.IsZero() {
		t.Code = d.Ref.Raw
	}
}
