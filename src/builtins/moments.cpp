// Shape and spread of a sample beyond std and var: std_pop, skewness, kurtosis, z_scores, outliers
// (additions; README, decision 5). A name without `_pop` speaks of the sample.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "builtins/errors_a.h"
#include "builtins/errors_c.h"
#include "builtins/families_a.h"
#include "builtins/number_list.h"
#include "builtins/samples.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Result<Value> spread_pop(Call& call, bool root) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Numbers numbers, numbers_of_list(call, call[0], charge));
  TRY(check_present(call, call[0].list(), numbers.size(), "list"));
  return root ? deviation_of(call.heap(), numbers, 0) : variance_of(call.heap(), numbers, 0);
}

Result<Value> std_pop(Call& call) { return spread_pop(call, true); }
Result<Value> var_pop(Call& call) { return spread_pop(call, false); }

enum class Of : uint8_t { Sample, Population };

/// The third moment; of the sample with the adjustment that spreadsheets and pandas make.
Result<Value> skew(Call& call, Of of) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Sample xs, sample_of(call, call[0], 0, charge));
  auto n = static_cast<double>(xs.size());
  if (xs.size() < (of == Of::Sample ? 3U : 1U)) return Value::number(kNan);
  CentralSums sums = central_sums(xs);
  double variance = sums.second / n;
  if (variance == 0) return Value::number(0.0);
  double skewness = sums.third / n / std::pow(variance, 1.5);
  if (of == Of::Sample) skewness *= std::sqrt(n * (n - 1)) / (n - 2);
  return Value::number(skewness);
}

/// The fourth moment less 3, so that the normal distribution has 0.
Result<Value> excess(Call& call, Of of) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Sample xs, sample_of(call, call[0], 0, charge));
  auto n = static_cast<double>(xs.size());
  if (xs.size() < (of == Of::Sample ? 4U : 1U)) return Value::number(kNan);
  CentralSums sums = central_sums(xs);
  double variance = sums.second / n;
  if (variance == 0) return Value::number(of == Of::Sample ? 0.0 : -3.0);
  double kurtosis = sums.fourth / n / (variance * variance) - 3;
  if (of == Of::Sample) kurtosis = ((n + 1) * kurtosis + 6) * (n - 1) / ((n - 2) * (n - 3));
  return Value::number(kurtosis);
}

Result<Value> skewness(Call& call) { return skew(call, Of::Sample); }
Result<Value> skewness_pop(Call& call) { return skew(call, Of::Population); }
Result<Value> kurtosis(Call& call) { return excess(call, Of::Sample); }
Result<Value> kurtosis_pop(Call& call) { return excess(call, Of::Population); }

Result<Value> z_scores(Call& call) {
  TRY_ASSIGN(double ddof, number_option(call, 0, "ddof", 1));
  if (ddof < 0) return Error(builtin_errors::kNegativeDdof, {call.name()});
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Sample xs, sample_of(call, call[0], 0, charge));
  std::span<const Value> items = call[0].list().items();
  auto n = static_cast<double>(xs.size());
  double mean = xs.empty() ? kNan : sample_mean(xs);
  double deviation = n > ddof ? std::sqrt(central_sums(xs).second / (n - ddof)) : kNan;
  if (deviation == 0) deviation = kNan;  // equal values are no distance apart
  TRY(reserve_list(call, items.size()));
  Value result = make_list(call.heap(), items.size());
  for (const Value& item : items) {
    bool missing = item.is_nothing();
    push(result, missing ? Value() : Value::number((to_double(item) - mean) / deviation));
  }
  return result;
}

/// Tukey's fences: k quartile distances below the first and above the third quartile.
Result<Value> outliers(Call& call) {
  double k = 1.5;
  const Value* given = call.optional(1) != nullptr ? call.optional(1) : call.named(0);
  if (given != nullptr) {
    bool fits = is_real_number(*given) && to_double(*given) >= 0;
    if (!fits) return Error(builtin_errors::kFenceWidth, {call.name(), short_display(*given)});
    k = to_double(*given);
  }
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Sample xs, sample_of(call, call[0], 1, charge));
  double first = float_quantile(xs, 0.25);
  double third = float_quantile(xs, 0.75);
  double low = first - k * (third - first);
  double high = third + k * (third - first);
  Value values = make_list(call.heap());
  Value positions = make_list(call.heap());
  std::span<const Value> items = call[0].list().items();
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].is_nothing()) continue;
    double x = to_double(items[i]);
    if (x >= low && x <= high) continue;
    TRY(reserve_push(call, values));
    TRY(reserve_push(call, positions));
    push(values, items[i]);
    push(positions, Value::integer(static_cast<int64_t>(i)));
  }
  Value result = figures(
      call, {{"q1", first}, {"q3", third}, {"iqr", third - first}, {"low", low}, {"high", high}});
  put(result, "values", std::move(values));
  put(result, "positions", std::move(positions));
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"std_pop", "xs", 1, 1, "", Purity::Pure, "",
     "The standard deviation of a whole population (std is that of a sample).",
     "std_pop([1, 2, 3, 4]) → 1.118033988749895", "", std_pop},
    {"var_pop", "xs", 1, 1, "", Purity::Pure, "",
     "The variance of a whole population (var is that of a sample).",
     "var_pop([1, 2, 3, 4]) → 1.25", "", var_pop},
    {"skewness", "xs", 1, 1, "", Purity::Pure, "",
     "The skewness of a sample, adjusted for its size; nan for fewer than 3 values.",
     "skewness([1, 2, 3]) → 0.0", "", skewness},
    {"skewness_pop", "xs", 1, 1, "", Purity::Pure, "", "The skewness of a whole population.",
     "skewness_pop([1, 2, 3]) → 0.0", "", skewness_pop},
    {"kurtosis", "xs", 1, 1, "", Purity::Pure, "",
     "The excess kurtosis of a sample, adjusted for its size; nan for fewer than 4 values.",
     "round_to(kurtosis([1, 2, 3, 4]), 6) → -1.2", "", kurtosis},
    {"kurtosis_pop", "xs", 1, 1, "", Purity::Pure, "",
     "The excess kurtosis of a whole population; 0 for a normal distribution.",
     "round_to(kurtosis_pop([1, 2, 3, 4]), 6) → -1.36", "", kurtosis_pop},
    {"z_scores", "xs, ddof = 1", 1, 1, "ddof", Purity::Pure, "",
     "How many standard deviations each value is from the mean; nothing stays in its place.",
     "z_scores([1, 2, 3]) → [-1.0, 0.0, 1.0]", "z_scores(xs, ddof = 0) for a whole population",
     z_scores},
    {"outliers", "xs, k = 1.5", 1, 2, "k", Purity::Pure, "",
     "Values more than k quartile distances outside of the quartiles: {q1, q3, iqr, low, high, "
     "values, positions}.",
     "outliers([1, 2, 3, 4, 50]).values → [50]", "", outliers},
};

}  // namespace

const BuiltinTable kMomentBuiltins(kRows);

}  // namespace syn
