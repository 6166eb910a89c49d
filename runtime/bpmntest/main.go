package bpmntest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// Job is what `bpmngen test` asks the program that it built to run: one line of
// JSON on its standard input. The program answers each with a Result, one line
// on its standard output, before it reads the next; so whoever asks knows which
// scenario it was that crashed or hangs.
type Job struct {
	// Package is the package whose processes the scenario runs, as Process.Package.
	Package  int                `json:"package"`
	Scenario *scenario.Scenario `json:"scenario"`
	Options  Options            `json:"options"`
}

// Main is the main function of a program that links generated processes with
// the scenario runner. It returns the exit code: 0, or 2 where it was not asked
// as Job says.
func Main(processes []Process) int {
	out := os.Stdout
	os.Stdout = os.Stderr // what host functions print must not get between the answers
	if err := serve(processes, os.Stdin, out); err != nil {
		fmt.Fprintf(os.Stderr, "bpmngen test: %v\n", err)
		return 2
	}
	return 0
}

// serve answers jobs until there are no more.
func serve(processes []Process, in io.Reader, out io.Writer) error {
	byPackage := map[int][]Process{}
	for _, p := range processes {
		byPackage[p.Package] = append(byPackage[p.Package], p)
	}
	jobs := json.NewDecoder(in)
	answers := json.NewEncoder(out)
	for {
		var j Job
		if err := jobs.Decode(&j); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("a job can't be read: %w", err)
		}
		if j.Scenario == nil {
			return errors.New("a job has no scenario; this program is started by bpmngen test")
		}
		if err := answers.Encode(Play(byPackage[j.Package], j.Scenario, j.Options)); err != nil {
			return fmt.Errorf("a result can't be written: %w", err)
		}
	}
}
