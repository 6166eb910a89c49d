package codec_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/codec"
)

type stamp struct{ text string }

func (s stamp) WriteValue(w *codec.Writer) { w.Text("stamp", s.text) }

func init() {
	codec.Register("stamp", func(text string) (any, error) {
		if text == "bad" {
			return nil, errors.New("a bad stamp")
		}
		return stamp{text}, nil
	})
}

func write(t *testing.T, v any) []byte {
	t.Helper()
	var w codec.Writer
	w.Any(v)
	b, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var values = []any{nil, true, false, int64(0), int64(math.MinInt64), uint64(math.MaxUint64), 1.5, math.Inf(-1), "", "öäü\x00\xff", []byte{1, 2}, []byte{},
	[]any{}, []any{int64(1), []any{"a"}}, map[string]any{}, map[string]any{"a": map[string]any{"a": nil, "b": int64(1)}, "": "x"}, stamp{"12"}}

// S10.3: what was written is read back, whatever it is.
func TestAny(t *testing.T) {
	for _, v := range values {
		r := codec.NewReader(write(t, v))
		got := r.Any()
		if err := r.Finish(); err != nil {
			t.Fatalf("%#v: %v", v, err)
		}
		if d := cmp.Diff(v, got, cmp.AllowUnexported(stamp{})); d != "" {
			t.Error(d)
		}
	}
}

// Every document that is cut, and every one whose kinds are others, is an error
// that says so, and no panic.
func TestDamaged(t *testing.T) {
	b := write(t, values)
	for n := range b {
		r := codec.NewReader(b[:n])
		r.Any()
		if err := r.Finish(); !errors.Is(err, codec.ErrCorrupt) {
			t.Fatalf("cut at %d of %d: %v", n, len(b), err)
		}
	}
	for _, bad := range []string{"\xff", "\x09\x01\x05", "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\x00\x00", "\x0a\x00\x05stamp\x03bad",
		strings.Repeat("\x08\x01", 2000) + "\x00"} {
		r := codec.NewReader([]byte(bad))
		r.Any()
		if err := r.Finish(); !errors.Is(err, codec.ErrCorrupt) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	r := codec.NewReader([]byte("\x0a\x00\x04what\x01x"))
	if r.Any(); !errors.Is(r.Err(), codec.ErrShape) {
		t.Errorf("a type that is not registered: %v", r.Err())
	}
}

func TestWriteBad(t *testing.T) {
	loop := []any{nil}
	loop[0] = loop
	for _, c := range []struct {
		v    any
		want error
	}{{struct{}{}, codec.ErrType}, {loop, codec.ErrDeep}, {[]any{make(chan int)}, codec.ErrType}} {
		var w codec.Writer
		w.Any(c.v)
		if _, err := w.Finish(); !errors.Is(err, c.want) {
			t.Errorf("%T: %v, want %v", c.v, err, c.want)
		}
	}
}

// A program reads fields by their names: those that were added are zero, those
// that it does not know are an error, and so is another type.
func TestRecord(t *testing.T) {
	b := write(t, map[string]any{"a": int64(1), "b": "x", "c": []any{int64(1), int64(2)}, "d": nil})
	type rec struct {
		A int64
		B string
		C []int64
		D *string
	}
	read := func(b []byte) (v rec, err error) {
		r := codec.NewReader(b)
		for range r.Record() {
			switch name := r.Name(); name {
			case "a":
				v.A = r.Int()
			case "b":
				v.B = r.String()
			case "c":
				v.C = codec.ReadList(r, (*codec.Reader).Int)
			case "d":
				v.D = codec.ReadOptional(r, (*codec.Reader).String)
			default:
				r.Unknown(name)
			}
		}
		return v, r.Finish()
	}
	got, err := read(b)
	if d := cmp.Diff(rec{A: 1, B: "x", C: []int64{1, 2}}, got); err != nil || d != "" {
		t.Fatal(err, d)
	}
	if got, err = read(write(t, map[string]any{"b": "y"})); err != nil || got.B != "y" {
		t.Fatal(err, got)
	}
	for _, other := range []any{map[string]any{"a": "text"}, map[string]any{"e": nil}, []any{}} {
		if _, err := read(write(t, other)); !errors.Is(err, codec.ErrShape) {
			t.Errorf("%v: %v", other, err)
		}
	}
}

func TestGenericForms(t *testing.T) {
	var w codec.Writer
	w.List(6)
	codec.WriteList(&w, []int64{1, 2}, (*codec.Writer).Int)
	codec.WriteList[int64](&w, nil, (*codec.Writer).Int)
	codec.WriteMap(&w, map[string]string{"b": "2", "a": "1"}, (*codec.Writer).String)
	codec.WriteMap[string](&w, nil, (*codec.Writer).String)
	codec.WriteOptional(&w, new(bool), (*codec.Writer).Bool)
	w.JSON(map[string]int{"x": 1})
	b, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	r := codec.NewReader(b)
	if n := r.List(); n != 6 {
		t.Fatal(n)
	}
	var x map[string]int
	got := []any{codec.ReadList(r, (*codec.Reader).Int), codec.ReadList(r, (*codec.Reader).Int), codec.ReadMap(r, (*codec.Reader).String),
		codec.ReadMap(r, (*codec.Reader).String), codec.ReadOptional(r, (*codec.Reader).Bool)}
	r.JSON(&x)
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]any{[]int64{1, 2}, []int64(nil), map[string]string{"a": "1", "b": "2"}, map[string]string(nil), new(bool)}, got); d != "" {
		t.Error(d)
	}
	if x["x"] != 1 {
		t.Error(x)
	}
}

func TestJSON(t *testing.T) {
	b, err := codec.AppendJSON(nil, write(t, map[string]any{"n": int64(-3), "s": "a\"b", "l": []any{true, nil, 1.5}, "t": stamp{"12"}, "b": []byte("x"), "f": math.Inf(1)}))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"b":"eA==","f":"+Inf","l":[true,null,1.5],"n":-3,"s":"a\"b","t":{"$stamp":"12"}}`
	if d := cmp.Diff(want, string(b)); d != "" {
		t.Error(d)
	}
}

// The names of fields are written once a document.
func TestCompact(t *testing.T) {
	list := []any{}
	for range 100 {
		list = append(list, map[string]any{"aLongNameOfAField": int64(1)})
	}
	if n := len(write(t, list)); n > 600 {
		t.Errorf("%d bytes", n)
	}
}

// Whatever the bytes are: no panic, and what is read can be written again.
func FuzzReader(f *testing.F) {
	var w codec.Writer
	for _, v := range values {
		w.Reset(nil)
		w.Any(v)
		b, _ := w.Finish()
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := codec.NewReader(b)
		v := r.Any()
		if r.Finish() != nil {
			return
		}
		j, err := codec.AppendJSON(nil, b)
		if err != nil || !json.Valid(j) {
			t.Fatalf("%v: %s", err, j)
		}
		var w codec.Writer
		w.Any(v)
		again, err := w.Finish()
		if err != nil {
			t.Fatal(err)
		}
		second := codec.NewReader(again)
		second.Any()
		if err := second.Finish(); err != nil {
			t.Fatal(err)
		}
	})
}
