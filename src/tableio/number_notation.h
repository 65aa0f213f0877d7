// The ways in which files write numbers: the decimal mark, and what stands between groups of three
// digits. What the program names is turned into plain notation before anything reads it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace syn::tableio {

struct NumberNotation {
  char decimal = '.';
  std::string thousands;  ///< between groups of three digits; empty for none

  bool is_plain() const { return decimal == '.' && thousands.empty(); }
};

/// Whether `text` is a number (digits, a minus in front) with `decimal` as decimal mark and
/// `thousands` between groups of three digits where there are groups.
bool fits_notation(std::string_view text, char decimal, std::string_view thousands);

/// The same number with a point and without groups; in `buffer` where it differs. An exponent stays
/// as it is. Nothing where `text` is no number in that notation; a decimal comma alone takes points
/// for groups.
std::optional<std::string_view> plain_number(std::string_view text, const NumberNotation& notation,
                                             std::string& buffer);

/// How to read a text that stands where a number was expected, for an error: an option of read_csv.
/// Empty for a text that is a number already, or neither like one nor a usual word for a missing
/// value.
std::string advice_for(std::string_view text);

}  // namespace syn::tableio
