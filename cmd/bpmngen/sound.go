package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpmngen/bpmngen/analyze/soundness"
	"github.com/bpmngen/bpmngen/compiler"
)

// smallBudget is what generate gives the model checker: what it does not decide
// is a warning there, and an error of check.
var smallBudget = &soundness.Options{Budget: soundness.Budget{States: 100_000, Bytes: 64 << 20}}

// soundFlags are the flags of the model checker.
type soundFlags struct {
	network string
	unknown bool
	trace   string
	options soundness.Options
}

func (f *soundFlags) register(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.options.Budget.States, "states", soundness.DefaultBudget.States, "the most `states` that model checking stores for one process or collaboration")
	cmd.Flags().BoolVar(&f.unknown, "unknown", false, "take what model checking could not decide for a warning")
	cmd.Flags().StringVar(&f.trace, "trace", "", "draw the diagram of one file with the run of its gravest finding to an SVG `file`")
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

// draw writes the picture of the gravest run that was found in a file.
func (f *soundFlags) draw(e *env, in input) error {
	src, err := readInput(in)
	if err != nil {
		return nil // the check has said so
	}
	res := compiler.Compile([]compiler.Input{{Name: in.name, Data: src}}, compiler.Options{Soundness: &f.options})
	svg, ok := soundness.Picture(res.Verdicts)
	if !ok {
		fmt.Fprintf(e.stderr, "bpmngen: no run of %s goes wrong, so %s is not written\n", in.name, f.trace)
		return nil
	}
	if _, err := writeFile(f.trace, svg); err != nil {
		return fmt.Errorf("%s can't be written: %s", f.trace, reason(err))
	}
	return nil
}
