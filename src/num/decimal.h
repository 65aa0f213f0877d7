// Decimal: an exact number in base 10: sign, magnitude, scale (digits after the point). The rules
// for the scale of results are those of language.md §9.4, side 0.6.29+. Not rounded to any
// precision, except by `/`.
//
// 1. The value is (-1)^negative * magnitude / 10^scale. 1.5 and 1.50 are equal and print
//    differently.
// 2. A magnitude below 2^128 is in high_:low_, and big_ is null; else it is in *big_.
// 3. "96-bit form" is magnitude < 2^96 and scale <= 28. What is exact in that form keeps the scale
//    that the original's 96-bit arithmetic gives it; division has its own rules there.
// 4. Zero may be negative; only parsing and negation make it so.
// 5. Results have scale <= kMaxDecimalScale and a magnitude of at most kMaxDecimalBits bits, or
//    fail with num_errors::kNumberTooLarge. A decimal made of a larger integer can be compared and
//    printed, no more.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "num/float_ops.h"
#include "num/integer.h"
#include "num/uint128.h"

namespace syn {

/// Bounds of results, about a million digits each. The slowest operation on such numbers, a
/// division, takes 1.1 s.
inline constexpr uint32_t kMaxDecimalScale = 1'000'000;
inline constexpr uint64_t kMaxDecimalBits = 4'000'000;

class Decimal {
 public:
  Decimal() = default;
  explicit Decimal(int64_t value);
  explicit Decimal(const BigInt& value);
  Decimal(bool negative, Uint128 magnitude, uint32_t scale);
  Decimal(bool negative, BigInt magnitude, uint32_t scale);
  Decimal(const Decimal& other);
  Decimal(Decimal&&) noexcept = default;
  Decimal& operator=(const Decimal& other);
  Decimal& operator=(Decimal&&) noexcept = default;
  ~Decimal() = default;

  /// Sign, digits with at most one point (`.5` and `5.` too), exponent, `_` between two digits
  /// where asked; no spaces, no suffix `d`. At most kMaxTextDigits digits, also when written out
  /// without exponent. Nothing when it is anything else. The scale is the digits after the point
  /// less the exponent, at least 0.
  static std::optional<Decimal> parse(std::string_view text,
                                      Underscores underscores = Underscores::Refuse);
  static Decimal from_integer(const AnyInteger& value);
  /// The value of the shortest text of a finite double: 0.1 is 0.1d.
  static Decimal from_float_text(double value);
  /// The exact value of a finite double.
  static Decimal from_float_exact(double value);

  bool is_zero() const { return low_ == 0 && high_ == 0 && !big_; }
  bool is_negative() const { return negative_; }
  /// -1, 0 or 1.
  int sign() const;
  uint32_t scale() const { return scale_; }
  bool is_small() const { return !big_; }
  bool fits_96() const { return !big_ && (high_ >> 32) == 0 && scale_ <= 28; }
  /// Only where `is_small()`.
  Uint128 small_magnitude() const;
  /// Only where not `is_small()`.
  const BigInt& big_magnitude() const { return *big_; }
  BigInt magnitude() const;
  /// Digits of the magnitude; 1 for 0.
  uint64_t digits() const;
  bool is_integer() const;

  /// All digits of the scale, `-` also before zero; no exponent ever.
  std::string to_text() const;
  /// The nearest double, ties to even; infinite when too large.
  double to_double() const;
  AnyInteger to_integer(Rounding rounding) const;
  /// Heap bytes, for accounting; not counting the object itself.
  size_t byte_size() const;
  /// Equal for equal values, also for integers and doubles of the same value.
  uint64_t hash() const;

  /// Flips the sign, also of zero.
  Decimal operator-() const;
  Decimal abs() const;
  /// Half-even to `places` decimals, but never more than it has (data.md §3.10). A zero result has
  /// no sign.
  Decimal round_to(uint64_t places) const;
  /// Half-even to exactly `places` decimals, with zeros added where needed; places <=
  /// kMaxDecimalScale.
  Decimal with_scale(uint32_t places) const;
  /// Without zeros at the end of the fraction, down to `min_scale`.
  Decimal trimmed(uint32_t min_scale = 0) const;

 private:
  uint64_t low_ = 0;
  uint64_t high_ = 0;
  std::unique_ptr<BigInt> big_;
  uint32_t scale_ = 0;
  bool negative_ = false;
};

bool operator==(const Decimal& left, const Decimal& right);
std::strong_ordering operator<=>(const Decimal& left, const Decimal& right);
std::strong_ordering compare(const Decimal& left, int64_t right);
std::strong_ordering compare(const Decimal& left, const BigInt& right);
/// Exact; unordered with NaN. The language refuses this pair; reports and sorting of tables may
/// want it.
std::partial_ordering compare(const Decimal& left, double right);

/// §9.4, 0.6.29+. All fail with num_errors::kNumberTooLarge where the result would break the bounds
/// above.
Result<Decimal> add(const Decimal& left, const Decimal& right);
Result<Decimal> subtract(const Decimal& left, const Decimal& right);
Result<Decimal> multiply(const Decimal& left, const Decimal& right);
/// num_errors::kDivisionByZero.
Result<Decimal> divide(const Decimal& left, const Decimal& right);
/// Scale 0; num_errors::kDivisionByZero.
Result<Decimal> floor_div(const Decimal& left, const Decimal& right);
/// Sign of the divisor, the larger scale; num_errors::kModuloByZero.
Result<Decimal> floor_mod(const Decimal& left, const Decimal& right);
/// num_errors::kZeroToNegativePower, kDecimalFractionalPower, kDecimalExponentTooLarge.
Result<Decimal> power(const Decimal& base, const Decimal& exponent);

}  // namespace syn
