package names

import "testing"

// TestInitialisms is Go's own convention for names: go.dev/wiki/CodeReviewComments#initialisms.
func TestInitialisms(t *testing.T) {
	for text, want := range map[string]string{
		"orderId":       "OrderID",
		"id":            "ID",
		"Call API":      "CallAPI",
		"fetch url now": "FetchURLNow",
		"httpUrl":       "HTTPURL",
		"idle":          "Idle",
		"Identify":      "Identify",
		"OrderID":       "OrderID",
		"grüßeId":       "GrüßeId",
	} {
		if got := Exported(text); got != want {
			t.Errorf("Exported(%q) = %q, want %q", text, got, want)
		}
	}
}
