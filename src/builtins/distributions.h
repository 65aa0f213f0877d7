// Distributions of test statistics. Boost.Math is behind them, in one file, as its headers are
// large.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace syn {

// Probabilities; NaN where the arguments have no distribution.
double normal_below(double z);
double normal_above(double z);
/// Of |T| at least |t|.
double t_two_sided(double t, double df);
double t_below(double t, double df);
double chi_square_above(double x, double df);
double f_above(double f, double df1, double df2);
double f_below(double f, double df1, double df2);

// Values with the probability `p` below them.
double normal_quantile(double p);
double t_quantile(double p, double df);

}  // namespace syn
