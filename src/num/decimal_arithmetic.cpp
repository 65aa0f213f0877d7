// Decimal: + - * // % ** (language.md §9.4).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "num/decimal.h"
#include "num/decimal_parts.h"
#include "num/errors.h"

namespace syn {
namespace {

/// Powers are multiplied one by one, as the definition has it, while they stay in 96-bit form; no
/// base but one that is a power of ten stays longer than this.
constexpr uint64_t kMostSteps = 128;

bool both_fit_96(const Decimal& left, const Decimal& right) {
  return left.fits_96() && right.fits_96();
}

/// What adding magnitudes at one scale needs to know besides them.
struct SumForm {
  bool left_negative;
  bool right_negative;
  uint32_t scale;
  bool operands_fit_96;
};

Decimal add_small(Uint128 left, Uint128 right, const SumForm& form) {
  if (form.left_negative != form.right_negative) {
    bool flips = right > left;
    Uint128 difference = flips ? right - left : left - right;
    bool negative = difference != 0 && form.left_negative != flips;
    return settle(negative, {difference, std::nullopt}, form.scale, form.operands_fit_96);
  }
  Uint128 sum = 0;
  if (!__builtin_add_overflow(left, right, &sum)) {
    return settle(form.left_negative, {sum, std::nullopt}, form.scale, form.operands_fit_96);
  }
  BigInt big = BigInt::from_uint128(high_half(left), low_half(left));
  big += BigInt::from_uint128(high_half(right), low_half(right));
  return settle(form.left_negative, {0, std::move(big)}, form.scale, form.operands_fit_96);
}

/// Adds two numbers that are not zero; `right_negative` is the sign that the right one counts with.
Result<Decimal> add_signed(const Decimal& left, const Decimal& right, bool right_negative) {
  SumForm form{left.is_negative(), right_negative, std::max(left.scale(), right.scale()),
               both_fit_96(left, right)};
  if (left.is_small() && right.is_small() && left.scale() == right.scale()) {
    return add_small(left.small_magnitude(), right.small_magnitude(), form);
  }
  TRY(check_alignment(left, right));
  AlignedPair pair = align(left, right);
  if (pair.is_small) return add_small(pair.small_left, pair.small_right, form);
  if (form.left_negative) pair.big_left.negate();
  if (right_negative) pair.big_right.negate();
  pair.big_left += pair.big_right;
  bool negative = pair.big_left.sign() < 0;
  return settle(negative, {0, pair.big_left.abs()}, form.scale, form.operands_fit_96);
}

/// Floored quotient and remainder of the magnitudes at one scale, signs applied.
struct FlooredDivision {
  Decimal quotient;
  Decimal remainder;
};

FlooredDivision floor_small(Uint128 left, Uint128 right, bool left_negative, bool right_negative,
                            uint32_t scale) {
  Division128 division = divide_128(left, right);
  bool signs_differ = left_negative != right_negative;
  if (signs_differ && division.remainder != 0) {
    division.quotient += 1;  // at most 2^127: the divisor is not 1 here
    division.remainder = right - division.remainder;
  }
  return {Decimal(signs_differ && division.quotient != 0, division.quotient, 0),
          Decimal(right_negative && division.remainder != 0, division.remainder, scale)};
}

Result<FlooredDivision> floor_both(const Decimal& left, const Decimal& right) {
  TRY(check_alignment(left, right));
  AlignedPair pair = align(left, right);
  uint32_t scale = std::max(left.scale(), right.scale());
  if (pair.is_small) {
    return floor_small(pair.small_left, pair.small_right, left.is_negative(), right.is_negative(),
                       scale);
  }
  if (left.is_negative()) pair.big_left.negate();
  if (right.is_negative()) pair.big_right.negate();
  BigDivision division = floor_divide(pair.big_left, pair.big_right);
  bool remainder_negative = division.remainder.sign() < 0;
  return FlooredDivision{Decimal(division.quotient),
                         Decimal(remainder_negative, division.remainder.abs(), scale)};
}

/// base^exponent, exponent > 0, base not zero: multiplied step by step while that stays in 96-bit
/// form, the rest at once.
Result<Decimal> multiply_repeatedly(const Decimal& base, uint64_t exponent) {
  Decimal magnitude = base.abs();
  TRY_ASSIGN(Decimal result, multiply(Decimal(1), magnitude));
  uint64_t done = 1;
  while (done < exponent && done < kMostSteps && both_fit_96(result, magnitude)) {
    TRY_ASSIGN(Decimal next, multiply(result, magnitude));
    ++done;
    bool fixed = next.scale() == result.scale() && next == result;  // 1, 1.0, …
    result = std::move(next);
    if (fixed) done = exponent;
  }
  if (done < exponent) {
    uint64_t rest = exponent - done;
    BigInt factor = magnitude.magnitude();
    uint64_t bits = power_bits(factor, rest) + bit_length(result);
    uint64_t scale = result.scale() + uint64_t{base.scale()} * rest;
    if (!check_decimal_size(bits, scale)) return Error(num_errors::kDecimalPowerOverflow);
    BigInt product = result.magnitude() * power(factor, rest);
    result = settle(false, {0, std::move(product)}, static_cast<uint32_t>(scale), false);
  }
  return base.is_negative() && exponent % 2 == 1 ? -result : std::move(result);
}

}  // namespace

Result<Decimal> add(const Decimal& left, const Decimal& right) {
  if (left.is_zero()) return right;
  if (right.is_zero()) return left;
  return add_signed(left, right, right.is_negative());
}

Result<Decimal> subtract(const Decimal& left, const Decimal& right) {
  if (left.is_zero()) return right.is_zero() ? right.abs() : -right;
  if (right.is_zero()) return left;
  return add_signed(left, right, !right.is_negative());
}

Result<Decimal> multiply(const Decimal& left, const Decimal& right) {
  if (left.is_zero() || right.is_zero()) return Decimal();
  bool negative = left.is_negative() != right.is_negative();
  uint32_t scale = left.scale() + right.scale();
  bool fit = both_fit_96(left, right);
  if (left.is_small() && right.is_small()) {
    Uint128 product = 0;
    if (!__builtin_mul_overflow(left.small_magnitude(), right.small_magnitude(), &product)) {
      TRY(check_decimal_size(0, scale));
      return settle(negative, {product, std::nullopt}, scale, fit);
    }
  }
  TRY(check_decimal_size(bit_length(left) + bit_length(right), scale));
  return settle(negative, {0, left.magnitude() * right.magnitude()}, scale, fit);
}

Result<Decimal> floor_div(const Decimal& left, const Decimal& right) {
  if (right.is_zero()) return Error(num_errors::kDivisionByZero);
  TRY_ASSIGN(FlooredDivision division, floor_both(left, right));
  return std::move(division.quotient);
}

Result<Decimal> floor_mod(const Decimal& left, const Decimal& right) {
  if (right.is_zero()) return Error(num_errors::kModuloByZero);
  TRY_ASSIGN(FlooredDivision division, floor_both(left, right));
  return std::move(division.remainder);
}

Result<Decimal> power(const Decimal& base, const Decimal& exponent) {
  if (!exponent.is_integer()) return Error(num_errors::kDecimalFractionalPower);
  AnyInteger whole = exponent.to_integer(Rounding::Truncate);
  const int64_t* small = std::get_if<int64_t>(&whole);
  if (!small || *small > UINT32_MAX || *small < -int64_t{UINT32_MAX}) {
    return Error(num_errors::kDecimalExponentTooLarge);
  }
  if (*small == 0) return Decimal(1);
  if (base.is_zero()) {
    if (*small < 0) return Error(num_errors::kZeroToNegativePower);
    return Decimal();
  }
  uint64_t steps = static_cast<uint64_t>(*small < 0 ? -*small : *small);
  TRY_ASSIGN(Decimal result, multiply_repeatedly(base, steps));
  if (*small > 0) return result;
  return divide(Decimal(1), result);
}

}  // namespace syn
