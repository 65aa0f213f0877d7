// raise and the assertions (data.md §3.23, language.md §17.2, §20).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "bytecode/errors.h"
#include "value/display.h"
#include "value/equality.h"

namespace syn {
namespace {

/// What a message that is not text becomes: its text form, in Python's words for three values.
std::string message_text(const Value& value) {
  if (value.is_nothing()) return "None";
  if (value.is(Tag::Bool)) return value.as_bool() ? "True" : "False";
  return display(value);
}

Result<Value> raise(Call& call) {
  if (call.size() == 0) return Error(builtin_errors::kRaiseMessage);
  return Error(runtime_errors::kRaised, {message_text(call[0])});
}

/// `why: ` in front of what failed, where a message was given.
std::string prefix(Call& call, size_t index) {
  const Value* message = call.optional(index);
  return message == nullptr ? std::string() : message_text(*message) + ": ";
}

Result<Value> assert_true(Call& call) {
  if (truthy(call[0])) return Value();
  if (call.size() > 1) return Error(builtin_errors::kAssertion, {message_text(call[1])});
  return Error(builtin_errors::kAssertion, {"assertion failed"});
}

Result<Value> assert_eq(Call& call) {
  TRY_ASSIGN(bool same, equal(call[0], call[1]));
  if (same) return Value();
  return Error(builtin_errors::kAssertEqual,
               {prefix(call, 2), short_display(call[1], 400), short_display(call[0], 400)});
}

Result<Value> assert_ne(Call& call) {
  TRY_ASSIGN(bool same, equal(call[0], call[1]));
  if (!same) return Value();
  return Error(builtin_errors::kAssertDiffer, {prefix(call, 2), short_display(call[0], 400)});
}

/// Limits and leaving the program are not the errors that a test waits for.
Result<Value> assert_error(Call& call) {
  if (!call[0].is_callable()) return Error(builtin_errors::kAssertErrorKind, {type_name(call[0])});
  auto outcome = call.invoke(call[0], std::span<Value>());
  if (outcome.ok()) return Error(builtin_errors::kAssertNoError, {prefix(call, 1)});
  bool passes_on = outcome.error().is(runtime_errors::kExit) ||
                   outcome.error().row().category == ErrorCategory::Limit;
  if (passes_on) return outcome;
  return Value();
}

constexpr BuiltinSpec kRows[] = {
    {"raise", "message", 0, 1, "", Purity::Effect, "", "Fails with a message.", "", "", raise},
    {"assert", "condition, message?", 1, 2, "", Purity::Effect, "",
     "Fails unless the condition is true.", "assert(1 < 2) → nothing", "", assert_true},
    {"assert_eq", "actual, expected, message?", 2, 3, "", Purity::Effect, "",
     "Fails unless both are equal.", "assert_eq(1 + 1, 2) → nothing", "", assert_eq},
    {"assert_ne", "a, b, message?", 2, 3, "", Purity::Effect, "", "Fails when both are equal.",
     "assert_ne(1, 2) → nothing", "", assert_ne},
    {"assert_error", "task, message?", 1, 2, "", Purity::Effect, "",
     "Fails unless calling the task fails.", "assert_error(() => 1 / 0) → nothing", "",
     assert_error},
};

}  // namespace

const BuiltinTable kAssertionBuiltins(kRows);

}  // namespace syn
