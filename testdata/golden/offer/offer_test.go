package offer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/offer"
)

// S4.4: a composite key by the standard's correlation properties. All of its
// parts must be equal; where the payload is one value they are given beside it.
func TestOffer(t *testing.T) {
	kit := bpmntest.Start(t)
	goldentest.Must(offer.Register(kit.Engine))(t)
	inst := goldentest.Must(offer.Start(t.Context(), kit.Engine, offer.Vars{Client: "ann", Number: 7}))(t)
	for _, err := range []error{
		offer.PublishOffer(t.Context(), kit.Engine, "ann", 8, 1),
		offer.PublishOffer(t.Context(), kit.Engine, "bob", 7, 2),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if inst.State() != runtime.Active || inst.Vars().Price != 0 {
		t.Fatal("another's offer arrived")
	}
	if err := offer.PublishOffer(t.Context(), kit.Engine, "ann", 7, 99); err != nil {
		t.Fatal(err)
	}
	if err := offer.PublishAccepted(t.Context(), kit.Engine, offer.Accepted{Buyer: "ann", Lot: 7}); err != nil {
		t.Fatal(err)
	}
	got, err := inst.Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(offer.Vars{Client: "ann", Number: 7, Price: 99}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"Start", "Offer", "Wait", "End"}, inst.HistoryIDs()); d != "" {
		t.Error(d)
	}
}
