package gen_test

import (
	"bytes"
	"fmt"
	"go/format"
	"testing"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/gen"
)

// large is a file with that many tasks, a gateway with a condition after every tenth.
func large(tasks int) []byte {
	var b bytes.Buffer
	b.WriteString(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="D" targetNamespace="x">
<itemDefinition id="long" structureRef="xsd:long" /><process id="Large" isExecutable="true">` + "\n")
	for i := range 20 {
		fmt.Fprintf(&b, "<property id=\"v%d\" name=\"v%d\" itemSubjectRef=\"long\" />\n", i, i)
	}
	b.WriteString("<startEvent id=\"begin\" />\n<endEvent id=\"end\" />\n<endEvent id=\"early\" />\n")
	from := "begin"
	for i := range tasks {
		if i%10 == 9 {
			fmt.Fprintf(&b, "<exclusiveGateway id=\"g%d\" name=\"Enough at %d?\" default=\"d%d\" />\n<sequenceFlow id=\"c%d\" sourceRef=\"%s\" targetRef=\"g%d\" />\n", i, i, i, i, from, i)
			fmt.Fprintf(&b, "<sequenceFlow id=\"x%d\" sourceRef=\"g%d\" targetRef=\"m\"><conditionExpression xsi:type=\"tFormalExpression\">=v%d &gt; %d</conditionExpression></sequenceFlow>\n", i, i, i%20, i)
			fmt.Fprintf(&b, "<serviceTask id=\"t%d\" name=\"Task number %d\" />\n<sequenceFlow id=\"d%d\" sourceRef=\"g%d\" targetRef=\"t%d\" />\n", i, i, i, i, i)
		} else {
			fmt.Fprintf(&b, "<serviceTask id=\"t%d\" name=\"Task number %d\" />\n<sequenceFlow id=\"d%d\" sourceRef=\"%s\" targetRef=\"t%d\" />\n", i, i, i, from, i)
		}
		from = fmt.Sprintf("t%d", i)
	}
	fmt.Fprintf(&b, "<exclusiveGateway id=\"m\" />\n<sequenceFlow id=\"me\" sourceRef=\"m\" targetRef=\"early\" />\n<sequenceFlow id=\"last\" sourceRef=\"%s\" targetRef=\"end\" />\n</process></definitions>", from)
	return b.Bytes()
}

// The memory of a generation grows with the file and no faster; time is
// BenchmarkGenerate's to tell.
func TestGrowsLinearly(t *testing.T) {
	allocs := func(tasks int) float64 {
		pkg := compile(t, "large.bpmn", large(tasks))
		return testing.AllocsPerRun(1, func() {
			if _, err := gen.Generate(pkg, gen.Options{Package: "large"}); err != nil {
				t.Fatal(err)
			}
		})
	}
	small, big := allocs(200), allocs(1600)
	if big > 8*1.1*small {
		t.Errorf("8 times the tasks take %.1f times the allocations", big/small)
	}
}

// What is written without gofmt's help is as gofmt writes it.
func TestLargeIsFormatted(t *testing.T) {
	got, err := gen.Generate(compile(t, "large.bpmn", large(150)), gen.Options{Package: "large"})
	if err != nil {
		t.Fatal(err)
	}
	want, err := format.Source(got)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("gofmt changes the file")
	}
}

// What all handlers share is not put in line a thousand times: the Go compiler
// would take 4 times as long for the package.
func TestLargeIsQuickToBuild(t *testing.T) {
	for tasks, want := range map[int]bool{50: false, 1000: true} {
		got, err := gen.Generate(compile(t, "large.bpmn", large(tasks)), gen.Options{Package: "large"})
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(got, []byte("//\n//go:noinline\nfunc open")) != want {
			t.Errorf("%d tasks: go:noinline = %v, want %v", tasks, !want, want)
		}
	}
}

// BenchmarkGenerate is from the model to Go, BenchmarkCompileAndGenerate from the
// file: a file of 1,000 tasks is to take no more than 250 ms after parsing.
func BenchmarkGenerate(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			pkg := compile(b, "large.bpmn", large(n))
			for b.Loop() {
				if _, err := gen.Generate(pkg, gen.Options{Package: "large"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCompileAndGenerate(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		data := large(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				res := compiler.Compile([]compiler.Input{{Name: "large.bpmn", Data: data}}, compiler.Options{})
				if _, err := gen.Generate(res.Package, gen.Options{Package: "large"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
