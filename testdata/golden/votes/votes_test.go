package votes_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/machine"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/votes"
)

// ballot starts an instance and sets its quorum, nil for none.
func ballot(t *testing.T, quorum *int64) (*runtime.Engine, votes.Instance) {
	t.Helper()
	ctx := context.Background()
	host := goldentest.New(t)
	goldentest.Must(votes.Register(host.Engine))(t)
	inst := goldentest.Must(votes.Start(ctx, host.Engine, votes.Vars{}))(t)
	if err := votes.CompleteSetTheQuorum(ctx, host.Engine, votes.SetTheQuorumTasks(host.Engine)[0].ID, func(v *votes.BallotVars) error {
		v.Quorum = quorum
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return host.Engine, inst
}

func same(*votes.BallotVars) error { return nil }

// S2.5: the counts of the flows and the scope's own data decide when it starts;
// what it sends at its reset the phase decides.
func TestVotes(t *testing.T) {
	ctx := context.Background()
	two := int64(2)
	eng, inst := ballot(t, &two)
	ann, ben, cy := votes.AnnTasks(eng)[0].ID, votes.BenTasks(eng)[0].ID, votes.CyTasks(eng)[0].ID
	for _, err := range []error{
		votes.CompleteAnn(ctx, eng, ann, same),
		votes.CompleteBen(ctx, eng, ben, same),
		votes.CompleteCy(ctx, eng, cy, same),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	goldentest.Must(inst.Wait(ctx))(t)
	want := []string{"Begin", "Open", "Set", "Ask", "Ann", "Ben", "Count", "Decided", "Cy", "Count", "Late", "Ballot", "End"}
	if d := cmp.Diff(want, inst.HistoryIDs()); d != "" {
		t.Error(d)
	}
}

// S2.1, S2.5: a condition without a value is a fault, and no wait.
func TestVotesWithoutQuorum(t *testing.T) {
	ctx := context.Background()
	eng, inst := ballot(t, nil)
	if err := votes.CompleteAnn(ctx, eng, votes.AnnTasks(eng)[0].ID, same); err != nil {
		t.Fatal(err)
	}
	var failed *machine.ActivationError
	if _, err := inst.Wait(ctx); !errors.As(err, &failed) || failed.Gateway != "Count" {
		t.Errorf("the instance ended with %v, want the activation condition of Count", err)
	}
}
