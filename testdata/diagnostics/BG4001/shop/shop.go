// Package shop is the host of a sample.
package shop

// Order is what a customer ordered.
type Order struct {
	Total int64  `json:"total"`
	Tier  string `json:"tier"`
}

// Urgent reads one field.
func Urgent(order Order) bool { return order.Total > 100 }
