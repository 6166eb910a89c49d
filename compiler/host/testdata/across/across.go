// Package across calls code of other packages.
package across

import (
	"crypto/sha256"

	"github.com/bpmngen/bpmngen/compiler/host/testdata/far"
)

// VIP calls a method of another package.
func VIP(customer far.Customer) bool { return customer.Gold() }

// Buyer calls through two packages.
func Buyer(customer far.Customer) bool { return far.Large(customer) || customer.Gold() }

// Season reads what far's variable holds.
func Season(customer far.Customer) bool { return far.Summer(customer) }

// Renamed has its customer changed by another package.
func Renamed(customer *far.Customer) bool { return far.Rename(customer) }

// Hashed calls the standard library, of which only what is known to be pure is followed.
func Hashed(customer far.Customer) bool { return sha256.Sum256([]byte(customer.Tier))[0] == 0 }

// Wide says that it reads more than it does.
//
//bpmngen:reads customer other
func Wide(customer far.Customer, other string) bool { return customer.Level > 1 }

// Short leaves a read out that another package does.
//
//bpmngen:reads customer.Tier
func Short(customer far.Customer) bool { return customer.Gold() }
