package render

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Home is where the tool is documented.
const Home = "https://github.com/bpmngen/bpmngen"

// The part of SARIF 2.1.0 (OASIS, 27 March 2020) that is written. Section
// numbers below are its.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool `json:"executionSuccessful"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID                   string            `json:"id"`
		Name                 string            `json:"name,omitempty"`
		ShortDescription     sarifText         `json:"shortDescription"`
		FullDescription      sarifText         `json:"fullDescription"`
		Help                 sarifMarkdown     `json:"help"`
		HelpURI              string            `json:"helpUri"`
		DefaultConfiguration sarifConfig       `json:"defaultConfiguration"`
		Properties           sarifRuleProperty `json:"properties"`
	}
	sarifRuleProperty struct {
		Tags []string `json:"tags"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifMarkdown struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
		CodeFlows           []sarifCodeFlow   `json:"codeFlows,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
	}
	// sarifCodeFlow is a run (§3.36) of one thread.
	sarifCodeFlow struct {
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location sarifLocation `json:"location"`
	}
	sarifLocation struct {
		ID               *int           `json:"id,omitempty"`
		PhysicalLocation sarifPhysical  `json:"physicalLocation"`
		LogicalLocations []sarifLogical `json:"logicalLocations,omitempty"`
		Message          *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifLogical struct {
		Name               string `json:"name,omitempty"`
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}
)

// SARIF writes the report as a SARIF 2.1.0 log with one run, in the subset that
// GitHub code scanning takes: every result has a location, the rules carry
// their help, and the fingerprints are made of the code and the element's id,
// since modelers reorder the lines of a file. It returns the error of w.
func SARIF(w io.Writer, r Report) error {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "bpmngen", Version: r.Version, InformationURI: Home, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: true}},
		ColumnKind:  "unicodeCodePoints", // §3.14.17: spans count characters
		Results:     make([]sarifResult, 0, len(r.Diagnostics)),
	}
	index := map[diag.Code]int{}
	for i, c := range r.codes() {
		index[c] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(c))
	}
	seen := map[string]int{}
	for _, d := range r.Diagnostics {
		res := sarifResult{
			RuleID: string(d.Code), RuleIndex: index[d.Code], Level: sarifLevel(d.Severity),
			Message:             sarifText{sarifMessage(d)},
			Locations:           []sarifLocation{{PhysicalLocation: sarifAt(d.Span), LogicalLocations: sarifElement(d)}},
			PartialFingerprints: fingerprints(d, seen),
		}
		for i, rel := range d.Related {
			id := i + 1
			res.RelatedLocations = append(res.RelatedLocations,
				sarifLocation{ID: &id, PhysicalLocation: sarifAt(rel.Span), Message: &sarifText{rel.Message}})
		}
		if len(d.Trace) > 0 {
			steps := make([]sarifStep, len(d.Trace))
			for i, s := range d.Trace {
				steps[i].Location = sarifLocation{PhysicalLocation: sarifAt(s.Span), Message: &sarifText{sarifEscapes.Replace(s.Message)}}
			}
			res.CodeFlows = []sarifCodeFlow{{[]sarifThreadFlow{{steps}}}}
		}
		run.Results = append(run.Results, res)
	}
	return encode(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// area names what the first digit of a code stands for.
func area(c diag.Code) string {
	if len(c) < 3 {
		return "other"
	}
	switch c[2] {
	case '1':
		return "xml"
	case '2':
		return "structure"
	case '3':
		return "expressions"
	case '4':
		return "go"
	case '5':
		return "model-checking"
	}
	return "internal"
}

func sarifRuleOf(c diag.Code) sarifRule {
	e, ok := diag.Lookup(c)
	if !ok {
		e = diag.Entry{Code: c, Title: string(c)}
	}
	rule := sarifRule{
		ID: string(c), Name: e.Alias,
		ShortDescription:     sarifText{e.Title},
		FullDescription:      sarifText{e.Title},
		Help:                 sarifMarkdown{Text: Plain(e.Explain, DefaultWidth), Markdown: e.Explain},
		HelpURI:              Home + "/blob/main/docs/diagnostics.md#" + strings.ToLower(string(c)),
		DefaultConfiguration: sarifConfig{sarifLevel(e.Severity)},
		Properties:           sarifRuleProperty{[]string{"bpmn", area(c)}},
	}
	if e.Explain == "" {
		rule.Help = sarifMarkdown{e.Title, e.Title}
	}
	return rule
}

// sarifLevel is the level property (§3.27.10).
func sarifLevel(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	}
	return "note"
}

// sarifMessage is the message with its fix. Brackets and backslashes are
// escaped, or they would be read as links (§3.11.6).
func sarifMessage(d diag.Diagnostic) string {
	msg := d.Message
	if d.Fix != "" {
		msg += "\nfix: " + d.Fix
	}
	return sarifEscapes.Replace(msg)
}

var sarifEscapes = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`)

func sarifAt(s diag.Span) sarifPhysical {
	s = place(s)
	p := sarifPhysical{ArtifactLocation: artifact(s.File), Region: sarifRegion{StartLine: s.Line, StartColumn: s.Col}}
	if s.Len > 0 {
		p.Region.EndColumn = s.Col + s.Len
	}
	return p
}

// artifact is the location of a file (§3.4): relative to the root of the
// sources where the name is, else a file URI. A first segment with a colon
// would be taken for a scheme, so such a name starts with "./" (RFC 3986 §4.2).
func artifact(file string) sarifArtifact {
	file = strings.ReplaceAll(file, `\`, "/")
	switch {
	case path.IsAbs(file):
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: file}).String()}
	case len(file) > 2 && file[1] == ':' && file[2] == '/':
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: "/" + file}).String()}
	}
	return sarifArtifact{URI: (&url.URL{Path: file}).String(), URIBaseID: "%SRCROOT%"}
}

func sarifElement(d diag.Diagnostic) []sarifLogical {
	if d.Element == "" {
		return nil
	}
	return []sarifLogical{{Name: d.Name, FullyQualifiedName: d.Element, Kind: "element"}}
}

// fingerprints identify a finding over the versions of a file: by its code and
// the id of its element, by the message where there is no element, and by a
// number where one element has several of the kind. primaryLocationLineHash is
// the one that GitHub compares; it is the same thing hashed.
func fingerprints(d diag.Diagnostic, seen map[string]int) map[string]string {
	what := string(d.Code) + "/" + d.Element
	if d.Element == "" {
		what = string(d.Code) + "/" + d.Message
	}
	key := d.Span.File + "\x00" + what
	seen[key]++
	sum := sha256.Sum256([]byte(what))
	hash := hex.EncodeToString(sum[:8])
	id := what
	if d.Element == "" {
		id = string(d.Code) + "/" + hash
	}
	return map[string]string{
		"bpmnElement/v1":          fmt.Sprintf("%s:%d", id, seen[key]),
		"primaryLocationLineHash": fmt.Sprintf("%s:%d", hash, seen[key]),
	}
}
