package dialect

// Zeebe is the namespace of Camunda 8's extensions.
const Zeebe = "http://camunda.org/schema/zeebe/1.0"

// zeebe is Camunda 8.
var zeebe = &Dialect{
	Name:   "Camunda 8",
	Spaces: []string{Zeebe},
	Elements: table(
		are(inModel, "ioMapping", "subscription", "script", "calledElement", "loopCharacteristics", "adHoc"),
		are(data(""), "taskDefinition", "taskHeaders", "assignmentDefinition", "formDefinition", "taskSchedule", "priorityDefinition",
			"calledDecision", "userTask", "properties", "versionTag"),
		are(data("form"), "userTaskForm"),
		are(editor, "modelerTemplate", "modelerTemplateVersion", "modelerTemplateIcon"),
		are(lost(useObserver), "executionListeners", "executionListener", "taskListeners", "taskListener"),
		are(lost("a conditional event looks at every change of what its condition reads"), "conditionalFilter"),
		are(lost("give the handler what it links to"), "linkedResources", "linkedResource"),
		are(lost("publish the message again where it is still wanted"), "publishMessage"),
		are(lost(useHandler), "jobPriorityDefinition"),
	),
	Attrs: table(
		are(editor, "modelerTemplate", "modelerTemplateVersion", "modelerTemplateIcon"),
	),
	Parts: map[string]string{
		"taskDefinition@type":                  "jobType",
		"taskDefinition@retries":               "retries",
		"taskDefinition@retryBackoff":          "retryBackoff",
		"assignmentDefinition@assignee":        "assignee",
		"assignmentDefinition@candidateGroups": "candidateGroups",
		"assignmentDefinition@candidateUsers":  "candidateUsers",
		"formDefinition@formKey":               "formKey",
		"formDefinition@formId":                "formId",
		"formDefinition@externalReference":     "formKey",
		"taskSchedule@dueDate":                 "dueDate",
		"taskSchedule@followUpDate":            "followUpDate",
		"priorityDefinition@priority":          "priority",
		"calledDecision@decisionId":            "decision",
		"calledDecision@resultVariable":        "resultVariable",
		"versionTag@value":                     "versionTag",
	},
	Headers: []string{"taskHeaders", "properties"},
}
