package codec

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Writer writes one document. The zero Writer is ready. It remembers the first
// error. It is not safe for concurrent use.
type Writer struct {
	buf   []byte
	names map[string]int
	err   error
}

// Reset makes w ready for another document, whose bytes are appended to buf.
func (w *Writer) Reset(buf []byte) {
	clear(w.names)
	w.buf, w.err = buf, nil
}

// Finish is the document, or why it could not be written.
func (w *Writer) Finish() ([]byte, error) { return w.buf, w.err }

// Fail makes Finish fail, unless it does already.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *Writer) kind(k Kind) { w.buf = append(w.buf, byte(k)) }

func (w *Writer) count(n int) { w.buf = binary.AppendUvarint(w.buf, uint64(n)) }

func (w *Writer) text(s string) {
	w.count(len(s))
	w.buf = append(w.buf, s...)
}

// Null writes null.
func (w *Writer) Null() { w.kind(Null) }

// Bool writes a boolean.
func (w *Writer) Bool(b bool) {
	if b {
		w.kind(True)
	} else {
		w.kind(False)
	}
}

// Int writes a number.
func (w *Writer) Int(n int64) {
	w.kind(Int)
	w.buf = binary.AppendVarint(w.buf, n)
}

// Uint writes a number without sign.
func (w *Writer) Uint(n uint64) {
	w.kind(Uint)
	w.buf = binary.AppendUvarint(w.buf, n)
}

// Float writes a number.
func (w *Writer) Float(f float64) {
	w.kind(Float)
	w.buf = binary.LittleEndian.AppendUint64(w.buf, math.Float64bits(f))
}

// String writes a string.
func (w *Writer) String(s string) {
	w.kind(String)
	w.text(s)
}

// Bytes writes bytes; nil is null.
func (w *Writer) Bytes(b []byte) {
	if b == nil {
		w.Null()
		return
	}
	w.kind(Bytes)
	w.count(len(b))
	w.buf = append(w.buf, b...)
}

// List begins a list of n values, which are written next.
func (w *Writer) List(n int) {
	w.kind(List)
	w.count(n)
}

// Record begins a record of n fields: a Name and a value each.
func (w *Writer) Record(n int) {
	w.kind(Record)
	w.count(n)
}

// Name is the name of the field whose value is written next.
func (w *Writer) Name(name string) {
	if at, known := w.names[name]; known {
		w.count(at)
		return
	}
	if w.names == nil {
		w.names = map[string]int{}
	}
	w.names[name] = len(w.names) + 1
	w.count(0)
	w.text(name)
}

// Text writes a value of a type as text: a decimal, a date.
func (w *Writer) Text(of, text string) {
	w.kind(Text)
	w.Name(of)
	w.text(text)
}

// JSON writes a value by encoding/json: for types of the host of which the
// compiler does not know the fields.
func (w *Writer) JSON(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		w.Fail(fmt.Errorf("%T: %w", v, err))
		return
	}
	w.Text("json", string(b))
}

// Value is a type that writes itself where a variable can hold anything; it is
// read back by what Register was given for the name that it writes by Text.
type Value interface{ WriteValue(w *Writer) }

// Any writes what a variable without a type holds: null, booleans, numbers, strings, bytes,
// lists, maps from strings, and Values. Anything else is ErrType.
func (w *Writer) Any(v any) { w.any(v, 0) }

func (w *Writer) any(v any, depth int) {
	if depth > maxDepth {
		w.Fail(ErrDeep)
		return
	}
	switch v := v.(type) {
	case nil:
		w.Null()
	case bool:
		w.Bool(v)
	case int:
		w.Int(int64(v))
	case int64:
		w.Int(v)
	case uint64:
		w.Uint(v)
	case float64:
		w.Float(v)
	case string:
		w.String(v)
	case []byte:
		w.Bytes(v)
	case []any:
		w.List(len(v))
		for i := range v {
			w.any(v[i], depth+1)
		}
	case map[string]any:
		w.Record(len(v))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			w.Name(name)
			w.any(v[name], depth+1)
		}
	case Value:
		v.WriteValue(w)
	default:
		w.Fail(fmt.Errorf("%T: %w", v, ErrType))
	}
}

// WriteList writes a list by what writes an element; nil is null.
func WriteList[T any](w *Writer, list []T, each func(*Writer, T)) {
	if list == nil {
		w.Null()
		return
	}
	w.List(len(list))
	for i := range list {
		each(w, list[i])
	}
}

// WriteMap writes a map by the order of its keys; nil is null.
func WriteMap[T any](w *Writer, m map[string]T, each func(*Writer, T)) {
	if m == nil {
		w.Null()
		return
	}
	w.Record(len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		w.Name(name)
		each(w, m[name])
	}
}

// WriteOptional writes what p points to; nil is null.
func WriteOptional[T any](w *Writer, p *T, each func(*Writer, T)) {
	if p == nil {
		w.Null()
		return
	}
	each(w, *p)
}
