// `row.q + 2` where the field holds a text of digits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/error.h"
#include "bytecode/code.h"

namespace syn {

/// The error for a sum of a number and a text that reads as a number and comes straight from a
/// field: cells that a reader left as text would join, and the digits would look like a result.
/// Nothing for any other sum. `at` is the instruction; for AddI `right` is its immediate.
std::optional<Error> field_text_error(const Code& code, const Instruction& at, const Value& left,
                                      const Value& right);

}  // namespace syn
