module github.com/bpmngen/bpmngen/bench

go 1.26.0

require github.com/bpmngen/bpmngen v0.0.0

require (
	github.com/beevik/etree v1.8.1 // indirect
	github.com/cockroachdb/apd/v3 v3.2.3 // indirect
	github.com/dalzilio/rudd v1.1.1-0.20230806153452-9e08a6ea8170 // indirect
	github.com/dave/jennifer v1.7.1 // indirect
	golang.org/x/text v0.44.0 // indirect
)

replace github.com/bpmngen/bpmngen => ../
