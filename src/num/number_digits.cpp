// Rounded digits of numbers.
// SPDX-License-Identifier: Apache-2.0
#include "num/number_digits.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "num/decimal_parts.h"

namespace syn {
namespace {

constexpr size_t kMostWholeDigits = 309;

std::string digits_by_to_chars(double value, std::chars_format format, uint32_t decimals) {
  std::string text(kMostWholeDigits + decimals + 8, '\0');
  auto written = std::to_chars(text.data(), text.data() + text.size(), std::fabs(value), format,
                               static_cast<int>(decimals));
  CHECK(written.ec == std::errc());
  text.resize(static_cast<size_t>(written.ptr - text.data()));
  return text;
}

void append_exponent(std::string& text, int64_t exponent) {
  text += exponent < 0 ? "e-" : "e+";
  std::string digits = std::to_string(std::abs(exponent));
  if (digits.size() < 2) text += '0';
  text += digits;
}

void cut_zeros(std::string& digits) {
  while (digits.ends_with('0')) digits.pop_back();
}

}  // namespace

std::string fixed_digits(double value, uint32_t decimals) {
  return digits_by_to_chars(value, std::chars_format::fixed, decimals);
}

std::string fixed_digits(const Decimal& value, uint32_t decimals) {
  return value.with_scale(decimals).abs().to_text();
}

std::string scientific_digits(double value, uint32_t decimals) {
  return digits_by_to_chars(value, std::chars_format::scientific, decimals);
}

std::string scientific_digits(const Decimal& value, uint32_t decimals) {
  uint64_t wanted = uint64_t{decimals} + 1;
  std::string digits = to_text(to_integer(value.magnitude()));
  int64_t exponent = value.is_zero() ? 0 : static_cast<int64_t>(digits.size()) - 1 - value.scale();
  if (digits.size() > wanted) {
    uint32_t dropped = static_cast<uint32_t>(digits.size() - wanted);
    Decimal shifted(false, value.magnitude(), dropped);
    digits = to_text(shifted.to_integer(Rounding::HalfEven));
    if (digits.size() > wanted) {
      digits.pop_back();
      ++exponent;
    }
  }
  digits.append(wanted - digits.size(), '0');
  if (decimals > 0) digits.insert(1, 1, '.');
  append_exponent(digits, exponent);
  return digits;
}

std::string general_digits(std::string_view scientific, uint32_t significant,
                           WholeMark whole_mark) {
  size_t mark = scientific.find('e');
  std::string digits(scientific.substr(0, mark));
  std::erase(digits, '.');
  std::string_view exponent_text = scientific.substr(mark + 1);
  if (exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  int64_t exponent = 0;
  std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
  int64_t most_whole = int64_t{significant} - (whole_mark == WholeMark::PointZero ? 1 : 0);
  bool fixed = exponent >= -4 && exponent < most_whole;
  if (fixed && exponent < 0) digits.insert(0, static_cast<size_t>(-exponent), '0');
  size_t whole = fixed && exponent > 0 ? static_cast<size_t>(exponent) + 1 : 1;
  std::string fraction = digits.substr(whole);
  digits.resize(whole);
  cut_zeros(fraction);
  if (!fraction.empty()) {
    digits += '.' + fraction;
  } else if (fixed && whole_mark == WholeMark::PointZero) {
    digits += ".0";
  }
  if (!fixed) append_exponent(digits, exponent);
  return digits;
}

std::string group_digits(std::string_view digits, std::string_view separator, size_t group,
                         size_t min_width) {
  size_t width = digits.size() + (digits.empty() ? 0 : (digits.size() - 1) / group);
  size_t num_zeros = 0;
  while (width < min_width) {
    bool starts_group = (digits.size() + num_zeros) % group == 0;
    width += starts_group && !separator.empty() ? 2 : 1;
    ++num_zeros;
  }
  std::string padded(num_zeros, '0');
  padded += digits;
  if (separator.empty()) return padded;
  std::string grouped;
  grouped.reserve(padded.size() + padded.size() / group * separator.size());
  for (size_t i = 0; i < padded.size(); ++i) {
    if (i > 0 && (padded.size() - i) % group == 0) grouped += separator;
    grouped += padded[i];
  }
  return grouped;
}

}  // namespace syn
