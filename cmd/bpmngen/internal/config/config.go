// Package config reads bpmngen.yaml, in which a project says how grave findings
// are for it:
//
//	severity:
//	  BG2204: error             # error, warning, info or off
//	  no-implicit-end: info      # a rule's name in bpmnlint
//	strict: true                # as the flag -strict
package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Name is what the file is called where it is looked for: beside go.mod.
const Name = "bpmngen.yaml"

// Config is what a file says. The zero value changes nothing.
type Config struct {
	// Strict takes warnings for errors.
	Strict bool
	// severity by code; off drops the finding.
	severity map[diag.Code]level
}

type level struct {
	off bool
	diag.Severity
}

// Apply gives findings the severities that the project has for them, and drops
// those that are off. Errors stay errors. It changes the slice. A nil Config
// changes nothing.
func (c *Config) Apply(findings []diag.Diagnostic) []diag.Diagnostic {
	if c == nil || len(c.severity) == 0 {
		return findings
	}
	out := findings[:0]
	for _, d := range findings {
		l, set := c.severity[d.Code]
		switch {
		case !set || d.Severity == diag.Error:
		case l.off:
			continue
		default:
			d.Severity = l.Severity
		}
		out = append(out, d)
	}
	return out
}

// Find looks for the file of a folder: beside the go.mod of the module that it is in. "" where there is none.
func Find(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			path := filepath.Join(dir, Name)
			if _, err := os.Stat(path); err == nil {
				return path
			}
			return ""
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// maxBytes bounds the file.
const maxBytes = 1 << 20

// Read reads a file. The error has a line for each thing that is wrong, with its place.
func Read(path string) (*Config, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("%s is larger than 1 MiB", path)
	}
	return Parse(filepath.ToSlash(path), data)
}

// Parse reads the text of a file; name is what its places call it.
func Parse(name string, data []byte) (*Config, error) {
	c := &Config{severity: map[diag.Code]level{}}
	var doc yaml.Node
	if err := yaml.NewDecoder(strings.NewReader(string(data))).Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return c, nil
		}
		return nil, fmt.Errorf("%s: it is no YAML: %w", name, err)
	}
	var errs []error
	say := func(n *yaml.Node, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s:%d:%d: %s", name, n.Line, n.Column, fmt.Sprintf(format, args...)))
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		say(top, "the file is a mapping with the keys severity and strict")
		return nil, errors.Join(errs...)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(top.Content); i += 2 {
		k, v := top.Content[i], top.Content[i+1]
		if seen[k.Value] {
			say(k, "%q stands here twice", k.Value)
			continue
		}
		seen[k.Value] = true
		switch k.Value {
		case "strict":
			if v.Kind != yaml.ScalarNode || v.Decode(&c.Strict) != nil {
				say(v, "strict is true or false")
			}
		case "severity":
			if v.Kind != yaml.MappingNode {
				say(v, "severity is a mapping from codes to error, warning, info or off")
				continue
			}
			for j := 0; j+1 < len(v.Content); j += 2 {
				c.set(v.Content[j], v.Content[j+1], say)
			}
		default:
			say(k, "there is no key %q; there are severity and strict", k.Value)
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return c, nil
}

var levels = map[string]level{
	"error": {Severity: diag.Error}, "warning": {Severity: diag.Warning}, "info": {Severity: diag.Info}, "off": {off: true},
}

// set reads one line of severity.
func (c *Config) set(k, v *yaml.Node, say func(*yaml.Node, string, ...any)) {
	l, ok := levels[v.Value]
	if v.Kind == yaml.ScalarNode && v.ShortTag() == "!!bool" && strings.EqualFold(v.Value, "off") {
		l, ok = level{off: true}, true // YAML 1.1 reads off as false
	}
	if !ok || v.Kind != yaml.ScalarNode {
		say(v, "a severity is error, warning, info or off")
		return
	}
	var codes []diag.Entry
	for _, e := range diag.Catalogue() {
		if string(e.Code) == k.Value || e.Alias != "" && e.Alias == k.Value {
			codes = append(codes, e)
		}
	}
	if len(codes) == 0 {
		say(k, "there is no code or rule %q", k.Value)
		return
	}
	for _, e := range codes {
		if _, twice := c.severity[e.Code]; twice {
			say(k, "%s is given a severity twice", e.Code)
		}
		if e.Severity == diag.Error {
			if string(e.Code) == k.Value && (l.off || l.Severity != diag.Error) {
				say(k, "%s is an error, which can't be made less: no code can be made from such a model", e.Code)
			}
			continue
		}
		c.severity[e.Code] = l
	}
}
