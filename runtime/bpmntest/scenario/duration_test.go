package scenario

import "testing"

func TestParseDuration(t *testing.T) {
	for _, good := range []string{"PT0S", "PT10S", "P2W", "P1M2DT3H"} {
		if _, err := ParseDuration(good); err != nil {
			t.Error(err)
		}
	}
	// Virtual time goes forward.
	for _, bad := range []string{"", "10s", "-PT1S", "P", "PT"} {
		if d, err := ParseDuration(bad); err == nil {
			t.Errorf("%q was read as %s", bad, d)
		}
	}
}

// TestKinds: every step tells the key that it has in a file.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		step Step
		want string
	}{
		{Step{Publish: &Publish{}}, "publish"}, {Step{Signal: &Signal{}}, "signal"}, {Step{Start: &Start{}}, "start"},
		{Step{Advance: &Duration{}}, "advance"}, {Step{Fire: "a"}, "fire"}, {Step{Complete: &Complete{}}, "complete"},
		{Step{Throw: &Throw{}}, "throw"}, {Step{Set: []Var{{}}}, "set"}, {Step{Terminate: true}, "terminate"},
		{Step{Restart: true}, "restart"}, {Step{Expect: &Expect{}}, "expect"},
	} {
		if got := c.step.Kind(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
