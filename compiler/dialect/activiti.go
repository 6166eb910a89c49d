package dialect

// Activiti is the namespace of Activiti's extensions.
const Activiti = "http://activiti.org/bpmn"

// activiti is Activiti 5 to 7.
var activiti = &Dialect{
	Name:     "Activiti",
	Spaces:   []string{Activiti, "http://activiti.com/modeler"},
	Elements: activitiElements(),
	Headers:  []string{"properties", "field"},
	Attrs:    activitiAttrs(are(lost("it has no counterpart; write a gateway"), "skipExpression")),
}

// activitiElements are those of Activiti and of Flowable, which grew from it.
func activitiElements(more ...group) map[string]Rule {
	return table(append([]group{
		are(inModel, "inputOutput", "in", "out", "collection"),
		are(data("retries"), "failedJobRetryTimeCycle"),
		are(data(""), "field", "formProperty", "properties", "formData"),
		are(editor, "modelId", "modelVersion", "editor-resource-id", "stencilid", "formName", "formreference", "localization", "work-form-field-validation",
			"activiti-idm-assignee", "activiti-idm-initiator", "initiator-can-complete", "task-candidates-type"),
		are(lost(useObserver), "executionListener", "taskListener", "eventListener"),
		are(lost(useHandler), "customResource", "httpRequestHandler", "httpResponseHandler", "script"),
		are(lost("return the BPMN error from the handler, by its generated constructor"), "mapException"),
		are(lost("declare the variable and give it its value where the process starts"), "dataObject"),
		are(lost("collect the results by the output of the multi-instance activity"), "variableAggregation"),
	}, more...)...)
}

// activitiAttrs are the attributes of both.
func activitiAttrs(more ...group) map[string]Rule {
	return table(append([]group{
		are(inModel, "collection", "elementVariable", "calledElementBinding", "calledElementVersion", "errorCodeVariable", "errorMessageVariable",
			"inheritVariables", "businessKey", "inheritBusinessKey", "sameDeployment"),
		are(lost("what comes back is written where it is declared"), "useLocalScopeForOutParameters"),
		are(lost("read the error's payload by the data output of its catch event"), "errorVariableName", "errorVariableTransient", "errorVariableLocalScope"),
		are(lost("the host sees the called instance with its caller"), "processInstanceIdVariableName"),
		are(lost("name the process by its key"), "calledElementType"),
		are(inModel, "elementIndexVariable"),
		are(lost(isDurable), "completeAsync"),
		are(lost(oneTenant), "fallbackToDefaultTenant"),
		are(data("jobType"), "topic"), are(data("class"), "class"), are(data("delegateExpression"), "delegateExpression"),
		are(data("expression"), "expression"), are(data("type"), "type"), are(data("resultVariable"), "resultVariable", "resultVariableName"),
		are(data("assignee"), "assignee"), are(data("candidateUsers"), "candidateUsers"), are(data("candidateGroups"), "candidateGroups"),
		are(data("formKey"), "formKey"), are(data("dueDate"), "dueDate"), are(data("followUpDate"), "followUpDate"),
		are(data("priority"), "priority"), are(data("decision"), "decisionRef", "rules"), are(data("category"), "category"),
		are(editor, "diagramRelationId", "modelerTemplate", "historyTimeToLive"),
		are(lost(isDurable), "async", "asyncBefore", "asyncAfter", "exclusive"),
		are(lost("pass the user among the variables that the process starts with"), "initiator"),
		are(lost(isHosts), "candidateStarterUsers", "candidateStarterGroups"),
		are(lost(useHandler), "ruleVariablesInput", "exclude", "autoStoreVariables", "extensionId"),
		are(lost("every change of what the condition reads is looked at"), "variableName", "variableEvents"),
		are(lost("the form's answer is the task's output"), "formHandlerClass"),
		are(lost("the due date is computed by the engine's clock"), "businessCalendarName"),
		are(lost("signals reach every catch in the engine"), "scope"),
	}, more...)...)
}
