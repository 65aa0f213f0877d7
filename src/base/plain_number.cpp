// Taking digits apart.
// SPDX-License-Identifier: Apache-2.0
#include "base/plain_number.h"

#include <algorithm>

namespace syn {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::strong_ordering PlainNumber::operator<=>(const PlainNumber& other) const {
  if (is_negative != other.is_negative) {
    return is_negative ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  auto larger = whole.size() <=> other.whole.size();
  if (larger == 0) larger = whole.compare(other.whole) <=> 0;
  if (larger == 0) larger = fraction.compare(other.fraction) <=> 0;
  return is_negative ? 0 <=> larger : larger;
}

std::optional<PlainNumber> plain_number(std::string_view text) {
  PlainNumber number;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    number.is_negative = text.front() == '-';
    text.remove_prefix(1);
  }
  size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  if (end == 0) return std::nullopt;
  number.whole = text.substr(0, end);
  if (end < text.size()) {
    number.fraction = text.substr(end + 1);
    bool is_fraction = std::all_of(number.fraction.begin(), number.fraction.end(), is_digit);
    if (text[end] != '.' || !is_fraction) return std::nullopt;
  }
  while (number.whole.starts_with('0')) number.whole.remove_prefix(1);
  while (number.fraction.ends_with('0')) number.fraction.remove_suffix(1);
  if (number.whole.empty() && number.fraction.empty()) number.is_negative = false;
  return number;
}

}  // namespace syn
