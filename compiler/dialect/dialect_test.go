package dialect_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/dialect"
)

var update = flag.Bool("update", false, "write docs/dialects.md")

// Every rule says all that its effect needs, and no namespace is two tools'.
func TestTables(t *testing.T) {
	seen := map[string]string{}
	for _, d := range dialect.All() {
		for _, s := range d.Spaces {
			if other, ok := seen[s]; ok {
				t.Errorf("%s is of %s and %s", s, other, d.Name)
			}
			seen[s] = d.Name
		}
		for name, r := range d.Elements {
			part := slices.ContainsFunc(d.Headers, func(h string) bool { return h == name })
			for p := range d.Parts {
				part = part || strings.HasPrefix(p, name+"@")
			}
			if r.Effect == dialect.Lost && r.Instead == "" {
				t.Errorf("%s: element %s is lost without a way out", d.Name, name)
			}
			if (part || r.Key != "") && r.Effect != dialect.Data {
				t.Errorf("%s: element %s has keys and effect %d", d.Name, name, r.Effect)
			}
		}
		for name, r := range d.Attrs {
			if r.Effect == dialect.Lost && r.Instead == "" || r.Effect == dialect.Data && r.Key == "" || r.Effect == dialect.Unknown {
				t.Errorf("%s: attribute %s: %+v", d.Name, name, r)
			}
		}
	}
}

// What a task of each tool tells the host.
func TestDataOf(t *testing.T) {
	for _, c := range []struct{ space, attrs, extensions, want string }{
		{dialect.Zeebe, ``, `<x:taskDefinition type="charge" retries="5"/><x:taskHeaders><x:header key="url" value="u"/></x:taskHeaders>`, "jobType=charge retries=5 url=u"},
		{dialect.Zeebe, ``, `<x:assignmentDefinition assignee="ann" candidateGroups="g"/><x:formDefinition formId="f"/><x:taskSchedule dueDate="2030-01-01T00:00:00Z"/>`,
			"assignee=ann candidateGroups=g formId=f dueDate=2030-01-01T00:00:00Z"},
		{dialect.Camunda, `x:topic="charge" x:type="external"`, `<x:failedJobRetryTimeCycle>R3/PT1M</x:failedJobRetryTimeCycle>`, "jobType=charge type=external retries=R3/PT1M"},
		{dialect.Camunda, `x:class="a.B"`, `<x:field name="to" stringValue="ann"/><x:field name="of"><x:expression>${who}</x:expression></x:field>`, "class=a.B to=ann of=${who}"},
		{dialect.Flowable, `x:delegateExpression="${a}" x:async="true"`, `<x:field name="n"><x:string>v</x:string></x:field>`, "delegateExpression=${a} n=v"},
		{dialect.Activiti, `x:assignee="ann" x:formKey="f"`, ``, "assignee=ann formKey=f"},
		{dialect.Drools, `x:taskName="Email" x:priority="1"`, `<x:onEntry-script/>`, "jobType=Email"},
		{"http://www.signavio.com", `x:any="1"`, `<x:signavioMetaData metaKey="bgcolor" metaValue="#ffffff"/>`, ""},
		{"https://example.com/own", `x:topic="charge"`, `<x:taskDefinition type="t"/>`, ""},
	} {
		src := `<definitions xmlns="` + bpmn.NS + `" xmlns:x="` + c.space + `" targetNamespace="t"><process id="p"><serviceTask id="s" ` + c.attrs + `><extensionElements>` +
			c.extensions + `</extensionElements></serviceTask></process></definitions>`
		var bag diag.Bag
		defs := bpmn.Parse("m.bpmn", []byte(src), bpmn.Options{}, &bag)
		var got []string
		for _, e := range dialect.DataOf(defs.IDs["s"].Elem()) {
			got = append(got, e.Key+"="+e.Value)
			if e.At == nil && e.On == nil {
				t.Errorf("%s=%s stands nowhere", e.Key, e.Value)
			}
		}
		if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
			t.Errorf("%s %s%s", c.space, c.extensions, d)
		}
		if bag.HasErrors() {
			t.Error(bag.All())
		}
	}
}

// docs/dialects.md is made from the tables: go test ./compiler/dialect -update.
func TestPage(t *testing.T) {
	const page = "../../docs/dialects.md"
	var b bytes.Buffer
	b.WriteString(head)
	for _, d := range dialect.All() {
		fmt.Fprintf(&b, "\n## %s\n\n", d.Name)
		for _, s := range d.Spaces {
			fmt.Fprintf(&b, "- `%s`\n", s)
		}
		b.WriteString("\n")
		list := func(what string, e dialect.Effect, also func(name string, r dialect.Rule) string) {
			var lines []string
			for _, m := range []struct {
				of    string
				table map[string]dialect.Rule
			}{{"", d.Elements}, {"@", d.Attrs}} {
				for name, r := range m.table {
					if r.Effect == e {
						lines = append(lines, "`"+m.of+name+"`"+also(name, r))
					}
				}
			}
			if len(lines) > 0 {
				slices.Sort(lines)
				fmt.Fprintf(&b, "%s: %s.\n\n", what, strings.Join(lines, ", "))
			}
		}
		none := func(string, dialect.Rule) string { return "" }
		list("In the model", dialect.Model, none)
		list("For the host", dialect.Data, func(name string, r dialect.Rule) string {
			keys := []string{}
			if r.Key != "" && r.Key != name {
				keys = append(keys, "`"+r.Key+"`")
			}
			for p, k := range d.Parts {
				if strings.HasPrefix(p, name+"@") {
					keys = append(keys, "`"+k+"`")
				}
			}
			slices.Sort(keys)
			keys = slices.Compact(keys)
			if len(keys) == 0 {
				return ""
			}
			return " (" + strings.Join(keys, ", ") + ")"
		})
		list("Without effect on execution anywhere", dialect.Editor, none)
		byWay := map[string][]string{}
		for of, table := range map[string]map[string]dialect.Rule{"": d.Elements, "@": d.Attrs} {
			for name, r := range table {
				if r.Effect == dialect.Lost {
					byWay[r.Instead] = append(byWay[r.Instead], "`"+of+name+"`")
				}
			}
		}
		if len(byWay) > 0 {
			b.WriteString("Not carried out, and named in the note:\n\n")
		}
		for _, way := range slices.Sorted(maps.Keys(byWay)) {
			slices.Sort(byWay[way])
			fmt.Fprintf(&b, "- %s: %s\n", strings.Join(byWay[way], ", "), way)
		}
		if len(byWay) > 0 {
			b.WriteString("\n")
		}
		if d.Open {
			b.WriteString("All else is of the editor.\n")
		}
	}
	got := strings.ReplaceAll(strings.TrimRight(b.String(), "\n"), "\n\n\n", "\n\n") + "\n"
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("docs/dialects.md is not what the tables say; go test ./compiler/dialect -update (-want +got):\n%s", d)
	}
}

const head = `# Extensions of other tools

Most BPMN files were written by a tool that adds elements and attributes of its own. What they mean for execution is read; what is known and not carried out is
named in one note a file ([BG2703](diagnostics.md#bg2703)), with what does its work here. What no table knows is kept and never an error.

An attribute on BPMN's own elements is written with an @ below. What is there for the host is read in a handler by the Meta method of
runtime.TaskFrom(ctx), and in the list of user tasks; a key stands behind a name where it differs.
`
