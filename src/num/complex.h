// Complex numbers: the usual formulas on pairs of doubles (language.md §8, §9.5).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace syn {

struct Complex {
  double re = 0.0;
  double im = 0.0;

  bool operator==(const Complex&) const = default;
  bool is_zero() const { return re == 0.0 && im == 0.0; }
};

Complex operator+(const Complex& left, const Complex& right);
Complex operator-(const Complex& left, const Complex& right);
Complex operator*(const Complex& left, const Complex& right);
Complex operator-(const Complex& value);
/// num_errors::kDivisionByZero.
Result<Complex> divide(const Complex& left, const Complex& right);
/// Repeated multiplication; num_errors::kZeroToNegativePower.
Result<Complex> power(const Complex& base, int64_t exponent);
/// By multiplication where the exponent is a whole real number within 32 bits, else the principal
/// power.
Result<Complex> power(const Complex& base, const Complex& exponent);
double modulus(const Complex& value);
/// `1+2i`, `1.5-2i`: a trailing `.0` of each part dropped.
std::string complex_text(const Complex& value);
uint64_t hash(const Complex& value);

}  // namespace syn
