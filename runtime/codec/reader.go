package codec

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"sync"
)

// Reader reads one document. It remembers the first error, and what it reads
// after that is zero. It is not safe for concurrent use. Make it by NewReader.
type Reader struct {
	all   []byte
	left  []byte
	names []string
	err   error
}

// NewReader reads a document, whose bytes it keeps.
func NewReader(document []byte) *Reader { return &Reader{all: document, left: document} }

// Err is why the document could not be read, with where.
func (r *Reader) Err() error { return r.err }

// Finish is Err, which it is too that there is more than one value.
func (r *Reader) Finish() error {
	if r.err == nil && len(r.left) > 0 {
		r.corrupt("%d bytes after the end", len(r.left))
	}
	return r.err
}

// Fail makes Err fail, unless it does already.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = fmt.Errorf("byte %d: %w", len(r.all)-len(r.left), err)
		r.left = nil
	}
}

func (r *Reader) corrupt(format string, args ...any) {
	r.Fail(fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), ErrCorrupt))
}

// Peek is the kind of the next value.
func (r *Reader) Peek() Kind {
	if len(r.left) == 0 {
		r.corrupt("it ends")
		return Null
	}
	return Kind(r.left[0])
}

// want takes the next value's kind, which is to be this one.
func (r *Reader) want(k Kind) bool {
	got := r.Peek()
	if r.err != nil {
		return false
	}
	if got != k {
		r.Fail(fmt.Errorf("a %s where a %s is expected: %w", got, k, ErrShape))
		return false
	}
	r.left = r.left[1:]
	return true
}

func (r *Reader) uvarint() uint64 {
	n, size := binary.Uvarint(r.left)
	if size <= 0 {
		r.corrupt("a number ends")
		return 0
	}
	r.left = r.left[size:]
	return n
}

// count reads how many follow, each of at least so many bytes: what can't be
// there is found out before anybody makes room for it.
func (r *Reader) count(each int) int {
	n := r.uvarint()
	if n > uint64(len(r.left)/each) {
		r.corrupt("%d things in %d bytes", n, len(r.left))
		return 0
	}
	return int(n)
}

func (r *Reader) bytes() []byte {
	n := r.count(1)
	b := r.left[:n:n]
	r.left = r.left[n:]
	return b
}

// Null takes a null, and reports whether there was one.
func (r *Reader) Null() bool {
	if r.Peek() != Null || r.err != nil {
		return r.err != nil
	}
	r.left = r.left[1:]
	return true
}

// Bool reads a boolean.
func (r *Reader) Bool() bool {
	if r.Peek() == True && r.err == nil {
		r.left = r.left[1:]
		return true
	}
	r.want(False)
	return false
}

// Int reads a number.
func (r *Reader) Int() int64 {
	if !r.want(Int) {
		return 0
	}
	n, size := binary.Varint(r.left)
	if size <= 0 {
		r.corrupt("a number ends")
		return 0
	}
	r.left = r.left[size:]
	return n
}

// Uint reads a number without sign.
func (r *Reader) Uint() uint64 {
	if !r.want(Uint) {
		return 0
	}
	return r.uvarint()
}

// Float reads a number.
func (r *Reader) Float() float64 {
	if !r.want(Float) {
		return 0
	}
	if len(r.left) < 8 {
		r.corrupt("a number ends")
		return 0
	}
	f := math.Float64frombits(binary.LittleEndian.Uint64(r.left))
	r.left = r.left[8:]
	return f
}

// String reads a string.
func (r *Reader) String() string {
	if !r.want(String) {
		return ""
	}
	return string(r.bytes())
}

// Bytes reads bytes; null is nil.
func (r *Reader) Bytes() []byte {
	if r.Null() || !r.want(Bytes) {
		return nil
	}
	return append([]byte{}, r.bytes()...)
}

// List begins a list and returns how many values follow.
func (r *Reader) List() int {
	if !r.want(List) {
		return 0
	}
	return r.count(1)
}

// Record begins a record and returns how many fields follow: a Name and a value each.
func (r *Reader) Record() int {
	if !r.want(Record) {
		return 0
	}
	return r.count(2)
}

// Name reads the name of the field whose value is next.
func (r *Reader) Name() string {
	at := r.uvarint()
	switch {
	case r.err != nil:
		return ""
	case at == 0:
		name := string(r.bytes())
		r.names = append(r.names, name)
		return name
	case at > uint64(len(r.names)):
		r.corrupt("name %d of %d", at, len(r.names))
		return ""
	}
	return r.names[at-1]
}

// Unknown says that the program has no field of that name: a version that does
// not know what an earlier one kept must not lose it in silence.
func (r *Reader) Unknown(name string) {
	r.Fail(fmt.Errorf("the field %q is not in this version's type: %w", name, ErrShape))
}

// Text reads a value of a type that is kept as text.
func (r *Reader) Text(of string) string {
	if !r.want(Text) {
		return ""
	}
	if name := r.Name(); r.err == nil && name != of {
		r.Fail(fmt.Errorf("a %s where a %s is expected: %w", name, of, ErrShape))
	}
	if r.err != nil {
		return ""
	}
	return string(r.bytes())
}

// JSON reads what Writer.JSON wrote.
func (r *Reader) JSON(to any) {
	text := r.Text("json")
	if r.err != nil {
		return
	}
	if err := json.Unmarshal([]byte(text), to); err != nil {
		r.Fail(fmt.Errorf("%w: %w", err, ErrShape))
	}
}

var registered sync.Map // string to func(string) (any, error)

// Register says how a Value that was written as Text of that type is read back.
// Packages call it for their types when they are initialised.
func Register(of string, parse func(text string) (any, error)) { registered.Store(of, parse) }

// Any reads what Writer.Any wrote.
func (r *Reader) Any() any { return r.any(0) }

func (r *Reader) any(depth int) any {
	k := r.Peek()
	if r.err == nil && depth > maxDepth {
		r.Fail(fmt.Errorf("%w: %w", ErrDeep, ErrCorrupt))
	}
	if r.err != nil {
		return nil
	}
	switch k {
	case Null:
		r.Null()
		return nil
	case False, True:
		return r.Bool()
	case Int:
		return r.Int()
	case Uint:
		return r.Uint()
	case Float:
		return r.Float()
	case String:
		return r.String()
	case Bytes:
		return r.Bytes()
	case List:
		list := make([]any, r.List())
		for i := range list {
			list[i] = r.any(depth + 1)
		}
		return list
	case Record:
		n := r.Record()
		m := make(map[string]any, n)
		for range n {
			name := r.Name()
			m[name] = r.any(depth + 1)
		}
		return m
	case Text:
		return r.registered()
	}
	r.corrupt("%s", k)
	return nil
}

func (r *Reader) registered() any {
	r.left = r.left[1:]
	of := r.Name()
	if r.err != nil {
		return nil
	}
	text := string(r.bytes())
	parse, ok := registered.Load(of)
	if r.err == nil && !ok {
		r.Fail(fmt.Errorf("this program knows no type %q: %w", of, ErrShape))
	}
	if r.err != nil {
		return nil
	}
	v, err := parse.(func(string) (any, error))(text)
	if err != nil {
		r.Fail(fmt.Errorf("%q is no %s: %w: %w", text, of, err, ErrCorrupt))
	}
	return v
}

// ReadList reads a list by what reads an element; null is nil.
func ReadList[T any](r *Reader, each func(*Reader) T) []T {
	if r.Null() {
		return nil
	}
	list := make([]T, 0, min(r.peekCount(), 1024))
	for range r.List() {
		list = append(list, each(r))
		if r.err != nil {
			return nil
		}
	}
	return list
}

// peekCount is how many values the list that is next has, as a hint.
func (r *Reader) peekCount() int {
	if len(r.left) < 2 || Kind(r.left[0]) != List {
		return 0
	}
	n, _ := binary.Uvarint(r.left[1:])
	return int(min(n, uint64(len(r.left))))
}

// ReadMap reads a map; null is nil.
func ReadMap[T any](r *Reader, each func(*Reader) T) map[string]T {
	if r.Null() {
		return nil
	}
	m := map[string]T{}
	for range r.Record() {
		name := r.Name()
		m[name] = each(r)
		if r.err != nil {
			return nil
		}
	}
	return m
}

// ReadOptional reads what may be null.
func ReadOptional[T any](r *Reader, each func(*Reader) T) *T {
	if r.Null() {
		return nil
	}
	v := each(r)
	return &v
}
