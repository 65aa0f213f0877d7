// Text of floats. Three ways, fastest first: whole numbers; numbers with at most four decimals (money, percentages);
// std::to_chars, mended where it meets a tie.
//
// A tie: the exact value lies in the middle between the two shortest candidates D and D + 1. std::to_chars takes the
// even one, the language the larger. The exact value then is D.5 in units of the last digit, so it has exactly one
// decimal more than the candidate; a double has as many decimals as it has fractional bits. So a tie is: fractional
// bits == decimals written + 1. It happens only with few decimals, where the digits fit 128 bits.
// SPDX-License-Identifier: Apache-2.0
#include "num/float_text.h"

#include <fast_float/fast_float.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace syn {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr double kTwoTo53 = 9007199254740992.0;
constexpr int kMostTieBits = 26;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

char* write_text(char* out, std::string_view text) {
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

char* write_uint64(char* out, uint64_t value) { return std::to_chars(out, out + 20, value).ptr; }

/// A whole number below 2^53: all its digits are needed, or end in zeros that the layout restores.
char* write_whole(char* out, double magnitude) {
  out = write_uint64(out, static_cast<uint64_t>(magnitude));
  return write_text(out, ".0");
}

/// `scaled` / 10000, where the digits are at most 15: such a text is the only one of its length that reads back, so
/// it is the shortest once its zeros are cut.
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

/// The shortest digits d1…dn of 0.d1…dn * 10^point.
struct ShortestDigits {
  char digits[20];
  int num_digits;
  int point;
};

int count_fraction_bits(double magnitude) {
  uint64_t bits = std::bit_cast<uint64_t>(magnitude);
  int exponent = static_cast<int>(bits >> 52);
  uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
  if (exponent != 0) mantissa |= uint64_t{1} << 52;
  return 1075 - (exponent == 0 ? 1 : exponent) - std::countr_zero(mantissa);
}

void take_larger_of_tie(ShortestDigits& shortest, double magnitude) {
  int decimals = shortest.num_digits - shortest.point;
  int bits = count_fraction_bits(magnitude);
  if (bits != decimals + 1 || bits < 2 || bits > kMostTieBits) return;
  Wide exact = static_cast<Wide>(std::ldexp(magnitude, bits));
  for (int i = 0; i < bits; ++i) exact *= 5;
  char lower = static_cast<char>('0' + static_cast<int>(exact / 10 % 10));
  char& last = shortest.digits[shortest.num_digits - 1];
  if (last == lower) ++last;  // even, so never a 9
}

ShortestDigits shortest_digits(double magnitude) {
  char text[32];
  char* end = std::to_chars(text, text + sizeof text, magnitude, std::chars_format::scientific).ptr;
  char* exponent_mark = end;
  while (*exponent_mark != 'e') --exponent_mark;
  ShortestDigits result;
  result.digits[0] = text[0];
  result.num_digits = 1;
  for (const char* c = text + 2; c < exponent_mark; ++c) result.digits[result.num_digits++] = *c;
  const char* exponent_text = exponent_mark + (exponent_mark[1] == '+' ? 2 : 1);
  int exponent = 0;
  std::from_chars(exponent_text, end, exponent);
  result.point = exponent + 1;
  take_larger_of_tie(result, magnitude);
  return result;
}

char* write_scientific(char* out, const ShortestDigits& shortest) {
  *out++ = shortest.digits[0];
  if (shortest.num_digits > 1) {
    *out++ = '.';
    out = write_text(out, {shortest.digits + 1, static_cast<size_t>(shortest.num_digits - 1)});
  }
  int exponent = shortest.point - 1;
  *out++ = 'e';
  *out++ = exponent < 0 ? '-' : '+';
  uint64_t magnitude = static_cast<uint64_t>(std::abs(exponent));
  if (magnitude < 10) *out++ = '0';
  return write_uint64(out, magnitude);
}

char* write_fixed(char* out, const ShortestDigits& shortest) {
  std::string_view digits(shortest.digits, static_cast<size_t>(shortest.num_digits));
  if (shortest.point <= 0) {
    out = write_text(out, "0.");
    for (int i = shortest.point; i < 0; ++i) *out++ = '0';
    return write_text(out, digits);
  }
  size_t whole = static_cast<size_t>(shortest.point);
  if (digits.size() <= whole) {
    out = write_text(out, digits);
    for (size_t i = digits.size(); i < whole; ++i) *out++ = '0';
    return write_text(out, ".0");
  }
  out = write_text(out, digits.substr(0, whole));
  *out++ = '.';
  return write_text(out, digits.substr(whole));
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

/// Moves past digits (and single `_` between two of them); false where a `_` stands wrong.
bool skip_digits(std::string_view text, size_t& position, bool underscores) {
  while (position < text.size()) {
    if (is_digit(text[position])) {
      ++position;
    } else if (text[position] == '_') {
      bool between = underscores && position > 0 && is_digit(text[position - 1]) &&
                     position + 1 < text.size() && is_digit(text[position + 1]);
      if (!between) return false;
      ++position;
    } else {
      break;
    }
  }
  return true;
}

/// digits [. [digits]] | . digits, then an exponent; the whole text.
bool is_plain_float(std::string_view text, bool underscores) {
  size_t position = 0;
  if (!skip_digits(text, position, underscores)) return false;
  size_t num_digits = position;
  if (position < text.size() && text[position] == '.') {
    size_t start = ++position;
    if (!skip_digits(text, position, underscores)) return false;
    num_digits += position - start;
  }
  if (num_digits == 0) return false;
  if (position < text.size() && lower_case(text[position]) == 'e') {
    ++position;
    if (position < text.size() && (text[position] == '+' || text[position] == '-')) ++position;
    size_t start = position;
    if (!skip_digits(text, position, underscores) || position == start) return false;
  }
  return position == text.size();
}

double read_plain_float(std::string_view text) {
  double value = 0.0;
  fast_float::from_chars(text.data(), text.data() + text.size(), value);
  return value;
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
  if (magnitude < kTwoTo53 && magnitude == std::trunc(magnitude)) return write_whole(out, magnitude);
  if (magnitude >= 0.0001 && magnitude < 1e11) {
    uint64_t scaled = static_cast<uint64_t>(magnitude * 10000.0 + 0.5);
    if (static_cast<double>(scaled) / 10000.0 == magnitude) return write_four_decimals(out, scaled);
  }
  ShortestDigits shortest = shortest_digits(magnitude);
  bool scientific = shortest.point <= -4 || shortest.point > 16;
  return scientific ? write_scientific(out, shortest) : write_fixed(out, shortest);
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
  std::optional<double> value;
  if (is_plain_float(text, syntax.underscores)) {
    if (syntax.underscores && text.find('_') != std::string_view::npos) {
      std::string plain(text);
      std::erase(plain, '_');
      value = read_plain_float(plain);
    } else {
      value = read_plain_float(text);
    }
  } else if (syntax.special) {
    value = parse_special(text);
  }
  if (value && negative) value = -*value;
  return value;
}

}  // namespace syn
