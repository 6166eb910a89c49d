// Package rules has host functions that conditions call.
package rules

import (
	"fmt"
	"sync"
)

var mu sync.Mutex

func Waits(total int64) bool { // want Waits:"blocks: calls sync.Lock"
	mu.Lock()
	defer mu.Unlock()
	return total > 1
}

func Deep(total int64) bool { return Waits(total) } // want Deep:"blocks: calls Waits"

// Quick formats, which takes a lock deep inside that nobody waits for.
func Quick(total int64) bool { return fmt.Sprint(total) != "1" }
