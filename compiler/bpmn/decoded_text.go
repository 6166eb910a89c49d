package bpmn

import "github.com/bpmngen/bpmngen/compiler/diag"

// Decoded returns the text of a file in UTF-8 as Parse reads it: the lines and
// columns of findings count in it. What is wrong with the encoding is mended as Parse does.
// Safe for concurrent use.
func Decoded(src []byte) []byte { return decode("", src, &diag.Bag{}).src.text }
