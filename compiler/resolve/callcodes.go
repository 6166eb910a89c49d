package resolve

import "github.com/bpmngen/bpmngen/compiler/diag"

// The codes of call activities; compiler/diag/catalogue_2xxx_calls.go explains them.
const (
	CodeMissingInput diag.Code = "BG2710"
	CodeContractType diag.Code = "BG2711"
	CodeNotTaken     diag.Code = "BG2712"
	CodeNotGiven     diag.Code = "BG2713"
	CodeBinding      diag.Code = "BG2714"
	CodeNoCallee     diag.Code = "BG2715"
)
