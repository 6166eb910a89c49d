package feel

import (
	"slices"
	"sync"
	"unicode"
)

// runeSet is a set of code points: sorted, disjoint, inclusive pairs.
type runeSet [][2]rune

func (s runeSet) has(r rune) bool {
	lo, hi := 0, len(s)
	for lo < hi {
		mid := (lo + hi) / 2
		switch p := s[mid]; {
		case r < p[0]:
			hi = mid
		case r > p[1]:
			lo = mid + 1
		default:
			return true
		}
	}
	return false
}

// union sorts and merges pairs.
func union(pairs ...[2]rune) runeSet {
	s := slices.Clone(pairs)
	slices.SortFunc(s, func(a, b [2]rune) int { return int(a[0] - b[0]) })
	out := s[:0]
	for _, p := range s {
		if n := len(out); n > 0 && p[0] <= out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], p[1])
			continue
		}
		out = append(out, p)
	}
	return runeSet(out)
}

func (s runeSet) negate() runeSet {
	out := runeSet{}
	next := rune(0)
	for _, p := range s {
		if p[0] > next {
			out = append(out, [2]rune{next, p[0] - 1})
		}
		next = p[1] + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, [2]rune{next, unicode.MaxRune})
	}
	return out
}

func (s runeSet) minus(o runeSet) runeSet {
	return union(append(append([][2]rune{}, s.negate()...), o...)...).negate()
}

// fold adds every case variant of the set's members.
func (s runeSet) fold() runeSet {
	out := append([][2]rune{}, s...)
	for _, p := range s {
		// Above the last cased code point nothing folds.
		for r := p[0]; r <= min(p[1], lastCased); r++ {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				out = append(out, [2]rune{f, f})
			}
		}
	}
	return union(out...)
}

const lastCased = 0x1E943

func tableSet(tables ...*unicode.RangeTable) runeSet {
	var pairs [][2]rune
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			pairs = append(pairs, [2]rune{lo, hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			pairs = append(pairs, [2]rune{r, r})
		}
	}
	for _, t := range tables {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return union(pairs...)
}

// The classes of XML Schema part 2 appendix F.
var (
	setDot   = union([2]rune{'\n', '\n'}, [2]rune{'\r', '\r'}).negate()
	setAll   = runeSet{{0, unicode.MaxRune}}
	setSpace = union([2]rune{'\t', '\n'}, [2]rune{'\r', '\r'}, [2]rune{' ', ' '})

	// setNameStart and setNameChar are the letters of XML names (XML 1.0 §2.3).
	setNameStart = union([2]rune{':', ':'}, [2]rune{'A', 'Z'}, [2]rune{'_', '_'}, [2]rune{'a', 'z'},
		[2]rune{0xC0, 0xD6}, [2]rune{0xD8, 0xF6}, [2]rune{0xF8, 0x2FF}, [2]rune{0x370, 0x37D},
		[2]rune{0x37F, 0x1FFF}, [2]rune{0x200C, 0x200D}, [2]rune{0x2070, 0x218F}, [2]rune{0x2C00, 0x2FEF},
		[2]rune{0x3001, 0xD7FF}, [2]rune{0xF900, 0xFDCF}, [2]rune{0xFDF0, 0xFFFD}, [2]rune{0x10000, 0xEFFFF})
	setNameChar = union(append([][2]rune{{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}},
		setNameStart...)...)
)

var (
	setDigit  = sync.OnceValue(func() runeSet { return tableSet(unicode.Nd) })
	setNoWord = sync.OnceValue(func() runeSet { return tableSet(unicode.P, unicode.Z, unicode.C) })
)

// escapeSet is the set of a class escape: \d and its kin, nil for other letters.
func escapeSet(c rune) runeSet {
	switch c {
	case 's':
		return setSpace
	case 'S':
		return setSpace.negate()
	case 'd':
		return setDigit()
	case 'D':
		return setDigit().negate()
	case 'w':
		return setNoWord().negate()
	case 'W':
		return setNoWord()
	case 'i':
		return setNameStart
	case 'I':
		return setNameStart.negate()
	case 'c':
		return setNameChar
	case 'C':
		return setNameChar.negate()
	}
	return nil
}

// propertySet is the set of \p{name}: a general category or an Is block.
func propertySet(name string) (runeSet, bool) {
	if len(name) > 2 && name[:2] == "Is" {
		p, ok := blocks[name[2:]]
		return runeSet{p}, ok
	}
	if len(name) > 2 {
		return nil, false
	}
	t, ok := unicode.Categories[name]
	if !ok {
		return nil, false
	}
	return tableSet(t), true
}

// blocks are the Unicode blocks that XML Schema part 2 appendix F names.
var blocks = map[string][2]rune{
	"BasicLatin": {0, 0x7F}, "Latin-1Supplement": {0x80, 0xFF}, "LatinExtended-A": {0x100, 0x17F},
	"LatinExtended-B": {0x180, 0x24F}, "IPAExtensions": {0x250, 0x2AF}, "SpacingModifierLetters": {0x2B0, 0x2FF},
	"CombiningDiacriticalMarks": {0x300, 0x36F}, "Greek": {0x370, 0x3FF}, "GreekandCoptic": {0x370, 0x3FF},
	"Cyrillic": {0x400, 0x4FF}, "Armenian": {0x530, 0x58F}, "Hebrew": {0x590, 0x5FF}, "Arabic": {0x600, 0x6FF},
	"Syriac": {0x700, 0x74F}, "Thaana": {0x780, 0x7BF}, "Devanagari": {0x900, 0x97F}, "Bengali": {0x980, 0x9FF},
	"Gurmukhi": {0xA00, 0xA7F}, "Gujarati": {0xA80, 0xAFF}, "Oriya": {0xB00, 0xB7F}, "Tamil": {0xB80, 0xBFF},
	"Telugu": {0xC00, 0xC7F}, "Kannada": {0xC80, 0xCFF}, "Malayalam": {0xD00, 0xD7F}, "Sinhala": {0xD80, 0xDFF},
	"Thai": {0xE00, 0xE7F}, "Lao": {0xE80, 0xEFF}, "Tibetan": {0xF00, 0xFFF}, "Myanmar": {0x1000, 0x109F},
	"Georgian": {0x10A0, 0x10FF}, "HangulJamo": {0x1100, 0x11FF}, "Ethiopic": {0x1200, 0x137F},
	"Cherokee": {0x13A0, 0x13FF}, "UnifiedCanadianAboriginalSyllabics": {0x1400, 0x167F},
	"Ogham": {0x1680, 0x169F}, "Runic": {0x16A0, 0x16FF}, "Khmer": {0x1780, 0x17FF}, "Mongolian": {0x1800, 0x18AF},
	"LatinExtendedAdditional": {0x1E00, 0x1EFF}, "GreekExtended": {0x1F00, 0x1FFF},
	"GeneralPunctuation": {0x2000, 0x206F}, "SuperscriptsandSubscripts": {0x2070, 0x209F},
	"CurrencySymbols": {0x20A0, 0x20CF}, "CombiningMarksforSymbols": {0x20D0, 0x20FF},
	"LetterlikeSymbols": {0x2100, 0x214F}, "NumberForms": {0x2150, 0x218F}, "Arrows": {0x2190, 0x21FF},
	"MathematicalOperators": {0x2200, 0x22FF}, "MiscellaneousTechnical": {0x2300, 0x23FF},
	"ControlPictures": {0x2400, 0x243F}, "OpticalCharacterRecognition": {0x2440, 0x245F},
	"EnclosedAlphanumerics": {0x2460, 0x24FF}, "BoxDrawing": {0x2500, 0x257F}, "BlockElements": {0x2580, 0x259F},
	"GeometricShapes": {0x25A0, 0x25FF}, "MiscellaneousSymbols": {0x2600, 0x26FF}, "Dingbats": {0x2700, 0x27BF},
	"BraillePatterns": {0x2800, 0x28FF}, "CJKRadicalsSupplement": {0x2E80, 0x2EFF}, "KangxiRadicals": {0x2F00, 0x2FDF},
	"IdeographicDescriptionCharacters": {0x2FF0, 0x2FFF}, "CJKSymbolsandPunctuation": {0x3000, 0x303F},
	"Hiragana": {0x3040, 0x309F}, "Katakana": {0x30A0, 0x30FF}, "Bopomofo": {0x3100, 0x312F},
	"HangulCompatibilityJamo": {0x3130, 0x318F}, "Kanbun": {0x3190, 0x319F}, "BopomofoExtended": {0x31A0, 0x31BF},
	"EnclosedCJKLettersandMonths": {0x3200, 0x32FF}, "CJKCompatibility": {0x3300, 0x33FF},
	"CJKUnifiedIdeographsExtensionA": {0x3400, 0x4DBF}, "CJKUnifiedIdeographs": {0x4E00, 0x9FFF},
	"YiSyllables": {0xA000, 0xA48F}, "YiRadicals": {0xA490, 0xA4CF}, "HangulSyllables": {0xAC00, 0xD7AF},
	"PrivateUse": {0xE000, 0xF8FF}, "CJKCompatibilityIdeographs": {0xF900, 0xFAFF},
	"AlphabeticPresentationForms": {0xFB00, 0xFB4F}, "ArabicPresentationForms-A": {0xFB50, 0xFDFF},
	"CombiningHalfMarks": {0xFE20, 0xFE2F}, "CJKCompatibilityForms": {0xFE30, 0xFE4F},
	"SmallFormVariants": {0xFE50, 0xFE6F}, "ArabicPresentationForms-B": {0xFE70, 0xFEFE},
	"HalfwidthandFullwidthForms": {0xFF00, 0xFFEF}, "Specials": {0xFFF0, 0xFFFD},
	"MusicalSymbols": {0x1D100, 0x1D1FF}, "MathematicalAlphanumericSymbols": {0x1D400, 0x1D7FF},
	"CJKUnifiedIdeographsExtensionB": {0x20000, 0x2A6DF}, "Tags": {0xE0000, 0xE007F},
}
