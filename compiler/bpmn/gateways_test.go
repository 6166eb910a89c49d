package bpmn

import "testing"

// The five gateways (BPMN 2.0.2 §10.6).
func TestGateways(t *testing.T) {
	type gateway struct {
		Kind                          GatewayKind
		Direction, Default, Condition string
		Instantiate                   bool
		Type                          string
	}
	cases := []struct {
		xml  string
		want gateway
	}{
		{`<exclusiveGateway gatewayDirection="Diverging" default="f"/>`, gateway{ExclusiveGateway, "Diverging", "f", "", false, ""}},
		{`<parallelGateway gatewayDirection="Converging"/>`, gateway{ParallelGateway, "Converging", "", "", false, ""}},
		{`<inclusiveGateway default="f"/>`, gateway{InclusiveGateway, "", "f", "", false, ""}},
		{`<complexGateway default="f" gatewayDirection="Mixed"><activationCondition>x</activationCondition></complexGateway>`,
			gateway{ComplexGateway, "Mixed", "f", "x", false, ""}},
		{`<eventBasedGateway instantiate="true" eventGatewayType="Parallel" gatewayDirection="Unspecified"/>`,
			gateway{EventBasedGateway, "Unspecified", "", "", true, "Parallel"}},
	}
	for _, c := range cases {
		g := first[*Gateway](t, parse(t, process(c.xml)))
		got := gateway{g.Kind, g.Direction, g.Default.Local, "", g.Instantiate, g.EventGatewayType}
		if g.ActivationCondition != nil {
			got.Condition = g.ActivationCondition.Text.Value
		}
		equal(t, c.xml, c.want, got)
	}
}
