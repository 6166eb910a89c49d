package feel

import (
	"errors"
	"unicode"
	"unicode/utf8"
)

// Limits of the backtracking matcher: past them a match is null.
const (
	maxInstructions = 20_000
	maxSteps        = 2_000_000
	maxStack        = 200_000
)

var errTooMuch = errors.New("the pattern takes too long")

// vmOp is an instruction of the backtracking matcher.
type vmOp uint8

const (
	vmSet     vmOp = iota // one code point of set
	vmSplit               // go on at x; on failure at y
	vmJump                // go on at x
	vmSave                // note the position in slot x
	vmProceed             // leave the loop for y if no progress since slot x was noted
	vmBegin               // the start of the input, or of a line
	vmEnd                 // the end of the input, or of a line
	vmBackref             // what group x matched
	vmMatch
)

type vmInst struct {
	op   vmOp
	x, y int
	set  runeSet
}

// vmProgram matches what Go's regexp cannot: back-references, XPath's ^ in
// multi-line mode, and repeats over its limits. Its work is bounded, so that a
// pattern that would take exponential time ends as null.
type vmProgram struct {
	code  []vmInst
	slots int // two a group, then one a loop
	nodes int // visited while compiling
	flags reFlags
}

func compileVM(n *reNode, groups int, flags reFlags) (*vmProgram, error) {
	p := &vmProgram{slots: 2 * (groups + 1), flags: flags}
	p.emit(vmInst{op: vmSave, x: 0})
	if err := p.node(n); err != nil {
		return nil, err
	}
	p.emit(vmInst{op: vmSave, x: 1})
	p.emit(vmInst{op: vmMatch})
	return p, nil
}

func (p *vmProgram) emit(i vmInst) int {
	p.code = append(p.code, i)
	return len(p.code) - 1
}

func (p *vmProgram) node(n *reNode) error {
	// Nodes that need no code are counted too: they can be repeated.
	if p.nodes++; p.nodes > maxInstructions {
		return errTooMuch
	}
	switch n.kind {
	case reSet:
		p.emit(vmInst{op: vmSet, set: n.set})
	case reBegin:
		p.emit(vmInst{op: vmBegin})
	case reEnd:
		p.emit(vmInst{op: vmEnd})
	case reBackref:
		p.emit(vmInst{op: vmBackref, x: n.group})
	case reCat:
		for _, s := range n.sub {
			if err := p.node(s); err != nil {
				return err
			}
		}
	case reGroup:
		if n.group == 0 {
			return p.node(n.sub[0])
		}
		p.emit(vmInst{op: vmSave, x: 2 * n.group})
		if err := p.node(n.sub[0]); err != nil {
			return err
		}
		p.emit(vmInst{op: vmSave, x: 2*n.group + 1})
	case reAlt:
		return p.alt(n)
	case reRepeat:
		return p.repeat(n)
	}
	return nil
}

func (p *vmProgram) alt(n *reNode) error {
	var exits []int
	for i, s := range n.sub {
		split := -1
		if i < len(n.sub)-1 {
			split = p.emit(vmInst{op: vmSplit, x: len(p.code) + 1})
		}
		if err := p.node(s); err != nil {
			return err
		}
		if split >= 0 {
			exits = append(exits, p.emit(vmInst{op: vmJump}))
			p.code[split].y = len(p.code)
		}
	}
	for _, e := range exits {
		p.code[e].x = len(p.code)
	}
	return nil
}

func (p *vmProgram) repeat(n *reNode) error {
	for range n.min {
		if err := p.node(n.sub[0]); err != nil {
			return err
		}
	}
	if n.max < 0 {
		slot := p.slots
		p.slots++
		split := p.emit(vmInst{op: vmSplit})
		p.emit(vmInst{op: vmSave, x: slot})
		if err := p.node(n.sub[0]); err != nil {
			return err
		}
		proceed := p.emit(vmInst{op: vmProceed, x: slot})
		p.emit(vmInst{op: vmJump, x: split})
		p.code[proceed].y = len(p.code)
		p.branch(split, n.lazy)
		return nil
	}
	var splits []int
	for range n.max - n.min {
		splits = append(splits, p.emit(vmInst{op: vmSplit}))
		if err := p.node(n.sub[0]); err != nil {
			return err
		}
	}
	for _, s := range splits {
		p.branch(s, n.lazy)
	}
	return nil
}

// branch lets a split choose between its body and the end of the code so far.
func (p *vmProgram) branch(split int, lazy bool) {
	p.code[split].x, p.code[split].y = split+1, len(p.code)
	if lazy {
		p.code[split].x, p.code[split].y = p.code[split].y, p.code[split].x
	}
}

// vmFrame is a choice to come back to (slot < 0), or a slot's value to restore.
type vmFrame struct{ pc, pos, slot int }

// find gives the slots of the first match at or after from, nil where there is
// none. steps counts down over several calls.
func (p *vmProgram) find(input string, from int, steps *int) ([]int, error) {
	slots := make([]int, p.slots)
	for start := from; start <= len(input); {
		for i := range slots {
			slots[i] = -1
		}
		ok, err := p.run(input, start, slots, steps)
		if ok || err != nil {
			return slots, err
		}
		_, n := utf8.DecodeRuneInString(input[start:])
		start += max(n, 1)
	}
	return nil, nil
}

func (p *vmProgram) run(input string, pos int, slots []int, steps *int) (bool, error) {
	var stack []vmFrame
	pc := 0
	for {
		if *steps--; *steps < 0 || len(stack) > maxStack {
			return false, errTooMuch
		}
		in := &p.code[pc]
		next, ok := pos, true
		switch in.op {
		case vmMatch:
			return true, nil
		case vmJump:
			pc = in.x
			continue
		case vmSplit:
			stack = append(stack, vmFrame{in.y, pos, -1})
			pc = in.x
			continue
		case vmSave:
			stack = append(stack, vmFrame{0, slots[in.x], in.x})
			slots[in.x] = pos
		case vmProceed:
			if slots[in.x] == pos {
				pc = in.y
				continue
			}
		case vmSet:
			c, n := utf8.DecodeRuneInString(input[pos:])
			ok = n > 0 && in.set.has(c)
			next = pos + n
		case vmBegin:
			ok = pos == 0 || p.flags.multiline && input[pos-1] == '\n' && pos < len(input)
		case vmEnd:
			ok = pos == len(input) || p.flags.multiline && input[pos] == '\n'
		case vmBackref:
			next, ok = p.backref(input, pos, slots[2*in.x], slots[2*in.x+1])
		}
		if ok {
			pc, pos = pc+1, next
			continue
		}
		for {
			if len(stack) == 0 {
				return false, nil
			}
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if top.slot < 0 {
				pc, pos = top.pc, top.pos
				break
			}
			slots[top.slot] = top.pos
		}
	}
}

// backref matches what a group matched; a group that did not match matches "".
func (p *vmProgram) backref(input string, pos, from, to int) (int, bool) {
	if from < 0 || to < from {
		return pos, true
	}
	for from < to {
		if pos >= len(input) {
			return pos, false
		}
		a, n := utf8.DecodeRuneInString(input[from:to])
		b, m := utf8.DecodeRuneInString(input[pos:])
		if a != b && !(p.flags.ignoreCase && foldEqual(a, b)) {
			return pos, false
		}
		from, pos = from+n, pos+m
	}
	return pos, true
}

func foldEqual(a, b rune) bool {
	for f := unicode.SimpleFold(a); f != a; f = unicode.SimpleFold(f) {
		if f == b {
			return true
		}
	}
	return false
}
