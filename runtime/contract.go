package runtime

import (
	"fmt"
	"slices"
	"strings"
)

// ContractError is a call that its callee's declared inputs and outputs refuse
// (S10.2): at its launch where an input lacks, at its end where an output does.
type ContractError struct {
	Process string // BPMN process id of the callee
	Version int
	// Inputs are the required inputs that were not sent, Outputs the required
	// outputs that the callee ended without.
	Inputs, Outputs []string
}

// Error names what lacks and the way out.
func (e *ContractError) Error() string {
	if len(e.Inputs) > 0 {
		return fmt.Sprintf("process %s version %d requires what is not sent: %s; send it, or make it optional there",
			e.Process, e.Version, strings.Join(e.Inputs, ", "))
	}
	return fmt.Sprintf("process %s version %d ended without its outputs: %s; set them, or make them optional there",
		e.Process, e.Version, strings.Join(e.Outputs, ", "))
}

func declares(list []ParamDef, name string) bool {
	return slices.ContainsFunc(list, func(p ParamDef) bool { return p.Name == name })
}

// send gives a called process its inputs: those that it declares, or, where it
// declares none, whatever it has a variable of that name for (S10.2).
func send(p *process, root Root, args []Argument) error {
	c, ok := root.(Callee)
	if !ok {
		return nil
	}
	contract := p.def.Contract
	for _, a := range args {
		if a.Value == nil || contract != nil && !declares(contract.Inputs, a.Name) {
			continue // null is what a variable has that nothing was sent for
		}
		if _, err := c.SetVariable(a.Name, a.Value); err != nil {
			return err
		}
	}
	if contract == nil {
		return nil
	}
	e := &ContractError{Process: p.def.Key, Version: p.version.number}
	for _, in := range contract.Inputs {
		given := slices.ContainsFunc(args, func(a Argument) bool { return a.Name == in.Name && a.Value != nil })
		if !in.Optional && !given {
			e.Inputs = append(e.Inputs, in.Name)
		}
	}
	if e.Inputs != nil {
		return e
	}
	return nil
}

// lacks says which required outputs a called instance has ended without: those
// that are null (S3.5).
func (i *Instance) lacks() error {
	contract := i.m.Definition().Contract
	c, ok := i.root().(Callee)
	if contract == nil || !ok {
		return nil
	}
	e := &ContractError{Process: i.m.Definition().Key, Version: i.proc.version.number}
	for _, out := range contract.Outputs {
		if out.Optional {
			continue
		}
		if v, known := c.Variable(out.Name); !known || v == nil {
			e.Outputs = append(e.Outputs, out.Name)
		}
	}
	if e.Outputs != nil {
		return e
	}
	return nil
}
