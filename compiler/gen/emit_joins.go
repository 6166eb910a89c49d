package gen

import (
	"strconv"
	"strings"
)

// joins adds what the inclusive and complex joins know of their scopes (S2.4): a row each,
// with a set of nodes for each incoming flow.
func (r *row) joins(rt string, q *processPlan) {
	if len(q.joins) == 0 {
		return
	}
	var b strings.Builder
	for _, j := range q.joins {
		sets := make([]string, len(j.From))
		for i, set := range j.From {
			words := make([]string, len(set))
			for k, w := range set {
				words[k] = "0x" + strconv.FormatUint(w, 16)
			}
			sets[i] = "{" + strings.Join(words, ", ") + "}"
		}
		var join row
		join.index("Node", j.Node)
		if i, ok := q.activation[j.Node]; ok {
			join.field("Complex", "true")
			join.index("Activation", i)
		}
		join.field("Reach", "[]"+rt+"NodeSet{"+strings.Join(sets, ", ")+"}")
		b.WriteString(join.String() + ",\n")
	}
	r.field("Joins", "[]"+rt+"JoinDef{\n"+b.String()+"}")
}
