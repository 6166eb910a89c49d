// Package expr reads the expressions of a BPMN file (FEEL, JUEL and Go) into
// one typed tree and makes from the tree what the compiler needs: Go code, the
// set of data paths that it reads, its value where that is constant, and a
// reference evaluation that needs no Go compiler.
//
// The way of an expression:
//
//	src, ds := expr.Detect(text, languageURI, at)   // which language, where its text stands in the file
//	tree, ds := expr.Parse(src, env)                // the untyped tree
//	ds = env.Infer(tree, want)                      // what its use says about unknown variables
//	ds = env.Solve()                                // once, after all expressions: every variable has a type
//	typed, ds := env.Check(tree, want)              // types and conversions in every node, or diagnostics
//	em := expr.Emit(typed, refs)                    // Go
//	reads := expr.Reads(typed)                      // S3.4
//	value, err := expr.Eval(typed, data, clock)     // the reference
//
// Nothing here panics on input, prints or reads a clock of its own.
package expr
