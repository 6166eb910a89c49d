package diag

// The codes of retry policies.
var _ = register(
	Entry{
		Code: "BG2830", Severity: Error,
		Title: "a retry policy that can't be read",
		Explain: "Camunda 8 says how often work is tried by `retries` of zeebe:taskDefinition: a number, the first attempt included. Camunda 7, Flowable and Activiti " +
			"say it by `failedJobRetryTimeCycle`: `R3/PT10M` is three attempts with ten minutes between them, `PT1M,PT5M` is one more attempt than it has delays. " +
			"Delays are days, hours, minutes and seconds: months and years have no fixed length.\n\n" +
			"Write it in one of these forms, or leave it out and give the engine a policy by `runtime.WithRetry`.",
	},
	Entry{
		Code: "BG2831", Severity: Warning,
		Title: "a retry policy that is computed",
		Explain: "The number of attempts, or the delay between them, is an expression. It is not evaluated: how often work is tried has to be known when it fails, whatever " +
			"the variables say then. The host's policy holds for the task instead.\n\n" +
			"Write the policy out, or give it to the engine by `runtime.WithTaskRetry`; a handler can decide by itself with `runtime.NoRetry` and `runtime.RetryAfter`.",
	},
	Entry{
		Code: "BG2832", Severity: Warning,
		Title: "a backoff that is no fixed duration",
		Explain: "The header `retryBackoff` of a Camunda 8 task, by which connectors say what passes before work is tried again, is an ISO 8601 duration of days, hours, minutes " +
			"and seconds. What is anything else has no effect on retries; the handler still reads it by `runtime.Task.Meta`.\n\n" +
			"Write a duration, such as `PT30S`.",
	},
)
