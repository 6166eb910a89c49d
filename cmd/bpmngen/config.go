package main

import (
	"fmt"
	"path/filepath"

	"github.com/bpmngen/bpmngen/cmd/bpmngen/internal/config"
)

// configs finds what projects say of severities: one file for all where -config
// names it, else that of each file's module.
type configs struct {
	flag string
	by   map[string]*config.Config // by the path of the file
}

const configUsage = "the `file` that says how grave findings are (default: " + config.Name + " beside go.mod)"

// of is the configuration of the BPMN files in a folder, nil where there is none.
func (c *configs) of(dir string) (*config.Config, error) {
	path := c.flag
	if path == "" {
		if path = config.Find(dir); path == "" {
			return nil, nil
		}
	}
	if known, ok := c.by[path]; ok {
		return known, nil
	}
	found, err := config.Read(path)
	if err != nil {
		return nil, usageError{fmt.Errorf("the configuration can't be used:\n%w", err)}
	}
	if c.by == nil {
		c.by = map[string]*config.Config{}
	}
	c.by[path] = found
	return found, nil
}

// configure gives each unit its project's configuration.
func configure(flag string, units []*unit) error {
	all := configs{flag: flag}
	dirs := map[string]*config.Config{}
	for _, u := range units {
		dir := filepath.Dir(u.path)
		c, known := dirs[dir]
		if !known {
			var err error
			if c, err = all.of(dir); err != nil {
				return err
			}
			dirs[dir] = c
		}
		u.config = c
		u.strict = u.strict || c != nil && c.Strict
	}
	return nil
}
