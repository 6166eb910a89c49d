package soundness

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// Picture draws the first finding that has a run, gravest first, as SVG: the
// diagram in the file's own layout, or in one made here, with the run in colour, its
// steps numbered, and the tokens that are left at its end. ok is false where no
// finding has a run.
func Picture(verdicts []*Verdict) (svg []byte, ok bool) {
	for _, what := range []property{deadlock, livelock, unboundedRun, unsafeFlow, uncaughtError, leftover, twiceEnded} {
		for _, v := range verdicts {
			for i := range v.findings {
				if f := &v.findings[i]; f.what == what && f.trace != nil && f.net != nil {
					return v.draw(f), true
				}
			}
		}
	}
	return nil, false
}

const (
	inkColor  = "#444"
	runColor  = "#d9730d"
	lostColor = "#c4122f"
)

type canvas struct {
	strings.Builder
	l *layout
}

func (c *canvas) add(format string, args ...any) { fmt.Fprintf(&c.Builder, format+"\n", args...) }

// draw makes the picture of a finding.
func (v *Verdict) draw(f *finding) []byte {
	levels := slices.Clone(v.Processes)
	for i := range f.net.places { // callees are drawn below their callers
		if n := f.net.places[i].node; n != nil {
			top := n.Level
			for top.Parent != nil {
				top = top.Parent
			}
			if !slices.Contains(levels, top) {
				levels = append(levels, top)
			}
		}
	}
	c := &canvas{l: layoutOf(v.Processes[0].File, levels, v.sys.flows)}
	l := c.l
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	grow := func(x, y float64) {
		lo, hi = point{min(lo.x, x), min(lo.y, y)}, point{max(hi.x, x), max(hi.y, y)}
	}
	for _, b := range l.nodes {
		grow(b.x, b.y)
		grow(b.x+b.w, b.y+b.h+14)
	}
	for _, p := range l.pools {
		grow(p.x, p.y)
		grow(p.x+p.w, p.y+p.h)
	}
	for _, line := range l.flows {
		for _, p := range line {
			grow(p.x, p.y)
		}
	}
	if lo.x > hi.x {
		lo, hi = point{}, point{}
	}
	steps := v.steps(f)
	text := []string{}
	const margin = 24.0
	if e := v.explain(f); e != nil {
		text = wrap(e.message, int(max(hi.x-lo.x, 672)/8.8))
	}
	head := margin + 20*float64(len(text))
	foot := 18*float64(len(steps)) + margin
	w, h := max(hi.x-lo.x+2*margin, 720), hi.y-lo.y+2*margin+head+foot
	c.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" font-family="sans-serif" font-size="11">`, w, h, w, h)
	c.add(`<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z" fill="%s"/></marker><marker id="ran" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L10 5L0 10z" fill="%s"/></marker></defs>`, inkColor, runColor)
	c.add(`<rect width="100%%" height="100%%" fill="#fff"/>`)
	for i, line := range text {
		c.add(`<text x="%.0f" y="%.0f" font-size="14" font-weight="bold" fill="%s">%s</text>`, margin, margin+float64(i)*20+6, lostColor, html.EscapeString(line))
	}
	c.add(`<g transform="translate(%.1f %.1f)">`, margin-lo.x, head+margin-lo.y)
	ranFlows, at := f.path()
	for _, p := range l.pools {
		c.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" stroke="%s"/><text transform="translate(%.1f %.1f) rotate(-90)" text-anchor="middle">%s</text>`, p.x, p.y, p.w, p.h, inkColor, p.x+16, p.y+p.h/2, html.EscapeString(p.name))
	}
	for _, top := range levels {
		for _, level := range below(top) {
			for _, n := range level.Nodes {
				c.node(n, at[n] > 0)
			}
		}
	}
	for _, ran := range []bool{false, true} {
		for _, top := range levels {
			for _, level := range below(top) {
				for _, fl := range level.Flows {
					if ranFlows[fl] == ran {
						c.flow(fl, ran)
					}
				}
			}
		}
	}
	for _, m := range l.messages {
		c.add(`<polyline points="%s" fill="none" stroke="%s" stroke-dasharray="5 4" marker-end="url(#arrow)"/>`, points(m), inkColor)
	}
	c.numbers(f)
	c.tokens(f)
	c.add(`</g>`)
	for i, s := range steps {
		c.add(`<text x="%.0f" y="%.0f"><tspan fill="%s" font-weight="bold">%d</tspan> %s</text>`, margin, h-foot+18*float64(i)+6, runColor, i+1, html.EscapeString(clip(s.Message, 150)))
	}
	c.add(`</svg>`)
	return []byte(c.String())
}

// path are the flows that a run goes along, and how often it does something at a node.
func (f *finding) path() (map[*graph.Flow]bool, map[*graph.Node]int) {
	flows, nodes := map[*graph.Flow]bool{}, map[*graph.Node]int{}
	for _, i := range append(slices.Clone(f.trace), f.cycle...) {
		t := &f.net.trans[i]
		if t.node != nil {
			nodes[t.node]++
		}
		for _, p := range t.put {
			if fl := f.net.places[p].flow; fl != nil {
				flows[fl] = true
			}
		}
		for _, fl := range t.out {
			flows[fl] = true
		}
	}
	return flows, nodes
}

// numbers writes the numbers of the steps at their nodes.
func (c *canvas) numbers(f *finding) {
	label := map[*graph.Node][]string{}
	var order []*graph.Node
	v := &Verdict{Processes: partLevels(f.net)}
	k := 0
	for _, i := range append(slices.Clone(f.trace), f.cycle...) {
		t := &f.net.trans[i]
		if _, ok := v.step(f.net, t); !ok {
			continue
		}
		k++
		if t.node == nil {
			continue
		}
		if label[t.node] == nil {
			order = append(order, t.node)
		}
		if len(label[t.node]) < 4 {
			label[t.node] = append(label[t.node], fmt.Sprint(k))
		}
	}
	for _, n := range order {
		b := c.l.nodes[n]
		s := strings.Join(label[n], ",")
		w := 10 + 6*float64(len(s))
		c.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="15" rx="7" fill="%s"/><text x="%.1f" y="%.1f" text-anchor="middle" fill="#fff" font-weight="bold" font-size="10">%s</text>`, b.x+b.w-w/2, b.y-8, w, runColor, b.x+b.w, b.y+3, s)
	}
}

func partLevels(n *net) []*graph.Level {
	var out []*graph.Level
	for _, p := range n.parts {
		out = append(out, p.level)
	}
	return out
}

// tokens draws what is left at the end of the run.
func (c *canvas) tokens(f *finding) {
	x := view(f)
	for p := range f.net.places {
		pl := &f.net.places[p]
		n := x.get(f.end.w, int32(p))
		if n == 0 || !pl.kind.token() || pl.node == nil || pl.kind == open {
			continue
		}
		var at point
		switch line := c.l.flows[pl.flow]; {
		case pl.kind == onFlow && len(line) > 1:
			a, b := line[len(line)-2], line[len(line)-1]
			d := math.Hypot(b.x-a.x, b.y-a.y)
			k := min(18/max(d, 1), 1)
			at = point{b.x + (a.x-b.x)*k, b.y + (a.y-b.y)*k}
		default:
			b := c.l.nodes[pl.node]
			at = point{b.x + 12, b.y + 12}
		}
		c.add(`<circle cx="%.1f" cy="%.1f" r="8" fill="%s" stroke="#fff" stroke-width="2"><title>a token is left here</title></circle>`, at.x, at.y, lostColor)
		if n > 1 {
			c.add(`<text x="%.1f" y="%.1f" text-anchor="middle" fill="#fff" font-size="9">%d</text>`, at.x, at.y+3, n)
		}
	}
}

func (c *canvas) flow(f *graph.Flow, ran bool) {
	line := c.l.flows[f]
	if len(line) < 2 {
		return
	}
	color, width, end := inkColor, 1.2, "arrow"
	if ran {
		color, width, end = runColor, 3, "ran"
	}
	c.add(`<polyline points="%s" fill="none" stroke="%s" stroke-width="%.1f" marker-end="url(#%s)"/>`, points(line), color, width, end)
	if name := f.Name; name != "" {
		m := len(line) / 2
		c.add(`<text x="%.1f" y="%.1f" text-anchor="middle" fill="%s">%s</text>`, (line[m-1].x+line[m].x)/2, (line[m-1].y+line[m].y)/2-4, inkColor, html.EscapeString(clip(name, 24)))
	}
}

func points(line []point) string {
	var parts []string
	for _, p := range line {
		parts = append(parts, fmt.Sprintf("%.1f,%.1f", p.x, p.y))
	}
	return strings.Join(parts, " ")
}

func (c *canvas) node(n *graph.Node, ran bool) {
	b := c.l.nodes[n]
	color, width := inkColor, 1.4
	if ran {
		color, width = runColor, 2.4
	}
	m := b.mid()
	name := strings.TrimSpace(n.Name)
	if name == "" && n.Gateway == nil {
		name = n.ID
	}
	switch {
	case n.Event != nil:
		r := min(b.w, b.h) / 2
		dash := ""
		if n.Is(bpmn.BoundaryEvent) && !n.Event.CancelActivity || n.Is(bpmn.StartEvent) && !n.Event.IsInterrupting {
			dash = ` stroke-dasharray="4 3"`
		}
		if n.Is(bpmn.EndEvent) {
			width += 2
		}
		c.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#fff" stroke="%s" stroke-width="%.1f"%s/>`, m.x, m.y, r, color, width, dash)
		if !n.Is(bpmn.StartEvent) && !n.Is(bpmn.EndEvent) {
			c.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="%s"%s/>`, m.x, m.y, r-3, color, dash)
		}
		c.sign(n, m, r, color)
		c.add(`<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, m.x, b.y+b.h+12, html.EscapeString(clip(name, 22)))
	case n.Gateway != nil:
		c.add(`<polygon points="%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="#fff" stroke="%s" stroke-width="%.1f"/>`, m.x, b.y, b.x+b.w, m.y, m.x, b.y+b.h, b.x, m.y, color, width)
		r := b.w / 5
		switch n.Gateway.Kind {
		case bpmn.ExclusiveGateway:
			c.add(`<path d="M%.1f %.1fl%.1f %.1fm0 %.1fl%.1f %.1f" stroke="%s" stroke-width="3"/>`, m.x-r*.7, m.y-r*.9, r*1.4, r*1.8, -r*1.8, -r*1.4, r*1.8, color)
		case bpmn.ParallelGateway:
			c.add(`<path d="M%.1f %.1fh%.1fM%.1f %.1fv%.1f" stroke="%s" stroke-width="3"/>`, m.x-r, m.y, 2*r, m.x, m.y-r, 2*r, color)
		case bpmn.InclusiveGateway:
			c.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="%s" stroke-width="2.5"/>`, m.x, m.y, r, color)
		case bpmn.ComplexGateway:
			c.add(`<path d="M%.1f %.1fh%.1fM%.1f %.1fv%.1fM%.1f %.1fl%.1f %.1fm0 %.1fl%.1f %.1f" stroke="%s" stroke-width="2"/>`, m.x-r, m.y, 2*r, m.x, m.y-r, 2*r, m.x-r*.7, m.y-r*.7, r*1.4, r*1.4, -r*1.4, -r*1.4, r*1.4, color)
		case bpmn.EventBasedGateway:
			c.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="%s"/><circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="%s"/>`, m.x, m.y, r*1.3, color, m.x, m.y, r*.9, color)
		}
		if name != "" {
			c.add(`<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, m.x, b.y+b.h+12, html.EscapeString(clip(name, 22)))
		}
	default:
		dash, fill := "", "#fff"
		if n.IsEventSubProcess() {
			dash = ` stroke-dasharray="4 3"`
		}
		if n.Call != nil {
			width += 2
		}
		c.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="8" fill="%s" stroke="%s" stroke-width="%.1f"%s/>`, b.x, b.y, b.w, b.h, fill, color, width, dash)
		if n.Inner != nil {
			c.add(`<text x="%.1f" y="%.1f" font-weight="bold">%s</text>`, b.x+24, b.y+16, html.EscapeString(clip(name, 40)))
			return
		}
		lines := wrap(name, max(int(b.w/6.2), 8))
		lines = lines[:min(len(lines), max(1, int(b.h/13)))]
		for i, line := range lines {
			c.add(`<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, m.x, m.y+4+13*(float64(i)-float64(len(lines)-1)/2), html.EscapeString(clip(line, 22)))
		}
	}
}

// sign is what an event's trigger is drawn as.
func (c *canvas) sign(n *graph.Node, m point, r float64, color string) {
	defs := definitions(n)
	if len(defs) == 0 {
		return
	}
	r *= .55
	fill := "none"
	if n.Is(bpmn.EndEvent) || n.Is(bpmn.IntermediateThrowEvent) {
		fill = color
	}
	switch defs[0].Kind {
	case bpmn.MessageTrigger:
		c.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" stroke="%s"/><polyline points="%.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="none" stroke="%s"/>`, m.x-r, m.y-r*.7, 2*r, r*1.4, fill, color, m.x-r, m.y-r*.7, m.x, m.y+r*.1, m.x+r, m.y-r*.7, map[bool]string{true: "#fff", false: color}[fill == color])
	case bpmn.TimerTrigger:
		c.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="%s"/><path d="M%.1f %.1fV%.1fH%.1f" fill="none" stroke="%s"/>`, m.x, m.y, r, color, m.x, m.y-r*.8, m.y, m.x+r*.6, color)
	case bpmn.ErrorTrigger:
		c.add(`<polyline points="%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="none" stroke="%s" stroke-width="2"/>`, m.x-r, m.y+r*.8, m.x-r*.3, m.y-r*.6, m.x+r*.3, m.y+r*.5, m.x+r, m.y-r*.8, color)
	case bpmn.EscalationTrigger:
		c.add(`<polygon points="%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="%s" stroke="%s"/>`, m.x, m.y-r, m.x+r*.8, m.y+r, m.x, m.y+r*.2, m.x-r*.8, m.y+r, fill, color)
	case bpmn.SignalTrigger:
		c.add(`<polygon points="%.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="%s" stroke="%s"/>`, m.x, m.y-r, m.x+r, m.y+r*.8, m.x-r, m.y+r*.8, fill, color)
	case bpmn.TerminateTrigger:
		c.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s"/>`, m.x, m.y, r, color)
	case bpmn.CompensateTrigger:
		c.add(`<path d="M%.1f %.1fl%.1f %.1fv%.1fzm%.1f 0l%.1f %.1fv%.1fz" fill="%s" stroke="%s"/>`, m.x-r, m.y, r, -r*.8, r*1.6, r, r, -r*.8, r*1.6, fill, color)
	case bpmn.LinkTrigger:
		c.add(`<path d="M%.1f %.1fh%.1fv%.1fl%.1f %.1fl%.1f %.1fv%.1fh%.1fz" fill="%s" stroke="%s"/>`, m.x-r, m.y-r*.4, r*1.1, -r*.4, r*.9, r*.8, -r*.9, r*.8, -r*.4, -r*1.1, fill, color)
	case bpmn.CancelTrigger:
		c.add(`<path d="M%.1f %.1fl%.1f %.1fm0 %.1fl%.1f %.1f" stroke="%s" stroke-width="3"/>`, m.x-r*.7, m.y-r*.7, r*1.4, r*1.4, -r*1.4, -r*1.4, r*1.4, color)
	case bpmn.ConditionalTrigger:
		c.add(`<path d="M%.1f %.1fh%.1fm0 %.1fh%.1fm0 %.1fh%.1f" stroke="%s"/>`, m.x-r*.6, m.y-r*.6, r*1.2, r*.6, -r*1.2, r*.6, r*1.2, color)
	}
}

func clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// wrap breaks a text into lines.
func wrap(s string, most int) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(s) {
		if line != "" && len([]rune(line))+1+len([]rune(w)) > most {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(lines, line)
}
