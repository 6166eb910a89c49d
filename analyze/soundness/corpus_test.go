package soundness

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

func load(t testing.TB, path string) *graph.File {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, filepath.Base(path), src)
}

func parse(t testing.TB, name string, src []byte) *graph.File {
	t.Helper()
	var bag diag.Bag
	d := bpmn.Parse(name, src, bpmn.Options{}, &bag)
	if d == nil {
		t.Fatalf("%v", bag.All())
	}
	return graph.Build([]*bpmn.Definitions{d}, nil).Files[0]
}

// corpus is the folder of other people's verdicts, where there is one beside or above the checkout.
func corpus(t *testing.T) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		at := filepath.Join(dir, "shared", "corpus", "soundness")
		if _, err := os.Stat(at); err == nil {
			return at
		}
	}
	t.Skip("no shared/corpus beside this checkout")
	return ""
}

type recorded struct {
	File             string `json:"file"`
	Safe             *bool  `json:"safeness"`
	OptionToComplete *bool  `json:"option_to_complete"`
	ProperCompletion *bool  `json:"proper_completion"`
	NoDead           *bool  `json:"no_dead_activities"`
	At               map[string][]string
	Collaboration    map[string]map[string]bool
	OrRejected       bool `json:"orRejected"`
}

// The verdicts of other people's models are as they recorded them.
func TestCorpus(t *testing.T) {
	dir := corpus(t)
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []recorded
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		f := load(t, filepath.Join(dir, r.File))
		name := strings.TrimSuffix(filepath.Base(r.File), ".bpmn")
		if r.Collaboration == nil {
			begin := time.Now()
			all := Check(f, Options{Budget: Budget{States: 200_000}})
			took := time.Since(begin)
			got := [4]bool{true, true, true, true}
			states := 0
			for _, v := range all {
				for i, ok := range []bool{v.Safe, v.OptionToComplete, v.ProperCompletion, v.NoDead} {
					got[i] = got[i] && ok
				}
				states += v.States
				if !v.Decided {
					t.Logf("%s: %s", name, v.Why)
				}
			}
			for i, want := range []*bool{r.Safe, r.OptionToComplete, r.ProperCompletion, r.NoDead} {
				if want != nil && got[i] != *want {
					t.Errorf("%s: %s is %v, recorded %v", name, []string{"safe", "option to complete", "proper completion", "no dead"}[i], got[i], *want)
				}
			}
			t.Logf("%s: %v, %d states, %v", name, got, states, took)
			continue
		}
		for i, network := range []string{"Network01Bag", "Network02FifoPair", "Network03Causal", "Network04Inbox", "Network05Outbox", "Network06Fifo", "Network07RSC"} {
			want := r.Collaboration[network]
			all := Check(f, Options{Network: Network(i)})
			safe, apart, sound := true, true, true
			for _, v := range all {
				if !v.Decided {
					t.Logf("%s %s: %s", name, network, v.Why)
				}
				safe, apart, sound = safe && v.Safe, apart && v.MessagesApart(), sound && v.Sound()
			}
			if safe != want["Safe"] || apart != want["MsgSound"] || sound != want["Sound"] {
				t.Errorf("%s %s: safe %v, sound but for messages %v, sound %v; recorded %v", name, network, safe, apart, sound, want)
			}
		}
	}
}
