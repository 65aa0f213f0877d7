// Running the `test` blocks of one program.
// SPDX-License-Identifier: Apache-2.0
#include "run/test_run.h"

#include "builtins/errors_b.h"
#include "compiler/compiler.h"
#include "host/host.h"
#include "host/output.h"
#include "run/registry.h"
#include "run/session.h"
#include "syntax/parser.h"

namespace syn {
namespace {

bool is_assertion(const Error& error) {
  return error.is(builtin_errors::kAssertion) || error.is(builtin_errors::kAssertEqual) ||
         error.is(builtin_errors::kAssertDiffer) || error.is(builtin_errors::kAssertNoError);
}

void run_blocks(Session& session, const CompiledProgram& compiled, TestOutcome& outcome) {
  Machine& machine = session.machine();
  GlobalTable& globals = session.globals();
  auto setup = machine.run(*compiled.main, [&globals](uint32_t index) -> const std::string& {
    return globals.name(index);
  });
  if (!setup.ok()) {
    outcome.setup_error.emplace(std::move(setup).error());
    return;
  }
  for (const TestBlock& block : compiled.tests) {
    TestResult result;
    result.name = block.name;
    Value task = machine.task_of(*compiled.main->children[block.child]);
    auto done = machine.call_back(task, {});
    if (!done.ok()) {
      result.is_assertion = is_assertion(done.error());
      result.error.emplace(std::move(done).error());
    }
    outcome.results.push_back(std::move(result));
  }
}

}  // namespace

TestOutcome run_tests(RunRequest request, host::Host& host, cap::AuditLog& audit) {
  TestOutcome outcome;
  ParseResult parsed = parse_program(std::move(request.source), request.file);
  if (!parsed.errors.empty()) {
    outcome.load_errors = std::move(parsed.errors);
    return outcome;
  }
  Session session(std::move(request), host, audit);
  CompileOptions options;
  options.keep_tests = true;
  auto compiled = compile_program(*parsed.program, session.heap(), session.globals(),
                                  builtin_registry(), options);
  if (!compiled.ok()) {
    outcome.load_errors.push_back(std::move(compiled).error());
    return outcome;
  }
  session.capabilities().grant_ambient();
  run_blocks(session, compiled.value(), outcome);
  host.output.flush();
  // Code and values go before the heap that holds their texts.
  session.close();
  return outcome;
}

}  // namespace syn
