// Words and signs of other languages with one Synsema spelling. Inside the module.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace syn {

class HabitReader;

/// `length` tokens that are written `text` in Synsema; length 0 for none.
struct ForeignWord {
  size_t length;
  std::string_view text;
};

/// An operator or literal of another language at a token.
ForeignWord find_foreign_operator(const HabitReader& reader, size_t index);
/// The Synsema word for a statement word (`return`: `give`), or empty.
std::string_view find_foreign_statement(std::string_view word);

}  // namespace syn
