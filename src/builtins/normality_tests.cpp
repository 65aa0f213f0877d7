// Tests of normality (additions; README, decision 5): Shapiro and Wilk's, by Royston's
// approximations of 1995 for 3 to 5000 values, and Jarque and Bera's, for large samples.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "builtins/distributions.h"
#include "builtins/errors_c.h"
#include "builtins/families_a.h"
#include "builtins/samples.h"
#include "num/float_ops.h"

namespace syn {
namespace {

constexpr size_t kMostShapiro = 5000;

/// c[0] + c[1] x + c[2] x² + …
double polynomial(std::span<const double> c, double x) {
  double value = 0;
  for (size_t i = c.size(); i-- > 0;) value = value * x + c[i];
  return value;
}

/// Weights of the ordered values of the upper half, the largest first.
std::vector<double> shapiro_weights(size_t n) {
  constexpr double kFirst[] = {0.0, 0.221157, -0.147981, -2.071190, 4.434685, -2.706056};
  constexpr double kSecond[] = {0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633};
  size_t half = n / 2;
  if (n == 3) return {std::numbers::sqrt2 / 2};
  std::vector<double> scores(half);
  double squares = 0;
  for (size_t i = 0; i < half; ++i) {
    scores[i] =
        -normal_quantile((static_cast<double>(i) + 1 - 0.375) / (static_cast<double>(n) + 0.25));
    squares += 2 * scores[i] * scores[i];
  }
  double root = std::sqrt(squares);
  double x = 1 / std::sqrt(static_cast<double>(n));
  double first = polynomial(kFirst, x) + scores[0] / root;
  std::vector<double> weights(half);
  weights[0] = first;
  size_t from = 1;
  double rest = (squares - 2 * scores[0] * scores[0]) / (1 - 2 * first * first);
  if (n > 5) {
    double second = polynomial(kSecond, x) + scores[1] / root;
    weights[1] = second;
    from = 2;
    rest = (squares - 2 * scores[0] * scores[0] - 2 * scores[1] * scores[1]) /
           (1 - 2 * first * first - 2 * second * second);
  }
  for (size_t i = from; i < half; ++i) weights[i] = scores[i] / std::sqrt(rest);
  return weights;
}

double shapiro_p(double w, size_t n) {
  auto count = static_cast<double>(n);
  if (n == 3) {
    double p = 6 / std::numbers::pi * (std::asin(std::sqrt(w)) - std::asin(std::sqrt(0.75)));
    return std::clamp(p, 0.0, 1.0);
  }
  double left = std::log(1 - w);
  double mean = 0;
  double deviation = 1;
  if (n <= 11) {
    constexpr double kGamma[] = {-2.273, 0.459};
    constexpr double kMean[] = {0.5440, -0.39978, 0.025054, -6.714e-4};
    constexpr double kSpread[] = {1.3822, -0.77857, 0.062767, -0.0020322};
    double gamma = polynomial(kGamma, count);
    if (left >= gamma) return 1e-99;
    left = -std::log(gamma - left);
    mean = polynomial(kMean, count);
    deviation = std::exp(polynomial(kSpread, count));
  } else {
    constexpr double kMean[] = {-1.5861, -0.31082, -0.083751, 0.0038915};
    constexpr double kSpread[] = {-0.4803, -0.082676, 0.0030302};
    double size = std::log(count);
    mean = polynomial(kMean, size);
    deviation = std::exp(polynomial(kSpread, size));
  }
  return normal_above((left - mean) / deviation);
}

Result<Value> shapiro_wilk(Call& call) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Sample xs, sample_of(call, call[0], 3, charge));
  if (xs.size() > kMostShapiro) {
    return Error(builtin_errors::kSampleTooLarge,
                 {call.name(), count_text(kMostShapiro), count_text(xs.size())});
  }
  std::sort(xs.begin(), xs.end());
  if (xs.front() == xs.back()) return Error(builtin_errors::kNoVariance, {call.name()});
  std::vector<double> weights = shapiro_weights(xs.size());
  FloatSum line;
  for (size_t i = 0; i < weights.size(); ++i)
    line.add(weights[i] * (xs[xs.size() - 1 - i] - xs[i]));
  double w = std::min(1.0, line.result() * line.result() / central_sums(xs).second);
  return figures(call, {{"w", w}, {"p", w >= 1 ? 1.0 : shapiro_p(w, xs.size())}});
}

Result<Value> jarque_bera(Call& call) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Sample xs, sample_of(call, call[0], 2, charge));
  auto n = static_cast<double>(xs.size());
  CentralSums sums = central_sums(xs);
  double variance = sums.second / n;
  if (variance == 0) return Error(builtin_errors::kNoVariance, {call.name()});
  double skewness = sums.third / n / std::pow(variance, 1.5);
  double kurtosis = sums.fourth / n / (variance * variance) - 3;
  double statistic = n / 6 * (skewness * skewness + kurtosis * kurtosis / 4);
  return figures(call, {{"jb", statistic},
                        {"p", chi_square_above(statistic, 2)},
                        {"skewness", skewness},
                        {"kurtosis", kurtosis}});
}

constexpr BuiltinSpec kRows[] = {
    {"shapiro_wilk", "xs", 1, 1, "", Purity::Pure, "",
     "Shapiro and Wilk's test of normality, 3 to 5000 values: {w, p}.",
     "round_to(shapiro_wilk([1, 2, 3, 4, 5]).w, 4) → 0.9868", "", shapiro_wilk},
    {"jarque_bera", "xs", 1, 1, "", Purity::Pure, "",
     "Jarque and Bera's test of normality, for large samples: {jb, p, skewness, kurtosis}.",
     "round_to(jarque_bera([1, 2, 3, 4, 5]).jb, 4) → 0.3521", "", jarque_bera},
};

}  // namespace

const BuiltinTable kNormalityBuiltins(kRows);

}  // namespace syn
