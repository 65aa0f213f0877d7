// Tests on means, variances and counts: t, F, analysis of variance, chi-square (additions; README,
// decision 5). P-values are two-sided where a statistic has two sides.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "builtins/distributions.h"
#include "builtins/errors_c.h"
#include "builtins/families_a.h"
#include "builtins/samples.h"
#include "num/float_ops.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

/// The result of a t test, with the interval of the difference at `level`.
Value t_result(Call& call, double difference, double error, double df, double shift, double level) {
  double t = (difference - shift) / error;
  double reach = t_quantile((1 + level) / 2, df) * error;
  return figures(call, {{"t", t},
                        {"df", df},
                        {"p", t_two_sided(t, df)},
                        {"difference", difference},
                        {"low", difference - reach},
                        {"high", difference + reach}});
}

/// One sample against a mean, in `difference` its own mean.
Result<Value> one_sample(Call& call, const Sample& xs, double mean, double level) {
  auto n = static_cast<double>(xs.size());
  double error = std::sqrt(sample_variance(xs) / n);
  if (error == 0) return Error(builtin_errors::kNoVariance, {call.name()});
  return t_result(call, sample_mean(xs), error, n - 1, mean, level);
}

Result<Value> t_test(Call& call) {
  TRY_ASSIGN(double mean, number_option(call, 0, "mean", 0));
  TRY_ASSIGN(bool equal, flag_argument(call, SIZE_MAX, 1, "equal_var"));
  TRY_ASSIGN(double level, level_option(call, 2, 0.95));
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Sample xs, sample_of(call, call[0], 2, charge));
  if (call.size() == 1) return one_sample(call, xs, mean, level);
  TRY_ASSIGN(Sample ys, sample_of(call, call[1], 2, charge));
  auto n = static_cast<double>(xs.size());
  auto m = static_cast<double>(ys.size());
  double x_part = sample_variance(xs) / n;
  double y_part = sample_variance(ys) / m;
  double error = std::sqrt(x_part + y_part);
  double df = (x_part + y_part) * (x_part + y_part) /
              (x_part * x_part / (n - 1) + y_part * y_part / (m - 1));
  if (equal) {
    double pooled = (x_part * n * (n - 1) + y_part * m * (m - 1)) / (n + m - 2);
    error = std::sqrt(pooled * (1 / n + 1 / m));
    df = n + m - 2;
  }
  if (error == 0) return Error(builtin_errors::kNoVariance, {call.name()});
  return t_result(call, sample_mean(xs) - sample_mean(ys), error, df, mean, level);
}

Result<Value> t_test_paired(Call& call) {
  TRY_ASSIGN(double level, level_option(call, 0, 0.95));
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(PairedSamples pairs, paired_samples(call, 2, charge));
  Sample steps;
  for (size_t i = 0; i < pairs.left.size(); ++i) steps.push_back(pairs.left[i] - pairs.right[i]);
  return one_sample(call, steps, 0, level);
}

Result<Value> confidence_interval(Call& call) {
  TRY_ASSIGN(double level, level_option(call, 0, 0.95));
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Sample xs, sample_of(call, call[0], 2, charge));
  auto n = static_cast<double>(xs.size());
  double mean = sample_mean(xs);
  double reach = t_quantile((1 + level) / 2, n - 1) * std::sqrt(sample_variance(xs) / n);
  return figures(call, {{"mean", mean}, {"low", mean - reach}, {"high", mean + reach}});
}

Result<Value> f_test(Call& call) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Sample xs, sample_of(call, call[0], 2, charge));
  TRY_ASSIGN(Sample ys, sample_of(call, call[1], 2, charge));
  double below = sample_variance(ys);
  if (below == 0) return Error(builtin_errors::kNoVariance, {call.name()});
  double f = sample_variance(xs) / below;
  auto df1 = static_cast<double>(xs.size() - 1);
  auto df2 = static_cast<double>(ys.size() - 1);
  double p = 2 * std::min(f_above(f, df1, df2), f_below(f, df1, df2));
  return figures(call, {{"f", f}, {"df1", df1}, {"df2", df2}, {"p", std::min(p, 1.0)}});
}

Result<Value> anova(Call& call) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(std::vector<Sample> groups, sample_groups(call, call[0], 1, charge));
  FloatSum total;
  size_t count = 0;
  for (const Sample& group : groups) {
    total.add_all(group);
    count += group.size();
  }
  double mean = total.result() / static_cast<double>(count);
  FloatSum between;
  FloatSum within;
  for (const Sample& group : groups) {
    double own = sample_mean(group);
    between.add(static_cast<double>(group.size()) * (own - mean) * (own - mean));
    within.add(central_sums(group).second);
  }
  auto df1 = static_cast<double>(groups.size() - 1);
  double df2 = static_cast<double>(count) - static_cast<double>(groups.size());
  if (df2 < 1) {
    return Error(builtin_errors::kSampleTooSmall,
                 {call.name(), count_text(groups.size() + 1), count_text(count)});
  }
  if (within.result() == 0) return Error(builtin_errors::kNoVariance, {call.name()});
  double f = between.result() / df1 / (within.result() / df2);
  return figures(call, {{"f", f}, {"df1", df1}, {"df2", df2}, {"p", f_above(f, df1, df2)}});
}

Result<Sample> counts_of(Call& call, const Value& list, ScratchCharge& charge) {
  TRY_ASSIGN(Sample counts, sample_of(call, list, 2, charge));
  for (double count : counts) {
    if (count < 0)
      return Error(builtin_errors::kNegativeCount, {call.name(), display(Value::number(count))});
  }
  return counts;
}

/// Adds (observed - expected)^2 / expected.
Result<void> add_distance(Call& call, FloatSum& sum, double observed, double expected) {
  if (!(expected > 0)) return Error(builtin_errors::kExpectedCount, {call.name()});
  sum.add((observed - expected) * (observed - expected) / expected);
  return {};
}

/// Rows of counts: are rows and columns independent?
Result<Value> independence(Call& call, const Value& given, ScratchCharge& charge) {
  std::vector<Sample> table;
  for (const Value& row : given.list().items()) {
    if (!row.is_list())
      return Error(builtin_errors::kTableOfCounts, {call.name(), short_display(given)});
    TRY_ASSIGN(Sample counts, counts_of(call, row, charge));
    table.push_back(std::move(counts));
    if (table.back().size() != table[0].size())
      return Error(builtin_errors::kTableOfCounts, {call.name(), short_display(given)});
  }
  if (table.size() < 2)
    return Error(builtin_errors::kTableOfCounts, {call.name(), short_display(given)});
  Sample row_sums(table.size(), 0.0);
  Sample column_sums(table[0].size(), 0.0);
  double total = 0;
  for (size_t i = 0; i < table.size(); ++i) {
    for (size_t k = 0; k < table[i].size(); ++k) {
      row_sums[i] += table[i][k];
      column_sums[k] += table[i][k];
      total += table[i][k];
    }
  }
  FloatSum statistic;
  for (size_t i = 0; i < table.size(); ++i) {
    for (size_t k = 0; k < table[i].size(); ++k) {
      TRY(add_distance(call, statistic, table[i][k], row_sums[i] * column_sums[k] / total));
    }
  }
  double df = static_cast<double>((table.size() - 1) * (table[0].size() - 1));
  double smaller = static_cast<double>(std::min(table.size(), table[0].size()) - 1);
  return figures(call, {{"chi2", statistic.result()},
                        {"df", df},
                        {"p", chi_square_above(statistic.result(), df)},
                        {"cramers_v", std::sqrt(statistic.result() / (total * smaller))}});
}

Result<Value> chi_square_test(Call& call) {
  ScratchCharge charge(call.heap());
  bool table = call[0].is_list() && !call[0].list().empty() && call[0].list().at(0).is_list();
  if (table) return independence(call, call[0], charge);
  TRY_ASSIGN(Sample observed, counts_of(call, call[0], charge));
  FloatSum total;
  total.add_all(observed);
  Sample expected(observed.size(), total.result() / static_cast<double>(observed.size()));
  if (call.size() > 1) {
    TRY_ASSIGN(expected, counts_of(call, call[1], charge));
    if (expected.size() != observed.size()) {
      return Error(builtin_errors::kPairsTooFew,
                   {call.name(), count_text(observed.size()), count_text(expected.size())});
    }
    // Shares or counts of another total: brought to the total that was seen.
    FloatSum whole;
    whole.add_all(expected);
    for (double& count : expected) count *= total.result() / whole.result();
  }
  FloatSum statistic;
  for (size_t i = 0; i < observed.size(); ++i)
    TRY(add_distance(call, statistic, observed[i], expected[i]));
  auto df = static_cast<double>(observed.size() - 1);
  return figures(
      call,
      {{"chi2", statistic.result()}, {"df", df}, {"p", chi_square_above(statistic.result(), df)}});
}

constexpr BuiltinSpec kRows[] = {
    {"t_test", "xs, ys?, mean = 0, equal_var = false, level = 0.95", 1, 2, "mean,equal_var,level",
     Purity::Pure, "",
     "Student's t test of one sample against a mean, or of two (Welch's, or with equal_var = true "
     "Student's): {t, df, p, difference, low, high}.",
     "round_to(t_test([1, 2, 3, 4], mean = 2).p, 4) → 0.495", "t_test_paired(xs, ys) for pairs",
     t_test},
    {"t_test_paired", "xs, ys, level = 0.95", 2, 2, "level", Purity::Pure, "",
     "Student's t test of the differences of pairs: {t, df, p, difference, low, high}.",
     "round_to(t_test_paired([1, 2, 4], [1, 1, 2]).p, 4) → 0.2254", "", t_test_paired},
    {"confidence_interval", "xs, level = 0.95", 1, 1, "level", Purity::Pure, "",
     "The mean and the interval that holds the population's mean at a level: {mean, low, high}.",
     "confidence_interval([1, 2, 3]).mean → 2.0", "", confidence_interval},
    {"f_test", "xs, ys", 2, 2, "", Purity::Pure, "",
     "The F test of equal variances, two-sided: {f, df1, df2, p}.",
     "f_test([1, 2, 3], [2, 4, 6]).f → 0.25", "", f_test},
    {"anova", "groups", 1, 1, "", Purity::Pure, "",
     "One-way analysis of variance of a list of lists: {f, df1, df2, p}.",
     "anova([[1, 2], [3, 4], [5, 6]]).f → 16.0", "", anova},
    {"chi_square_test", "observed, expected? | table", 1, 2, "", Purity::Pure, "",
     "The chi-square test of counts against expected ones (equal ones), or of independence in a "
     "table (no continuity correction): {chi2, df, p}.",
     "chi_square_test([10, 20, 30]).chi2 → 10.0", "", chi_square_test},
};

}  // namespace

const BuiltinTable kHypothesisBuiltins(kRows);

}  // namespace syn
