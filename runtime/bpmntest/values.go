package bpmntest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// assign sets the fields of a struct that carry the names, by their json tags.
func assign(to any, vars []scenario.Var) error {
	for _, v := range vars {
		f, err := fieldOf(to, v.Name)
		if err != nil {
			return err
		}
		if err := decode(v.Value, f); err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	return nil
}

// fieldOf is the field of a struct, given by a pointer, that has that BPMN
// name: its own, else one of the struct that it embeds, which holds the
// variables around a sub-process (S3.1).
func fieldOf(to any, name string) (reflect.Value, error) {
	var all []string
	for s := reflect.ValueOf(to).Elem(); s.IsValid(); {
		var around reflect.Value
		for i := range s.NumField() {
			if f := s.Type().Field(i); f.Anonymous && f.Type.Kind() == reflect.Struct {
				around = s.Field(i)
			}
			tag, _, _ := strings.Cut(s.Type().Field(i).Tag.Get("json"), ",")
			if tag == name {
				return s.Field(i), nil
			}
			if tag != "" && tag != "-" {
				all = append(all, tag)
			}
		}
		s = around
	}
	if len(all) == 0 {
		return reflect.Value{}, fmt.Errorf("there is no %s: the model has no data here", name)
	}
	return reflect.Value{}, fmt.Errorf("there is no %s here, only %s", name, strings.Join(all, ", "))
}

// decode converts a value of a scenario to the type of a Go variable.
func decode(v scenario.Value, to reflect.Value) error {
	fresh := reflect.New(to.Type())
	dec := json.NewDecoder(bytes.NewReader(v))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(fresh.Interface()); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return fmt.Errorf("%s is no %s", v, wrong.Type)
		}
		return fmt.Errorf("%s does not fit the type %s: %s", v, to.Type(), strings.TrimPrefix(err.Error(), "json: "))
	}
	if string(v) == "null" && !nullable(to.Kind()) {
		return fmt.Errorf("null is no %s", to.Type())
	}
	numbers(fresh.Elem())
	to.Set(fresh.Elem())
	return nil
}

func nullable(k reflect.Kind) bool {
	switch k {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
		return true
	}
	return false
}

// numbers makes Go numbers of what was decoded into any: int64 where they are
// whole and fit, else float64.
func numbers(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if n, ok := v.Interface().(json.Number); ok {
			if v.CanSet() {
				v.Set(reflect.ValueOf(number(n)))
			}
			return
		}
		inner := reflect.New(v.Elem().Type()).Elem()
		inner.Set(v.Elem())
		numbers(inner)
		if v.CanSet() {
			v.Set(inner)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			numbers(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			numbers(v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() { // the order is not seen
			e := reflect.New(v.Type().Elem()).Elem()
			e.Set(v.MapIndex(k))
			numbers(e)
			v.SetMapIndex(k, e)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				numbers(v.Field(i))
			}
		}
	}
}

func number(n json.Number) any {
	if i, err := strconv.ParseInt(n.String(), 10, 64); err == nil {
		return i
	}
	f, err := n.Float64()
	if err != nil {
		return n.String()
	}
	return f
}

// same compares two values of one Go type: by the type's own Equal where it has
// one; a missing list or map equals an empty one.
func same(a, b reflect.Value) bool {
	if a.Kind() == reflect.Interface || a.Kind() == reflect.Pointer {
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
	}
	if a.Type() != b.Type() {
		return false
	}
	if eq, ok := a.Type().MethodByName("Equal"); ok && a.CanInterface() &&
		eq.Type.NumIn() == 2 && eq.Type.In(1) == a.Type() && eq.Type.NumOut() == 1 && eq.Type.Out(0).Kind() == reflect.Bool {
		return eq.Func.Call([]reflect.Value{a, b})[0].Bool()
	}
	switch a.Kind() {
	case reflect.Interface:
		return sameAny(a.Elem(), b.Elem())
	case reflect.Pointer:
		return same(a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, k := range a.MapKeys() { // the order is not seen
			if e := b.MapIndex(k); !e.IsValid() || !same(a.MapIndex(k), e) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Float32, reflect.Float64:
		return a.Float() == b.Float() || math.IsNaN(a.Float()) && math.IsNaN(b.Float())
	}
	return a.Equal(b)
}

// sameAny compares what two variables of type any hold: numbers by their value,
// since their Go type is not the model's to say.
func sameAny(a, b reflect.Value) bool {
	if a.CanInt() && b.CanFloat() {
		return float64(a.Int()) == b.Float()
	}
	if a.CanFloat() && b.CanInt() {
		return a.Float() == float64(b.Int())
	}
	if a.CanInt() && b.CanInt() {
		return a.Int() == b.Int()
	}
	return same(a, b)
}

// show is a Go value as a scenario would write it.
func show(v reflect.Value) string {
	b, err := json.Marshal(v.Interface())
	if err != nil {
		return fmt.Sprint(v.Interface())
	}
	return string(b)
}
