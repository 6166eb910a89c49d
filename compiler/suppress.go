package compiler

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
)

// The codes of suppressions themselves.
const (
	CodeUnusedSuppression     diag.Code = "BG2540"
	CodeErrorSuppression      diag.Code = "BG2541"
	CodeIncompleteSuppression diag.Code = "BG2542"
)

// maxSuppressions bounds how many of one file are followed: each is held against all findings.
const maxSuppressions = 1000

// suppress drops the warnings and notes that the files say are meant, and tells of
// suppressions that do nothing. Errors are never dropped, but for those of the model
// checker: a run that it finds can be one that never happens, for reasons that
// stand in no file. checked says that it has run.
func suppress(defs []*bpmn.Definitions, checked bool, bag *diag.Bag) {
	for _, d := range defs {
		if d == nil {
			continue
		}
		for i := range d.Suppressions[:min(len(d.Suppressions), maxSuppressions)] {
			suppressOne(d.File, &d.Suppressions[i], checked, bag)
		}
	}
}

func suppressOne(file string, s *bpmn.Suppression, checked bool, bag *diag.Bag) {
	say := func(code diag.Code, at diag.Span, fix, format string, args ...any) {
		bag.Add(diag.New(code, at, format, args...).On(s.Element, "").WithFix("%s", fix))
	}
	code, at := diag.Code(strings.TrimSpace(s.Code.Value)), s.Code.ValueSpan
	if code == "" {
		say(CodeIncompleteSuppression, s.At, "write code=\"BG....\", as the finding shows it", "a suppression does not say which finding it is for")
		return
	}
	entry, known := diag.Lookup(code)
	switch {
	case !known:
		say(CodeIncompleteSuppression, at, "write the code as the finding shows it", "there is no finding %s", code)
		return
	case strings.TrimSpace(s.Reason.Value) == "":
		say(CodeIncompleteSuppression, s.At, "write reason=\"...\" for those who read the model after you", "the suppression of %s gives no reason, so it is not followed", code)
		return
	case entry.Severity == diag.Error && !ofRuns(code):
		say(CodeErrorSuppression, at, "mend what it tells of, and take the suppression out", "%s is an error, which can't be suppressed", code)
		return
	}
	used := false
	bag.Keep(func(d *diag.Diagnostic) bool {
		if d.Code != code || d.Span.File != file || !s.Covers(d.Span) && (s.Element == "" || d.Element != s.Element) {
			return true
		}
		used = true
		return false
	})
	if !used && (checked || !ofRuns(code)) {
		say(CodeUnusedSuppression, s.At, "take it out", "nothing here is found as %s: its suppression has no effect", code)
	}
}

// ofRuns reports a code of the model checker.
func ofRuns(code diag.Code) bool { return strings.HasPrefix(string(code), "BG50") }
