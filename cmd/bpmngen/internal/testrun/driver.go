package testrun

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/bpmngen/bpmngen/runtime/bpmntest"
)

// driver is the program that was built, started when it is first needed and
// started anew after it crashed or had to be stopped.
type driver struct {
	program string
	timeout time.Duration
	running *running
}

// running is one process of the program.
type running struct {
	cmd     *exec.Cmd
	in      *json.Encoder
	close   io.Closer
	answers chan answer
	stderr  *tail
	waited  chan struct{}
}

type answer struct {
	result bpmntest.Result
	err    error
}

// play has the program run one scenario. One that crashes the program or does
// not end fails alone. An error says that the program can't be run at all.
func (d *driver) play(ctx context.Context, job *bpmntest.Job) (bpmntest.Result, error) {
	if d.running == nil {
		if err := d.start(); err != nil {
			return bpmntest.Result{}, err
		}
	}
	p := d.running
	limit := time.NewTimer(d.timeout)
	defer limit.Stop()
	asked := p.in.Encode(job)
	select {
	case a := <-p.answers:
		if a.err == nil && asked == nil {
			return a.result, nil
		}
		<-p.waited
		d.running = nil
		return bpmntest.Result{Outcome: bpmntest.Fail, Why: "the program crashed: " + p.stderr.reason(p.cmd)}, nil
	case <-limit.C:
		d.stop()
		return bpmntest.Result{Outcome: bpmntest.Fail, Why: fmt.Sprintf("did not end within %s", d.timeout)}, nil
	case <-ctx.Done():
		d.stop()
		return bpmntest.Result{}, ctx.Err()
	}
}

func (d *driver) start() error {
	cmd := exec.Command(d.program)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p := &running{cmd: cmd, in: json.NewEncoder(in), close: in, answers: make(chan answer, 1), stderr: &tail{}, waited: make(chan struct{})}
	cmd.Stderr = p.stderr
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the program that was built can't be started: %w", err)
	}
	go func() {
		dec := json.NewDecoder(bufio.NewReader(out))
		for {
			var a answer
			a.err = dec.Decode(&a.result)
			if a.err != nil {
				_ = cmd.Wait() // its exit is told by ProcessState
				close(p.waited)
				p.answers <- a
				return
			}
			p.answers <- a
		}
	}()
	d.running = p
	return nil
}

// stop ends the program, if it runs.
func (d *driver) stop() {
	p := d.running
	if p == nil {
		return
	}
	d.running = nil
	_ = p.close.Close()
	_ = p.cmd.Process.Kill()
	for {
		select {
		case <-p.waited:
			return
		case <-p.answers: // one that came too late
		}
	}
}

// tail keeps the first and the last that a program writes to standard error.
type tail struct {
	mu    sync.Mutex
	first []byte
	last  []byte
}

const tailSize = 4 << 10

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(b)
	if room := tailSize - len(t.first); room > 0 {
		k := min(room, len(b))
		t.first = append(t.first, b[:k]...)
		b = b[k:]
	}
	t.last = append(t.last, b...)
	if over := len(t.last) - tailSize; over > 0 {
		t.last = append(t.last[:0], t.last[over:]...)
	}
	return n, nil
}

// reason is why the program ended: the line of a Go crash that says it, or what it wrote last.
func (t *tail) reason(cmd *exec.Cmd) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := bytes.TrimSpace(append(append([]byte{}, t.first...), t.last...))
	for line := range strings.Lines(string(all)) {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return strings.TrimSpace(line)
		}
	}
	if i := bytes.LastIndexByte(all, '\n'); i >= 0 {
		all = all[i+1:]
	}
	return strings.TrimSpace(cmd.ProcessState.String() + " " + string(all))
}
