package bpmntest

import (
	"context"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime"
)

// begin lets an enabled activity of the oldest open ad-hoc sub-process that has
// it begin (S8.4).
func (p *player) begin(name string) error {
	begun, enabled, err := p.tryBegin(name)
	switch {
	case err != nil:
		return err
	case begun:
		return nil
	case len(p.names.find(name)) == 0:
		return fmt.Errorf("there is no node %s", name)
	}
	return fmt.Errorf("%s is enabled in no open ad-hoc sub-process; enabled are %s", name, list(enabled))
}

// tryBegin is begin; enabled are the activities that may begin where that one may not.
func (p *player) tryBegin(name string) (begun bool, enabled []string, err error) {
	for _, a := range p.kit.Engine.AdHocs("") {
		for _, n := range a.Enabled {
			id, err := p.idOf(a, n)
			if err != nil {
				return false, nil, err
			}
			if p.names.is(name, id) {
				return true, nil, p.kit.Engine.BeginActivity(context.Background(), a.ID, n)
			}
			enabled = append(enabled, id)
		}
	}
	return false, enabled, nil
}

// beginAndWait lets an enabled activity begin for a step that completes it: a
// performer who does it picks it. It reports whether that is one.
func (p *player) beginAndWait(name string) (bool, error) {
	begun, _, err := p.tryBegin(name)
	if begun && err == nil {
		err = p.settle()
	}
	return begun, err
}

// finishAdHoc completes the oldest open ad-hoc sub-process of that id or name.
func (p *player) finishAdHoc(name string) error {
	var open []string
	for _, a := range p.kit.Engine.AdHocs("") {
		if p.names.is(name, a.NodeID) {
			return p.kit.Engine.FinishAdHoc(context.Background(), a.ID)
		}
		open = append(open, a.NodeID)
	}
	return fmt.Errorf("no ad-hoc sub-process %s is open; open are %s", name, list(open))
}

// idOf is the BPMN id of a node of an open ad-hoc sub-process.
func (p *player) idOf(a runtime.AdHocInfo, n runtime.Node) (string, error) {
	q, err := p.process(a.Process)
	if err != nil {
		return "", err
	}
	if int(n) >= len(q.Definition.Nodes) {
		return "", fmt.Errorf("ad-hoc sub-process %s has no node %d", a.NodeID, n)
	}
	return q.Definition.Nodes[n].ID, nil
}
