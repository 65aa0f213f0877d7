// Builtins about the running program itself: output, arguments, steps, leaving, calling tools.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "builtins/families_program.h"
#include "builtins/program_errors.h"
#include "bytecode/errors.h"
#include "value/display.h"
#include "vm/machine.h"

namespace syn {
namespace {

std::string joined(Call& call) {
  std::string line;
  for (size_t i = 0; i < call.size(); ++i) {
    if (i != 0) line += ' ';
    append_display(line, call[i]);
  }
  return line;
}

Result<Value> print(Call& call) {
  // One text is the common case: no copy.
  if (call.size() == 1 && call[0].is_text()) {
    TRY(call.tick());
    TRY(call.services().print(call[0].view()));
    return Value();
  }
  std::string line = joined(call);
  // Where memory ran out over the rows of a table, the line is not what it should be.
  TRY(call.tick());
  TRY(call.services().print(line));
  return Value();
}

Result<Value> eprint(Call& call) {
  std::string line = joined(call);
  TRY(call.tick(0));
  TRY(call.services().print_error(line));
  return Value();
}

Result<Value> args(Call& call) {
  Value list = make_list(call.heap());
  for (const std::string& word : call.services().arguments()) {
    push(list, make_text(call.heap(), word));
  }
  return list;
}

Result<Value> steps(Call& call) {
  return Value::integer(static_cast<int64_t>(call.budget().steps));
}

Result<Value> exit_program(Call& call) {
  int64_t code = 0;
  if (const Value* given = call.optional(0)) {
    if (!given->is_int() || given->as_int() < 0 || given->as_int() > 255) {
      return Error(program_errors::kExitCode, {short_display(*given)});
    }
    code = given->as_int();
  }
  return Error(runtime_errors::kExit, {std::to_string(code)});
}

Result<Value> call_tool(Call& call) {
  const Value& tool = call[0];
  const Value& given = call[1];
  if (!given.is_nothing() && !given.is_map()) {
    return Error(program_errors::kToolArguments, {type_name(given)});
  }
  if (!tool.is_callable()) return Error(runtime_errors::kNotCallable, {type_name(tool)});
  auto& machine = static_cast<Machine&>(call.context());
  std::vector<RequireRequest> declared;
  if (tool.is(Tag::Task)) {
    if (const auto* requires_list = machine.tool_requires(tool.task())) {
      for (const auto& [capability, scope] : *requires_list)
        declared.push_back({capability, scope});
    }
  }
  Value map = given.is_map() ? given : make_map(call.heap());
  TRY(call.services().tool_enter(declared));
  auto outcome = machine.call_with_names(tool, map.map());
  call.services().tool_exit();
  return outcome;
}

constexpr BuiltinSpec kRows[] = {
    {"print", "values…", 0, kAnyCount, "", Purity::Effect, "stdout",
     "Writes the text forms of its arguments, separated by a space, and ends the line.",
     "print(1, \"a\", [2.0]) → 1 a [2.0]", "", print},
    {"eprint", "values…", 0, kAnyCount, "", Purity::Effect, "stdout",
     "As print, to standard error.", "", "", eprint},
    {"args", "", 0, 0, "", Purity::Effect, "", "The words after the program on the command line.",
     "args() → []", "", args},
    {"steps", "", 0, 0, "", Purity::Effect, "", "Work units that the run has used so far.", "", "",
     steps},
    {"exit", "code = 0", 0, 1, "", Purity::Effect, "",
     "Ends the program with an exit code from 0 to 255; try does not catch it.", "", "",
     exit_program},
    {"call_tool", "task, arguments", 2, 2, "", Purity::Effect, "",
     "Calls a task with a map of named arguments, allowed only what the task itself requires.", "",
     "", call_tool},
};

}  // namespace

const BuiltinTable kProgramBuiltins = kRows;

}  // namespace syn
