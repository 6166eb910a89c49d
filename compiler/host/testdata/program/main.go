// Command program can't be imported.
package main

// Order is out of reach.
type Order struct{ Total int64 }

func main() {}
