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

/// The error for `==` of a field with a value of another kind that is written alike (7 and "7",
/// "yes" and true): no row would match, and "no match" looks like an answer. `first` and `second`
/// are the registers of the operands; one that is no register is kNoRegister.
inline constexpr uint16_t kNoRegister = UINT16_MAX;
std::optional<Error> field_twin_error(const Code& code, const Instruction& at, uint16_t first,
                                      uint16_t second, const Value& left, const Value& right);

/// The error for `<` and the like between a field and another text where both say numbers or dates
/// whose order is another one.
std::optional<Error> field_order_error(const Code& code, const Instruction& at, uint16_t first,
                                       uint16_t second, const Value& left, const Value& right);

/// The error for a field with a word such as `no` as a condition: every text counts as true.
std::optional<Error> field_truth_error(const Code& code, const Instruction& at, uint16_t reg,
                                       const Value& value);

}  // namespace syn
