// `check`: errors of a program and its modules without running anything.
// SPDX-License-Identifier: Apache-2.0
#include "host/files.h"
#include "host/host.h"
#include "run/registry.h"
#include "run/run.h"
#include "run/session.h"
#include "syntax/parser.h"

namespace syn {

CheckOutcome check_program(const RunRequest& request, host::Host& host) {
  (void)host;
  CheckOutcome outcome;
  ParseResult parsed = parse_program(request.source, request.file);
  if (!parsed.errors.empty()) {
    outcome.errors = std::move(parsed.errors);
    return outcome;
  }
  outcome.num_statements = parsed.program->body.statements.size();
  Budget budget;
  Heap heap(budget);
  GlobalTable globals;
  auto compiled = compile_program(*parsed.program, heap, globals, builtin_registry(), {});
  if (compiled.ok()) {
    outcome.warnings = std::move(compiled.value().warnings);
  } else {
    outcome.errors.push_back(std::move(compiled).error());
  }
  return outcome;
}

}  // namespace syn
