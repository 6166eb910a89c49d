package expr

import (
	"regexp"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// languageURIs are the language attributes that real files carry, in lower
// case and without what follows the name.
var languageURIs = []struct {
	part string
	lang Lang
}{
	{"feel", FEEL}, {"/spec/dmn/", FEEL}, {"juel", JUEL}, {"java.sun.com/products/jsp", JUEL}, {"uel", JUEL}, {"/el", JUEL},
}

// unsupported are the languages that other engines run and that don't compile.
var unsupported = []struct{ part, name string }{
	{"groovy", "Groovy"}, {"ecmascript", "JavaScript"}, {"javascript", "JavaScript"}, {"application/x-javascript", "JavaScript"},
	{"xpath", "XPath"}, {"python", "Python"}, {"jython", "Python"}, {"ruby", "Ruby"}, {"mvel", "MVEL"}, {"kotlin", "Kotlin"},
	{"drools", "Drools"}, {"java", "Java"}, {"spel", "SpEL"}, {"jsonata", "JSONata"}, {"bean-shell", "BeanShell"}, {"beanshell", "BeanShell"},
	{"freemarker", "FreeMarker"}, {"velocity", "Velocity"}, {"sql", "SQL"}, {"lua", "Lua"}, {"xquery", "XQuery"}, {"typescript", "TypeScript"},
}

// FileLanguage is what the expressionLanguage of a file's definitions says of
// expressions that don't name a language themselves. XPath is the attribute's
// default value (§8.1, table 8.1), which modelers write into files whose
// expressions are something else: it says nothing.
func FileLanguage(expressionLanguage string) string {
	if defaultURI(strings.ToLower(strings.TrimSpace(expressionLanguage))) {
		return ""
	}
	return expressionLanguage
}

func defaultURI(uri string) bool {
	return strings.Contains(uri, "w3.org/1999/xpath") || strings.Contains(uri, "w3.org/tr/xpath")
}

// hostFunction is the qualified name of a Go function: import path, dot, name.
var hostFunction = regexp.MustCompile(`^[\w.~-]+(/[\w.~-]+)+\.[\pL_][\pL\pN_]*$`)

// Detect tells the language of an expression from the languageURI of its
// element (or of the definitions), a leading "=" (FEEL), or ${} and #{} (JUEL);
// with nothing to tell, FEEL is tried (Source.Guessed). The text's own marks win
// over a languageURI that is the standard's default, XPath. A language that
// does not compile gives a diagnostic (BG3003) that says how to replace it.
func Detect(text, languageURI string, at Positions) (Source, []diag.Diagnostic) {
	start := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	body := strings.TrimRight(text[start:], " \t\r\n")
	src := Source{Text: body, Offset: start, At: at}
	uri := strings.ToLower(strings.TrimSpace(languageURI))
	marked := Unknown
	switch {
	case strings.HasPrefix(body, "=") && !strings.HasPrefix(body, "=="):
		marked = FEEL
	case strings.Contains(body, "${") || strings.Contains(body, "#{"):
		marked = JUEL
	}
	switch {
	case uri == "go" || uri == "golang" || strings.HasSuffix(uri, "/go") || strings.Contains(uri, "go.dev") || strings.Contains(uri, "golang.org"):
		src.Lang = Go
	case uri == "", defaultURI(uri) && marked != Unknown:
		src.Lang = marked
	default:
		for _, u := range languageURIs {
			if strings.Contains(uri, u.part) {
				src.Lang = u.lang
				break
			}
		}
		for _, u := range unsupported {
			if src.Lang == Unknown && strings.Contains(uri, u.part) {
				return src, []diag.Diagnostic{unsupportedLanguage(src, u.name)}
			}
		}
		if src.Lang == Unknown {
			if marked == Unknown {
				return src, []diag.Diagnostic{unsupportedLanguage(src, languageURI)}
			}
			src.Lang = marked
		}
	}
	if src.Lang == Unknown {
		src.Lang, src.Guessed = FEEL, true
	}
	if src.Lang == FEEL && strings.HasPrefix(body, "=") {
		rest := strings.TrimLeft(body[1:], " \t\r\n")
		src.Offset += len(body) - len(rest)
		src.Text = rest
	}
	return src, nil
}

func unsupportedLanguage(src Source, name string) diag.Diagnostic {
	return src.diagnostic("BG3003", Span{0, len(src.Text)}, "expressions in %s can't be compiled", name).
		WithFix(`rewrite it in FEEL (=total > 100), JUEL (${total > 100}) or Go (language="go"), or call a host function: language="go" with its qualified name, such as example.com/shop/order.IsLarge`)
}

// Parse parses a source. FEEL names with spaces are resolved against env, which
// may be nil. A nil Tree comes with at least one error.
func Parse(src Source, env *Env) (*Tree, []diag.Diagnostic) {
	var tree *Tree
	var ds []diag.Diagnostic
	switch src.Lang {
	case FEEL:
		tree, ds = parseFEEL(src, env)
	case JUEL:
		if !strings.Contains(src.Text, "${") && !strings.Contains(src.Text, "#{") {
			d := src.diagnostic("BG3001", Span{0, len(src.Text)}, "a JUEL expression stands in ${...}").WithFix("write ${%s}", src.Text)
			return nil, []diag.Diagnostic{d}
		}
		tree, ds = parseJUEL(src)
	case Go:
		tree, ds = parseGo(src)
	default:
		return nil, []diag.Diagnostic{unsupportedLanguage(src, "this language")}
	}
	if tree == nil && src.Guessed {
		for i := range ds {
			ds[i].Message += " (read as FEEL, since nothing tells the language)"
			options := `start it with = for FEEL, put it in ${} for JUEL, or set language="go" for Go`
			if ds[i].Fix != "" {
				options = ds[i].Fix + "; or " + options
			}
			ds[i].Fix = options
		}
	}
	return tree, ds
}
