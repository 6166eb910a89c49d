// Package group makes one run of what many ask for at a time (group commit):
// one of those that ask leads, and runs for all that came before it began.
package group

import "sync"

// Group is safe for concurrent use; its fields are set before.
type Group[J any] struct {
	Leaders int // at most so many run at a time
	Max     int // jobs of one run
	// Run runs jobs; what became of each it leaves in the job.
	Run func([]*J)

	mu      sync.Mutex
	leading int
	waiting []*place[J]
}

// place is one that asks and waits.
type place[J any] struct {
	job *J
	// done is set before turn gets its value; without it the value says to lead.
	done bool
	turn chan struct{}
}

// Do has a job run, alone or with others, and returns when it was.
func (g *Group[J]) Do(j *J) {
	mine := &place[J]{job: j}
	g.mu.Lock()
	if g.leading == g.Leaders {
		mine.turn = make(chan struct{}, 1)
		g.waiting = append(g.waiting, mine)
		g.mu.Unlock()
		<-mine.turn
		if mine.done {
			return
		}
		g.mu.Lock() // a leader left its place to this one, and took it out of those that wait
	} else {
		g.leading++
	}
	n := min(len(g.waiting), g.Max-1)
	others := g.waiting[:n:n]
	g.waiting = g.waiting[n:]
	g.mu.Unlock()

	jobs := make([]*J, 1, n+1)
	jobs[0] = j
	for _, p := range others {
		jobs = append(jobs, p.job)
	}
	g.Run(jobs)

	g.mu.Lock()
	if len(g.waiting) > 0 {
		g.waiting[0].turn <- struct{}{}
		g.waiting = g.waiting[1:]
	} else {
		g.leading--
		g.waiting = nil
	}
	g.mu.Unlock()
	for _, p := range others {
		p.done = true
		p.turn <- struct{}{}
	}
}
