package machine

// behaviours says what a token does that enters a node of each kind, and takers
// what each input does. A construct registers here and nowhere else; a kind
// without a behaviour is refused by Validate.
var (
	behaviours [kinds]func(m *Machine, s *Scratch, slot int32, n *Node)
	takers     [inputs]func(m *Machine, s *Scratch, in *Input) error
	// ends says what an end event with that trigger does.
	ends [triggers]func(m *Machine, s *Scratch, slot int32)
	// performers says who does a task's work.
	performers [ByScript + 1]func(m *Machine, s *Scratch, slot int32, n *Node)
)

func init() {
	behaviours[StartEvent] = enterStart
	behaviours[EndEvent] = enterEnd
	behaviours[Task] = enterTask
	behaviours[SubProcess] = enterSubProcess
	behaviours[ExclusiveGateway] = enterExclusive
	behaviours[ParallelGateway] = enterParallel
	behaviours[InclusiveGateway] = enterInclusive

	takers[Start] = takeStart
	takers[Done] = takeDone
	takers[Commit] = takeCommit
	takers[Terminate] = takeTerminate

	ends[NoTrigger] = endNone
	ends[TerminateTrigger] = endTerminate

	performers[PassThrough] = performNobody
	performers[ByHandler] = performHandler
	performers[ByUser] = performUser
	performers[ByScript] = performScript
}
