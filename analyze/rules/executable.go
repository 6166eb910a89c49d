package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// nothingExecutable: a file none of whose processes is compiled gives no code.
func nothingExecutable(p *pass, f *graph.File) {
	for _, l := range f.Processes {
		if l.Executable {
			return
		}
	}
	if len(f.Processes) == 0 {
		p.on(&f.Defs.Base, "the file has no process").fix("add a process, or leave the file out of what is generated")
		return
	}
	l := f.Processes[0]
	d := p.at(l.Elem(), l.Elem().At("isExecutable"), "no process of the file is executable: it is checked for its form, and no code comes of it")
	d.fix(`write isExecutable="true" at the process that is to run`)
}
