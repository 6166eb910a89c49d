// Package templates holds the text that is written for people to go on from:
// what `bpmngen init` puts beside a BPMN file.
package templates

import "embed"

// Scaffold are the text/template files of `bpmngen init`, each named like the
// file that it becomes with ".tmpl" behind it. cmd/bpmngen says what they are given.
//
//go:embed scaffold/*.tmpl
var Scaffold embed.FS
