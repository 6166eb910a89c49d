package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// quantity: startQuantity and completionQuantity are 1 (§10.3.1 wants at least
// 1; S1.4 rejects everything else: they multiply tokens unseen).
func quantity(p *pass, n *graph.Node) {
	if n.Act == nil {
		return
	}
	for _, q := range []struct{ name, value string }{{"startQuantity", n.Act.StartQuantity}, {"completionQuantity", n.Act.CompletionQuantity}} {
		if q.value == "" || q.value == "1" {
			continue
		}
		p.on(n.Base, "%s has %s=%q, only 1 is taken", n.Label(), q.name, q.value).related(n.At(q.name), "here").
			fix("take %s out; a parallel gateway makes or gathers several tokens visibly", q.name)
	}
}
