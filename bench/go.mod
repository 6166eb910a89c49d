module github.com/bpmngen/bpmngen/bench

go 1.26.0

require github.com/bpmngen/bpmngen v0.0.0

require github.com/robfig/cron/v3 v3.0.1 // indirect

replace github.com/bpmngen/bpmngen => ../
