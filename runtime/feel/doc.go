// Package feel is what compiled FEEL expressions call at run time: the values
// of DMN 1.4 FEEL that Go lacks, and its built-in functions. The reference
// evaluator of the compiler calls the same functions, so that both agree.
//
// # Values
//
//	FEEL                        Go
//	null                        nil, or a nil pointer *T where T is the type
//	boolean                     bool
//	number                      int64, float64 or Decimal
//	string                      string (positions count code points)
//	date                        Date
//	time                        Time
//	date and time               DateTime
//	days and time duration      DayTimeDuration
//	years and months duration   YearMonthDuration
//	list                        []T, or []any where elements are untyped
//	context                     Context (ordered entries), or a struct
//	range                       Range
//	function                    Func
//
// Every value is immutable by convention: no function here changes what it is
// given, and slices that come back never share a backing array that a caller
// may append to. All functions are therefore safe for concurrent use.
//
// # Null
//
// FEEL answers a bad argument with null, never with an exception (DMN 1.4
// §10.3.2.2). So does this package, and it never panics:
//
//   - A function whose result can be null returns *T; nil is null. Null lists
//     are a nil *[]T, so that the empty list stays a value.
//   - A function that returns plain T cannot be null for any argument of its
//     types. Callers handle null arguments before the call.
//   - Functions whose parameters are any (dynamic functions) accept every value
//     of the table, plain or by pointer, and return nil for null.
//   - Decimal arithmetic is the one exception, for speed: Add, Sub and Mul
//     return a Decimal that is "not a number" on overflow past 10^6144. It
//     behaves as null: IsNull tells, OrNull turns it into a nil *Decimal, and it
//     compares with nothing.
//
// Functions named Parse return an error that says what is wrong with the text;
// their FEEL counterparts (DateFrom, TimeFrom, ...) return nil instead.
//
// # Three layers
//
// Typed: methods and generic functions over static types; what generated code
// calls. Names are FEEL's own in Go spelling: substring before is
// SubstringBefore, years and months duration is YearsAndMonthsDuration.
//
// Dynamic operators: Equal, Compare, Less and its kin, In, Add, Sub, Mul, Div,
// Pow, Neg, Member, Index, And3, Or3, Not3 over any value. For expressions
// whose operand types the compiler does not know.
//
// The catalogue: Lookup(name) gives a Builtin with its parameter names and a
// Call over any, with FEEL's implicit conversions (singleton lists, dates to
// date and time). Every built-in of the typed layer is in it.
//
// # Numbers
//
// Decimal is IEEE 754-2008 decimal128: 34 digits, rounding half-even, exponents
// -6176..6111 (DMN 1.4 §10.3.2.3.1). Values whose coefficient fits int64 take
// no heap and no apd. int64 arithmetic has checked helpers (AddInt, SubInt,
// MulInt, ...), whose second result is false on overflow. Mixed numbers compare
// exactly: a float64 stands for the shortest decimal that reads back as it.
//
// # Time
//
// Nothing here reads a clock or a random source: Now and Today take the
// engine's time, RandomNumber takes its source. Zone ids (@Europe/Paris) come
// from the system's zone database, else from the copy linked in by this
// package, so that a zone means the same in a bare container.
//
// # JSON
//
// MarshalValue and UnmarshalValue use tagged objects for what JSON lacks:
// {"number": "12.5"}, {"date": "2021-01-31"}, {"time": ...}, {"dateTime": ...},
// {"duration": "P1D"}, {"context": {...}}. On their own the types marshal as
// ISO 8601 text (temporal) or as a JSON number (Decimal).
package feel
