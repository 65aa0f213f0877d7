// What the files of Decimal share: magnitudes that are small or big, and bringing two to one scale.
// Not for others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "num/decimal.h"

namespace syn {

/// Digits that zeros are cut down to where a result does not fit the 96-bit form.
inline constexpr uint32_t kFormScale = 28;
inline constexpr Uint128 kFormLimit = Uint128{1} << 96;

/// An unsigned integer: `small`, unless `big` is set.
struct Magnitude {
  Uint128 small = 0;
  std::optional<BigInt> big;

  BigInt to_big() const&;
  Decimal to_decimal(bool negative, uint32_t scale) &&;
};

/// The magnitude of `value`, times 10^places.
Magnitude times_power_of_ten(const Decimal& value, uint64_t places);

/// Two magnitudes at the larger of the two scales: both small or both big.
struct AlignedPair {
  bool is_small = true;
  Uint128 small_left = 0;
  Uint128 small_right = 0;
  BigInt big_left;
  BigInt big_right;
};
AlignedPair align(const Decimal& left, const Decimal& right);

/// Digits of the magnitude, or one more.
uint64_t estimate_digits(const Decimal& value);
/// Bits of the magnitude.
uint64_t bit_length(const Decimal& value);
/// The magnitude modulo kHashPrime.
uint64_t magnitude_residue(const Decimal& value);
/// Divides by 10 while that is exact, at most `most` times; how often.
uint32_t remove_zeros(BigInt& magnitude, uint32_t most);

/// `ok` when a decimal of so many bits and so many digits after the point may be made.
Result<void> check_decimal_size(uint64_t bits, uint64_t scale);
/// `ok` when bringing the two to one scale stays within the bounds.
Result<void> check_alignment(const Decimal& left, const Decimal& right);

/// The exact result of an operation, with the scale that §9.4 gives it: as the 96-bit arithmetic
/// had it where the operands are in that form and it was exact; else in full, a scale above 28
/// shedding zeros first.
Decimal settle(bool negative, Magnitude magnitude, uint32_t scale, bool operands_fit_96);

/// left / right * 10^-scale_shift of magnitudes that are not zero, and the fewest decimals that the
/// result may have where it is exact and where it is rounded.
struct Quotient {
  bool negative = false;
  BigInt left;
  BigInt right;
  int64_t scale_shift = 0;
  int64_t min_exact_scale = 0;
  int64_t min_rounded_scale = 0;
};
/// floor(log10(left / right)) of numbers above zero.
int64_t quotient_exponent(const BigInt& left, const BigInt& right);
/// Significant digits of what does not terminate.
inline constexpr int64_t kQuotientDigits = 28;
/// Exact where it terminates, else 28 significant digits, half-even, never cutting the whole part.
Result<Decimal> divide_magnitudes(const Quotient& quotient);

}  // namespace syn
