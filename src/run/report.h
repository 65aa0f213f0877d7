// What a child says of its run besides output and audit: the bytes of the result frame.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "run/diagnostic.h"

namespace syn {

struct ChildResult {
  std::vector<std::string> errors;  ///< error lines
  std::vector<std::string> notes;
  std::vector<Diagnostic> diagnostics;  ///< the errors as fields
};

/// The note that goes with a refusal: `hint (C0102): …`, with the stable code. Empty for other
/// errors.
std::string refusal_note(const Error& error, Language language);

std::string encode_child_result(const ChildResult& result);
Result<ChildResult> decode_child_result(std::string_view bytes);

}  // namespace syn
