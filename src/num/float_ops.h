// Operations on doubles that must match Python to the last bit: floored division and remainder,
// rounding to places, power, and a sum that does not depend on the order in any digit that is seen.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "num/integer.h"

namespace syn {

/// Remainder with the sign of the divisor, from C's fmod; the divisor is not zero.
double float_mod(double left, double right);
/// Floor division as CPython: consistent with `float_mod`. The divisor is not zero.
double float_floor_div(double left, double right);
/// `**`: NaN for a negative base with a fraction, infinite on overflow;
/// num_errors::kZeroToNegativePower for zero to a negative power.
Result<double> float_power(double base, double exponent);

/// Rounds by the exact binary value, ties to even, to `places` (>= 0) decimals, as Python's
/// round(x, n).
double round_to(double value, int64_t places);

enum class Rounding : uint8_t { Floor, Ceiling, Truncate, HalfEven };
/// A finite value as an exact integer.
AnyInteger round_to_integer(double value, Rounding rounding);
/// The whole double itself; NaN and infinities stay.
double round_whole(double value, Rounding rounding);

/// Neumaier's compensated sum: about twice the precision of plain addition, at three times its
/// cost. NaN and infinities behave as in plain addition.
class FloatSum {
 public:
  void add(double value);
  void add_all(std::span<const double> values);
  /// Adds each value to the sum that `which` names for it.
  static void add_each(std::span<FloatSum> sums, std::span<const uint32_t> which,
                       std::span<const double> values);
  void merge(const FloatSum& other);
  double result() const;

 private:
  double sum_ = 0.0;
  double correction_ = 0.0;
};

}  // namespace syn
