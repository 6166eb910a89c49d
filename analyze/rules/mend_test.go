package rules

import "testing"

// A duration that a person wrote is mended where it has one reading.
func TestISODuration(t *testing.T) {
	for text, want := range map[string]string{
		"5 minutes": "PT5M", "90s": "PT90S", "1 hour": "PT1H", "2d": "P2D", "1 Week": "P1W", "1.5h": "PT1.5H",
		"pt5m": "PT5M", "p1dt2h": "P1DT2H", "PT 5 M": "PT5M", "P10S": "PT10S", "P1D2H": "P1DT2H", "P1M3H": "P1MT3H", "PT1D": "P1D", "PT1D2H": "P1DT2H",
		"PT5M": "", "P": "", "PT": "", "5": "", "5 parsecs": "", "soon": "", "": "", "M5": "", "PT5": "", "P-1D": "", "5 m 3 s": "", "tomorrow 5 minutes": "",
	} {
		if got, ok := isoDurationOf(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, ok, want)
		}
	}
}
