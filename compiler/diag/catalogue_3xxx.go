package diag

// Codes of expressions and types.
var _ = register(
	Entry{Code: "BG3001", Title: "the expression can't be parsed", Explain: `The text of the expression does not follow the grammar of its language: FEEL (DMN 1.4 §10.3.1), JUEL (` + "`${...}`" + `) or Go.
The position is the first character that does not fit. The usual slips: ` + "`==`" + ` for ` + "`=`" + `, ` + "`&&`" + ` for ` + "`and`" + `, single quotes in FEEL; a name with spaces that nothing declares (put it in backticks).`},
	Entry{Code: "BG3002", Title: "the expression is nested too deep", Explain: `Parsers bound their depth, so that a hostile file can't exhaust the stack. No expression that people write comes near the limit of 200. Split the expression, or move it into a host function.`},
	Entry{Code: "BG3003", Title: "the expression language is not supported", Explain: `Expressions are compiled to Go, from FEEL, JUEL or Go itself. Groovy, JavaScript, XPath, Python and others need an interpreter at run time, which generated code has none of.

Rewrite the expression in one of the three languages, or make it a Go function of the host and name that one: ` + "`<conditionExpression language=\"go\">example.com/shop/order.IsLarge</conditionExpression>`" + `.`},
	Entry{Code: "BG3004", Title: "unknown variable", Explain: `Nothing in scope declares the name (S3.1: own scope, then outward), and the compilation is strict or the scope is closed. A slip in a name would otherwise become one more variable that is never set.

Declare it (` + "`property`, `dataObject`, `bpmngen:variable`" + `), or write the name that was meant.`,
		NoSample: "in a file an undeclared name becomes a variable; eval and closed scopes (mappings, Go expressions) refuse it"},
	Entry{Code: "BG3005", Title: "unknown field", Explain: `The type of the value is known, and it has no field of that name. A FEEL engine would answer null at run time; a compiler can tell now.`},
	Entry{Code: "BG3006", Title: "an operator does not take operands of these types", Explain: `FEEL answers null where an operator meets operands that it is not defined for (DMN 1.4 §10.3.2.13), JUEL throws. Where the types are known this is never what was meant, so it is an error: text compared with a number, a condition over something that is no boolean, dates multiplied.`},
	Entry{Code: "BG3007", Title: "unknown function or method", Explain: `FEEL has the built-in functions of DMN 1.4 §10.3.4. JUEL has the methods of text and collections that files use (` + "`equals`, `contains`, `size`, `isEmpty`, `startsWith`" + `, ...); a method of anything else is a bean call and becomes a handler method of the host.`},
	Entry{Code: "BG3008", Title: "wrong arguments", Explain: `A function is called with a number of arguments, a parameter name or an argument type that it does not take.`},
	Entry{Code: "BG3009", Title: "the value does not fit its place", Explain: `A condition must be a boolean; a value that is mapped to a variable must be of the variable's type.`},
	Entry{Code: "BG3010", Title: "two uses of a variable contradict each other", Explain: `A variable without a declared type gets its type from all its uses in the process. Here two of them exclude each other; both places are shown. Declare the type, or make the uses agree.`},
	Entry{Code: "BG3011", Severity: Warning, Title: "nothing tells the type of a variable", Explain: `No declaration and no use tells what the variable holds, so it becomes Go's ` + "`any`" + `: what is done with it is checked at run time only. Under ` + "`-strict`" + ` this is an error. Declare the variable with its type.`},
	Entry{Code: "BG3012", Title: "the host function can't be used", Explain: `An expression with ` + "`language=\"go\"`" + ` may name a function of the host by import path, dot and name. It was not found, or its parameters or results don't fit.`,
		NoSample: "needs Go code of a host beside the model"},
	Entry{Code: "BG3020", Title: "a bean's method is called with different numbers of arguments", Explain: `A call of a bean in JUEL (` + "`${pricing.total(order)}`" + `) becomes a method of the process's Handlers, with one signature that all the calls of the process tell (docs/expressions.md).
Go has no overloading, so that two calls with different numbers of arguments can't be of one method. Pass the same arguments everywhere, or name the methods apart.`},
	Entry{Code: "BG3021", Severity: Warning, Title: "nothing tells what a bean's method returns", Explain: `The result of a call of a bean has the type that its use tells: a condition's is a boolean, one that is compared with a number is a number. Here nothing tells it, so it
becomes Go's ` + "`any`" + `. Declare the variable that takes it. Under ` + "`-strict`" + ` this is an error.`},
	Entry{Code: "BG3022", Title: "a bean is called where no instance is there", Explain: `A start event's timer is armed when the process is registered, before there is an instance (S5.2): nothing can be called then. Write the time as a literal or in FEEL.`},
	Entry{Code: "BG3013", Title: "the expression uses another engine's interface", Explain: "`execution`, `task` and their kin are objects of Camunda and Flowable and are not there at run time. `execution.getVariable(\"x\")` is read as the variable x; all else has to be a variable or a handler."},
	Entry{Code: "BG3014", Severity: Warning, Title: "the literal is no date, time, duration or number", Explain: `The text that is given to date(), time(), date and time(), duration() or number() is none, so the result is always null (DMN 1.4 §10.3.4.1).`},
	Entry{Code: "BG3015", Title: "the Go expression does not type-check", Explain: `An expression in Go is checked by the Go type checker against the data in scope and emitted as written. Besides the data it may use the pure functions of strings, strconv, math, slices, time and unicode/utf8.`},
	Entry{Code: "BG3016", Severity: Warning, Title: "a constant that is no boolean stands beside and or or", Explain: "In FEEL `and` and `or` take an operand that is no boolean for null (DMN 1.4 table 50), so `true or 123` is true and `false or 123` is null. It is hardly what was meant."},
	Entry{Code: "BG3017", Severity: Warning, Title: "words in a row are read as one name", Explain: `FEEL names may hold spaces (DMN 1.4 §10.3.1.2). Where nothing declares any of the words, they are read as the name of one variable, which may be what was meant, or a slip in an operator: ` + "`paid adn approved`" + `. Declare the variable, put its name in backticks, or mend the operator.`},
	Entry{Code: "BG3018", Severity: Warning, Title: "an undeclared name is nearly a declared one", Explain: `A name that nothing declares becomes a variable of the process, typed by its uses. Here a declared variable differs from it by a letter or two, so it is most likely a slip: the new variable would never be set. Write the declared name, or declare the other one too.`},
)
