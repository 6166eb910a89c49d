package gen_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/gen"
)

// shapes are models of n pieces, each of another construct: what holds many of a thing
// is where work that grows with the square of a file would show.
var shapes = map[string]func(n int) string{
	"boundary events": func(n int) string {
		return `<startEvent id="s"/>` + sf("a", "s", "u") + `<userTask id="u"/>` + sf("z", "u", "e") + repeat(n, func(i int) string {
			return fmt.Sprintf(`<boundaryEvent id="b%d" attachedToRef="u" cancelActivity="false"><timerEventDefinition id="d%d"><timeDuration>PT%dS</timeDuration></timerEventDefinition></boundaryEvent>`, i, i, i+1) +
				sf(fmt.Sprint("h", i), fmt.Sprint("b", i), "e")
		}) + `<endEvent id="e"/>`
	},
	"conditions of one gateway": func(n int) string {
		return `<startEvent id="s"/>` + sf("a", "s", "g") + `<exclusiveGateway id="g" default="f"/>` + sf("f", "g", "e") + repeat(n, func(i int) string {
			return cf(fmt.Sprint("f", i), "g", "e", fmt.Sprintf(`=x = "v%d" and y &gt; %d`, i, i))
		}) + `<endEvent id="e"/>`
	},
	"variables of one expression": func(n int) string {
		return `<startEvent id="s"/>` + sf("a", "s", "g") + `<exclusiveGateway id="g" default="f"/>` + sf("f", "g", "e") +
			cf("f0", "g", "e", "=true"+repeat(n, func(i int) string { return fmt.Sprintf(" and v%d &gt; v%d", i, i+1) })) + `<endEvent id="e"/>`
	},
	"branches of an inclusive gateway": func(n int) string {
		return `<startEvent id="s"/>` + sf("a", "s", "g") + `<inclusiveGateway id="g"/>` + repeat(n, func(i int) string {
			t := fmt.Sprint("t", i)
			return cf("f"+t, "g", t, fmt.Sprintf("=x &gt; %d", i)) + `<serviceTask id="` + t + `"/>` + sf("h"+t, t, "j")
		}) + `<inclusiveGateway id="j"/>` + sf("z", "j", "e") + `<endEvent id="e"/>`
	},
	"tasks of one name": func(n int) string {
		return chain(n, func(id string, _ int) string { return `<serviceTask id="` + id + `" name="Do it"/>` })
	},
	"user tasks": func(n int) string {
		return chain(n, func(id string, _ int) string { return `<userTask id="` + id + `"/>` })
	},
	"inclusive gateways in a row": func(n int) string {
		return chain(n, func(id string, _ int) string { return `<inclusiveGateway id="` + id + `"/>` })
	},
	"sub-processes with data": func(n int) string {
		return chain(n, func(id string, i int) string {
			return fmt.Sprintf(`<subProcess id="%s"><property id="v%d" name="v%d"/><startEvent id="a%d"/>`, id, i, i, i) + sf(fmt.Sprint("q", i), fmt.Sprint("a", i), fmt.Sprint("b", i)) +
				fmt.Sprintf(`<task id="b%d"/></subProcess>`, i)
		})
	},
	"mappings": func(n int) string {
		return chain(n, func(id string, i int) string {
			return fmt.Sprintf(`<serviceTask id="%s"><extensionElements><zeebe:ioMapping><zeebe:input source="=v%d + 1" target="x"/><zeebe:output source="=y" target="v%d"/></zeebe:ioMapping></extensionElements></serviceTask>`, id, i, i+1)
		})
	},
	"conditional events": func(n int) string {
		return chain(n, func(id string, i int) string {
			return fmt.Sprintf(`<intermediateCatchEvent id="%s"><conditionalEventDefinition id="d%d"><condition>=v%d &gt; 3</condition></conditionalEventDefinition></intermediateCatchEvent>`, id, i, i)
		})
	},
	"links": func(n int) string {
		return `<startEvent id="s"/>` + sf("a", "s", "x0") + repeat(n, func(i int) string {
			return fmt.Sprintf(`<intermediateThrowEvent id="x%d"><linkEventDefinition id="l%d" name="L%d"/></intermediateThrowEvent><intermediateCatchEvent id="y%d"><linkEventDefinition id="k%d" name="L%d"/></intermediateCatchEvent>`, i, i, i, i, i, i) +
				sf(fmt.Sprint("f", i), fmt.Sprint("y", i), fmt.Sprint("x", i+1))
		}) + fmt.Sprintf(`<task id="x%d"/>`, n)
	},
	"tangled loops": func(n int) string {
		return `<startEvent id="s"/>` + sf("a", "s", "g0") + repeat(n, func(i int) string {
			g := fmt.Sprint("g", i)
			return fmt.Sprintf(`<exclusiveGateway id="%s" default="d%d"/>`, g, i) + sf(fmt.Sprint("d", i), g, fmt.Sprint("g", (i+1)%n)) + cf(fmt.Sprint("c", i), g, fmt.Sprint("g", (i*7+3)%n), fmt.Sprintf("=x = %d", i))
		})
	},
	"nodes without ids": func(n int) string { return strings.Repeat(`<startEvent/>`, n) },
	"ids that nothing has": func(n int) string {
		return repeat(n, func(i int) string { return sf(fmt.Sprint("f", i), fmt.Sprint("a", i), fmt.Sprint("b", i)) })
	},
	"vendor extensions": func(n int) string {
		return chain(n, func(id string, i int) string {
			return fmt.Sprintf(`<serviceTask id="%s" xmlns:c="http://camunda.org/schema/1.0/bpmn" c:asyncBefore="true" c:new%d="x"><extensionElements><c:executionListener/></extensionElements></serviceTask>`, id, i)
		})
	},
}

func sf(id, from, to string) string {
	return `<sequenceFlow id="` + id + `" sourceRef="` + from + `" targetRef="` + to + `"/>`
}

func cf(id, from, to, condition string) string {
	return `<sequenceFlow id="` + id + `" sourceRef="` + from + `" targetRef="` + to + `"><conditionExpression>` + condition + `</conditionExpression></sequenceFlow>`
}

func repeat(n int, piece func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(piece(i))
	}
	return b.String()
}

func chain(n int, node func(id string, i int) string) string {
	return `<startEvent id="s"/>` + sf("f0", "s", "t0") + repeat(n, func(i int) string {
		return node(fmt.Sprint("t", i), i) + sf(fmt.Sprint("f", i+1), fmt.Sprint("t", i), fmt.Sprint("t", i+1))
	}) + fmt.Sprintf(`<endEvent id="t%d"/>`, n)
}

// What a file costs, in memory, and so mostly in time, grows with its size and no
// faster, whatever it holds many of; and no file of these takes long.
func TestCostGrowsWithTheFile(t *testing.T) {
	const small, times = 60, 4
	cost := func(shape func(int) string, n int) float64 {
		src := []byte(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="t"><process id="p" isExecutable="true">` +
			shape(n) + `</process></definitions>`)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		res := compiler.Compile([]compiler.Input{{Name: "m.bpmn", Data: src}}, compiler.Options{})
		for _, d := range res.Diagnostics.All() {
			if d.Code == compiler.CodeInternal {
				t.Error(d.Message)
			}
		}
		if !res.Diagnostics.HasErrors() {
			if _, err := gen.Generate(res.Package, gen.Options{Package: "p"}); err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%d pieces took %v", n, took)
		}
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	for name, shape := range shapes {
		cost(shape, small) // tables that are made once
		a, b := cost(shape, small), cost(shape, small*times)
		if b > 1.5*times*a {
			t.Errorf("%s: %d times as many take %.1f times the memory", name, times, b/a)
		}
	}
}

// FuzzGenerate holds the generator to what the compiler promises: a model without
// errors becomes Go that parses.
func FuzzGenerate(f *testing.F) {
	for _, name := range cases(f) {
		f.Add(read(f, root+"/testdata/golden/"+name+"/"+name+".bpmn"))
	}
	for _, shape := range shapes {
		f.Add([]byte(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="p" isExecutable="true">` + shape(3) + `</process></definitions>`))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		res := compiler.Compile([]compiler.Input{{Name: "m.bpmn", Data: src}}, compiler.Options{})
		for _, d := range res.Diagnostics.All() {
			if d.Severity == diag.Error {
				return
			}
		}
		if _, err := gen.Generate(res.Package, gen.Options{Package: "p"}); err != nil {
			t.Error(err)
		}
	})
}
