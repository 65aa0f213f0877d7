// Integers as the program sees them: overflow-checked int64, text to integer, the exact sum.
// SPDX-License-Identifier: Apache-2.0
#include "num/integer.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "num/float_text.h"

namespace syn {
namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The digits without `_`, or nothing where a `_` stands elsewhere than between two characters.
std::optional<std::string> without_underscores(std::string_view digits) {
  std::string plain;
  plain.reserve(digits.size());
  for (size_t i = 0; i < digits.size(); ++i) {
    if (digits[i] != '_') {
      plain += digits[i];
    } else if (i == 0 || i + 1 == digits.size() || digits[i + 1] == '_') {
      return std::nullopt;
    }
  }
  return plain;
}

/// Digits without sign; their number is bounded here.
std::optional<AnyInteger> parse_digits(std::string_view digits, int base, bool negative) {
  if (base == 10 ? digits.size() > kMaxTextDigits : digits.size() > kMaxIntegerBits / 6) {
    return std::nullopt;
  }
  if (digits.empty() || digits.front() == '-' || digits.front() == '+') return std::nullopt;
  uint64_t small = 0;
  const char* end = digits.data() + digits.size();
  auto parsed = std::from_chars(digits.data(), end, small, base);
  if (parsed.ec == std::errc() && parsed.ptr == end && small <= INT64_MAX) {
    int64_t value = static_cast<int64_t>(small);
    return AnyInteger(negative ? -value : value);
  }
  if (parsed.ptr != end) return std::nullopt;
  std::optional<BigInt> value = BigInt::parse(digits, base);
  if (!value) return std::nullopt;
  if (negative) value->negate();
  return to_integer(std::move(*value));
}

std::optional<AnyInteger> parse_unsigned(std::string_view digits, int base, bool negative,
                                         Underscores underscores) {
  if (underscores == Underscores::Refuse || digits.find('_') == std::string_view::npos) {
    return parse_digits(digits, base, negative);
  }
  std::optional<std::string> plain = without_underscores(digits);
  if (!plain) return std::nullopt;
  return parse_digits(*plain, base, negative);
}

/// Takes a sign off the front.
bool take_sign(std::string_view& text) {
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return negative;
}

int prefix_base(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') return 10;
  switch (text[1]) {
    case 'x':
    case 'X': return 16;
    case 'o':
    case 'O': return 8;
    case 'b':
    case 'B': return 2;
    default: return 10;
  }
}

}  // namespace

AnyInteger to_integer(BigInt value) {
  if (value.fits_int64()) return value.to_int64();
  return AnyInteger(std::move(value));
}

BigInt to_big_int(const AnyInteger& value) {
  if (const int64_t* small = std::get_if<int64_t>(&value)) return BigInt(*small);
  return std::get<BigInt>(value);
}

double to_double(const AnyInteger& value) {
  if (const int64_t* small = std::get_if<int64_t>(&value)) return static_cast<double>(*small);
  return std::get<BigInt>(value).to_double();
}

std::string to_text(const AnyInteger& value) {
  if (const int64_t* small = std::get_if<int64_t>(&value)) return int64_text(*small);
  return std::get<BigInt>(value).to_text();
}

std::optional<int64_t> add_int64(int64_t left, int64_t right) {
  int64_t result = 0;
  if (__builtin_add_overflow(left, right, &result)) return std::nullopt;
  return result;
}

std::optional<int64_t> subtract_int64(int64_t left, int64_t right) {
  int64_t result = 0;
  if (__builtin_sub_overflow(left, right, &result)) return std::nullopt;
  return result;
}

std::optional<int64_t> multiply_int64(int64_t left, int64_t right) {
  int64_t result = 0;
  if (__builtin_mul_overflow(left, right, &result)) return std::nullopt;
  return result;
}

std::optional<int64_t> floor_div_int64(int64_t left, int64_t right) {
  if (right == -1) return subtract_int64(0, left);
  int64_t quotient = left / right;
  bool inexact = quotient * right != left;
  return inexact && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

int64_t floor_mod_int64(int64_t left, int64_t right) {
  if (right == -1) return 0;
  int64_t remainder = left % right;
  return remainder != 0 && (remainder < 0) != (right < 0) ? remainder + right : remainder;
}

std::optional<int64_t> pow_int64(int64_t base, uint64_t exponent) {
  int64_t result = 1;
  while (exponent != 0) {
    if ((exponent & 1) && __builtin_mul_overflow(result, base, &result)) return std::nullopt;
    exponent >>= 1;
    if (exponent != 0 && __builtin_mul_overflow(base, base, &base)) return std::nullopt;
  }
  return result;
}

uint64_t gcd_int64(int64_t left, int64_t right) {
  uint64_t a = static_cast<uint64_t>(left);
  uint64_t b = static_cast<uint64_t>(right);
  return std::gcd(left < 0 ? 0 - a : a, right < 0 ? 0 - b : b);
}

AnyInteger add_integers(int64_t left, int64_t right) {
  if (auto sum = add_int64(left, right)) return *sum;
  return to_integer(BigInt(left) += right);
}

AnyInteger subtract_integers(int64_t left, int64_t right) {
  if (auto difference = subtract_int64(left, right)) return *difference;
  return to_integer(BigInt(left) -= BigInt(right));
}

AnyInteger multiply_integers(int64_t left, int64_t right) {
  if (auto product = multiply_int64(left, right)) return *product;
  return to_integer(BigInt(left) *= right);
}

AnyInteger floor_div_integers(int64_t left, int64_t right) {
  if (auto quotient = floor_div_int64(left, right)) return *quotient;
  return negate_integer(left);
}

AnyInteger negate_integer(int64_t value) { return subtract_integers(0, value); }

Result<AnyInteger> integer_power(const AnyInteger& base, uint64_t exponent) {
  if (const int64_t* small = std::get_if<int64_t>(&base)) {
    if (*small == 0 || *small == 1 || *small == -1) {
      bool keeps = exponent == 0 || (*small == -1 && exponent % 2 == 0);
      return AnyInteger(keeps ? int64_t{1} : *small);
    }
    if (auto result = pow_int64(*small, exponent)) return AnyInteger(*result);
  }
  TRY_ASSIGN(BigInt result, checked_power(to_big_int(base), exponent));
  return to_integer(std::move(result));
}

std::partial_ordering compare(int64_t left, double right) {
  if (std::isnan(right)) return std::partial_ordering::unordered;
  if (right >= kTwoTo63) return std::partial_ordering::less;
  if (right < -kTwoTo63) return std::partial_ordering::greater;
  double whole = std::trunc(right);
  int64_t truncated = static_cast<int64_t>(whole);
  if (left != truncated) return left <=> truncated;
  return 0.0 <=> right - whole;
}

bool equals(int64_t left, double right) {
  return compare(left, right) == std::partial_ordering::equivalent;
}

std::optional<int64_t> exact_int64(double value) {
  if (!(value >= -kTwoTo63 && value < kTwoTo63)) return std::nullopt;
  int64_t whole = static_cast<int64_t>(value);
  if (static_cast<double>(whole) != value) return std::nullopt;
  return whole;
}

AnyInteger integer_from_whole_double(double value) {
  if (auto small = exact_int64(value)) return *small;
  return to_integer(BigInt::from_double(value));
}

std::optional<AnyInteger> parse_integer(std::string_view text, int base, Underscores underscores) {
  bool negative = take_sign(text);
  return parse_unsigned(text, base, negative, underscores);
}

std::optional<AnyInteger> parse_prefixed_integer(std::string_view text, Underscores underscores) {
  bool negative = take_sign(text);
  int base = prefix_base(text);
  if (base != 10) {
    text.remove_prefix(2);
    if (underscores == Underscores::BetweenDigits && text.starts_with('_')) text.remove_prefix(1);
  }
  return parse_unsigned(text, base, negative, underscores);
}

bool has_too_many_digits(std::string_view text) {
  size_t num_digits = 0;
  for (char c : text) {
    if (is_digit(c)) {
      ++num_digits;
    } else if (c != '_' && c != '+' && c != '-' && c != '.') {
      return false;
    }
  }
  return num_digits > kMaxTextDigits;
}

void IntegerSum::add(const BigInt& value) {
  if (!large_) large_.emplace();
  *large_ += value;
}

namespace {

using Lanes __attribute__((vector_size(16))) = uint64_t;

constexpr size_t kSumBlock = 512;
constexpr uint64_t kSmall = uint64_t{1} << 52;  // so many as in a block have a sum of 64 bits

/// The sum of a block of numbers below `kSmall` in size; nothing where one is larger.
std::optional<int64_t> sum_small(const int64_t* values) {
  Lanes sum{};
  Lanes seen{};
  for (size_t i = 0; i < kSumBlock; i += 2) {
    Lanes lanes;
    std::memcpy(&lanes, values + i, sizeof(lanes));
    sum += lanes;
    seen |= lanes + kSmall;
  }
  if (((seen[0] | seen[1]) >> 53) != 0) return std::nullopt;
  return static_cast<int64_t>(sum[0] + sum[1]);
}

}  // namespace

void IntegerSum::add_all(std::span<const int64_t> values) {
  Int128 sum = 0;
  while (values.size() >= kSumBlock) {
    if (auto small = sum_small(values.data())) {
      sum += *small;
    } else {
      for (int64_t value : values.first(kSumBlock)) sum += value;
    }
    values = values.subspan(kSumBlock);
  }
  for (int64_t value : values) sum += value;
  add_wide(sum);
}

void IntegerSum::add_repeated(int64_t value, uint64_t count) {
  add_wide(static_cast<Int128>(value) * count);
}

void IntegerSum::merge(const IntegerSum& other) {
  if (other.large_) add(BigInt(*other.large_));  // `other` may be this sum
  add_wide(other.small_);
}

void IntegerSum::add_wide(Int128 value) {
  Int128 sum = 0;
  if (!__builtin_add_overflow(small_, value, &sum)) {
    small_ = sum;
    return;
  }
  add(big_of(value));
}

BigInt IntegerSum::big_of(Int128 value) {
  int64_t high = static_cast<int64_t>(value >> 64);
  BigInt result = shift_left(BigInt(high), 64);
  return result += BigInt(static_cast<uint64_t>(value));
}

AnyInteger IntegerSum::result() const {
  if (auto small = result_int64()) return *small;
  BigInt sum = big_of(small_);
  if (large_) sum += *large_;
  return to_integer(std::move(sum));
}

std::optional<int64_t> IntegerSum::result_int64() const {
  if (large_ || small_ < INT64_MIN || small_ > INT64_MAX) return std::nullopt;
  return static_cast<int64_t>(small_);
}

}  // namespace syn
