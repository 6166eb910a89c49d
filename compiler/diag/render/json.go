package render

import (
	"encoding/json"
	"io"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// JSONSchema numbers the shape of the JSON output (docs/json.md). It grows when
// a field changes its meaning or goes away; new fields may come within a number.
const JSONSchema = 1

type jsonReport struct {
	Schema      int           `json:"schema"`
	Tool        string        `json:"tool"`
	Version     string        `json:"version"`
	Files       []string      `json:"files"`
	Summary     jsonSummary   `json:"summary"`
	Diagnostics []jsonFinding `json:"diagnostics"`
}

type jsonSummary struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Infos    int `json:"infos"`
}

type jsonPlace struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Length int    `json:"length"`
}

type jsonFinding struct {
	Code     diag.Code `json:"code"`
	Severity string    `json:"severity"`
	Message  string    `json:"message"`
	jsonPlace
	Element string        `json:"element,omitempty"`
	Name    string        `json:"name,omitempty"`
	Fix     string        `json:"fix,omitempty"`
	Rule    string        `json:"rule,omitempty"`
	Related []jsonRelated `json:"related,omitempty"`
	Trace   []jsonRelated `json:"trace,omitempty"`
}

type jsonRelated struct {
	jsonPlace
	Message string `json:"message"`
}

// JSON writes the report as one JSON object, indented, in the shape of
// docs/json.md. It returns the error of w.
func JSON(w io.Writer, r Report) error {
	out := jsonReport{
		Schema:      JSONSchema,
		Tool:        "bpmngen",
		Version:     r.Version,
		Files:       append([]string{}, r.Files...),
		Summary:     jsonSummary{r.Count(diag.Error), r.Count(diag.Warning), r.Count(diag.Info)},
		Diagnostics: make([]jsonFinding, 0, len(r.Diagnostics)),
	}
	for _, d := range r.Diagnostics {
		f := jsonFinding{
			Code: d.Code, Severity: d.Severity.String(), Message: d.Message, jsonPlace: jsonAt(d.Span),
			Element: d.Element, Name: d.Name, Fix: d.Fix,
		}
		if e, ok := diag.Lookup(d.Code); ok {
			f.Rule = e.Alias
		}
		for _, rel := range d.Related {
			f.Related = append(f.Related, jsonRelated{jsonAt(rel.Span), rel.Message})
		}
		for _, step := range d.Trace {
			f.Trace = append(f.Trace, jsonRelated{jsonAt(step.Span), step.Message})
		}
		out.Diagnostics = append(out.Diagnostics, f)
	}
	return encode(w, out)
}

func jsonAt(s diag.Span) jsonPlace {
	s = place(s)
	return jsonPlace{s.File, s.Line, s.Col, s.Len}
}

func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
