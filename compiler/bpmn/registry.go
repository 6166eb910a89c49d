package bpmn

import (
	"maps"
	"slices"
)

// The one place that knows which element is read by what: a table from local
// name to reader for each family of elements that stand in each other's
// place. A new element is an entry here and a reader in the file of its family.
var registry struct {
	flow, roots, artifacts, triggers map[string]memberReader
	names                            map[string]bool
	sorted                           []string
}

// Functions, since families contain each other: flow elements hold sub-processes, which hold flow elements.
func flowElements() map[string]memberReader     { return registry.flow }
func rootElements() map[string]memberReader     { return registry.roots }
func artifacts() map[string]memberReader        { return registry.artifacts }
func eventDefinitions() map[string]memberReader { return registry.triggers }

// allNames tells every local name of the BPMN 2.0 schema; sortedNames lists them.
func allNames() map[string]bool { return registry.names }
func sortedNames() []string     { return registry.sorted }

func init() {
	for _, g := range grammar {
		for _, name := range g.attrs {
			attrNames[name] = true
		}
	}
	registry.flow = map[string]memberReader{
		"task":             taskReader(NoneTask),
		"serviceTask":      taskReader(ServiceTask),
		"sendTask":         taskReader(SendTask),
		"receiveTask":      taskReader(ReceiveTask),
		"userTask":         taskReader(UserTask),
		"manualTask":       taskReader(ManualTask),
		"businessRuleTask": taskReader(BusinessRuleTask),
		"scriptTask":       taskReader(ScriptTask),

		"subProcess":      subProcessReader(EmbeddedSubProcess),
		"transaction":     subProcessReader(Transaction),
		"adHocSubProcess": subProcessReader(AdHocSubProcess),
		"callActivity":    readCallActivity,

		"startEvent":             eventReader(StartEvent),
		"endEvent":               eventReader(EndEvent),
		"intermediateCatchEvent": eventReader(IntermediateCatchEvent),
		"intermediateThrowEvent": eventReader(IntermediateThrowEvent),
		"boundaryEvent":          eventReader(BoundaryEvent),
		"implicitThrowEvent":     eventReader(ImplicitThrowEvent),

		"exclusiveGateway":  gatewayReader(ExclusiveGateway),
		"parallelGateway":   gatewayReader(ParallelGateway),
		"inclusiveGateway":  gatewayReader(InclusiveGateway),
		"complexGateway":    gatewayReader(ComplexGateway),
		"eventBasedGateway": gatewayReader(EventBasedGateway),

		"sequenceFlow":        readSequenceFlow,
		"dataObject":          readDataObject,
		"dataObjectReference": readDataObjectReference,
		"dataStoreReference":  readDataStoreReference,

		"choreographyTask": choreographyReader(choreographyTaskFields),
		"subChoreography":  choreographyReader(subChoreographyFields),
		"callChoreography": choreographyReader(callChoreographyFields),
	}
	registry.artifacts = map[string]memberReader{
		"association":    artifactReader(associationArtifactFields),
		"group":          artifactReader(groupFields),
		"textAnnotation": artifactReader(textAnnotationFields),
	}
	registry.triggers = map[string]memberReader{
		"messageEventDefinition":     triggerReader(MessageTrigger),
		"timerEventDefinition":       triggerReader(TimerTrigger),
		"signalEventDefinition":      triggerReader(SignalTrigger),
		"conditionalEventDefinition": triggerReader(ConditionalTrigger),
		"errorEventDefinition":       triggerReader(ErrorTrigger),
		"escalationEventDefinition":  triggerReader(EscalationTrigger),
		"cancelEventDefinition":      triggerReader(CancelTrigger),
		"compensateEventDefinition":  triggerReader(CompensateTrigger),
		"linkEventDefinition":        triggerReader(LinkTrigger),
		"terminateEventDefinition":   triggerReader(TerminateTrigger),
	}
	registry.roots = map[string]memberReader{
		"process":                readProcess,
		"collaboration":          collaborationReader(collaborationFields),
		"globalConversation":     collaborationReader(collaborationFields),
		"choreography":           collaborationReader(choreographyFields),
		"globalChoreographyTask": collaborationReader(globalChoreographyTaskFields),

		"globalTask":             globalTaskReader(globalTaskFields),
		"globalManualTask":       globalTaskReader(globalTaskFields),
		"globalUserTask":         globalTaskReader(globalUserTaskFields),
		"globalBusinessRuleTask": globalTaskReader(globalBusinessRuleTaskFields),
		"globalScriptTask":       globalTaskReader(globalScriptTaskFields),

		"itemDefinition":      readItemDefinition,
		"message":             readMessage,
		"signal":              readSignal,
		"error":               readError,
		"escalation":          readEscalation,
		"dataStore":           readDataStore,
		"interface":           readInterface,
		"correlationProperty": readCorrelationProperty,

		"category":      readRootElement,
		"endPoint":      readRootElement,
		"partnerEntity": readRootElement,
		"partnerRole":   readRootElement,
		"resource":      readRootElement,
		"relationship":  readRootElement,
	}
	maps.Copy(registry.roots, registry.triggers)

	registry.names = map[string]bool{}
	for _, family := range []map[string]memberReader{registry.flow, registry.artifacts, registry.roots} {
		for name := range family {
			registry.names[name] = true
		}
	}
	for name, g := range grammar {
		registry.names[name] = true
		for _, kid := range g.kids {
			registry.names[kid] = true
		}
	}
	for _, name := range parts {
		registry.names[name] = true
	}
	registry.sorted = slices.Sorted(maps.Keys(registry.names))
}

// parts are the children of typed elements that are in no family.
var parts = []string{
	"definitions", "documentation", "extensionElements", "import", "incoming", "outgoing", "ioSpecification", "property",
	"dataInput", "dataOutput", "inputSet", "outputSet", "dataInputRefs", "dataOutputRefs", "optionalInputRefs",
	"optionalOutputRefs", "whileExecutingInputRefs", "whileExecutingOutputRefs", "inputSetRefs", "outputSetRefs",
	"dataInputAssociation", "dataOutputAssociation", "sourceRef", "targetRef", "transformation", "assignment", "from", "to",
	"standardLoopCharacteristics", "multiInstanceLoopCharacteristics", "loopCondition", "loopCardinality", "loopDataInputRef",
	"loopDataOutputRef", "inputDataItem", "outputDataItem", "complexBehaviorDefinition", "condition", "event", "completionCondition",
	"eventDefinitionRef", "timeDate", "timeDuration", "timeCycle", "source", "target", "activationCondition", "script",
	"conditionExpression", "laneSet", "lane", "flowNodeRef", "childLaneSet", "participant", "messageFlow", "correlationKey",
	"correlationPropertyRef", "correlationPropertyRetrievalExpression", "messagePath", "correlationSubscription",
	"correlationPropertyBinding", "dataPath", "interfaceRef", "operation", "inMessageRef", "outMessageRef", "errorRef",
	"operationRef", "supportedInterfaceRef",
}
