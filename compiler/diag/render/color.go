package render

import "github.com/bpmngen/bpmngen/compiler/diag"

// color is the parameter of a "select graphic rendition" sequence (ECMA-48 §8.3.117).
type color string

const (
	bold   color = "1"
	red    color = "1;31"
	yellow color = "1;33"
	green  color = "1;32"
	cyan   color = "1;36"
	blue   color = "1;34"
)

func colorOf(s diag.Severity) color {
	switch s {
	case diag.Error:
		return red
	case diag.Warning:
		return yellow
	}
	return green
}

func (t *text) paint(c color, s string) string {
	if !t.opts.Color || s == "" {
		return s
	}
	return "\x1b[" + string(c) + "m" + s + "\x1b[0m"
}
