// Complex numbers.
// SPDX-License-Identifier: Apache-2.0
#include "num/complex.h"

#include <cmath>

#include "num/errors.h"
#include "num/float_text.h"
#include "num/number_hash.h"

namespace syn {
namespace {

constexpr double kMostPowerSteps = 4294967296.0;

std::string part_text(double value) {
  std::string text = float_text(value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

/// The divisor may be zero.
Complex quotient(const Complex& left, const Complex& right) {
  double square = right.re * right.re + right.im * right.im;
  return {(left.re * right.re + left.im * right.im) / square,
          (left.im * right.re - left.re * right.im) / square};
}

Complex principal_power(const Complex& base, const Complex& exponent) {
  double log_radius = std::log(modulus(base));
  double angle = std::atan2(base.im, base.re);
  double radius = std::exp(exponent.re * log_radius - exponent.im * angle);
  double turn = exponent.im * log_radius + exponent.re * angle;
  return {radius * std::cos(turn), radius * std::sin(turn)};
}

}  // namespace

Complex operator+(const Complex& left, const Complex& right) {
  return {left.re + right.re, left.im + right.im};
}

Complex operator-(const Complex& left, const Complex& right) {
  return {left.re - right.re, left.im - right.im};
}

Complex operator*(const Complex& left, const Complex& right) {
  return {left.re * right.re - left.im * right.im, left.re * right.im + left.im * right.re};
}

Complex operator-(const Complex& value) { return {-value.re, -value.im}; }

Result<Complex> divide(const Complex& left, const Complex& right) {
  if (right.is_zero()) return Error(num_errors::kDivisionByZero);
  return quotient(left, right);
}

Result<Complex> power(const Complex& base, int64_t exponent) {
  if (base.is_zero() && exponent < 0) return Error(num_errors::kZeroToNegativePower);
  uint64_t steps =
      exponent < 0 ? 0 - static_cast<uint64_t>(exponent) : static_cast<uint64_t>(exponent);
  Complex result{1.0, 0.0};
  for (Complex square = base; steps != 0; steps >>= 1) {
    if (steps & 1) result = result * square;
    if (steps > 1) square = square * square;
  }
  return exponent >= 0 ? result : quotient({1.0, 0.0}, result);
}

Result<Complex> power(const Complex& base, const Complex& exponent) {
  bool whole = exponent.im == 0.0 && exponent.re == std::trunc(exponent.re);
  if (whole && std::fabs(exponent.re) < kMostPowerSteps) {
    return power(base, static_cast<int64_t>(exponent.re));
  }
  if (!base.is_zero()) return principal_power(base, exponent);
  if (exponent.re < 0.0) return Error(num_errors::kZeroToNegativePower);
  return Complex{};
}

double modulus(const Complex& value) { return std::hypot(value.re, value.im); }

std::string complex_text(const Complex& value) {
  bool minus = value.im < 0.0;
  return part_text(value.re) + (minus ? '-' : '+') + part_text(std::fabs(value.im)) + 'i';
}

uint64_t hash(const Complex& value) {
  uint64_t real = hash_double(value.re);
  return value.im == 0.0 ? real : real * 31 + hash_double(value.im);
}

}  // namespace syn
