// Command bpmngen compiles BPMN 2.0 files to typed Go: `bpmngen help` lists its verbs.
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	if vetTool(os.Args[1:]) {
		runVetTool()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, newEnv(), os.Args[1:])
	stop()
	os.Exit(code)
}
