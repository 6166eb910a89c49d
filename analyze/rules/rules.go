// Package rules checks the form of BPMN models.
package rules

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// Check runs all rules.
func Check(g *graph.Graph, bag *diag.Bag) {}
