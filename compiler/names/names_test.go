package names

import (
	"go/token"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestExported(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"charge card", "ChargeCard"},
		{"Charge card!", "ChargeCard"},
		{"check VAT-id", "CheckVATID"},
		{"order_received", "OrderReceived"},
		{"Order\nreceived\tnow", "OrderReceivedNow"},
		{"customer's order", "CustomersOrder"},
		{"Über prüfen", "ÜberPrüfen"},
		{"u\u0308ber", "Über"}, // NFC
		{"проверить заказ", "ПроверитьЗаказ"},
		{"审批", "X审批"},
		{"注文 check", "X注文Check"},
		{"2nd approval", "X2ndApproval"},
		{"version 1.10", "Version1_10"},
		{"sid-4a2B-99", "Sid4a2B99"},
		{"type", "Type"}, // a keyword is none with a capital
		{"", ""},
		{"???", ""},
		{"\u200b \u00a0", ""},
		{"a\u202eb", "AB"},
		{"\xff\xfe", ""},
		{"हिन्दी", "Xहनद"}, // marks that Go identifiers can't hold are dropped
	} {
		if got := Exported(c.text); got != c.want {
			t.Errorf("Exported(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// A name of 300 characters is cut between words.
func TestLongNames(t *testing.T) {
	got := Exported(strings.Repeat("approve the order ", 20))
	if n := utf8.RuneCountInString(got); n > longest || !strings.HasPrefix(got, "ApproveTheOrder") || !strings.HasSuffix(got, "Order") && !strings.HasSuffix(got, "The") && !strings.HasSuffix(got, "Approve") {
		t.Errorf("%d characters: %s", n, got)
	}
	if got := Exported(strings.Repeat("x", 300)); utf8.RuneCountInString(got) != longest {
		t.Errorf("%d characters", utf8.RuneCountInString(got))
	}
}

func TestAllot(t *testing.T) {
	for _, c := range []struct {
		name     string
		wishes   []Wish
		reserved []string
		want     []string
	}{
		{"explicit, then name, then id", []Wish{{Explicit: "Pay", Name: "Charge", ID: "a"}, {Name: "Pack", ID: "b"}, {ID: "task_3"}}, nil, []string{"Pay", "Pack", "Task3"}},
		{"all that collide get their id", []Wish{{Name: "Check", ID: "a1"}, {Name: "check", ID: "b2"}, {Name: "Pack", ID: "c3"}}, nil, []string{"Check_A1", "Check_B2", "Pack"}},
		{"a reserved name gets its id", []Wish{{Name: "Vars", ID: "p"}}, []string{"Vars"}, []string{"Vars_P"}},
		{"an explicit name that is no identifier is mangled", []Wish{{Explicit: "pay now", ID: "a"}}, nil, []string{"PayNow"}},
		{"nothing to go by", []Wish{{Name: "?", ID: "", Fallback: "ServiceTask"}}, nil, []string{"ServiceTask"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, Allot(c.wishes, c.reserved...)); d != "" {
				t.Error(d)
			}
		})
	}
}

// Ids that differ only in what identifiers can't hold still give different names.
func TestIdsThatLookAlike(t *testing.T) {
	got := Allot([]Wish{{ID: "a-b"}, {ID: "a.b"}, {ID: "a_b"}})
	if got[0] == got[1] || got[1] == got[2] || got[0] == got[2] {
		t.Error(got)
	}
}

var alphabet = []rune("aAbB1 -_.'’\n?äßÆ審批жЖ\u0308\u200d\u202eǅﬁ٣𝒳😀")

func randomText(r *rand.Rand, most int) string {
	out := make([]rune, r.Intn(most))
	for i := range out {
		out[i] = alphabet[r.Intn(len(alphabet))]
	}
	return string(out)
}

// Whatever the texts are, every element gets a valid exported identifier, none
// twice and none reserved, and its name does not depend on where it stands.
func TestAllotIsTotal(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	reserved := []string{"Vars", "A", "AB", "X1"}
	for range 3000 {
		n := 1 + r.Intn(8)
		wishes := make([]Wish, n)
		for i := range wishes {
			wishes[i] = Wish{Name: randomText(r, 6), ID: randomText(r, 4) + string(rune('a'+i)), Fallback: "Task"}
			if r.Intn(5) == 0 {
				wishes[i].Explicit = randomText(r, 4)
			}
		}
		got := Allot(wishes, reserved...)
		seen := map[string]bool{}
		byID := map[string]string{}
		for i, name := range got {
			if !token.IsIdentifier(name) || !token.IsExported(name) {
				t.Fatalf("%q of %+v is no exported identifier", name, wishes[i])
			}
			if seen[name] || slices.Contains(reserved, name) {
				t.Fatalf("%q is taken: %+v", name, wishes)
			}
			seen[name] = true
			byID[wishes[i].ID] = name
		}
		r.Shuffle(n, func(i, j int) { wishes[i], wishes[j] = wishes[j], wishes[i] })
		for i, name := range Allot(wishes, reserved...) {
			if byID[wishes[i].ID] != name {
				t.Fatalf("%+v is %q in one order and %q in another", wishes[i], byID[wishes[i].ID], name)
			}
		}
	}
}

func FuzzExported(f *testing.F) {
	f.Add("charge card")
	f.Fuzz(func(t *testing.T, text string) {
		if n := Exported(text); n != "" && (!token.IsIdentifier(n) || !token.IsExported(n) || utf8.RuneCountInString(n) > longest+1) {
			t.Errorf("Exported(%q) = %q", text, n)
		}
	})
}
