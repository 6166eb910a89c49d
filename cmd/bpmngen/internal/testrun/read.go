package testrun

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// The largest files that are read. The compiler has a bound of its own for
// models, a little lower, and says so with a code.
const (
	maxModel     = 64<<20 + 1
	maxScenarios = 16 << 20
)

// readFile reads a regular file up to a bound: pipes and devices may never end.
func readFile(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, reason(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	if most == maxScenarios && info.Size() > most {
		return nil, fmt.Errorf("it is larger than %d MiB", most>>20)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}
