package soundness_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// drawn is a random process: blocks inside blocks, some of them joined by the wrong
// kind of gateway, left early, interrupted, or entered twice.
type drawn struct {
	rnd   *rand.Rand
	b     strings.Builder
	n     int
	left  int // how many more nodes it may have
	wrong int // one in so many joins is of another kind
	calm  bool
}

// drawFile draws a file of one process. calm leaves out what no run can be
// replayed with exactly: signals thrown, whose catches all happen at once.
func drawFile(seed uint64, size int, calm bool) string {
	d := &drawn{rnd: rand.New(rand.NewPCG(seed, 85)), left: size, calm: calm}
	d.wrong = 3 + d.rnd.IntN(8)
	d.b.WriteString(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="urn:r">
<message id="M0" name="M0"/><message id="M1" name="M1"/><signal id="S0" name="S0"/>
<error id="EA" name="A" errorCode="A"/><error id="EB" name="B" errorCode="B"/><escalation id="XA" name="A" escalationCode="A"/><escalation id="XB" name="B" escalationCode="B"/>
<process id="p" isExecutable="true">
`)
	d.level(0)
	d.b.WriteString("</process></definitions>\n")
	return d.b.String()
}

func (d *drawn) id(what string) string {
	d.n++
	return fmt.Sprintf("%s%d", what, d.n)
}

func (d *drawn) line(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

func (d *drawn) flow(from, to string) string {
	id := d.id("f")
	d.line(`<sequenceFlow id="%s" sourceRef="%s" targetRef="%s"/>`, id, from, to)
	return id
}

func (d *drawn) maybe(from, to string) {
	d.line(`<sequenceFlow id="%s" sourceRef="%s" targetRef="%s"><conditionExpression xsi:type="tFormalExpression">=total > %d</conditionExpression></sequenceFlow>`, d.id("f"), from, to, d.n)
}

// level fills a process or sub-process.
func (d *drawn) level(depth int) {
	start := d.id("s")
	d.line(`<startEvent id="%s"/>`, start)
	first, last := d.row(depth)
	d.flow(start, first)
	if last != "" {
		d.end(last, depth)
	}
	for d.rnd.IntN(5) == 0 {
		d.handler(depth)
	}
}

// end ends a path: mostly at a none end event.
func (d *drawn) end(from string, depth int) {
	id := d.id("e")
	def := ""
	switch d.rnd.IntN(12) {
	case 0:
		def = `<terminateEventDefinition/>`
	case 1:
		if depth > 0 {
			def = fmt.Sprintf(`<errorEventDefinition errorRef="E%c"/>`, 'A'+d.rnd.IntN(2))
		}
	case 2:
		if depth > 0 {
			def = fmt.Sprintf(`<escalationEventDefinition escalationRef="X%c"/>`, 'A'+d.rnd.IntN(2))
		}
	}
	d.line(`<endEvent id="%s">%s</endEvent>`, id, def)
	d.flow(from, id)
}

// row is one thing after the other. last is "" where it does not go on.
func (d *drawn) row(depth int) (first, last string) {
	for range 1 + d.rnd.IntN(3) {
		a, z := d.thing(depth)
		if first == "" {
			first = a
		} else {
			d.flow(last, a)
		}
		if last = z; last == "" {
			return first, ""
		}
	}
	return first, last
}

func (d *drawn) thing(depth int) (first, last string) {
	d.left--
	k := d.rnd.IntN(16)
	if d.left <= 0 || depth > 3 {
		k = d.rnd.IntN(4)
	}
	switch {
	case k < 4:
		return d.task(depth)
	case k < 5:
		id := d.id("c")
		d.line(`<intermediateCatchEvent id="%s">%s</intermediateCatchEvent>`, id, d.trigger(true))
		return id, id
	case k < 6:
		id := d.id("h")
		def := fmt.Sprintf(`<escalationEventDefinition escalationRef="X%c"/>`, 'A'+d.rnd.IntN(2))
		if d.rnd.IntN(3) == 0 && !d.calm {
			def = `<signalEventDefinition signalRef="S0"/>`
		}
		d.line(`<intermediateThrowEvent id="%s">%s</intermediateThrowEvent>`, id, def)
		return id, id
	case k < 10:
		return d.split(depth, []string{"exclusive", "parallel", "inclusive"}[d.rnd.IntN(3)])
	case k < 11:
		return d.events(depth)
	case k < 12:
		return d.loop(depth)
	case k < 13:
		return d.jump(depth)
	default:
		return d.sub(depth)
	}
}

func (d *drawn) task(depth int) (first, last string) {
	id := d.id("t")
	kind := []string{"serviceTask", "userTask", "task"}[d.rnd.IntN(3)]
	d.line(`<%s id="%s"/>`, kind, id)
	if kind != "task" && d.rnd.IntN(4) == 0 {
		d.guard(id, depth, kind == "serviceTask")
	}
	return id, id
}

// guard puts a boundary event on an activity; its flow goes to an end or a task.
func (d *drawn) guard(host string, depth int, fails bool) {
	id := d.id("b")
	stops := d.rnd.IntN(3) > 0
	def := d.trigger(stops)
	if fails && d.rnd.IntN(2) == 0 {
		def, stops = fmt.Sprintf(`<errorEventDefinition errorRef="E%c"/>`, 'A'+d.rnd.IntN(2)), true
	}
	d.line(`<boundaryEvent id="%s" attachedToRef="%s" cancelActivity="%v">%s</boundaryEvent>`, id, host, stops, def)
	if d.rnd.IntN(3) == 0 {
		t := d.id("t")
		d.line(`<serviceTask id="%s"/>`, t)
		d.flow(id, t)
		id = t
	}
	d.end(id, depth)
}

// trigger is what can come from outside. Without a bound only what stops its host may be.
func (d *drawn) trigger(any bool) string {
	k := d.rnd.IntN(3)
	if !any {
		k = 0
	}
	switch k {
	case 0:
		return `<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>`
	case 1:
		return fmt.Sprintf(`<messageEventDefinition messageRef="M%d"/>`, d.rnd.IntN(2))
	}
	return `<signalEventDefinition signalRef="S0"/>`
}

// split is branches between two gateways, not always of one kind; a branch may end by itself.
func (d *drawn) split(depth int, kind string) (first, last string) {
	split, join := d.id("g"), d.id("g")
	joins := kind
	if d.rnd.IntN(d.wrong) == 0 {
		joins = []string{"exclusive", "parallel", "inclusive"}[d.rnd.IntN(3)]
	}
	n := 2 + d.rnd.IntN(2)
	into := 0
	var extra []string
	byDefault := ""
	for i := range n {
		a, z := d.row(depth)
		if kind == "parallel" {
			d.flow(split, a)
		} else if i == n-1 {
			byDefault = d.flow(split, a)
		} else {
			d.maybe(split, a)
		}
		switch {
		case z == "":
		case d.rnd.IntN(10) == 0 && i > 0:
			d.end(z, depth)
		default:
			extra = append(extra, z)
			into++
		}
	}
	attr := ""
	if byDefault != "" {
		attr = fmt.Sprintf(` default="%s"`, byDefault)
	}
	d.line(`<%sGateway id="%s"%s/>`, kind, split, attr)
	if into == 0 {
		return split, ""
	}
	d.line(`<%sGateway id="%s"/>`, joins, join)
	for _, z := range extra {
		d.flow(z, join)
	}
	return split, join
}

func (d *drawn) events(int) (first, last string) {
	g, join := d.id("g"), d.id("g")
	d.line(`<eventBasedGateway id="%s"/><exclusiveGateway id="%s"/>`, g, join)
	for i := range 2 {
		arm := d.id("c")
		d.line(`<intermediateCatchEvent id="%s">%s</intermediateCatchEvent>`, arm, []string{`<messageEventDefinition messageRef="M0"/>`, `<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>`}[i])
		d.flow(g, arm)
		d.flow(arm, join)
	}
	return g, join
}

func (d *drawn) loop(depth int) (first, last string) {
	merge, split := d.id("g"), d.id("g")
	kind := "exclusive"
	if d.rnd.IntN(d.wrong) == 0 {
		kind = []string{"parallel", "inclusive"}[d.rnd.IntN(2)]
	}
	t := d.id("t") // a loop without a wait would be stopped (S1.7)
	d.line(`<userTask id="%s"/>`, t)
	d.flow(merge, t)
	a, z := d.row(depth)
	d.flow(t, a)
	d.line(`<exclusiveGateway id="%s"/>`, merge)
	if z == "" {
		return merge, ""
	}
	d.flow(z, split)
	if kind == "parallel" {
		d.flow(split, merge)
	} else {
		d.maybe(split, merge)
	}
	out := d.id("g")
	d.line(`<exclusiveGateway id="%s"/>`, out)
	attr := ""
	if f := d.flow(split, out); kind != "parallel" {
		attr = fmt.Sprintf(` default="%s"`, f)
	}
	d.line(`<%sGateway id="%s"%s/>`, kind, split, attr)
	return merge, out
}

// jump goes on by a Link.
func (d *drawn) jump(depth int) (first, last string) {
	throw, catch := d.id("l"), d.id("l")
	d.line(`<intermediateThrowEvent id="%s"><linkEventDefinition name="%s"/></intermediateThrowEvent><intermediateCatchEvent id="%s"><linkEventDefinition name="%s"/></intermediateCatchEvent>`, throw, throw, catch, throw)
	a, z := d.row(depth)
	d.flow(catch, a)
	return throw, z
}

func (d *drawn) sub(depth int) (first, last string) {
	id := d.id("p")
	d.line(`<subProcess id="%s">`, id)
	d.level(depth + 1)
	d.line(`</subProcess>`)
	for range d.rnd.IntN(3) {
		d.guardSub(id, depth)
	}
	return id, id
}

func (d *drawn) guardSub(host string, depth int) {
	id := d.id("b")
	def, stops := "", true
	switch d.rnd.IntN(4) {
	case 0:
		def = fmt.Sprintf(`<errorEventDefinition errorRef="E%c"/>`, 'A'+d.rnd.IntN(2))
	case 1:
		def = fmt.Sprintf(`<escalationEventDefinition escalationRef="X%c"/>`, 'A'+d.rnd.IntN(2))
		stops = d.rnd.IntN(2) == 0
	default:
		def = d.trigger(true)
	}
	d.line(`<boundaryEvent id="%s" attachedToRef="%s" cancelActivity="%v">%s</boundaryEvent>`, id, host, stops || strings.Contains(def, "signal") || strings.Contains(def, "message"), def)
	d.end(id, depth)
}

// handler is an event sub-process.
func (d *drawn) handler(depth int) {
	id, start := d.id("p"), d.id("s")
	def, stops := "", d.rnd.IntN(2) == 0
	switch d.rnd.IntN(4) {
	case 0:
		def, stops = fmt.Sprintf(`<errorEventDefinition errorRef="E%c"/>`, 'A'+d.rnd.IntN(2)), true
	case 1:
		def = fmt.Sprintf(`<escalationEventDefinition escalationRef="X%c"/>`, 'A'+d.rnd.IntN(2))
	default:
		def = d.trigger(true)
	}
	d.line(`<subProcess id="%s" triggeredByEvent="true"><startEvent id="%s" isInterrupting="%v">%s</startEvent>`, id, start, stops, def)
	t := d.id("t")
	d.line(`<serviceTask id="%s"/>`, t)
	d.flow(start, t)
	d.end(t, depth+1)
	d.line(`</subProcess>`)
}
