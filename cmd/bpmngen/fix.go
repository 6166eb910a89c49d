package main

import (
	"context"
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
)

// mendRounds bounds how often a file is mended again: what one edit uncovers is mended too.
const mendRounds = 5

// mend makes the edits that findings bring and compiles the changed files again,
// until none is left. It says on standard error what it did.
func (e *env) mend(ctx context.Context, units []*unit) error {
	done := make(map[*unit]int, len(units))
	for range mendRounds {
		var changed []*unit
		for _, u := range units {
			n, err := u.mend()
			if err != nil {
				return fmt.Errorf("%s can't be written: %s", u.name, reason(err))
			}
			if n > 0 {
				done[u] += n
				changed = append(changed, u)
			}
		}
		if len(changed) == 0 {
			break
		}
		if err := e.compileAll(ctx, "checking", changed); err != nil {
			return err
		}
	}
	for _, u := range units {
		if done[u] > 0 {
			fmt.Fprintf(e.stderr, "bpmngen: %s: %s mended\n", u.name, count(done[u], "finding"))
		}
	}
	return nil
}

// mend makes the edits of the unit's findings in its file and returns how many.
func (u *unit) mend() (int, error) {
	var edits []diag.Edit
	for _, d := range u.findings {
		if d.Span.File == u.name {
			edits = append(edits, d.Edits...)
		}
	}
	if u.failed || len(edits) == 0 {
		return 0, nil
	}
	src, err := readInput(u.input)
	if err != nil {
		return 0, err
	}
	out, made := bpmn.Edited(src, edits)
	if made == 0 {
		return 0, nil
	}
	_, err = writeFile(u.path, out)
	return made, err
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
