package soundness

import (
	"slices"
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// box is a rectangle, in the units of the diagram interchange.
type box struct{ x, y, w, h float64 }

func (b box) mid() point { return point{b.x + b.w/2, b.y + b.h/2} }

type point struct{ x, y float64 }

// layout is where the elements of a file are drawn.
type layout struct {
	nodes map[*graph.Node]box
	flows map[*graph.Flow][]point
	pools []pool
	// messages are the lines of message flows.
	messages [][]point
	own      bool // it was made here
}

type pool struct {
	box
	name string
}

// layoutOf takes the layout that the file has, or makes one where it lacks
// something that is to be drawn.
func layoutOf(f *graph.File, levels []*graph.Level, messages []*bpmn.MessageFlow) *layout {
	l := &layout{nodes: map[*graph.Node]box{}, flows: map[*graph.Flow][]point{}}
	boxes, lines := map[string]box{}, map[string][]point{}
	var walk func(r *bpmn.Raw)
	walk = func(r *bpmn.Raw) {
		ref := ""
		if a, ok := r.Attr("", "bpmnElement"); ok {
			ref = local(a.Value)
		}
		for _, c := range r.Children {
			switch {
			case r.Name.Local == "BPMNShape" && c.Name.Local == "Bounds":
				boxes[ref] = box{number(c, "x"), number(c, "y"), number(c, "width"), number(c, "height")}
			case r.Name.Local == "BPMNEdge" && c.Name.Local == "waypoint":
				lines[ref] = append(lines[ref], point{number(c, "x"), number(c, "y")})
			}
			walk(c)
		}
	}
	for _, d := range f.Defs.Diagrams {
		walk(d)
	}
	whole := true
	for _, top := range levels {
		for _, level := range below(top) {
			for _, n := range level.Nodes {
				b, ok := boxes[n.ID]
				whole = whole && ok && b.w > 0 && b.h > 0
				l.nodes[n] = b
			}
			for _, fl := range level.Flows {
				if fl.Source == nil || fl.Target == nil {
					continue
				}
				whole = whole && len(lines[fl.ID]) > 1
				l.flows[fl] = lines[fl.ID]
			}
		}
	}
	if !whole {
		return makeLayout(f, levels, messages)
	}
	for _, c := range f.Collaborations {
		for _, p := range c.Participants {
			if b, ok := boxes[p.ID]; ok {
				l.pools = append(l.pools, pool{b, p.Name})
			}
		}
	}
	for _, m := range messages {
		if line := lines[m.ID]; len(line) > 1 {
			l.messages = append(l.messages, line)
		}
	}
	return l
}

func local(ref string) string {
	for i := len(ref) - 1; i >= 0; i-- {
		if ref[i] == ':' {
			return ref[i+1:]
		}
	}
	return ref
}

func number(r *bpmn.Raw, name string) float64 {
	a, _ := r.Attr("", name)
	v, err := strconv.ParseFloat(a.Value, 64)
	if err != nil || v != v || v > 1e6 || v < -1e6 {
		return 0
	}
	return v
}

// The measures of a layout that is made here.
const (
	gapX, gapY = 56.0, 36.0
	padding    = 28.0
)

// makeLayout lays out processes one below the other: in each the nodes in columns by
// how far they are from the start, loops going back below.
func makeLayout(f *graph.File, levels []*graph.Level, messages []*bpmn.MessageFlow) *layout {
	l := &layout{nodes: map[*graph.Node]box{}, flows: map[*graph.Flow][]point{}, own: true}
	y := 0.0
	for _, level := range levels {
		w, h := l.arrange(level)
		x := padding
		if len(levels) > 1 {
			x += 30
			l.pools = append(l.pools, pool{box{0, y, w + 2*padding + 30, h + 2*padding}, graph.Label(level.Elem())})
		}
		l.move(level, x, y+padding)
		y += h + 2*padding + gapY
	}
	for _, m := range messages {
		from, to := ends(f, m)
		if from == nil || to == nil {
			continue
		}
		a, b := l.nodes[from], l.nodes[to]
		p, q := point{a.mid().x, a.y + a.h}, point{b.mid().x, b.y}
		if a.y > b.y {
			p, q = point{a.mid().x, a.y}, point{b.mid().x, b.y + b.h}
		}
		l.messages = append(l.messages, []point{p, {p.x, (p.y + q.y) / 2}, {q.x, (p.y + q.y) / 2}, q})
	}
	return l
}

// size is how large a node is drawn.
func (l *layout) size(n *graph.Node) (w, h float64) {
	switch {
	case n.Inner != nil:
		w, h = l.arrange(n.Inner)
		return max(w+2*padding, 120), max(h+2*padding+16, 80)
	case n.Act != nil || n.Choreo != nil:
		return 100, 64
	case n.Gateway != nil:
		return 46, 46
	}
	return 36, 36
}

// arrange places the nodes of a level around its own origin and says how much room they take.
func (l *layout) arrange(level *graph.Level) (width, height float64) {
	column := columns(level)
	last := 0
	for _, c := range column {
		last = max(last, c)
	}
	rows := make([][]*graph.Node, last+1)
	for _, n := range level.Nodes {
		if !n.Is(bpmn.BoundaryEvent) || n.Attached == nil {
			rows[column[n]] = append(rows[column[n]], n)
		}
	}
	x := 0.0
	for _, col := range rows {
		wide, high := 0.0, 0.0
		for _, n := range col {
			w, h := l.size(n)
			l.nodes[n] = box{0, 0, w, h}
			wide = max(wide, w)
			high += h + gapY
			if len(n.Boundaries) > 0 {
				high += gapY / 2
			}
		}
		y := 0.0
		for _, n := range col {
			b := l.nodes[n]
			b.x, b.y = x+(wide-b.w)/2, y
			l.nodes[n] = b
			if n.Inner != nil {
				l.move(n.Inner, b.x+padding, b.y+padding+16)
			}
			for i, e := range n.Boundaries {
				l.nodes[e] = box{b.x + 10 + float64(i)*44, b.y + b.h - 18, 36, 36}
			}
			y += b.h + gapY
			if len(n.Boundaries) > 0 {
				y += gapY / 2
			}
		}
		height = max(height, high-gapY)
		x += wide + gapX
	}
	width = x - gapX
	// Columns are centred on one another.
	for _, col := range rows {
		high := 0.0
		for _, n := range col {
			high = max(high, l.nodes[n].y+l.nodes[n].h)
		}
		for _, n := range col {
			l.shift(n, 0, (height-high)/2)
		}
	}
	under, over := height+gapY/2, -gapY/2
	for _, f := range level.Flows {
		if f.Source == nil || f.Target == nil {
			continue
		}
		a, b := l.nodes[f.Source], l.nodes[f.Target]
		p, q := point{a.x + a.w, a.mid().y}, point{b.x, b.mid().y}
		switch {
		case f.Source.Is(bpmn.BoundaryEvent):
			p = point{a.mid().x, a.y + a.h}
			l.flows[f] = []point{p, {p.x, max(q.y, p.y+12)}, {q.x - 14, max(q.y, p.y+12)}, {q.x - 14, q.y}, q}
		case b.x < a.x+a.w: // back
			l.flows[f] = []point{p, {p.x + 14, p.y}, {p.x + 14, under}, {q.x - 14, under}, {q.x - 14, q.y}, q}
			height = max(height, under)
			under += 12
		case l.crosses(level, f, p, q): // above
			l.flows[f] = []point{p, {p.x + 10, p.y}, {p.x + 10, over}, {q.x - 18, over}, {q.x - 18, q.y}, q}
			over -= 12
		case p.y == q.y:
			l.flows[f] = []point{p, q}
		default:
			mid := q.x - gapX/2
			l.flows[f] = []point{p, {mid, p.y}, {mid, q.y}, q}
		}
	}
	if l.anyAbove(level) {
		l.move(level, 0, -over)
		height -= over
	}
	return width, height
}

// anyAbove reports a flow that goes above the nodes of its level.
func (l *layout) anyAbove(level *graph.Level) bool {
	for _, f := range level.Flows {
		for _, p := range l.flows[f] {
			if p.y < 0 {
				return true
			}
		}
	}
	return false
}

// crosses reports that a flow from column to column would run through a node between them.
func (l *layout) crosses(level *graph.Level, f *graph.Flow, p, q point) bool {
	for _, n := range level.Nodes {
		b := l.nodes[n]
		if n == f.Source || n == f.Target || n.Is(bpmn.BoundaryEvent) && n.Attached != nil {
			continue
		}
		// The flow runs at the height of its source until it is near its target.
		if b.x > p.x-1 && b.x+b.w < q.x && b.y < p.y && p.y < b.y+b.h {
			return true
		}
	}
	return false
}

// move and shift take what stands in a level, or a node with what is on and in it, elsewhere.
func (l *layout) move(level *graph.Level, dx, dy float64) {
	for _, n := range level.Nodes {
		if !n.Is(bpmn.BoundaryEvent) || n.Attached == nil {
			l.shift(n, dx, dy)
		}
	}
	for _, f := range level.Flows {
		for i := range l.flows[f] {
			l.flows[f][i].x += dx
			l.flows[f][i].y += dy
		}
	}
}

func (l *layout) shift(n *graph.Node, dx, dy float64) {
	for _, k := range append([]*graph.Node{n}, n.Boundaries...) {
		b := l.nodes[k]
		b.x, b.y = b.x+dx, b.y+dy
		l.nodes[k] = b
	}
	if n.Inner != nil {
		l.move(n.Inner, dx, dy)
	}
}

// columns tells for each node how many nodes are in front of it, what goes back left out.
func columns(level *graph.Level) map[*graph.Node]int {
	column := map[*graph.Node]int{}
	state := map[*graph.Node]int{} // 1 on the way, 2 done
	var order []*graph.Node
	next := func(n *graph.Node) []*graph.Node {
		var out []*graph.Node
		for _, f := range n.Out {
			if f.Target != nil {
				out = append(out, f.Target)
			}
		}
		return append(out, n.Boundaries...)
	}
	back := map[[2]*graph.Node]bool{}
	type frame struct {
		n    *graph.Node
		next []*graph.Node
	}
	for _, roots := range []bool{true, false} { // what nothing leads to first
		for _, root := range level.Nodes {
			if state[root] != 0 || roots && (len(root.In) > 0 || root.Is(bpmn.BoundaryEvent)) {
				continue
			}
			work := []frame{{root, next(root)}}
			state[root] = 1
			for len(work) > 0 {
				f := &work[len(work)-1]
				if len(f.next) == 0 {
					state[f.n] = 2
					order = append(order, f.n)
					work = work[:len(work)-1]
					continue
				}
				k := f.next[0]
				f.next = f.next[1:]
				switch state[k] {
				case 0:
					state[k] = 1
					work = append(work, frame{k, next(k)})
				case 1:
					back[[2]*graph.Node{f.n, k}] = true
				}
			}
		}
	}
	slices.Reverse(order)
	for _, n := range order {
		for _, k := range next(n) {
			if back[[2]*graph.Node{n, k}] {
				continue
			}
			step := 1
			if k.Is(bpmn.BoundaryEvent) {
				step = 0
			}
			column[k] = max(column[k], column[n]+step)
		}
	}
	return column
}
