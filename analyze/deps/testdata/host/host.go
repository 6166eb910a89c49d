// Package host holds the functions whose reads the analysis must find. The
// comment above each says what a reader of the code finds: the paths, why more
// ("any"), what it writes.
package host

import (
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"time"
	"unsafe"
)

type Address struct {
	City    string
	Country string
}

type Base struct {
	Region string
}

type Customer struct {
	Base
	Name    string
	Tier    string
	Address *Address
	Tags    []string
	Limits  map[string]int64
	Parent  *Customer
}

func (c Customer) Gold() bool           { return c.Tier == "gold" }
func (c *Customer) In(city string) bool { return c.Address != nil && c.Address.City == city }

type Vars struct {
	Total    int64
	Discount int64
	Customer Customer
	Items    []string
	Due      time.Time
	Check    func(int64) bool
	Judge    Judge
	Ready    chan bool
}

type Judge interface{ Judge(total int64) bool }

var limit int64 = 100

const fixed = 100

// reads: total
func Simple(v *Vars) bool { return v.Total > fixed }

// reads: total
func ByValue(v Vars) bool { return v.Total > fixed }

// reads: customer.tier total
func Two(v *Vars) bool { return v.Total > 100 && v.Customer.Tier == "gold" }

// reads: total
func Alias(v *Vars) bool {
	w := v
	x := w
	return x.Total > 0
}

// reads: customer.tier
func CopyOfStruct(v *Vars) bool {
	c := v.Customer
	return c.Tier == "gold"
}

// reads: customer.address.city
func PointerPath(v *Vars) bool { return v.Customer.Address.City == "Bonn" }

// reads: customer.address
func NilCheck(v *Vars) bool { return v.Customer.Address != nil }

// reads: customer.tier
func Method(v *Vars) bool { return v.Customer.Gold() }

// reads: customer.address
func PointerMethod(v *Vars) bool { return v.Customer.In("Bonn") }

// reads: customer.tier
func MethodValue(v *Vars) bool {
	f := v.Customer.Gold
	return f()
}

// reads: customer.tier
func MethodExpression(v *Vars) bool {
	f := Customer.Gold
	return f(v.Customer)
}

// reads: discount total
func Closure(v *Vars) bool {
	net := func() int64 { return v.Total - v.Discount }
	return net() > 0
}

// reads: total
func CapturedCopy(v *Vars) bool {
	t := v.Total
	f := func() bool { return t > 0 }
	return f()
}

// reads: customer.region
func Embedded(v *Vars) bool { return v.Customer.Region == "EU" }

// reads: items
func Length(v *Vars) bool { return len(v.Items) > 2 }

// reads: items
func Loop(v *Vars) bool {
	for _, s := range v.Items {
		if s == "book" {
			return true
		}
	}
	return false
}

// reads: customer.tags
func Generic(v *Vars) bool { return slices.Contains(v.Customer.Tags, "vip") }

// reads: customer.limits
func MapLookup(v *Vars) bool { return v.Customer.Limits["day"] > 10 }

// reads: customer.name
func Standard(v *Vars) bool { return strings.HasPrefix(strings.ToLower(v.Customer.Name), "a") }

// reads: due
func Clockless(v *Vars) bool { return v.Due.Before(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)) }

// reads: due
// any: time.Now
func Clock(v *Vars) bool { return v.Due.Before(time.Now()) }

// reads: total
// any: package variable limit
func Global(v *Vars) bool { return v.Total > limit }

// reads: judge total
// any: method Judge through an interface
func Interface(v *Vars) bool { return v.Judge.Judge(v.Total) }

// reads: check total
// any: function value
func FunctionField(v *Vars) bool { return v.Check(v.Total) }

// any: uses reflect
// any: uses all of its parameter at once
func Reflection(v *Vars) bool { return reflect.ValueOf(v).Elem().Field(0).Int() > 0 }

// any: starts a goroutine
// any: channel
// reads: total
func Goroutine(v *Vars) bool {
	done := make(chan bool)
	go func() { done <- v.Total > 0 }()
	return <-done
}

// any: receives from a channel
// reads: ready
func Channel(v *Vars) bool { return <-v.Ready }

// any: rand
func Random(v *Vars) bool { return rand.Int63() > 5 }

// any: unsafe.Pointer
// any: uses all of its parameter at once
func Unsafe(v *Vars) bool { return *(*int64)(unsafe.Pointer(v)) > 0 }

// reads: customer.parent
func Recursive(v *Vars) bool { return depth(&v.Customer) > 3 }

func depth(c *Customer) int {
	if c.Parent == nil {
		return 0
	}
	return 1 + depth(c.Parent)
}

// reads: total
// writes: discount
func Writes(v *Vars) bool {
	v.Discount = 5
	return v.Total > 0
}

// reads: total
func Helper(v *Vars) bool { return over(pick(v)) }

func pick(v *Vars) int64  { return v.Total }
func over(n int64) bool   { return n > 100 }
func whole(v *Vars) *Vars { return v }

// reads: discount
func ThroughReturn(v *Vars) bool { return whole(v).Discount > 0 }

// reads: customer.tier discount
func LocalStruct(v *Vars) bool {
	var pair struct {
		A string
		B int64
	}
	pair.A = v.Customer.Tier
	pair.B = v.Discount
	return pair.A == "gold" && pair.B > 0
}

// reads: total
func PointerToField(v *Vars) bool {
	p := &v.Total
	return *p > 3
}

// reads: customer
func ComparedWhole(v *Vars) bool { return v.Customer.Base == Base{} && same(v.Customer, Customer{}) }

func same(a, b Customer) bool { return reflectless(a) == reflectless(b) }

func reflectless(c Customer) any { return c.Name + c.Tier }

// reads: items
func Callback(v *Vars) bool {
	return slices.ContainsFunc(v.Items, func(s string) bool { return s == "book" })
}

// reads: items total
func CallbackCaptures(v *Vars) bool {
	return slices.ContainsFunc(v.Items, func(s string) bool { return int64(len(s)) > v.Total })
}

// any: uses all of its parameter at once
func Boxed(v *Vars) bool { return any(*v) != nil }

// reads: discount total
func Switch(v *Vars) bool {
	switch {
	case v.Total > 3:
		return true
	case v.Discount > 3:
		return false
	}
	return false
}

// reads: discount total
func Deferred(v *Vars) (ok bool) {
	defer func() { ok = ok && v.Discount == 0 }()
	return v.Total > 0
}
