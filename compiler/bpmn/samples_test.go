package bpmn

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Each code of the front end has a file that yields it, and the mended file,
// of which the front end has nothing to say.
func TestSamples(t *testing.T) {
	for _, e := range diag.Catalogue() {
		if !strings.HasPrefix(string(e.Code), "BG1") || e.NoSample != "" {
			continue
		}
		t.Run(string(e.Code), func(t *testing.T) {
			read := func(name string) []diag.Diagnostic {
				path := filepath.Join("..", "..", "testdata", "diagnostics", string(e.Code), name)
				src, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				var bag diag.Bag
				Parse(name, src, Options{}, &bag)
				checkPlaces(t, name, src, bag.All())
				return bag.All()
			}
			bad := read("bad.bpmn")
			if !slices.ContainsFunc(bad, func(d diag.Diagnostic) bool { return d.Code == e.Code && d.Severity == e.Severity }) {
				t.Errorf("bad.bpmn: %v", bad)
			}
			if good := read("good.bpmn"); len(good) > 0 {
				t.Errorf("good.bpmn: %v", good)
			}
		})
	}
}

// Each code of this package is in the catalogue, and the catalogue has no other of its area.
func TestCodes(t *testing.T) {
	codes := []diag.Code{
		codeEmpty, codeNotXML, codeTooBig, codeUnknownEncoding, codeBadEncoding, codeEncodingMismatch, codeXMLDeclaration,
		codeSyntax, codeTruncated, codeMismatchedTag, codeDuplicateAttr, codeEntity, codeDoctype, codeUndefinedEntity,
		codeTooDeep, codeTooMany, codeUnboundPrefix, codeOutsideRoot, codeNoDefinitions, codeWrongNamespace,
		codeUnknownElement, codeMisplaced, codeUnknownAttr, codeForeignPlace, codeStrayText, codeRepeated, codeNoSuchAttr,
		codeDuplicateID, codeDuplicateDIID, codeBadID, codeBadBoolean, codeBadInteger, codeBadChoice, codeMore,
	}
	var got []diag.Code
	for _, e := range diag.Catalogue() {
		if strings.HasPrefix(string(e.Code), "BG10") {
			got = append(got, e.Code)
		}
	}
	equal(t, "codes", codes, got)
}
