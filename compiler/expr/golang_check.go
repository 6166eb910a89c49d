package expr

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

type goTyped struct{}

// goPackages are the packages whose functions a Go expression may call.
var goPackages = map[string]bool{"strings": true, "math": true, "time": true, "slices": true, "strconv": true, "utf8": true, "cmp": true, "maps": true}

func (in *inferer) goCall(n *Node) *types.Type {
	in.kids(n)
	return in.s.fresh("")
}

func (c *checker) checkGo(tree *Tree, want *types.Type) (*Typed, []diag.Diagnostic) { return nil, nil }
