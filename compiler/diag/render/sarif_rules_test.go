package render_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/diag/render"
)

// What the published schema of SARIF 2.1.0 and GitHub's upload demand of the
// properties that are written, held against the findings of all samples: required
// ones are there, values are within their enumerations and bounds, indexes lead
// to what they name. (The whole schema has found nothing either; it is not kept here.)
func TestSARIFRules(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/diagnostics/*/bad.bpmn")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var r render.Report
	var bag diag.Bag
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.ToSlash(filepath.Join("dir with ü", filepath.Base(filepath.Dir(f)), "bad.bpmn"))
		r.Files = append(r.Files, name)
		res := compiler.Compile([]compiler.Input{{Name: name, Data: src}}, compiler.Options{})
		bag.Add(res.Diagnostics.All()...)
	}
	r.Diagnostics = bag.All()
	var b bytes.Buffer
	if err := render.SARIF(&b, r); err != nil {
		t.Fatal(err)
	}
	type region struct{ StartLine, StartColumn, EndColumn int }
	type location struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI, URIBaseID string }
			Region           region
		}
		Message *struct{ Text string }
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name, InformationURI string
					Rules                []struct {
						ID, HelpURI                       string
						ShortDescription, FullDescription struct{ Text string }
						Help                              struct{ Text, Markdown string }
						DefaultConfiguration              struct{ Level string }
						Properties                        struct{ Tags []string }
					}
				}
			}
			Invocations []struct{ ExecutionSuccessful *bool }
			ColumnKind  string
			Results     []struct {
				RuleID                      string
				RuleIndex                   int
				Level                       string
				Message                     struct{ Text string }
				Locations, RelatedLocations []location
				PartialFingerprints         map[string]string
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	levels := []string{"none", "note", "warning", "error"}
	if log.Version != "2.1.0" || len(log.Runs) != 1 {
		t.Fatalf("version %q, %d runs", log.Version, len(log.Runs))
	}
	run := log.Runs[0]
	if run.Tool.Driver.Name == "" || !slices.Contains([]string{"utf16CodeUnits", "unicodeCodePoints"}, run.ColumnKind) || run.Invocations[0].ExecutionSuccessful == nil {
		t.Errorf("driver %q, columns %q", run.Tool.Driver.Name, run.ColumnKind)
	}
	seen := map[string]bool{}
	for _, x := range run.Tool.Driver.Rules {
		link, err := url.Parse(x.HelpURI)
		if x.ID == "" || seen[x.ID] || x.ShortDescription.Text == "" || len(x.ShortDescription.Text) > 1024 || len(x.FullDescription.Text) > 1024 || x.Help.Text == "" ||
			!slices.Contains(levels, x.DefaultConfiguration.Level) || len(x.Properties.Tags) > 10 || err != nil || !link.IsAbs() {
			t.Errorf("rule %+v", x)
		}
		seen[x.ID] = true
	}
	place := func(l location) bool {
		u, err := url.Parse(l.PhysicalLocation.ArtifactLocation.URI)
		g := l.PhysicalLocation.Region
		return err == nil && u.Path != "" && !strings.ContainsAny(l.PhysicalLocation.ArtifactLocation.URI, " \\ü") &&
			g.StartLine >= 1 && g.StartColumn >= 1 && (g.EndColumn == 0 || g.EndColumn > g.StartColumn)
	}
	if len(run.Results) != len(r.Diagnostics) || len(run.Results) == 0 {
		t.Errorf("%d results of %d findings", len(run.Results), len(r.Diagnostics))
	}
	for _, x := range run.Results {
		ok := x.RuleIndex >= 0 && x.RuleIndex < len(run.Tool.Driver.Rules) && run.Tool.Driver.Rules[x.RuleIndex].ID == x.RuleID &&
			slices.Contains(levels, x.Level) && x.Message.Text != "" && len(x.Locations) == 1 && place(x.Locations[0]) && x.PartialFingerprints["primaryLocationLineHash"] != ""
		for _, l := range x.RelatedLocations {
			ok = ok && place(l) && l.Message != nil && l.Message.Text != ""
		}
		if !ok {
			t.Errorf("result %+v", x)
		}
	}
}
