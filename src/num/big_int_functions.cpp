// BigInt: division, powers, roots, and the bounds of result sizes.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include "num/big_int.h"
#include "num/errors.h"

namespace syn {
namespace {

/// Bits that `magnitude_log2` of a value rounds up to, saturating.
uint64_t bits_of_log2(double log2) {
  double bits = std::ceil(log2 * (1 + 1e-12)) + 1;
  return bits < 1e18 ? static_cast<uint64_t>(bits) : UINT64_MAX;
}

double log2_of(const BigInt& value) {
  long exponent = 0;
  double fraction = std::fabs(mpz_get_d_2exp(&exponent, value.raw()));
  return std::log2(fraction) + static_cast<double>(exponent) + 1e-9;
}

}  // namespace

BigInt floor_div(const BigInt& left, const BigInt& right) {
  BigInt result;
  mpz_fdiv_q(result.raw(), left.raw(), right.raw());
  return result;
}

BigInt floor_mod(const BigInt& left, const BigInt& right) {
  BigInt result;
  mpz_fdiv_r(result.raw(), left.raw(), right.raw());
  return result;
}

BigDivision floor_divide(const BigInt& left, const BigInt& right) {
  BigDivision result;
  mpz_fdiv_qr(result.quotient.raw(), result.remainder.raw(), left.raw(), right.raw());
  return result;
}

BigDivision truncate_divide(const BigInt& left, const BigInt& right) {
  BigDivision result;
  mpz_tdiv_qr(result.quotient.raw(), result.remainder.raw(), left.raw(), right.raw());
  return result;
}

BigInt round_divide(const BigInt& left, const BigInt& right) {
  BigDivision division = floor_divide(left, right);
  // The remainder has the sign of the divisor: compare twice its size with the divisor's.
  mpz_mul_2exp(division.remainder.raw(), division.remainder.raw(), 1);
  int against_half = mpz_cmpabs(division.remainder.raw(), right.raw());
  if (against_half > 0 || (against_half == 0 && division.quotient.is_odd())) division.quotient += 1;
  return std::move(division.quotient);
}

BigInt power(const BigInt& base, uint64_t exponent) {
  BigInt result;
  mpz_pow_ui(result.raw(), base.raw(), exponent);
  return result;
}

BigInt shift_left(const BigInt& value, uint64_t bits) {
  BigInt result;
  mpz_mul_2exp(result.raw(), value.raw(), bits);
  return result;
}

BigInt shift_right(const BigInt& value, uint64_t bits) {
  BigInt result;
  mpz_fdiv_q_2exp(result.raw(), value.raw(), bits);
  return result;
}

BigInt gcd(const BigInt& left, const BigInt& right) {
  BigInt result;
  mpz_gcd(result.raw(), left.raw(), right.raw());
  return result;
}

BigInt lcm(const BigInt& left, const BigInt& right) {
  BigInt result;
  mpz_lcm(result.raw(), left.raw(), right.raw());
  return result;
}

BigInt integer_sqrt(const BigInt& value) {
  CHECK(value.sign() >= 0);
  BigInt result;
  mpz_sqrt(result.raw(), value.raw());
  return result;
}

bool is_perfect_square(const BigInt& value) { return mpz_perfect_square_p(value.raw()) != 0; }

BigInt factorial(uint64_t value) {
  BigInt result;
  mpz_fac_ui(result.raw(), value);
  return result;
}

uint64_t product_bits(const BigInt& left, const BigInt& right) {
  return left.bit_length() + right.bit_length();
}

uint64_t power_bits(const BigInt& base, uint64_t exponent) {
  if (exponent == 0 || base.bit_length() <= 1) return 1;
  return bits_of_log2(log2_of(base) * static_cast<double>(exponent));
}

uint64_t factorial_bits(uint64_t value) {
  if (value < 2) return 1;
  double n = static_cast<double>(value);
  // Stirling's formula from above, in base 2.
  return bits_of_log2(n * std::log2(n) - n * 1.4426950408889634 + 0.5 * std::log2(n) + 2);
}

Result<void> check_integer_bits(uint64_t bits) {
  if (bits <= kMaxIntegerBits) return {};
  double digits = static_cast<double>(bits) * 0.30102999566398;
  if (bits == UINT64_MAX || digits > 1e18) return Error(num_errors::kNumberTooLarge, {"10^18"});
  return Error(num_errors::kNumberTooLarge, {std::to_string(static_cast<uint64_t>(digits))});
}

Result<BigInt> checked_multiply(const BigInt& left, const BigInt& right) {
  TRY(check_integer_bits(product_bits(left, right)));
  return left * right;
}

Result<BigInt> checked_power(const BigInt& base, uint64_t exponent) {
  TRY(check_integer_bits(power_bits(base, exponent)));
  return power(base, exponent);
}

Result<BigInt> checked_shift_left(const BigInt& value, uint64_t bits) {
  if (value.sign() == 0) return value;
  TRY(check_integer_bits(bits > kMaxIntegerBits ? bits : value.bit_length() + bits));
  return shift_left(value, bits);
}

Result<BigInt> checked_factorial(uint64_t value) {
  TRY(check_integer_bits(factorial_bits(value)));
  return factorial(value);
}

}  // namespace syn
