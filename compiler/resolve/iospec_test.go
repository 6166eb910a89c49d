package resolve

import "testing"

// §10.4.3: targets of assignments in the plain form of XPath, which is the
// standard's default language, are paths of names.
func TestPlainXPath(t *testing.T) {
	for text, want := range map[string]string{
		"bpmn:getDataObject('order')/total":    "order.total",
		`getDataOutput("order")/ship:to/@code`: "order.to.code",
		"getDataInput('order')":                "order",
		"/order/total":                         "order.total",
		"$order/total":                         "order.total",
		"order/total/text()":                   "order.total",
		"ns:order/ns:total":                    "order.total",
		"order":                                "",
		"order.total":                          "",
		"order/item[1]":                        "",
		"//total":                              "",
		"order/../total":                       "",
		"count(order)":                         "",
		"getDataObject('order')[1]":            "",
		"order/child::total":                   "",
		"":                                     "",
	} {
		got, ok := plainXPath(text)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, ok, want)
		}
	}
}
