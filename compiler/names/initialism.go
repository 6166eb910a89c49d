package names

import (
	"strings"
	"unicode"
)

// known are the initialisms that Go writes in capitals throughout
// (go.dev/wiki/CodeReviewComments#initialisms).
var known = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("ACL API ASCII CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON QPS RAM RPC " +
		"SLA SMTP SQL SSH TCP TLS TTL UDP UI UID UUID URI URL UTF8 VM XML XMPP XSRF XSS") {
		m[w] = true
	}
	return m
}()

// initialisms writes the parts of a word in mixed capitals that are known
// initialisms in capitals: orderId is orderID, httpUrl is HTTPURL. A word that is not
// made of ASCII letters and digits is left alone.
func initialisms(word string) string {
	var b strings.Builder
	start := 0
	flush := func(end int) {
		part := word[start:end]
		if up := strings.ToUpper(part); known[up] {
			part = up
		}
		b.WriteString(part)
		start = end
	}
	for i := 1; i < len(word); i++ {
		if word[i] >= unicode.MaxASCII {
			return word
		}
		if isUpper(word[i]) && !isUpper(word[i-1]) {
			flush(i)
		}
	}
	flush(len(word))
	return b.String()
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
