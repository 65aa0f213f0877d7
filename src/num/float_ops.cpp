// Operations on doubles, bit for bit as CPython's.
// SPDX-License-Identifier: Apache-2.0
#include "num/float_ops.h"

#include <fast_float/fast_float.h>

#include <charconv>
#include <cmath>

#include "num/errors.h"

namespace syn {
namespace {

constexpr double kTwoTo52 = 4503599627370496.0;
/// Exact as doubles.
constexpr int64_t kExactPlaces = 22;
constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
/// A double has no digit that rounding to more places could change.
constexpr int64_t kMostPlaces = 323;

/// Rounds by writing the exact value; for ties, near ties and extreme sizes.
double round_by_text(double value, int64_t places) {
  char text[700];  // 309 digits, the point and kMostPlaces decimals at most
  auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed,
                               static_cast<int>(places));
  CHECK(written.ec == std::errc());
  double rounded = 0.0;
  fast_float::from_chars(static_cast<const char*>(text), written.ptr, rounded);
  return rounded;
}

}  // namespace

double float_mod(double left, double right) {
  double remainder = std::fmod(left, right);
  if (remainder == 0.0) return std::copysign(0.0, right);
  return (right < 0) != (remainder < 0) ? remainder + right : remainder;
}

double float_floor_div(double left, double right) {
  double remainder = std::fmod(left, right);
  double quotient = (left - remainder) / right;
  if (remainder != 0.0 && (right < 0) != (remainder < 0)) quotient -= 1.0;
  if (quotient == 0.0) return std::copysign(0.0, left / right);
  double floored = std::floor(quotient);
  return quotient - floored > 0.5 ? floored + 1.0 : floored;
}

Result<double> float_power(double base, double exponent) {
  if (base == 0.0 && exponent < 0.0) return Error(num_errors::kZeroToNegativePower);
  return std::pow(base, exponent);
}

double round_to(double value, int64_t places) {
  CHECK(places >= 0);
  double magnitude = std::fabs(value);
  if (!(magnitude < kTwoTo52) || places > kMostPlaces || value == 0.0) return value;
  if (places > kExactPlaces) return round_by_text(value, places);
  double power = kPowersOfTen[places];
  double scaled = magnitude * power;
  double whole = std::nearbyint(scaled);
  // `scaled` is off by half a unit in its last place at most: clear of a tie, `whole` is right, and
  // the division of two exact numbers rounds once.
  double from_half = std::fabs(std::fabs(scaled - whole) - 0.5);
  if (scaled < kTwoTo52 / 16 && from_half > scaled * 0x1p-52) {
    return std::copysign(whole / power, value);
  }
  return round_by_text(value, places);
}

double round_whole(double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::Floor: return std::floor(value);
    case Rounding::Ceiling: return std::ceil(value);
    case Rounding::Truncate: return std::trunc(value);
    case Rounding::HalfEven: return std::nearbyint(value);
  }
  CHECK(false);
}

AnyInteger round_to_integer(double value, Rounding rounding) {
  return integer_from_whole_double(round_whole(value, rounding));
}

namespace {

/// One step of the sum, for loops to hold in registers.
inline void add_step(double& sum, double& correction, double value) {
  double total = sum + value;
  bool sum_is_larger = std::fabs(sum) >= std::fabs(value);
  correction += sum_is_larger ? (sum - total) + value : (value - total) + sum;
  sum = total;
}

}  // namespace

void FloatSum::add(double value) { add_step(sum_, correction_, value); }

void FloatSum::add_all(std::span<const double> values) {
  double sum = sum_;
  double correction = correction_;
  for (double value : values) add_step(sum, correction, value);
  sum_ = sum;
  correction_ = correction;
}

void FloatSum::add_each(std::span<FloatSum> sums, std::span<const uint32_t> which,
                        std::span<const double> values) {
  for (size_t i = 0; i < values.size(); ++i) {
    FloatSum& sum = sums[which[i]];
    add_step(sum.sum_, sum.correction_, values[i]);
  }
}

void FloatSum::merge(const FloatSum& other) {
  add(other.sum_);
  correction_ += other.correction_;
}

double FloatSum::result() const { return std::isfinite(sum_) ? sum_ + correction_ : sum_; }

}  // namespace syn
