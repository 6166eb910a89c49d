package dialect

// Flowable is the namespace of Flowable's extensions.
const Flowable = "http://flowable.org/bpmn"

// flowable is Flowable.
var flowable = &Dialect{
	Name:     "Flowable",
	Spaces:   []string{Flowable, "http://flowable.org/design", "http://flowable.org/modeler"},
	Elements: activitiElements(are(lost("map the event's payload by the data output of its catch event"), "eventType", "eventName", "eventInParameter", "eventOutParameter", "triggerEventType", "triggerEventName", "channelKey", "triggerChannelKey", "eventCorrelationParameter", "keyDetectionFixedValue", "keyDetectionType", "startEventCorrelationConfiguration", "systemChannel", "processStartEventType")),
	Headers:  []string{"properties", "field"},
	Attrs: activitiAttrs(
		are(lost("it has no counterpart; write a gateway"), "skipExpression"),
		are(lost(isDurable), "triggerable", "parallelInSameTransaction", "useLocalScopeForResultVariable", "storeResultVariableAsTransient", "asyncLeave"),
		are(editor, "formFieldValidation", "validateFormFields", "autoStoreVariables", "idVariableName", "processInstanceName"),
	),
}
