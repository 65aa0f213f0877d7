// Reductions: sum, product, mean, median, min, max, std, var, percentile, quantile (data.md §3.4).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "builtins/argument_checks.h"
#include "builtins/array_reduction.h"
#include "builtins/column_verbs.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/number_list.h"
#include "builtins/number_series.h"
#include "builtins/text_order_check.h"
#include "num/decimal_statistics.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

/// Position of `axis` among the named arguments of these builtins.
constexpr size_t kAxis = 0;

double array_sum(std::span<double> values, double) { return float_sum(values); }
double array_mean(std::span<double> values, double) { return float_mean(values); }
double array_median(std::span<double> values, double) {
  for (double value : values) {
    if (std::isnan(value)) return value;
  }
  return float_median(values);
}
double array_quantile(std::span<double> values, double place) {
  for (double value : values) {
    if (std::isnan(value)) return value;
  }
  return float_quantile(values, place);
}
double array_variance(std::span<double> values, double ddof) {
  return float_variance(values, static_cast<uint64_t>(ddof));
}
double array_deviation(std::span<double> values, double ddof) {
  return std::sqrt(array_variance(values, ddof));
}
double array_product(std::span<double> values, double) {
  double product = 1.0;
  for (double value : values) product *= value;
  return product;
}
double array_least(std::span<double> values, double) {
  double best = values[0];
  for (double value : values) {
    if (std::isnan(value)) return value;
    best = std::min(best, value);
  }
  return best;
}
double array_greatest(std::span<double> values, double) {
  double best = values[0];
  for (double value : values) {
    if (std::isnan(value)) return value;
    best = std::max(best, value);
  }
  return best;
}

Result<Value> sum(Call& call) {
  TRY_ASSIGN(const Value* axis, axis_argument(call, 1, kAxis));
  if (call[0].is(Tag::Array)) return reduce_array(call, {array_sum, 0.0, EmptyArray::Zero}, axis);
  NumberSum total;
  TRY(sum_list(call, call[0], total));
  return total.sum(call.heap());
}

Result<Value> product(Call& call) {
  TRY_ASSIGN(const Value* axis, axis_argument(call, 1, kAxis));
  if (call[0].is(Tag::Array))
    return reduce_array(call, {array_product, 0.0, EmptyArray::One}, axis);
  TRY(check_number_list(call, call[0]));
  std::span<const Value> items = call[0].list().items();
  Value total = Value::integer(1);
  bool empty = true;
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    if (items[i].is_nothing()) continue;
    if (!is_real_number(items[i])) return not_a_number(call.name(), items[i], i);
    if (empty) {
      total = items[i];
      empty = false;
    } else {
      TRY_ASSIGN(total, multiply(call.heap(), total, items[i]));
    }
  }
  return total;
}

Result<Value> mean(Call& call) {
  TRY_ASSIGN(const Value* axis, axis_argument(call, 1, kAxis));
  if (call[0].is(Tag::Array)) return reduce_array(call, {array_mean, 0.0, EmptyArray::Fails}, axis);
  NumberSum total;
  TRY(sum_list(call, call[0], total));
  TRY(check_present(call, call[0].list(), total.count(), "list"));
  return total.mean(call.heap());
}

Result<Value> median(Call& call) {
  TRY_ASSIGN(const Value* axis, axis_argument(call, 1, kAxis));
  if (call[0].is(Tag::Array))
    return reduce_array(call, {array_median, 0.0, EmptyArray::Fails}, axis);
  TRY_ASSIGN(auto found, place_in_column(call, call[0], std::nullopt));
  if (found.has_value()) return std::move(*found);
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Numbers numbers, numbers_of_list(call, call[0], charge));
  TRY(check_present(call, call[0].list(), numbers.size(), "list"));
  return median_of(call.heap(), numbers);
}

/// The place that `percentile` (p of 100) or `quantile` (q of 1) asks for.
Result<Quantile> quantile_argument(Call& call, const Value& given, int64_t whole) {
  if (!is_real_number(given)) {
    return Error(builtin_errors::kExpectedNumber,
                 {call.name(), type_name(given), whole == 100 ? "p" : "q"});
  }
  double place = to_double(given);
  if (!(place >= 0.0 && place <= static_cast<double>(whole))) {
    const ErrorRow& row =
        whole == 100 ? builtin_errors::kPercentileRange : builtin_errors::kQuantileRange;
    return Error(row, {display(Value::number(place))});
  }
  if (whole == 100 && place > 0.0 && place < 1.0) {
    return Error(builtin_errors::kPercentileFraction, {display(given)});
  }
  Quantile at = make_quantile(given);
  if (whole == 1) return at;
  return Quantile{place / 100.0, quantile_of_percentile(at.exact)};
}

Result<Value> quantile_at(Call& call, int64_t whole) {
  TRY_ASSIGN(const Value* axis, axis_argument(call, 2, kAxis));
  TRY_ASSIGN(Quantile at, quantile_argument(call, call[1], whole));
  if (call[0].is(Tag::Array))
    return reduce_array(call, {array_quantile, at.place, EmptyArray::Fails}, axis);
  TRY_ASSIGN(auto found, place_in_column(call, call[0], at.place));
  if (found.has_value()) return std::move(*found);
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Numbers numbers, numbers_of_list(call, call[0], charge));
  TRY(check_present(call, call[0].list(), numbers.size(), "list"));
  return quantile_of(call.heap(), numbers, at);
}

Result<Value> percentile(Call& call) { return quantile_at(call, 100); }
Result<Value> quantile(Call& call) { return quantile_at(call, 1); }

Result<uint64_t> ddof_argument(Call& call, size_t name_index) {
  const Value* given = call.named(name_index);
  if (given == nullptr) return uint64_t{1};
  TRY_ASSIGN(int64_t ddof, whole_argument(call, *given, "ddof"));
  if (ddof < 0) return Error(builtin_errors::kNegativeDdof, {call.name()});
  return static_cast<uint64_t>(ddof);
}

enum class Spread : uint8_t { Variance, Deviation };

Result<Value> spread(Call& call, Spread which) {
  if (call.size() > 1 && !call[0].is(Tag::Array))
    return Error(builtin_errors::kDdofByName, {call.name()});
  TRY_ASSIGN(const Value* axis, axis_argument(call, 1, kAxis));
  TRY_ASSIGN(uint64_t ddof, ddof_argument(call, 1));
  if (call[0].is(Tag::Array)) {
    ArrayKernel kernel = which == Spread::Variance ? array_variance : array_deviation;
    return reduce_array(call, {kernel, static_cast<double>(ddof), EmptyArray::Fails}, axis);
  }
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Numbers numbers, numbers_of_list(call, call[0], charge));
  TRY(check_present(call, call[0].list(), numbers.size(), "list"));
  return which == Spread::Variance ? variance_of(call.heap(), numbers, ddof)
                                   : deviation_of(call.heap(), numbers, ddof);
}

Result<Value> var(Call& call) { return spread(call, Spread::Variance); }
Result<Value> std_deviation(Call& call) { return spread(call, Spread::Deviation); }

Result<Value> extreme(Call& call, Extreme::Side side, ArrayKernel kernel) {
  bool one = call.size() == 1;
  if (one && call[0].is(Tag::Array)) {
    TRY_ASSIGN(const Value* axis, axis_argument(call, 1, kAxis));
    return reduce_array(call, {kernel, 0.0, EmptyArray::Fails}, axis);
  }
  if (call.named(kAxis) != nullptr) return Error(builtin_errors::kAxisOnList, {call.name()});
  if (const table::Column* column = one && call[0].is_list() ? column_of(call[0]) : nullptr) {
    TRY(call.tick(column->size));
    if (auto position = column_extreme(*column, side == Extreme::Side::Least)) {
      if (column->kind == table::Kind::Text) {
        TRY(check_text_extreme(call.name(), *column, *position));
      }
      return cell_value(call.heap(), *column, *position);
    }
  }
  std::span<const Value> items =
      one && call[0].is_list() ? call[0].list().items() : std::span<const Value>(call.args());
  if (items.empty()) return Error(builtin_errors::kEmptySequence, {call.name()});
  Extreme best(side, call.name());
  for (const Value& item : items) {
    TRY(call.tick());
    Result<bool> taken = best.offer(item);
    if (!taken.ok()) return std::move(taken).error();
  }
  if (best.best() == nullptr) return Error(builtin_errors::kAllMissing, {call.name()});
  TRY(check_text_extreme(call.name(), *best.best(), items.size(),
                         [items](size_t i) { return &items[i]; }));
  return *best.best();
}

Result<Value> min(Call& call) { return extreme(call, Extreme::Side::Least, array_least); }
Result<Value> max(Call& call) { return extreme(call, Extreme::Side::Greatest, array_greatest); }

constexpr BuiltinSpec kRows[] = {
    {"sum", "xs, axis?", 1, 2, "axis", Purity::Pure, "",
     "The sum; nothing is skipped, integers and decimals stay exact.", "sum([1, nothing, 3]) → 4",
     "for a column: sum(collect(rows, \"column\"))", sum},
    {"product", "xs, axis?", 1, 2, "axis", Purity::Pure, "", "The product; nothing is skipped.",
     "product([2, 3, 4]) → 24", "for a column: product(collect(rows, \"column\"))", product},
    {"mean", "xs, axis?", 1, 2, "axis", Purity::Pure, "", "The mean of the present numbers.",
     "mean([1, 2, 4.5]) → 2.5", "for a column: mean(collect(rows, \"column\"))", mean},
    {"median", "xs, axis?", 1, 2, "axis", Purity::Pure, "", "The middle of the present numbers.",
     "median([4, 1, 3, 2]) → 2.5", "for a column: median(collect(rows, \"column\"))", median},
    {"min", "xs or a, b, …", 1, kAnyCount, "axis", Purity::Pure, "",
     "The smallest number, text or date; the first of equals.", "min([3, 1, 2]) → 1", "", min},
    {"max", "xs or a, b, …", 1, kAnyCount, "axis", Purity::Pure, "",
     "The largest number, text or date; the first of equals.", "max(3, 1, 2) → 3", "", max},
    {"std", "xs, ddof = 1", 1, 2, "axis,ddof", Purity::Pure, "",
     "The standard deviation of a sample (ddof = 1).",
     "std([1, 2, 3, 4], ddof = 0) → 1.118033988749895", "std(xs, ddof = 0) for a whole population",
     std_deviation},
    {"var", "xs, ddof = 1", 1, 2, "axis,ddof", Purity::Pure, "",
     "The variance of a sample (ddof = 1).", "var([1, 2, 3, 4], ddof = 0) → 1.25",
     "var(xs, ddof = 0) for a whole population", var},
    {"percentile", "xs, p", 2, 3, "axis", Purity::Pure, "",
     "The value below which p per cent lie, interpolated; p from 0 to 100.",
     "percentile([1, 2, 3, 4], 25) → 1.75", "", percentile},
    {"quantile", "xs, q", 2, 3, "axis", Purity::Pure, "",
     "The value below which the part q lies, interpolated; q from 0 to 1.",
     "quantile([1, 2, 3, 4], 0.25) → 1.75", "", quantile},
};

}  // namespace

const BuiltinTable kReductionBuiltins(kRows);

}  // namespace syn
