// The ways in which files write numbers.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/number_notation.h"

#include <algorithm>
#include <iterator>

namespace syn::tableio {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

size_t skip_digits(std::string_view text, size_t i) {
  while (i < text.size() && is_digit(text[i])) ++i;
  return i;
}

/// Where the whole part ends: up to three digits and groups of three, or any number of digits. 0
/// for none.
size_t end_of_whole(std::string_view text, std::string_view thousands) {
  size_t i = skip_digits(text, 0);
  if (i == 0 || i > 3 || thousands.empty()) return i;
  while (text.substr(i, thousands.size()) == thousands) {
    size_t from = i + thousands.size();
    if (skip_digits(text, from) != from + 3) break;
    i = from + 3;
  }
  return i;
}

}  // namespace

bool fits_notation(std::string_view text, char decimal, std::string_view thousands) {
  if (!text.empty() && text[0] == '-') text.remove_prefix(1);
  size_t i = end_of_whole(text, thousands);
  if (i == 0) return false;
  if (i == text.size()) return true;
  if (text[i] != decimal) return false;
  size_t end = skip_digits(text, i + 1);
  return end == text.size() && end > i + 1;
}

std::optional<std::string_view> plain_number(std::string_view text, const NumberNotation& notation,
                                             std::string& buffer) {
  if (notation.is_plain()) return text;
  std::string_view thousands = notation.thousands;
  if (thousands.empty() && notation.decimal == ',') thousands = ".";
  size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  std::string_view digits = text.substr(sign);
  size_t whole = end_of_whole(digits, thousands);
  buffer.clear();
  if (sign != 0) buffer += text[0];
  for (size_t i = 0; i < whole;) {
    if (!thousands.empty() && digits.substr(i, thousands.size()) == thousands) {
      i += thousands.size();
    } else {
      buffer += digits[i++];
    }
  }
  std::string_view rest = digits.substr(whole);
  if (!rest.empty() && rest[0] == notation.decimal) {
    buffer += '.';
    size_t end = skip_digits(rest, 1);
    buffer += rest.substr(1, end - 1);
    rest.remove_prefix(end);
  }
  if (!rest.empty() && rest[0] != 'e' && rest[0] != 'E') return std::nullopt;
  buffer += rest;
  return std::string_view(buffer);
}

std::string advice_for(std::string_view text) {
  constexpr std::string_view kMissing[] = {
      "n/a", "na",  "#n/a",    "null",    "none", "nan",     "n.a.",   "nil",     "-",
      "--",  "n/d", "unknown", "missing", "?",    "n.d.",    "(null)", ".",       "..",
      "...", "tbd", "–",       "—",       "\\n",  "#value!", "#ref!",  "#div/0!", "#num!"};
  std::string lower;
  for (char c : text.substr(0, 16)) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  if (std::find(std::begin(kMissing), std::end(kMissing), lower) != std::end(kMissing)) {
    return "if it means a missing value, read with {\"missing\": \"" + std::string(text) + "\"}";
  }
  if (text.find('.') != std::string_view::npos && fits_notation(text, ',', ".")) {
    return "its point may be a decimal mark or stand between thousands: convert on purpose, or "
           "read "
           "with {\"decimal\": \",\"}";
  }
  bool is_plain = fits_notation(text, '.', {});
  if (is_plain || std::none_of(text.begin(), text.end(), is_digit)) return {};
  bool by_point = text.find(',') != std::string_view::npos && fits_notation(text, '.', ",");
  bool by_comma = text.find(',') != std::string_view::npos && fits_notation(text, ',', ".");
  if (by_point && !by_comma) return "read with {\"thousands\": \",\"}, or convert each value";
  if (by_comma && !by_point) return "read with {\"decimal\": \",\"}, or convert each value";
  if (by_point)
    return "read with {\"thousands\": \",\"} or {\"decimal\": \",\"}, as the file means it";
  return "convert each value first, for example decimal(x)";
}

}  // namespace syn::tableio
