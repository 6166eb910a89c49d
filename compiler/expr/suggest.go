package expr

import (
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// unknownName reports a name that nothing declares.
func unknownName(src Source, n *Node, env *Env, more ...string) diag.Diagnostic {
	names := more
	for e := env; e != nil; e = e.parent {
		for _, s := range e.symbols {
			names = append(names, s.Name)
		}
	}
	d := src.diagnostic("BG3004", n.Span, "unknown variable %s", n.Name)
	return suggest(d, n.Name, names, "declare "+n.Name+" as a property or data object")
}

// suggest adds "did you mean" where a known name is near, else the fix given.
func suggest(d diag.Diagnostic, name string, known []string, fix string) diag.Diagnostic {
	if best := nearest(name, known); best != "" {
		d.Message += "; did you mean " + best + "?"
		return d.WithFix("write %s", best)
	}
	return d.WithFix("%s", fix)
}

// nearest is the known name that differs least from name, "" where none is near.
func nearest(name string, known []string) string {
	known = slices.Clone(known)
	slices.Sort(known)
	best, least := "", max(len([]rune(name))/3, 1)+1
	for _, k := range known {
		if k == name {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is the number of single-character edits, a swap of neighbours counting as one.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 64 || len(y) > 64 {
		return 64
	}
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
