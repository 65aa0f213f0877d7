# The one set of commands. `make help` says what each does.
# SPDX-License-Identifier: Apache-2.0
PRESET ?= release
BUILD := build/$(PRESET)
B ?=
T ?= 60
N ?= $(if $(SCALE),1,3)
STUDY := cases/02-llm-written-analytics

.DEFAULT_GOAL := build
.PHONY: build bootstrap demo first case test check fmt lint bench fuzz clean help

build: ## build the binary (PRESET=release|debug|asan|clang)
	@tools/bootstrap
	@tools/build $(PRESET)

bootstrap: ## install what building and testing need
	@tools/bootstrap

demo: bootstrap ## the case study on its small data: who answers right, how fast, and what escapes
	@tools/build $(PRESET) synsema
	@SYNSEMA=$(CURDIR)/$(BUILD)/synsema bash $(STUDY)/run.sh --demo

case: bootstrap ## all of it, Docker too (SCALE=large, RECORD=folder PROVIDER=… MODEL=…)
	@tools/build $(PRESET) synsema
	@SYNSEMA=$(CURDIR)/$(BUILD)/synsema bash $(STUDY)/run.sh --repeat $(N) $(if $(SCALE),--scale $(SCALE) --no-escapes) $(if $(PROVIDER),--provider $(PROVIDER)) \
	  $(if $(MODEL),--model "$(MODEL)") $(if $(ENDPOINT),--endpoint "$(ENDPOINT)") $(if $(COMMAND),--command "$(COMMAND)") \
	  $(if $(RECORD),--record "$(RECORD)") $(if $(RESUME),--resume) $(if $(REPLIES),--replies "$(REPLIES)")

first: bootstrap ## the first case: three questions over one chain of shops, and what an audit says
	@tools/build $(PRESET) synsema
	@SYNSEMA=$(CURDIR)/$(BUILD)/synsema bash cases/00-first-answer/run.sh

test: build ## layers, unit tests, conformance cases, case studies
	@tools/bootstrap --tests
	@python3 tools/test_all.py --preset $(PRESET)

check: test lint ## test, lint, sanitizers, the other compiler: before handing over
	@tools/build clang
	@tools/build asan
	@python3 tools/test_all.py --preset asan --parts unit,conformance
	@python3 tests/property/columns.py --checks 20000 --seed 20
	@python3 tests/property/doubling.py --rows 25000
	@python3 tests/escape/soak.py --long

fmt: bootstrap ## lay out the C++ sources
	@tools/format

lint: bootstrap ## layers, sizes, layout, scripts, headers
	@python3 tools/check_layers.py
	@tools/format --check
	@python3 tools/check_scripts.py
	@python3 tools/check_headers.py

bench: build ## run benchmarks (B=name for one of them; B=data ROWS=10k,1m,10m)
	@test -f bench/run.py || { echo 'make bench: bench/run.py is not there yet'; exit 1; }
	@SYNSEMA=$(CURDIR)/$(BUILD)/synsema python3 bench/run.py $(B)

fuzz: ## fuzz every driver (T=seconds for each), then damage every program
	@tools/bootstrap
	@tools/build fuzz
	@python3 tools/fuzz.py --seconds $(T)
	@tools/build $(PRESET) synsema
	@SYNSEMA=$(CURDIR)/$(BUILD)/synsema python3 tests/cli/robustness.py --long

clean: ## remove what was built
	@rm -rf build

help: ## say what each command does
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile
