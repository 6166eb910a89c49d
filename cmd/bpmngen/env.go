package main

import (
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/bpmngen/bpmngen/compiler/diag/render"
)

// env is what the verbs have of the world. Everything that depends on the
// terminal or on environment variables is decided here, once.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// color and errColor say whether stdout and stderr take escape sequences.
	color, errColor bool
	// live is set where stderr is a terminal that a progress line may be drawn on.
	live bool
	// width is what a line of a model may take in an excerpt.
	width int
	now   func() time.Time
	// compile is the compiler; tests put another in its place.
	compile compileFunc
}

func newEnv() *env {
	// NO_COLOR as no-color.org defines it: present and not empty.
	plain := os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb"
	out, err := term.IsTerminal(int(os.Stdout.Fd())), term.IsTerminal(int(os.Stderr.Fd()))
	e := &env{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		color: out && !plain, errColor: err && !plain,
		live:  err && os.Getenv("TERM") != "dumb",
		width: render.DefaultWidth,
		now:   time.Now, compile: newCompiler(),
	}
	// A wide terminal shows more of a long line, a narrow one breaks no excerpt.
	const gutter = 10
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			e.width = w - gutter
			break
		}
	}
	return e
}
