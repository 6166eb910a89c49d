# What can be done here: `make help`.
GO         ?= go
BPMNGEN    := $(GO) run ./cmd/bpmngen
STATICCHECK := $(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2
# Folders whose *_bpmn.go files are made from the BPMN files in them.
GENERATED  := examples bench/models $(wildcard testdata/golden)
# Packages: go leaves testdata out of ./..., so the golden ones are named.
PACKAGES   := ./... $(if $(wildcard testdata/golden/*/*.go),./testdata/golden/...)
TESTFLAGS  ?=
# Modules of their own: what they need weighs, and only who imports them pays.
MODULES    := runtime/store/sqlite runtime/store/postgres
FUZZTIME   ?= 20s
# Other projects' conformance cases where they are beside the checkout, else our own.
CONFORMANCE ?= $(firstword $(wildcard ../shared/corpus/conformance testdata/conformance))

.DEFAULT_GOAL := help
.PHONY: help demo test bench lint fmt generate drift fuzz conformance docs ci

help: ## list what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## compile the order example to Go, build the shop around it, run three orders
	$(BPMNGEN) generate -v examples/order/order.bpmn
	$(GO) run ./examples/order/shop

test: ## run every test (TESTFLAGS=-race for the race detector)
	$(GO) test $(TESTFLAGS) $(PACKAGES)
	@for m in $(MODULES); do echo "cd $$m && $(GO) test $(TESTFLAGS) ./..."; (cd $$m && $(GO) test $(TESTFLAGS) ./...) || exit 1; done

bench: ## run the benchmarks beside hand-written Go
	cd bench && $(GO) test -run '^$$' -bench . -benchmem ./...

lint: ## gofmt, go vet and staticcheck, generated code included
	@bad=$$(gofmt -l $$(git ls-files --cached --others --exclude-standard '*.go')); if [ -n "$$bad" ]; then echo "not gofmt'd:"; echo "$$bad"; exit 1; fi
	$(GO) vet $(PACKAGES)
	$(STATICCHECK) $(PACKAGES)
	@for m in $(MODULES); do echo "cd $$m && $(GO) vet ./... && $(STATICCHECK) ./..."; (cd $$m && $(GO) vet ./... && $(STATICCHECK) ./...) || exit 1; done

fmt: ## gofmt everything
	gofmt -w $$(git ls-files --cached --others --exclude-standard '*.go')

generate: ## compile the BPMN files of the examples and the golden packages again
	$(BPMNGEN) generate -v $(GENERATED)

drift: ## tell where generated files are not what their BPMN files compile to
	$(BPMNGEN) generate -check $(GENERATED)

fuzz: ## run each fuzz test for FUZZTIME
	@grep -rn --include='*_test.go' -o '^func Fuzz[A-Za-z0-9_]*' . | sort | while IFS=: read -r file _ func; do \
		echo "$(GO) test -run '^$$' -fuzz ^$${func#func }$$ -fuzztime $(FUZZTIME) $$(dirname $$file)"; \
		(cd $$(dirname $$file) && $(GO) test -run '^$$' -fuzz "^$${func#func }\$$" -fuzztime $(FUZZTIME) .) || exit 1; \
	done

conformance: ## run the scenarios of the conformance cases
	$(BPMNGEN) test $(CONFORMANCE)/...

docs: ## write docs/diagnostics.md from the catalogue of codes, docs/dialects.md from the tables of extensions
	$(BPMNGEN) explain -all -format markdown > docs/diagnostics.md
	$(GO) test ./compiler/dialect -run TestPage -update

ci: ## the whole gate
	.ci/run
