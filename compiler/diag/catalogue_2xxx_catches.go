package diag

// The codes of analyze/catches: the catch chain of errors and escalations.
var _ = register(
	Entry{
		Code: "BG2720", Severity: Info,
		Title: "an error that nothing takes",
		Explain: `An error end event throws its error at the border of its scope, and from there it climbs: through the event sub-processes of each scope and the
boundary events of what is around it (SC §2.6, S6.1). Nothing on this way takes the code, so the instance fails when a token comes here (EV §2.6).
Where another process calls this one, the error climbs on from the call activity: it is the way to tell a caller that something went wrong, and
that is why this is no error. It is a warning where all the callers of the run don't take it either.

Take it by a boundary event of what is around it or by an event sub-process, or leave it as the verdict of the process.`,
	},
	Entry{
		Code: "BG2721", Severity: Info,
		Title: "an escalation that nothing takes",
		Explain: `An escalation climbs as an error does, and hurts nobody where nothing takes it: it is told as a fact and logged, and the thrower goes on (SC §2.6,
S6.3). Where another process calls this one it climbs on from the call activity.

Take it by a boundary event of what is around it or by an event sub-process, or leave it for observers.`,
	},
	Entry{
		Code: "BG2722", Severity: Warning,
		Title: "a catch that nothing reaches",
		Explain: `The boundary event or event sub-process waits for an error or escalation that nothing in its reach throws, or that a nearer catch takes first (SC §2.6,
S6.1). The handlers of a host, people and called processes may throw any code, so this is said only where there are none of them in reach
and the model alone decides.

Take the event out, or correct its code.`,
	},
)
