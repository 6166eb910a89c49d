package model

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Bean is a method that JUEL expressions call of a bean of the host
// (`${pricing.total(order)}`); the host supplies it with the handlers.
type Bean struct {
	// Bean and Method are the names as written.
	Bean, Method string
	// GoName is the method of Handlers.
	GoName string
	// Args are its parameters, with names that differ.
	Args []Param
	// Result is the type of what it returns beside an error.
	Result *types.Type
	// At is the first call in the file.
	At diag.Span
}

// Bean finds a bean's method; nil: no expression calls it.
func (p *Process) Bean(bean, method string) *Bean {
	for i := range p.Beans {
		if b := &p.Beans[i]; b.Bean == bean && b.Method == method {
			return b
		}
	}
	return nil
}
