// Text of floats. Three ways, fastest first: whole numbers; numbers with at most four decimals
// (money, percentages); std::to_chars, mended where it meets a tie.
//
// A tie: the exact value lies in the middle between the two shortest candidates D and D + 1.
// std::to_chars takes the even one, the language the larger. The exact value then is D.5 in units
// of the last digit, so it has exactly one decimal more than the candidate; a double has as many
// decimals as it has fractional bits. So a tie is: fractional bits == decimals written + 1. It
// happens only with few decimals, where the digits fit 128 bits.
// SPDX-License-Identifier: Apache-2.0
#include "num/float_text.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace syn {
namespace {

__extension__ using Wide = unsigned __int128;

/// Without exponent are written 0 and magnitudes from kFixedFrom, below kScientificFrom.
constexpr double kFixedFrom = 0.0001;
constexpr double kScientificFrom = 1e16;
/// Below it, a number with four decimals has at most 15 digits.
constexpr double kFewDigitsBelow = 1e11;
constexpr int kMostTieBits = 26;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

char* write_text(char* out, std::string_view text) {
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

char* write_uint64(char* out, uint64_t value) { return std::to_chars(out, out + 20, value).ptr; }

/// A whole number below 10^16: all its digits are needed, or end in zeros that the layout restores.
char* write_whole(char* out, double magnitude) {
  out = write_uint64(out, static_cast<uint64_t>(magnitude));
  return write_text(out, ".0");
}

/// `scaled` / 10000, where the digits are at most 15: such a text is the only one of its length
/// that reads back, so it is the shortest once its zeros are cut.
char* write_four_decimals(char* out, uint64_t scaled) {
  out = write_uint64(out, scaled / 10000);
  uint64_t fraction = scaled % 10000;
  *out++ = '.';
  int digits = 4;
  while (digits > 1 && fraction % 10 == 0) {
    fraction /= 10;
    --digits;
  }
  for (int i = digits - 1; i >= 0; --i) {
    out[i] = static_cast<char>('0' + fraction % 10);
    fraction /= 10;
  }
  return out + digits;
}

int count_fraction_bits(double magnitude) {
  uint64_t bits = std::bit_cast<uint64_t>(magnitude);
  int exponent = static_cast<int>(bits >> 52);
  uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
  if (exponent != 0) mantissa |= uint64_t{1} << 52;
  return 1075 - (exponent == 0 ? 1 : exponent) - std::countr_zero(mantissa);
}

/// Mends the last of `decimals` digits after the point of the shortest text of `magnitude`.
void take_larger_of_tie(char& last, int decimals, double magnitude) {
  int bits = count_fraction_bits(magnitude);
  if (bits != decimals + 1 || bits < 2 || bits > kMostTieBits) return;
  Wide exact = static_cast<Wide>(std::ldexp(magnitude, bits));
  for (int i = 0; i < bits; ++i) exact *= 5;
  char lower = static_cast<char>('0' + static_cast<int>(exact / 10 % 10));
  if (last == lower) ++last;  // even, so never a 9
}

/// Numbers from 0.0001 to 10^16 with a fraction.
char* write_fixed(char* out, double magnitude) {
  char* end = std::to_chars(out, out + kFloatTextRoom - 1, magnitude, std::chars_format::fixed).ptr;
  char* point = static_cast<char*>(std::memchr(out, '.', static_cast<size_t>(end - out)));
  take_larger_of_tie(end[-1], static_cast<int>(end - point) - 1, magnitude);
  return end;
}

/// The others; std::to_chars has Python's layout of exponents.
char* write_scientific(char* out, double magnitude) {
  char* end =
      std::to_chars(out, out + kFloatTextRoom - 1, magnitude, std::chars_format::scientific).ptr;
  if (magnitude > 1) return end;  // a multiple of its last digit
  char* mark = static_cast<char*>(std::memchr(out, 'e', static_cast<size_t>(end - out)));
  int exponent = 0;
  std::from_chars(mark + 1, end, exponent);
  int mantissa_decimals = std::max(0, static_cast<int>(mark - out) - 2);
  take_larger_of_tie(mark[-1], mantissa_decimals - exponent, magnitude);
  return end;
}

std::string_view trim_spaces(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\r\v\f";
  size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (lower_case(text[i]) != lower[i]) return false;
  }
  return true;
}

std::optional<double> parse_special(std::string_view unsigned_text) {
  if (equals_ignoring_case(unsigned_text, "nan")) return std::nan("");
  if (equals_ignoring_case(unsigned_text, "inf")) return HUGE_VAL;
  if (equals_ignoring_case(unsigned_text, "infinity")) return HUGE_VAL;
  return std::nullopt;
}

/// Digits with at most one point, then an exponent; the whole text. fast_float knows this grammar,
/// and more that the first character tells.
std::optional<double> parse_plain(std::string_view text) {
  if (text.empty() || !(is_digit(text.front()) || text.front() == '.')) return std::nullopt;
  double value = 0.0;
  const char* end = text.data() + text.size();
  auto read = fast_float::from_chars(text.data(), end, value);
  if (read.ec == std::errc::invalid_argument || read.ptr != end) return std::nullopt;
  return value;  // infinite or zero when out of range
}

/// The text without `_`; nothing where one stands elsewhere than between two digits.
std::optional<std::string> without_underscores(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      plain += text[i];
    } else if (i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) || !is_digit(text[i + 1])) {
      return std::nullopt;
    }
  }
  return plain;
}

}  // namespace

char* write_int64(char* out, int64_t value) {
  return std::to_chars(out, out + kFloatTextRoom, value).ptr;
}

char* write_float(char* out, double value) {
  if (std::isnan(value)) return write_text(out, "nan");
  if (std::signbit(value)) *out++ = '-';
  double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return write_text(out, "inf");
  if (magnitude < kScientificFrom && magnitude == std::trunc(magnitude)) {
    return write_whole(out, magnitude);
  }
  bool fixed = magnitude >= kFixedFrom && magnitude < kScientificFrom;
  if (fixed && magnitude < kFewDigitsBelow) {
    uint64_t scaled = static_cast<uint64_t>(magnitude * 10000.0 + 0.5);
    if (static_cast<double>(scaled) / 10000.0 == magnitude) return write_four_decimals(out, scaled);
  }
  return fixed ? write_fixed(out, magnitude) : write_scientific(out, magnitude);
}

std::string float_text(double value) {
  char text[kFloatTextRoom];
  return std::string(text, write_float(text, value));
}

std::string int64_text(int64_t value) {
  char text[kFloatTextRoom];
  return std::string(text, write_int64(text, value));
}

void append_float(std::string& out, double value) {
  char text[kFloatTextRoom];
  out.append(text, write_float(text, value));
}

void append_int64(std::string& out, int64_t value) {
  char text[kFloatTextRoom];
  out.append(text, write_int64(text, value));
}

std::optional<double> parse_float(std::string_view text, FloatSyntax syntax) {
  if (syntax.spaces) text = trim_spaces(text);
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::optional<double> value = parse_plain(text);
  if (!value && syntax.special) value = parse_special(text);
  if (!value && syntax.underscores && text.find('_') != std::string_view::npos) {
    if (std::optional<std::string> plain = without_underscores(text)) value = parse_plain(*plain);
  }
  if (value && negative) value = -*value;
  return value;
}

}  // namespace syn
