package machine

// behaviours says what a token does that enters a node of each kind, and takers
// what each input does. A construct registers here and nowhere else; a kind
// without a behaviour is refused by Validate.
var (
	behaviours [kinds]func(m *Machine, s *Scratch, slot int32, n *Node)
	takers     [inputs]func(m *Machine, s *Scratch, in *Input) error
	// ends says what an end event with that trigger does.
	ends [triggers]func(m *Machine, s *Scratch, slot int32)
	// throws says what a throw event with that trigger does before its token
	// goes on; it reports whether that may go on at once.
	throws [triggers]func(m *Machine, s *Scratch, slot, index int32) bool
	// performers says who does a task's work.
	performers [performerCount]func(m *Machine, s *Scratch, slot int32, n *Node)
)

func init() {
	behaviours[StartEvent] = enterStart
	behaviours[EndEvent] = enterEnd
	behaviours[Task] = enterTask
	behaviours[SubProcess] = enterSubProcess
	behaviours[AdHocSubProcess] = enterAdHoc
	behaviours[CallActivity] = enterCall
	behaviours[Transaction] = enterSubProcess
	behaviours[EventSubProcess] = enterBoundary // no flow leads to it: it is armed
	behaviours[ExclusiveGateway] = enterExclusive
	behaviours[ParallelGateway] = enterParallel
	behaviours[InclusiveGateway] = enterInclusive
	behaviours[ComplexGateway] = enterComplex

	behaviours[CatchEvent] = enterCatch
	behaviours[ThrowEvent] = enterThrow
	behaviours[BoundaryEvent] = enterBoundary
	behaviours[EventBasedGateway] = enterEventGateway

	takers[Start] = takeStart
	takers[Done] = takeDone
	takers[Commit] = takeCommit
	takers[Terminate] = takeTerminate
	takers[Happen] = takeHappen
	takers[Raise] = takeRaised
	takers[StartBy] = takeStartBy
	takers[RetryIncident] = takeRetry
	takers[CompleteIncident] = takeComplete
	takers[Asked] = takeAsked
	takers[Unanswered] = takeNobody
	takers[Fail] = takeFail
	takers[Pick] = takePick
	takers[Finish] = takeFinish

	ends[NoTrigger] = endNone
	ends[TerminateTrigger] = endThrow
	ends[MessageTrigger] = endThrow
	ends[EscalationTrigger] = endThrow
	ends[SignalTrigger] = endSignal
	ends[ErrorTrigger] = endThrow
	ends[MultipleTrigger] = endThrow
	ends[CompensateTrigger] = endThrow
	ends[CancelTrigger] = endCancel

	throws[MessageTrigger] = throwMessage
	throws[EscalationTrigger] = escalate
	throws[CompensateTrigger] = compensate
	throws[ErrorTrigger] = throwError       // of end events
	throws[CancelTrigger] = throwCancel     // of end events
	throws[TerminateTrigger] = endTerminate // of end events

	performers[PassThrough] = performNobody
	performers[ByHandler] = performHandler
	performers[ByUser] = performUser
	performers[ByScript] = performScript
	performers[ByEvent] = performEvent
}
