package resolve

import "github.com/bpmngen/bpmngen/compiler/diag"

// The codes of resolve; compiler/diag/catalogue_2xxx.go explains them.
const (
	CodeUnknownType     diag.Code = "BG2701"
	CodeEmptyExpression diag.Code = "BG2702"
	CodeNoEffect        diag.Code = "BG2703"
	CodeTimeType        diag.Code = "BG2704"
	CodeNoPart          diag.Code = "BG2705"
	CodeBuiltValue      diag.Code = "BG2706"
	CodeVariable        diag.Code = "BG2707"
	CodeBeanResult      diag.Code = "BG3021"
	CodeBeanPlace       diag.Code = "BG3022"
	CodeAdHocElement    diag.Code = "BG2801"
	CodeAdHocOutput     diag.Code = "BG2802"
	CodeLoopKey         diag.Code = "BG2409"
	CodeLoopInput       diag.Code = "BG2656"
	CodeLoopOutput      diag.Code = "BG2657"
	CodeStorePlace      diag.Code = "BG2805"
	CodeStoreType       diag.Code = "BG2806"
	CodeTime            diag.Code = "BG2335"
	CodeSeveralData     diag.Code = "BG2421"
	CodeStartText       diag.Code = "BG2422"
	CodeNotMerged       diag.Code = "BG2423"
	CodePayloadless     diag.Code = "BG2424"
	CodeHostType        diag.Code = "BG4001"
	CodeHostFunc        diag.Code = "BG4002"
	CodeHostWrites      diag.Code = "BG4003"
	CodeHostReads       diag.Code = "BG4004"
	CodeNoReads         diag.Code = "BG4010"
	CodeMissedRead      diag.Code = "BG4011"
)

// The codes of what is not executable yet (diag.IsNotYet).
const (
	CodeDataFlow      diag.Code = "BG2922"
	CodeVendorMapping diag.Code = "BG2923"
)
