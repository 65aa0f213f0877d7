// Distributions of test statistics, by Boost.Math. Its errors are values here: NaN or infinity.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/distributions.h"

// Boost includes <iostream> for its traces alone, and the object in it sets up all streams at every
// start of the binary: 50,000 of 291,000 instructions. Its own guard keeps it out.
#include <ostream>
#define _GLIBCXX_IOSTREAM 1

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace syn {
namespace {

namespace math = boost::math;
namespace rules = boost::math::policies;
using Quiet = rules::policy<
    rules::domain_error<rules::ignore_error>, rules::pole_error<rules::ignore_error>,
    rules::overflow_error<rules::ignore_error>, rules::underflow_error<rules::ignore_error>,
    rules::denorm_error<rules::ignore_error>, rules::evaluation_error<rules::ignore_error>,
    rules::rounding_error<rules::ignore_error>,
    rules::indeterminate_result_error<rules::ignore_error>>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

math::students_t_distribution<double, Quiet> t_of(double df) {
  return math::students_t_distribution<double, Quiet>(df);
}

bool is_freedom(double df) { return df > 0 && std::isfinite(df); }

}  // namespace

double normal_below(double z) { return std::isnan(z) ? z : std::erfc(-z / std::sqrt(2.0)) / 2; }

double normal_above(double z) { return normal_below(-z); }

double t_below(double t, double df) {
  if (std::isnan(t) || !is_freedom(df)) return kNan;
  if (std::isinf(t)) return t < 0 ? 0.0 : 1.0;
  return math::cdf(t_of(df), t);
}

double t_two_sided(double t, double df) { return 2 * t_below(-std::fabs(t), df); }

double chi_square_above(double x, double df) {
  if (std::isnan(x) || !is_freedom(df)) return kNan;
  if (std::isinf(x)) return 0.0;
  return math::cdf(
      math::complement(math::chi_squared_distribution<double, Quiet>(df), std::fmax(x, 0.0)));
}

double f_above(double f, double df1, double df2) {
  if (std::isnan(f) || !is_freedom(df1) || !is_freedom(df2)) return kNan;
  if (std::isinf(f)) return 0.0;
  return math::cdf(
      math::complement(math::fisher_f_distribution<double, Quiet>(df1, df2), std::fmax(f, 0.0)));
}

double f_below(double f, double df1, double df2) {
  if (std::isnan(f) || !is_freedom(df1) || !is_freedom(df2)) return kNan;
  if (std::isinf(f)) return 1.0;
  return math::cdf(math::fisher_f_distribution<double, Quiet>(df1, df2), std::fmax(f, 0.0));
}

double normal_quantile(double p) {
  if (!(p >= 0 && p <= 1)) return kNan;
  if (p == 0 || p == 1) return p == 0 ? -HUGE_VAL : HUGE_VAL;
  return math::quantile(math::normal_distribution<double, Quiet>(), p);
}

double t_quantile(double p, double df) {
  if (!(p > 0 && p < 1) || !is_freedom(df)) return kNan;
  return math::quantile(t_of(df), p);
}

}  // namespace syn
