// Decimal: `/` (language.md §9.4). Three rules, in this order:
//
// 1. Operands in 96-bit form: the quotient of the original's 96-bit division, digit for digit, when
//    it is exact or has at least 28 digits. It appends digits in blocks and cuts zeros by a rule of
//    its own, so that 10d / 4 is 2.50.
// 2. A quotient that terminates: all of it, zeros cut down to scale max(0, left - right).
// 3. Else 28 significant digits, half-even; but never fewer decimals than either operand, nor a cut
//    whole part.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "num/decimal.h"
#include "num/decimal_parts.h"
#include "num/errors.h"

namespace syn {
namespace {

/// The largest c in 1…9 with scale + c <= 28 and room for c more digits below 2^96; 0 if there is
/// none.
int block_digits(Uint128 quotient, int scale) {
  int most = std::min(9, static_cast<int>(kFormScale) - scale);
  for (int digits = most; digits >= 1; --digits) {
    Uint128 power = kPowersOfTen128[static_cast<size_t>(digits)];
    if (quotient * power + power - 1 < kFormLimit) return digits;
  }
  return 0;
}

/// Cuts zeros as the original does: by blocks, each tried where the low bits allow it.
void cut_zeros(Uint128& quotient, int& scale) {
  auto cut = [&](int digits) {
    Division128 division = divide_128(quotient, kPowersOfTen128[static_cast<size_t>(digits)]);
    if (scale < digits || division.remainder != 0) return false;
    quotient = division.quotient;
    scale -= digits;
    return true;
  };
  while (quotient != 0 && (quotient & UINT32_MAX) == 0 && cut(8)) {
  }
  if (quotient % 16 == 0) cut(4);
  if (quotient % 4 == 0) cut(2);
  if (quotient % 2 == 0) cut(1);
}

struct FormQuotient {
  Uint128 magnitude;
  int scale;
  bool exact;
};

/// The 96-bit division of magnitudes that are not zero; nothing where the original falls back to
/// floats.
std::optional<FormQuotient> divide_in_form(Uint128 left, Uint128 right, int scale) {
  Division128 first = divide_128(left, right);
  Uint128 quotient = first.quotient;
  Uint128 remainder = first.remainder;
  bool had_remainder = false;
  while (true) {
    int digits = 0;
    if (remainder == 0) {
      if (scale >= 0) break;
      digits = std::min(9, -scale);
    } else {
      had_remainder = true;
      digits = block_digits(quotient, scale);
      if (digits == 0) break;
    }
    Uint128 power = kPowersOfTen128[static_cast<size_t>(digits)];
    Division128 next = divide_128(remainder * power, right);
    quotient = quotient * power + next.quotient;
    remainder = next.remainder;
    scale += digits;
    if (quotient >= kFormLimit) return std::nullopt;
  }
  bool exact = remainder == 0;
  if (!exact) {
    Uint128 to_next = right - remainder;
    if (remainder > to_next || (remainder == to_next && (quotient & 1) != 0)) ++quotient;
  }
  if (had_remainder) cut_zeros(quotient, scale);
  if (scale < 0 || quotient >= kFormLimit) return std::nullopt;
  return FormQuotient{quotient, scale, exact};
}

/// Factors 2 and 5 taken out of `value`.
struct TwosAndFives {
  uint64_t twos = 0;
  uint64_t fives = 0;
};

TwosAndFives remove_twos_and_fives(BigInt& value) {
  TwosAndFives removed;
  removed.twos = mpz_scan1(value.raw(), 0);
  value = shift_right(value, removed.twos);
  BigInt rest;
  BigInt five(int64_t{5});
  removed.fives = mpz_remove(rest.raw(), value.raw(), five.raw());
  value = std::move(rest);
  return removed;
}

/// round(left / right * 10^shift).
BigInt rounded_quotient(const BigInt& left, const BigInt& right, int64_t shift) {
  if (shift >= 0) {
    return round_divide(left * BigInt::power_of_ten(static_cast<uint64_t>(shift)), right);
  }
  return round_divide(left, right * BigInt::power_of_ten(static_cast<uint64_t>(-shift)));
}

}  // namespace

int64_t quotient_exponent(const BigInt& left, const BigInt& right) {
  int64_t exponent = static_cast<int64_t>(left.digit_estimate()) -
                     static_cast<int64_t>(right.digit_estimate()) - 2;
  // left / right >= 10^exponent holds; raise it while it still does, three times at most.
  auto reaches = [&](int64_t power) {
    BigInt ten_to = BigInt::power_of_ten(static_cast<uint64_t>(power < 0 ? -power : power));
    return power < 0 ? left * ten_to >= right : left >= right * ten_to;
  };
  while (reaches(exponent + 1)) ++exponent;
  return exponent;
}

Result<Decimal> divide_magnitudes(const Quotient& quotient) {
  BigInt left = quotient.left;
  BigInt right = quotient.right;
  BigInt common = gcd(left, right);
  mpz_divexact(left.raw(), left.raw(), common.raw());
  mpz_divexact(right.raw(), right.raw(), common.raw());
  int64_t shift = quotient.scale_shift;
  BigInt odd_rest = right;
  TwosAndFives factors = remove_twos_and_fives(odd_rest);
  if (odd_rest == 1) {
    int64_t decimals = static_cast<int64_t>(std::max(factors.twos, factors.fives)) + shift;
    int64_t scale = std::max<int64_t>({decimals, quotient.min_exact_scale, 0});
    uint64_t raised = static_cast<uint64_t>(scale - shift);
    TRY(check_decimal_size(left.bit_length() + raised * 10 / 3 + 1, static_cast<uint64_t>(scale)));
    BigInt magnitude = left * BigInt::power_of_ten(raised);
    mpz_divexact(magnitude.raw(), magnitude.raw(), right.raw());
    return Decimal(quotient.negative, std::move(magnitude), static_cast<uint32_t>(scale));
  }
  int64_t exponent = quotient_exponent(left, right) - shift;
  int64_t wanted = kQuotientDigits - 1 - exponent;
  int64_t scale = std::max<int64_t>({wanted, quotient.min_rounded_scale, 0});
  TRY(check_decimal_size(0, static_cast<uint64_t>(scale)));
  BigInt magnitude = rounded_quotient(left, right, scale - shift);
  // 99…9 rounded up to 100…0 has one digit too many.
  bool carried = scale == wanted && magnitude == BigInt::power_of_ten(kQuotientDigits);
  if (carried && scale > std::max<int64_t>(quotient.min_rounded_scale, 0)) {
    magnitude = BigInt::power_of_ten(kQuotientDigits - 1);
    --scale;
  }
  return Decimal(quotient.negative, std::move(magnitude), static_cast<uint32_t>(scale));
}

Result<Decimal> divide(const Decimal& left, const Decimal& right) {
  if (right.is_zero()) return Error(num_errors::kDivisionByZero);
  if (left.is_zero()) return Decimal();
  bool negative = left.is_negative() != right.is_negative();
  int shift = static_cast<int>(left.scale()) - static_cast<int>(right.scale());
  if (left.fits_96() && right.fits_96()) {
    auto quotient = divide_in_form(left.small_magnitude(), right.small_magnitude(), shift);
    if (quotient && (quotient->exact || count_digits(quotient->magnitude) >= kQuotientDigits)) {
      return Decimal(negative, quotient->magnitude, static_cast<uint32_t>(quotient->scale));
    }
  }
  TRY(check_decimal_size(std::max(bit_length(left), bit_length(right)), 0));
  int64_t larger_scale = std::max(left.scale(), right.scale());
  return divide_magnitudes(
      {negative, left.magnitude(), right.magnitude(), shift, std::max(shift, 0), larger_scale});
}

}  // namespace syn
