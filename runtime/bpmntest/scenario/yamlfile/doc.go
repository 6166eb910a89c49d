// Package yamlfile reads scenario files: YAML with a position for everything
// that is wrong in it. A key that is not known is an error, so that a misspelt
// expectation can't pass for one that was met.
package yamlfile
