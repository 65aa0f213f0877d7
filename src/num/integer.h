// Integers as the program sees them: int64 where it fits, BigInt beyond. Exact operations on int64
// that report overflow, exact comparison with doubles, reading integer text, and the exact sum.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "num/big_int.h"

namespace syn {

/// Normalised: a BigInt never holds a value that fits an int64.
using AnyInteger = std::variant<int64_t, BigInt>;

/// Normalises.
AnyInteger to_integer(BigInt value);
BigInt to_big_int(const AnyInteger& value);
double to_double(const AnyInteger& value);
std::string to_text(const AnyInteger& value);

/// Exact `+ - *`; nothing on overflow.
std::optional<int64_t> add_int64(int64_t left, int64_t right);
std::optional<int64_t> subtract_int64(int64_t left, int64_t right);
std::optional<int64_t> multiply_int64(int64_t left, int64_t right);
/// Floored; the divisor is not zero. Nothing for INT64_MIN // -1, the only overflow.
std::optional<int64_t> floor_div_int64(int64_t left, int64_t right);
/// Has the sign of the divisor, which is not zero. Never overflows.
int64_t floor_mod_int64(int64_t left, int64_t right);
std::optional<int64_t> pow_int64(int64_t base, uint64_t exponent);
/// Never negative.
uint64_t gcd_int64(int64_t left, int64_t right);

/// Exact results of any size, for the slow path.
AnyInteger add_integers(int64_t left, int64_t right);
AnyInteger subtract_integers(int64_t left, int64_t right);
AnyInteger multiply_integers(int64_t left, int64_t right);
AnyInteger floor_div_integers(int64_t left, int64_t right);
AnyInteger negate_integer(int64_t value);

/// base ** exponent as §9.1 has it for exponent >= 0: refused above kMaxIntegerBits, unless the
/// base is -1, 0 or 1.
Result<AnyInteger> integer_power(const AnyInteger& base, uint64_t exponent);

/// Exact; unordered with NaN.
std::partial_ordering compare(int64_t left, double right);
bool equals(int64_t left, double right);
/// The int64 that is exactly `value`; nothing for fractions, NaN, infinities and values out of
/// range.
std::optional<int64_t> exact_int64(double value);
/// The integer that is exactly the whole, finite `value`.
AnyInteger integer_from_whole_double(double value);

enum class Underscores : uint8_t { Refuse, BetweenDigits };

/// Integer text as builtin `int` reads it: sign, digits of `base`, `_` between two digits where
/// asked. No spaces. Nothing when it is something else. More than kMaxTextDigits digits in base 10
/// is nothing too, and longer than kMaxIntegerBits in other bases: ask `has_too_many_digits` to
/// tell why.
std::optional<AnyInteger> parse_integer(std::string_view text, int base = 10,
                                        Underscores underscores = Underscores::Refuse);
/// As above in base 10, or in base 16, 8, 2 after `0x`, `0o`, `0b` in either case (after the sign).
std::optional<AnyInteger> parse_prefixed_integer(std::string_view text, Underscores underscores);
/// True for text of digits, signs, `_` and points that is refused only for its length.
bool has_too_many_digits(std::string_view text);

/// Sums integers exactly, in any order, at the speed of two adds while they are int64.
class IntegerSum {
 public:
  void add(int64_t value) { small_ += value; }
  void add(const BigInt& value);
  void add_all(std::span<const int64_t> values);
  /// Adds `value` `count` times.
  void add_repeated(int64_t value, uint64_t count);
  void merge(const IntegerSum& other);
  AnyInteger result() const;
  /// The sum when it fits and no BigInt was added.
  std::optional<int64_t> result_int64() const;

 private:
  __extension__ using Int128 = __int128;
  void add_wide(Int128 value);
  static BigInt big_of(Int128 value);

  Int128 small_ = 0;  // 2^63 single adds cannot overflow it
  std::optional<BigInt> large_;
};

}  // namespace syn
