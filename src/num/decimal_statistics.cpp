// Statistics of decimals, on integers at the largest scale of the values.
// SPDX-License-Identifier: Apache-2.0
#include "num/decimal_statistics.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "num/decimal_parts.h"

namespace syn {
namespace {

/// numerator / (denominator * 10^scale), not negative.
struct Fraction {
  BigInt numerator;
  BigInt denominator;
  int64_t scale = 0;
};

/// (n * sum of squares - square of the sum) / (n * (n - ddof)), from whole numbers at one scale.
Result<Fraction> variance_fraction(std::span<const Decimal> values, uint64_t ddof) {
  CHECK(values.size() > ddof);
  uint32_t scale = 0;
  uint64_t bits = 0;
  for (const Decimal& value : values) {
    scale = std::max(scale, value.scale());
    bits = std::max(bits, bit_length(value));
  }
  TRY(check_decimal_size(2 * (bits + scale * uint64_t{10} / 3 + 64), 0));
  BigInt sum;
  BigInt squares;
  for (const Decimal& value : values) {
    BigInt whole = times_power_of_ten(value, scale - value.scale()).to_big();
    mpz_addmul(squares.raw(), whole.raw(), whole.raw());
    if (value.is_negative()) whole.negate();
    sum += whole;
  }
  BigInt count(uint64_t{values.size()});
  Fraction variance;
  variance.numerator = squares * count - sum * sum;
  variance.denominator = count * BigInt(values.size() - ddof);
  variance.scale = int64_t{2} * scale;
  return variance;
}

Result<Decimal> to_decimal(const Fraction& fraction) {
  if (fraction.numerator.sign() == 0) return Decimal();
  TRY_ASSIGN(Decimal result, divide_magnitudes({false, fraction.numerator, fraction.denominator,
                                                fraction.scale, 0, 0}));
  return result.trimmed();
}

/// The root of an irrational value to 28 significant digits. It cannot be a tie, so one more digit
/// decides.
Result<Decimal> irrational_root(const Fraction& square) {
  int64_t exponent = quotient_exponent(square.numerator, square.denominator) - square.scale;
  int64_t root_exponent = exponent >= 0 ? exponent / 2 : -((1 - exponent) / 2);
  int64_t decimals = std::max<int64_t>(kQuotientDigits - 1 - root_exponent, 0);
  int64_t shift = 2 * (decimals + 1) - square.scale;
  TRY(check_decimal_size(0, static_cast<uint64_t>(decimals)));
  BigInt raised = BigInt::power_of_ten(static_cast<uint64_t>(shift < 0 ? -shift : shift));
  BigInt scaled = shift >= 0 ? floor_div(square.numerator * raised, square.denominator)
                             : floor_div(square.numerator, square.denominator * raised);
  BigInt root = integer_sqrt(scaled) + BigInt(int64_t{5});
  BigInt rounded = floor_div(root, BigInt(int64_t{10}));
  return Decimal(false, std::move(rounded), static_cast<uint32_t>(decimals)).trimmed();
}

}  // namespace

Result<Decimal> sum(std::span<const Decimal> values) {
  Decimal total;
  for (const Decimal& value : values) {
    TRY_ASSIGN(total, add(total, value));
  }
  return total;
}

Result<Decimal> mean(std::span<const Decimal> values) {
  CHECK(!values.empty());
  TRY_ASSIGN(Decimal total, sum(values));
  return divide(total, Decimal(static_cast<int64_t>(values.size())));
}

Result<Decimal> half(const Decimal& value) {
  if (value.is_zero()) return value;
  if (value.is_small()) {
    Uint128 magnitude = value.small_magnitude();
    if ((magnitude & 1) == 0) return Decimal(value.is_negative(), magnitude / 2, value.scale());
  } else if (!value.big_magnitude().is_odd()) {
    return Decimal(value.is_negative(), shift_right(value.big_magnitude(), 1), value.scale());
  }
  TRY(check_decimal_size(bit_length(value) + 3, value.scale() + 1));
  BigInt five_times = value.magnitude() * BigInt(int64_t{5});
  return Decimal(value.is_negative(), std::move(five_times), value.scale() + 1);
}

Result<Decimal> median(std::span<const Decimal> sorted) {
  CHECK(!sorted.empty());
  size_t middle = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[middle];
  TRY_ASSIGN(Decimal both, add(sorted[middle - 1], sorted[middle]));
  return half(both);
}

Result<Decimal> variance(std::span<const Decimal> values, uint64_t ddof) {
  TRY_ASSIGN(Fraction fraction, variance_fraction(values, ddof));
  return to_decimal(fraction);
}

Result<Decimal> standard_deviation(std::span<const Decimal> values, uint64_t ddof) {
  TRY_ASSIGN(Fraction square, variance_fraction(values, ddof));
  if (square.numerator.sign() == 0) return Decimal();
  BigInt product = square.numerator * square.denominator;
  if (!is_perfect_square(product)) return irrational_root(square);
  return to_decimal({integer_sqrt(product), square.denominator, square.scale / 2});
}

Result<Decimal> quantile(std::span<const Decimal> sorted, const Decimal& q) {
  CHECK(!sorted.empty() && !(q < Decimal(0)) && !(q > Decimal(1)));
  TRY_ASSIGN(Decimal position, multiply(q, Decimal(static_cast<int64_t>(sorted.size() - 1))));
  AnyInteger floored = position.to_integer(Rounding::Floor);
  size_t low = static_cast<size_t>(std::get<int64_t>(floored));
  size_t high = std::min(low + 1, sorted.size() - 1);
  TRY_ASSIGN(Decimal part, subtract(position, Decimal::from_integer(floored)));
  TRY_ASSIGN(Decimal step, subtract(sorted[high], sorted[low]));
  TRY_ASSIGN(Decimal offset, multiply(step, part));
  TRY_ASSIGN(Decimal result, add(sorted[low], offset));
  return result.trimmed();
}

Decimal quantile_of_percentile(const Decimal& p) {
  return Decimal(p.is_negative(), p.magnitude(), p.scale() + 2);
}

}  // namespace syn
