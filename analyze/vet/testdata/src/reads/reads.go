// Package reads declares by hand what conditions read.
package reads

import "time"

type Customer struct {
	Tier string `json:"tier"`
	Name string `json:"name"`
}

type Vars struct {
	Total    int64    `json:"total"`
	Customer Customer `json:"customer"`
}

//bpmngen:reads total customer.tier
func Right(v *Vars) bool { return v.Total > 1 && v.Customer.Tier == "gold" }

//bpmngen:reads customer
func Wider(v *Vars) bool { return v.Customer.Tier == "gold" }

//bpmngen:reads total
func Misses(v *Vars) bool {
	return v.Total > 1 &&
		v.Customer.Tier == "gold" // want `Misses reads customer.tier, which its declared reads \(total\) leave out`
}

//bpmngen:reads // want `the list of reads is empty`
func Empty(v *Vars) bool { return v.Total > 1 }

//bpmngen:reads total
func Clock(v *Vars) bool {
	return v.Total > time.Now().Unix() // want `calls time.Now, whose reads are not known, so its reads can't be declared`
}
