# The one set of commands. `make help` says what each does.
# SPDX-License-Identifier: Apache-2.0
PRESET ?= release
BUILD := build/$(PRESET)
B ?=
T ?= 60

.DEFAULT_GOAL := build
.PHONY: build bootstrap demo test check fmt lint bench fuzz clean help

build: ## build the binary (PRESET=release|debug|asan|clang)
	@tools/bootstrap
	@tools/build $(PRESET)

bootstrap: ## install what building and testing need
	@tools/bootstrap

demo: build ## answer questions over real files, under a ceiling
	@SYNSEMA=$(CURDIR)/$(BUILD)/synsema cases/00-first-answer/run.sh

test: build ## layers, unit tests, conformance cases, case studies
	@python3 tools/test_all.py --preset $(PRESET)

check: test lint ## test, the same under sanitizers, and lint: before handing over
	@tools/build asan
	@python3 tools/test_all.py --preset asan --parts unit,conformance

fmt: ## lay out the C++ sources
	@tools/format

lint: ## layers, sizes, layout, scripts
	@python3 tools/check_layers.py
	@tools/format --check
	@python3 tools/check_scripts.py

bench: build ## run benchmarks (B=name for one of them)
	@SYNSEMA=$(CURDIR)/$(BUILD)/synsema python3 bench/run.py $(B)

fuzz: ## fuzz every driver (T=seconds for each)
	@tools/bootstrap
	@python3 fuzz/run.py --seconds $(T)

clean: ## remove what was built
	@rm -rf build

help: ## say what each command does
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile
