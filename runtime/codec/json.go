package codec

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// AppendJSON appends a document as JSON, for people to read: the fields of
// records in their order, bytes in base64, a text of a type as an object of one field "$type".
func AppendJSON(dst, document []byte) ([]byte, error) {
	r := NewReader(document)
	dst = r.appendJSON(dst, 0)
	if err := r.Finish(); err != nil {
		return nil, err
	}
	return dst, nil
}

func (r *Reader) appendJSON(dst []byte, depth int) []byte {
	k := r.Peek()
	if r.err == nil && depth > maxDepth {
		r.Fail(fmt.Errorf("%w: %w", ErrDeep, ErrCorrupt))
	}
	if r.err != nil {
		return dst
	}
	switch k {
	case Null:
		r.Null()
		return append(dst, "null"...)
	case False, True:
		return strconv.AppendBool(dst, r.Bool())
	case Int:
		return strconv.AppendInt(dst, r.Int(), 10)
	case Uint:
		return strconv.AppendUint(dst, r.Uint(), 10)
	case Float:
		f := r.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return quote(dst, strconv.FormatFloat(f, 'g', -1, 64))
		}
		return strconv.AppendFloat(dst, f, 'g', -1, 64)
	case String:
		return quote(dst, r.String())
	case Bytes:
		return quote(dst, base64.StdEncoding.EncodeToString(r.Bytes()))
	case List:
		n := r.List()
		dst = append(dst, '[')
		for i := 0; i < n && r.err == nil; i++ {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = r.appendJSON(dst, depth+1)
		}
		return append(dst, ']')
	case Record:
		n := r.Record()
		dst = append(dst, '{')
		for i := 0; i < n && r.err == nil; i++ {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(quote(dst, r.Name()), ':')
			dst = r.appendJSON(dst, depth+1)
		}
		return append(dst, '}')
	case Text:
		r.left = r.left[1:]
		of := r.Name()
		if r.err != nil {
			return dst
		}
		text := string(r.bytes())
		if of == "json" && json.Valid([]byte(text)) {
			return append(dst, text...)
		}
		dst = append(quote(append(dst, '{'), "$"+of), ':')
		return append(quote(dst, text), '}')
	}
	r.corrupt("%s", k)
	return dst
}

func quote(dst []byte, s string) []byte {
	b, _ := json.Marshal(s) // a string: it can't fail
	return append(dst, b...)
}
