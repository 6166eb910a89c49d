package dialect

// Drools is the namespace of jBPM's extensions.
const Drools = "http://www.jboss.org/drools"

// drools is jBPM, Kogito and what else is of the Drools family.
var drools = &Dialect{
	Name:   "jBPM",
	Spaces: []string{Drools, "http://www.jboss.org/drools/flow/gpd", "http://www.bpsim.org/schemas/1.0", "http://www.jboss.org/bpmn2-emulator"},
	Elements: table(
		are(editor, "metaData", "metaentry", "BPSimData"),
		are(lost("declare what it imports as Go types of the host, by their import paths"), "import"),
		are(lost("give the handlers what it holds when they are made"), "global"),
		are(lost(useObserver), "onEntry-script", "onExit-script"),
	),
	Attrs: table(
		are(data("jobType"), "taskName"),
		are(data("versionTag"), "version"),
		are(data("decision"), "ruleFlowGroup"),
		are(editor, "packageName", "selectable", "bgcolor", "bordercolor", "color", "fontsize", "boxcolor", "dockers", "adHocType", "sigref", "escref",
			"erefname"),
		are(lost("draw an ad-hoc sub-process"), "adHoc"),
		are(lost("of several conditions the first in the file wins"), "priority"),
		are(lost("a called process always ends with its caller, and its caller waits for it"), "independent", "waitForCompletion"),
		are(lost("declare the type by an item definition"), "dtype"),
		are(lost("write the condition in FEEL, JUEL or Go"), "customAlgorithm"),
		are(lost("publish the message with the key of its instance"), "msgref"),
	),
}
