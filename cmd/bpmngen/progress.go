package main

import (
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// progress draws how far a run over many files is on one line of a terminal.
// Where there is no terminal, or little to do, it draws nothing.
type progress struct {
	e     *env
	doing string
	total int

	mu    sync.Mutex
	done  int
	drawn time.Time // when the line was last drawn, or the run began
	shown bool
}

const (
	progressFiles = 20                     // fewer files need no bar
	progressEvery = 100 * time.Millisecond // between two drawings, and before the first
	progressBar   = 24                     // columns of the bar
)

func newProgress(e *env, doing string, total int) *progress {
	if !e.live || total < progressFiles {
		return nil
	}
	return &progress{e: e, doing: doing, total: total, drawn: e.now()}
}

// step tells that one more file is done. Safe for concurrent use.
func (p *progress) step(name string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	now := p.e.now()
	if now.Sub(p.drawn) < progressEvery {
		return
	}
	p.drawn, p.shown = now, true
	full := progressBar * p.done / p.total
	line := fmt.Sprintf("%s [%s%s] %d/%d ", p.doing, strings.Repeat("#", full), strings.Repeat("-", progressBar-full), p.done, p.total)
	if room := p.e.width - utf8.RuneCountInString(line); room > 0 {
		r := []rune(name)
		line += string(r[max(len(r)-room, 0):])
	}
	fmt.Fprintf(p.e.stderr, "\r%s\x1b[K", line)
}

// finish takes the line away.
func (p *progress) finish() {
	if p != nil && p.shown {
		fmt.Fprint(p.e.stderr, "\r\x1b[K")
	}
}
