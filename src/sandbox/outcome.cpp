// Errors of children that gave no report.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/outcome.h"

#include "base/utf8.h"
#include "sandbox/errors.h"

namespace syn::sandbox {

namespace {

bool is_start_step(std::string_view step) {
  return step == "start" || step == "parent" || step == "descriptors" || step == "cwd" ||
         step == "exec";
}

std::string trimmed_end(std::string_view bytes) {
  constexpr size_t kMaxCharacters = 2000;
  std::string text = to_valid_utf8(bytes);
  size_t last = text.find_last_not_of(" \t\r\n");
  text.resize(last == std::string::npos ? 0 : last + 1);
  size_t count = count_code_points(text);
  if (count > kMaxCharacters) text.erase(0, code_point_offset(text, count - kMaxCharacters));
  return text;
}

}  // namespace

uint64_t ChildOutcome::steps_to_charge(const ChildLimits& lent) const {
  bool is_known = complete || why == Why::Setup || lent.max_steps == UINT64_MAX;
  return is_known ? steps : lent.max_steps;
}

bool ChildOutcome::is_start_failure() const {
  return why == Why::Setup && is_start_step(failed_step);
}

Error ChildOutcome::error() const {
  if (why == Why::Denied) return Error(sandbox_errors::kForbiddenCall);
  if (why == Why::Setup) {
    if (is_start_step(failed_step)) return Error(sandbox_errors::kCannotStartChild, {failure});
    return Error(sandbox_errors::kSetupFailed, {failed_step, failure});
  }
  std::string code = exit_code ? std::to_string(*exit_code) : "(killed)";
  return Error(sandbox_errors::kNoReport, {code, trimmed_end(stderr_tail)});
}

}  // namespace syn::sandbox
