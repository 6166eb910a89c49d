package dialect

// Camunda is the namespace of Camunda 7's extensions.
const Camunda = "http://camunda.org/schema/1.0/bpmn"

// camunda is Camunda 7 and what grew from it.
var camunda = &Dialect{
	Name:   "Camunda 7",
	Spaces: []string{Camunda},
	Elements: table(
		are(inModel, "inputOutput", "in", "out"),
		are(data(""), "properties", "field"),
		are(data("retries"), "failedJobRetryTimeCycle"),
		are(data(""), "formData", "formField"),
		are(editor, "diagramRelationId", "modelerTemplate"),
		are(lost(useObserver), "executionListener", "taskListener"),
		are(lost(useHandler), "connector", "script", "validation"),
		are(lost("return the BPMN error from the handler, by its generated constructor"), "errorEventDefinition"),
		are(lost("let the host ask before it calls Start"), "potentialStarter"),
		are(lost("a handler reads its input by its fields"), "list", "map", "entry"),
	),
	Attrs: table(
		are(inModel, "collection", "elementVariable", "calledElementBinding", "calledElementVersion", "errorCodeVariable", "errorMessageVariable",
			"escalationCodeVariable", "calledElementVersionTag", "mapDecisionResult"),
		are(data("resource"), "resource"),
		are(lost("map what the callee gets by camunda:in and camunda:out"), "variableMappingClass", "variableMappingDelegateExpression"),
		are(lost("cases are not executed"), "caseRef", "caseBinding", "caseVersion", "caseTenantId"),
		are(lost(oneTenant), "calledElementTenantId"),
		are(data("jobType"), "topic"), are(data("class"), "class"), are(data("delegateExpression"), "delegateExpression"),
		are(data("expression"), "expression"), are(data("type"), "type"), are(data("resultVariable"), "resultVariable"),
		are(data("assignee"), "assignee"), are(data("candidateUsers"), "candidateUsers"), are(data("candidateGroups"), "candidateGroups"),
		are(data("formKey"), "formKey"), are(data("formId"), "formRef"), are(data("dueDate"), "dueDate"), are(data("followUpDate"), "followUpDate"),
		are(data("priority"), "priority", "taskPriority"), are(data("decision"), "decisionRef"), are(data("versionTag"), "versionTag"),
		are(editor, "modelerTemplate", "modelerTemplateVersion", "diagramRelationId", "historyTimeToLive", "isStartableInTasklist", "formRefBinding",
			"formRefVersion", "jobPriority", "autoStoreVariables", "errorMessage"),
		are(lost(isDurable), "asyncBefore", "asyncAfter", "async", "exclusive"),
		are(lost("pass the user among the variables that the process starts with"), "initiator"),
		are(lost(isHosts), "candidateStarterUsers", "candidateStarterGroups"),
		are(lost("the handler of the task makes the decision and returns its result"), "decisionRefBinding",
			"decisionRefVersion", "decisionRefVersionTag", "decisionRefTenantId"),
		are(lost("every change of what the condition reads is looked at"), "variableName", "variableEvents"),
		are(lost("the form's answer is the task's output"), "formHandlerClass"),
	),
	Headers: []string{"properties", "field"},
}
