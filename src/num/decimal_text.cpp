// Decimal: text and doubles, both ways.
// SPDX-License-Identifier: Apache-2.0
#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "num/decimal.h"
#include "num/decimal_parts.h"
#include "num/float_text.h"

namespace syn {
namespace {

/// Longer exponents are not read; far beyond what kMaxTextDigits allows.
constexpr int64_t kMostExponent = 1'000'000;
/// Powers of ten up to here are exact as doubles.
constexpr uint32_t kExactPowers = 22;
constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A decimal text taken apart.
struct DecimalParts {
  bool negative = false;
  std::string digits;    // without point, `_` and zeros at the front
  int64_t decimals = 0;  // digits after the point
  int64_t exponent = 0;
};

/// Reads one text front to back; every function is false on a text of another form.
class DecimalReader {
 public:
  DecimalReader(std::string_view text, Underscores underscores)
      : text_(text), underscores_(underscores) {}

  std::optional<DecimalParts> read() {
    parts_.negative = take('-');
    if (!parts_.negative) take('+');
    size_t num_digits = 0;
    if (!read_digits(num_digits)) return std::nullopt;
    if (take('.')) {
      size_t whole_digits = num_digits;
      if (!read_digits(num_digits)) return std::nullopt;
      parts_.decimals = static_cast<int64_t>(num_digits - whole_digits);
    }
    if (num_digits == 0 || !read_exponent() || position_ != text_.size()) return std::nullopt;
    return std::move(parts_);
  }

 private:
  char at(size_t position) const { return position < text_.size() ? text_[position] : '\0'; }

  bool take(char c) {
    if (at(position_) != c) return false;
    ++position_;
    return true;
  }

  bool skip_underscore() {
    bool between = position_ > 0 && is_digit(text_[position_ - 1]) && is_digit(at(position_ + 1));
    ++position_;
    return between && underscores_ == Underscores::BetweenDigits;
  }

  bool read_digits(size_t& num_digits) {
    for (;; ++position_) {
      if (at(position_) == '_' && !skip_underscore()) return false;
      char c = at(position_);
      if (!is_digit(c)) return true;
      ++num_digits;
      if (c != '0' || !parts_.digits.empty()) parts_.digits += c;
    }
  }

  bool read_exponent() {
    if (!take('e') && !take('E')) return true;
    bool negative = take('-');
    if (!negative) take('+');
    if (!is_digit(at(position_))) return false;
    for (;; ++position_) {
      if (at(position_) == '_' && !skip_underscore()) return false;
      char c = at(position_);
      if (!is_digit(c)) break;
      parts_.exponent = std::min(parts_.exponent * 10 + (c - '0'), kMostExponent);
    }
    if (negative) parts_.exponent = -parts_.exponent;
    return true;
  }

  std::string_view text_;
  Underscores underscores_;
  size_t position_ = 0;
  DecimalParts parts_;
};

Uint128 read_uint128(std::string_view digits) {
  Uint128 value = 0;
  for (char c : digits) value = value * 10 + static_cast<unsigned>(c - '0');
  return value;
}

}  // namespace

std::optional<Decimal> Decimal::parse(std::string_view text, Underscores underscores) {
  std::optional<DecimalParts> parts = DecimalReader(text, underscores).read();
  if (!parts) return std::nullopt;
  std::string& digits = parts->digits;
  int64_t scale = parts->decimals - parts->exponent;
  constexpr int64_t kMostDigits = static_cast<int64_t>(kMaxTextDigits);
  if (digits.empty()) scale = std::max<int64_t>(scale, 0);
  if (std::max<int64_t>(static_cast<int64_t>(digits.size()) - std::min<int64_t>(scale, 0), scale) >
      kMostDigits) {
    return std::nullopt;
  }
  if (scale < 0) digits.append(static_cast<size_t>(-scale), '0');
  uint32_t final_scale = static_cast<uint32_t>(std::max<int64_t>(scale, 0));
  if (digits.size() <= kMaxPowerOfTen128) {
    return Decimal(parts->negative, read_uint128(digits), final_scale);
  }
  return Decimal(parts->negative, BigInt::parse(digits).value(), final_scale);
}

Decimal Decimal::from_float_text(double value) {
  CHECK(std::isfinite(value));
  char text[kFloatTextRoom];
  const char* end = write_float(text, value);
  return parse({text, static_cast<size_t>(end - text)}).value();
}

std::string Decimal::to_text() const {
  std::string digits;
  if (big_) {
    digits = big_->to_text();
  } else {
    char text[kMaxDigits128];
    digits.assign(text, write_uint128(text, small_magnitude()));
  }
  if (digits.size() <= scale_) digits.insert(0, scale_ + 1 - digits.size(), '0');
  if (scale_ > 0) digits.insert(digits.size() - scale_, 1, '.');
  if (negative_) digits.insert(0, 1, '-');
  return digits;
}

double Decimal::to_double() const {
  double magnitude = 0.0;
  if (!big_ && high_ == 0 && (low_ >> 53) == 0 && scale_ <= kExactPowers) {
    magnitude = static_cast<double>(low_) / kPowersOfTen[scale_];
  } else if (!big_) {
    char text[kMaxDigits128 + 16];
    char* end = write_uint128(text, small_magnitude());
    *end++ = 'e';
    end = std::to_chars(end, text + sizeof text, -static_cast<int64_t>(scale_)).ptr;
    fast_float::from_chars(static_cast<const char*>(text), static_cast<const char*>(end),
                           magnitude);
  } else if (scale_ == 0) {
    magnitude = big_->to_double();
  } else {
    magnitude = divide_to_double(*big_, BigInt::power_of_ten(scale_));
  }
  return negative_ ? -magnitude : magnitude;
}

}  // namespace syn
