// Package names makes Go identifiers from the names and ids of a BPMN file.
// It is total: every text, in every script and length, yields a valid
// identifier, and a set of elements yields one for each, all different.
package names

import (
	"crypto/sha256"
	"encoding/hex"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// longest is the number of characters that an identifier made from a name has
// at most; ids that are added to tell names apart come on top.
const longest = 60

// Exported makes the exported Go identifier of a text: its words joined, each
// beginning with a capital; "charge card" is ChargeCard. The text is normalized
// (NFC); an initialism is written as Go writes it (orderId is OrderID); what is neither letter nor digit parts words and is dropped. Where
// the first letter has no upper case (scripts without case, digits) the
// identifier begins with an X. It is cut after 60 characters, between words
// where there are any. "" where the text holds no letter and no digit.
// Safe for concurrent use.
func Exported(text string) string {
	words := split(text)
	var b strings.Builder
	n := 0
	for i, w := range words {
		w = initialisms(w)
		r, size := utf8.DecodeRuneInString(w)
		up := unicode.ToUpper(r)
		if i == 0 && !unicode.IsUpper(up) {
			b.WriteByte('X')
			n++
		}
		length := utf8.RuneCountInString(w)
		if n+length > longest {
			if n > 1 {
				break
			}
			runes := []rune(w)[:longest-n]
			w, length = string(runes), len(runes)
		}
		// Two numbers would run into one another: 1.10 is not 11.0.
		if i > 0 && unicode.IsDigit(r) && endsWithDigit(b.String()) {
			b.WriteByte('_')
			n++
		}
		b.WriteRune(up)
		b.WriteString(w[size:])
		n += length
	}
	return b.String()
}

// split returns the words of a text: runs of letters and digits, without the
// marks that Go identifiers can't hold. An apostrophe inside a word parts nothing.
func split(text string) []string {
	var words []string
	var w strings.Builder
	runes := []rune(norm.NFC.String(text))
	for i, r := range runes {
		switch {
		case r == utf8.RuneError:
			// Not a character: no identifier can hold it.
		case unicode.IsLetter(r), unicode.IsDigit(r):
			w.WriteRune(r)
			continue
		case unicode.Is(unicode.M, r), r == '\u200c', r == '\u200d':
			continue
		case (r == '\'' || r == '’') && i > 0 && i+1 < len(runes) && unicode.IsLetter(runes[i-1]) && unicode.IsLetter(runes[i+1]):
			continue
		}
		if w.Len() > 0 {
			words = append(words, w.String())
			w.Reset()
		}
	}
	if w.Len() > 0 {
		words = append(words, w.String())
	}
	return words
}

func endsWithDigit(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsDigit(r)
}

// Wish is an element that wants a name.
type Wish struct {
	// Explicit is what an extension asks for, "" where nothing does; Name the
	// BPMN name; ID the BPMN id, which no other wish of the set has.
	Explicit, Name, ID string
	// Fallback is what the element is, "ServiceTask": taken where neither name
	// nor id holds a letter or digit.
	Fallback string
}

// base is the name that a wish would have if it were alone.
func (w Wish) base() string {
	if w.Explicit != "" && token.IsIdentifier(w.Explicit) && token.IsExported(w.Explicit) {
		return w.Explicit
	}
	for _, s := range []string{w.Explicit, w.Name, w.ID, w.Fallback} {
		if n := Exported(s); n != "" {
			return n
		}
	}
	return "X"
}

// Allot gives every wish an exported Go identifier, all different and none of
// the reserved. The explicit name comes first, then the BPMN name, then the id.
// Where several want one name, or one wants a reserved one, every one of
// them gets its id as suffix: what an element is called never depends on
// where it stands in the file. Safe for concurrent use.
func Allot(wishes []Wish, reserved ...string) []string {
	out := make([]string, len(wishes))
	for i, w := range wishes {
		out[i] = w.base()
	}
	for step := range 3 {
		clashing := clashes(out, reserved)
		if len(clashing) == 0 {
			return out
		}
		for _, i := range clashing {
			out[i] = suffixed(wishes[i], step)
		}
	}
	return out
}

// clashes returns the indexes of names that are reserved or not the only one.
func clashes(list, reserved []string) []int {
	count := make(map[string]int, len(list)+len(reserved))
	for _, r := range reserved {
		count[r] = 2
	}
	for _, n := range list {
		count[n]++
	}
	var out []int
	for i, n := range list {
		if count[n] > 1 {
			out = append(out, i)
		}
	}
	return out
}

// suffixed is the name of a wish that can't have its base: with the id, and
// where ids differ only in what identifiers can't hold, with a hash of it.
func suffixed(w Wish, step int) string {
	sum := sha256.Sum256([]byte(w.ID))
	switch step {
	case 0:
		if id := Exported(w.ID); id != "" {
			return w.base() + "_" + id
		}
		return w.base() + "_" + hex.EncodeToString(sum[:3])
	case 1:
		return w.base() + "_" + hex.EncodeToString(sum[:4])
	default:
		return w.base() + "_" + hex.EncodeToString(sum[:])
	}
}

// Reserved are the exported names that a generated package gives a fixed
// meaning: with several processes a process's own name must be none of them.
var Reserved = slices.Clip([]string{
	"Fingerprint", "Handlers", "Instance", "ProcessID", "Register", "Run", "Start", "StartAt", "UnimplementedHandlers", "Vars",
})
