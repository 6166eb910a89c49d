package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpmngen/bpmngen/analyze/soundness"
)

// smallBudget is what generate gives the model checker: what it does not decide
// is a warning there, and an error of check.
var smallBudget = &soundness.Options{Budget: soundness.Budget{States: 100_000, Bytes: 64 << 20}}

// soundFlags are the flags of the model checker.
type soundFlags struct {
	network string
	unknown bool
	options soundness.Options
}

func (f *soundFlags) register(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.options.Budget.States, "states", soundness.DefaultBudget.States, "the most `states` that model checking stores for one process or collaboration")
	cmd.Flags().BoolVar(&f.unknown, "unknown", false, "take what model checking could not decide for a warning")
	cmd.Flags().StringVar(&f.network, "network", "unordered", "how messages between the processes of a collaboration arrive: `"+strings.Join(networkNames(), ", ")+"`")
}

func (f *soundFlags) parse() error {
	n, ok := soundness.Networks[f.network]
	if !ok {
		return usagef("there is no network %q; there are %s", f.network, strings.Join(networkNames(), ", "))
	}
	if f.options.Budget.States < 1 {
		return usagef("-states %d is no budget", f.options.Budget.States)
	}
	f.options.Network = n
	return nil
}

// networkNames are the names that -network takes, in the order of their freedom.
func networkNames() []string {
	var names []string
	for name := range soundness.Networks {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return int(soundness.Networks[a]) - int(soundness.Networks[b]) })
	return names
}
