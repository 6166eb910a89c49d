package vet

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// The expected findings stand in the annotated sources of testdata/src.

func TestIgnoredError(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), IgnoredError, "starts")
}

func TestKeptVars(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), KeptVars, "keeps")
}

func TestReads(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), Reads, "reads")
}

func TestBlocking(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), Blocking, "order", "example.com/rules")
}

func TestGenerated(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), Generated, "marked")
}
