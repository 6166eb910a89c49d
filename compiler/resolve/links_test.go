package resolve

import "testing"

// EV §2.8: reaching a source goes on at the target's outgoing flow; no Link exists any more.
func TestLinkVanishes(t *testing.T) {
	p := process(t, `
		<startEvent id="s"/><task id="a"/><task id="b"/>
		<intermediateThrowEvent id="jump"><linkEventDefinition id="l" name="L"/></intermediateThrowEvent>
		<intermediateCatchEvent id="land"><linkEventDefinition id="m" name="L"/></intermediateCatchEvent>
		s -> a
		a -> jump
		land -> b`)
	want(t, []string{"s -> a", "a -> b"}, edges(p))
}

// Several sources of one target, one of them reached twice, into a merge: every flow leads straight on.
func TestLinkSources(t *testing.T) {
	p := process(t, `
		<startEvent id="s"/><exclusiveGateway id="x" default="x_c"/><task id="a"/><task id="c"/><task id="b"/>
		<intermediateThrowEvent id="j1"><linkEventDefinition id="l1" name="L"/></intermediateThrowEvent>
		<intermediateThrowEvent id="j2"><linkEventDefinition id="l2" name="L"/></intermediateThrowEvent>
		<intermediateCatchEvent id="land"><linkEventDefinition id="m" name="L"/></intermediateCatchEvent>
		s -> x
		x -> a: =n > 1
		x -> c
		a -> j1
		c -> j2
		land -> b`)
	want(t, []string{"s -> x", "x -> a", "x -> c default", "a -> b", "c -> b"}, edges(p))
}

// Where two sources share one flow into a join, the join counts one flow: the
// sources stay as silent nodes that share it.
func TestLinkIntoJoin(t *testing.T) {
	p := process(t, `
		<startEvent id="s"/><exclusiveGateway id="x" default="x_j2"/><parallelGateway id="f"/><parallelGateway id="join"/><task id="b"/>
		<intermediateThrowEvent id="j1"><linkEventDefinition id="l1" name="L"/></intermediateThrowEvent>
		<intermediateThrowEvent id="j2"><linkEventDefinition id="l2" name="L"/></intermediateThrowEvent>
		<intermediateCatchEvent id="land"><linkEventDefinition id="m" name="L"/></intermediateCatchEvent>
		s -> f
		f -> x
		f -> join
		x -> j1: =n > 1
		x -> j2
		land -> join
		join -> b`)
	want(t, []string{"s -> f", "x -> j1", "x -> j2 default", "f -> x", "f -> join", "join -> b", "j1 -> join silent", "j2 -> join silent"}, edges(p))
	for _, n := range p.Nodes {
		if n.ID == "join" && len(n.In) != 2 {
			t.Errorf("the join waits for %d flows, want 2", len(n.In))
		}
	}
}

// A target with two flows splits: its source stays silent and has both.
func TestLinkTargetSplits(t *testing.T) {
	p := process(t, `
		<startEvent id="s"/><task id="a"/><task id="b"/>
		<intermediateThrowEvent id="jump"><linkEventDefinition id="l" name="L"/></intermediateThrowEvent>
		<intermediateCatchEvent id="land"><linkEventDefinition id="m" name="L"/></intermediateCatchEvent>
		s -> jump
		land -> a
		land -> b`)
	want(t, []string{"s -> jump", "jump -> a silent", "jump -> b silent"}, edges(p))
}

// Links that lead to one another in a circle are no trap for the compiler.
func TestLinkCircle(t *testing.T) {
	p := process(t, `
		<startEvent id="s"/>
		<intermediateThrowEvent id="j1"><linkEventDefinition id="l1" name="A"/></intermediateThrowEvent>
		<intermediateCatchEvent id="c1"><linkEventDefinition id="m1" name="A"/></intermediateCatchEvent>
		<intermediateThrowEvent id="j2"><linkEventDefinition id="l2" name="B"/></intermediateThrowEvent>
		<intermediateCatchEvent id="c2"><linkEventDefinition id="m2" name="B"/></intermediateCatchEvent>
		s -> j1
		c1 -> j2
		c2 -> j1`)
	want(t, []string{"s -> j1", "j1 -> j2 silent", "j2 -> j1 silent"}, edges(p))
}
