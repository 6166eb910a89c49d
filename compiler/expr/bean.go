package expr

import (
	"cmp"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Bean is a method of a bean that JUEL expressions call (`${pricing.total(order)}`):
// the host has to supply it. Its signature is what all the calls of a process tell.
type Bean struct {
	// Bean and Method are the names as written.
	Bean, Method string
	// Names are the variables that the first call passes, "" where an argument is
	// no plain variable.
	Names []string
	// Args and Result are its types; after Solve they hold no unknown. What no use
	// tells is any.
	Args   []*types.Type
	Result *types.Type
	// At is the first call.
	At diag.Span
}

// Beans returns what the expressions of a tree of scopes call of the host's
// beans, by name. The types are final after Solve.
func (e *Env) Beans() []*Bean {
	var out []*Bean
	for _, b := range e.state.beans {
		out = append(out, b)
	}
	slices.SortFunc(out, func(x, y *Bean) int { return cmp.Or(cmp.Compare(x.Bean, y.Bean), cmp.Compare(x.Method, y.Method)) })
	return out
}

// beanKey tells methods apart.
type beanKey struct{ bean, method string }

// bean takes what a call of a bean tells about its signature.
func (in *inferer) bean(n *Node) *types.Type {
	if n.Call == nil {
		n.Call = newBeanCall(n)
		in.hostCalls = append(in.hostCalls, n.Call)
	}
	key := beanKey{n.Call.Bean, n.Call.Method}
	sig := in.s.beans[key]
	if sig == nil {
		sig = &Bean{Bean: key.bean, Method: key.method, At: in.src.Place(n.Span), Result: in.s.fresh("the result of " + key.bean + "." + key.method)}
		for _, k := range n.Kids[1:] {
			name := ""
			if k.Op == Name {
				name = k.Name
			}
			sig.Names = append(sig.Names, name)
			sig.Args = append(sig.Args, in.s.fresh("an argument of "+key.bean+"."+key.method))
		}
		if in.s.beans == nil {
			in.s.beans = map[beanKey]*Bean{}
		}
		in.s.beans[key] = sig
	}
	if got, want := len(n.Kids)-1, len(sig.Args); got != want {
		in.s.ds = append(in.s.ds, in.src.diagnostic("BG3020", n.Span, "%s.%s is called with %d arguments here and with %d elsewhere", key.bean, key.method, got, want).
			WithRelated(sig.At, "with %d here", want).WithFix("pass the same arguments in every call, or give the methods different names"))
	}
	for i, k := range n.Kids[1:] {
		t := in.infer(k)
		if i < len(sig.Args) {
			in.s.unify(sig.Args[i], t, in.use(k), "an argument of "+key.bean+"."+key.method, 0)
		}
	}
	n.Call.Args, n.Call.Result = sig.Args, sig.Result
	return sig.Result
}

// finishBeans gives the signatures their final types.
func (s *solver) finishBeans() {
	for _, b := range s.beans {
		for i := range b.Args {
			b.Args[i] = s.finalType(b.Args[i], 0)
		}
		b.Result = s.finalType(b.Result, 0)
	}
}

// beanSignature gives a checked call the signature that all calls tell.
func (c *checker) beanSignature(call *HostCall) {
	if sig := c.env.state.beans[beanKey{call.Bean, call.Method}]; sig != nil && call.Bean != "" {
		call.Args, call.Result = sig.Args, sig.Result
	}
}
