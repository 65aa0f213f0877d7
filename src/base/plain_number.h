// A number in plain notation, read exactly and kept as its digits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <optional>
#include <string_view>

namespace syn {

/// Without zeros that say nothing: 0 has no digits and no sign. Refers to the text it was read
/// from.
struct PlainNumber {
  bool is_negative = false;
  std::string_view whole;
  std::string_view fraction;

  bool operator==(const PlainNumber&) const = default;
  std::strong_ordering operator<=>(const PlainNumber& other) const;
};

/// Digits with a sign in front and a point behind some of them, at most. Nothing for other texts.
std::optional<PlainNumber> plain_number(std::string_view text);

}  // namespace syn
