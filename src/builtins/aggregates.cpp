// The aggregates of `summarize`: sum_of, mean_of, … (data.md §3.5).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/aggregates.h"

#include <array>
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/number_series.h"
#include "builtins/text_order_check.h"
#include "tableio/column_guess.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

/// The builtin that makes an aggregate, and the short name of its messages; by AggregateKind.
struct AggregateNames {
  std::string_view maker;
  std::string_view brief;
};
constexpr std::array<AggregateNames, 11> kNames{{{"count", "count"},
                                                 {"sum_of", "sum"},
                                                 {"mean_of", "mean"},
                                                 {"min_of", "min"},
                                                 {"max_of", "max"},
                                                 {"median_of", "median"},
                                                 {"quantile_of", "quantile"},
                                                 {"first_of", "first"},
                                                 {"n_unique_of", "n_unique"},
                                                 {"std_of", "std"},
                                                 {"var_of", "var"}}};

const AggregateNames& names_of(AggregateKind kind) { return kNames[static_cast<size_t>(kind)]; }

// The captured values of an aggregate.
constexpr size_t kKindAt = 0;
constexpr size_t kColumnAt = 1;
constexpr size_t kPlaceAt = 2;

/// An aggregate called by itself: on a list of rows.
Result<Value> call_aggregate(Call& call) {
  std::optional<Aggregate> aggregate = Aggregate::from(*call.self());
  CHECK(aggregate.has_value());
  TRY(check_rows(call.name(), call[0]));
  std::span<const Value> rows = call[0].list().items();
  TRY(aggregate->check(call, rows));
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, rows.size() * sizeof(uint32_t)));
  std::vector<uint32_t> positions(rows.size());
  for (uint32_t i = 0; i < positions.size(); ++i) positions[i] = i;
  return aggregate->run(call, rows, positions);
}

Value make_aggregate(Heap& heap, AggregateKind kind, Value column, Value place) {
  std::vector<Value> captured{Value::integer(static_cast<int64_t>(kind)), std::move(column),
                              std::move(place)};
  return make_native(heap, call_aggregate, std::string(names_of(kind).maker), 1, 1,
                     std::move(captured));
}

}  // namespace

Value make_count_aggregate(Heap& heap) {
  return make_aggregate(heap, AggregateKind::Count, make_text(heap, ""), Value::nothing());
}

std::optional<Aggregate> Aggregate::from(const Value& function) {
  if (!function.is(Tag::Native)) return std::nullopt;
  return from(function.native());
}

std::optional<Aggregate> Aggregate::from(const Native& function) {
  if (function.function != call_aggregate) return std::nullopt;
  const std::vector<Value>& captured = function.captured;
  Aggregate aggregate(static_cast<AggregateKind>(captured[kKindAt].as_int()),
                      captured[kColumnAt].view());
  aggregate.place_ = captured[kPlaceAt];
  return aggregate;
}

Result<void> Aggregate::check(Call& call, std::span<const Value> rows) const {
  if (kind_ == AggregateKind::Count) return {};
  return check_column(call, rows, reader_.column(), names_of(kind_).maker);
}

Result<const Value*> Aggregate::cell(const Value& row, size_t position) {
  if (!row.is_map()) return not_a_row(names_of(kind_).maker, position, row);
  return reader_.find(row.map());
}

Error Aggregate::not_a_number(std::span<const Value> rows, size_t position) {
  auto cell_at = [&](size_t i) { return rows[i].is_map() ? reader_.find(rows[i].map()) : nullptr; };
  auto is_odd = [](const Value* cell) {
    return cell != nullptr && cell->is_text() &&
           tableio::number_form(tableio::without_blanks(cell->view())) == tableio::NumberForm::None;
  };
  // A text of digits is not what keeps the column from being numbers, if another is odd.
  size_t odd = position;
  if (cell_at(position)->is_text()) {
    while (odd < rows.size() && !is_odd(cell_at(odd))) ++odd;
    if (odd == rows.size()) odd = position;
  }
  const Value& got = *cell_at(odd);
  position = odd;
  std::string column;
  append_quoted(column, reader_.column());
  std::string advice = got.is_text() ? tableio::advice_for(got.view()) : std::string();
  if (!advice.empty()) {
    return Error(
        builtin_errors::kColumnNumbersAdvice,
        {names_of(kind_).brief, column, count_text(position + 1), short_display(got), advice});
  }
  return Error(builtin_errors::kColumnNumbers, {names_of(kind_).brief, column, type_name(got),
                                                count_text(position + 1), short_display(got)});
}

Result<Value> Aggregate::run_sum(Call& call, std::span<const Value> rows,
                                 std::span<const uint32_t> positions) {
  NumberSum total;
  for (uint32_t position : positions) {
    TRY_ASSIGN(const Value* value, cell(rows[position], position));
    if (value == nullptr) continue;
    TRY_ASSIGN(Taken taken, total.add(*value));
    if (taken == Taken::Other) return not_a_number(rows, position);
  }
  if (kind_ == AggregateKind::Sum) return total.sum(call.heap());
  return total.count() == 0 ? Result<Value>(Value::nothing()) : total.mean(call.heap());
}

Result<Value> Aggregate::run_numbers(Call& call, std::span<const Value> rows,
                                     std::span<const uint32_t> positions) {
  Numbers::Form form = Numbers::Form::Floats;
  for (uint32_t position : positions) {
    TRY_ASSIGN(const Value* value, cell(rows[position], position));
    if (value != nullptr && value->is(Tag::Decimal)) form = Numbers::Form::Decimals;
  }
  Numbers numbers(form);
  ScratchCharge charge(call.heap());
  TRY(charge.add(call,
                 positions.size() * (numbers.exact() ? Numbers::kBytesEach : sizeof(double))));
  for (uint32_t position : positions) {
    TRY_ASSIGN(const Value* value, cell(rows[position], position));
    if (value == nullptr) continue;
    TRY_ASSIGN(Taken taken, numbers.add(*value));
    if (taken == Taken::Other) return not_a_number(rows, position);
  }
  if (numbers.size() == 0) return Value::nothing();
  if (kind_ == AggregateKind::Median) return median_of(call.heap(), numbers);
  if (is_spread()) return spread_of(call.heap(), numbers);
  return quantile_of(call.heap(), numbers, make_quantile(place_));
}

Result<Value> Aggregate::spread_of(Heap& heap, Numbers& numbers) const {
  auto ddof = static_cast<uint64_t>(place_.as_int());
  if (numbers.size() <= ddof) return Value::nothing();
  return kind_ == AggregateKind::Deviation ? deviation_of(heap, numbers, ddof)
                                           : variance_of(heap, numbers, ddof);
}

std::optional<double> Aggregate::spread_of(std::span<const double> numbers) const {
  auto ddof = static_cast<uint64_t>(place_.as_int());
  if (numbers.empty() || numbers.size() <= ddof) return std::nullopt;
  double variance = float_variance(numbers, ddof);
  return kind_ == AggregateKind::Deviation ? std::sqrt(variance) : variance;
}

Result<Value> Aggregate::run_extreme(std::span<const Value> rows,
                                     std::span<const uint32_t> positions) {
  bool least = kind_ == AggregateKind::Min;
  Extreme best(least ? Extreme::Side::Least : Extreme::Side::Greatest, names_of(kind_).brief);
  for (uint32_t position : positions) {
    TRY_ASSIGN(const Value* value, cell(rows[position], position));
    if (value == nullptr) continue;
    Result<bool> taken = best.offer(*value);
    if (!taken.ok()) return std::move(taken).error();
  }
  if (best.best() == nullptr) return Value::nothing();
  TRY(check_text_extreme(names_of(kind_).maker, *best.best(), positions.size(),
                         [&](size_t i) { return reader_.find(rows[positions[i]].map()); }));
  return *best.best();
}

Result<Value> Aggregate::run_unique(Call& call, std::span<const Value> rows,
                                    std::span<const uint32_t> positions) {
  KeyIndex seen(call, 1);
  for (uint32_t position : positions) {
    TRY_ASSIGN(const Value* value, cell(rows[position], position));
    if (value == nullptr || value->is_nothing()) continue;
    Result<KeyIndex::Place> place = seen.insert({&value, 1});
    if (!place.ok()) return std::move(place).error();
  }
  return Value::integer(static_cast<int64_t>(seen.size()));
}

Result<Value> Aggregate::run(Call& call, std::span<const Value> rows,
                             std::span<const uint32_t> positions) {
  TRY(call.tick(positions.size()));
  switch (kind_) {
    case AggregateKind::Count: return Value::integer(static_cast<int64_t>(positions.size()));
    case AggregateKind::Sum:
    case AggregateKind::Mean: return run_sum(call, rows, positions);
    case AggregateKind::Min:
    case AggregateKind::Max: return run_extreme(rows, positions);
    case AggregateKind::Median:
    case AggregateKind::Deviation:
    case AggregateKind::Variance:
    case AggregateKind::Quantile: return run_numbers(call, rows, positions);
    case AggregateKind::Unique: return run_unique(call, rows, positions);
    case AggregateKind::First: break;
  }
  if (positions.empty()) return Value::nothing();
  TRY_ASSIGN(const Value* first, cell(rows[positions[0]], positions[0]));
  return first == nullptr ? Value::nothing() : *first;
}

namespace {

Result<Value> column_aggregate(Call& call, AggregateKind kind) {
  std::string_view form = kind == AggregateKind::Quantile ? "column, q" : "column";
  if (!call[0].is_text()) {
    return Error(builtin_errors::kAggregateColumn, {call.name(), form, type_name(call[0])});
  }
  return make_aggregate(call.heap(), kind, call[0], Value::nothing());
}

Result<Value> sum_of(Call& call) { return column_aggregate(call, AggregateKind::Sum); }
Result<Value> mean_of(Call& call) { return column_aggregate(call, AggregateKind::Mean); }
Result<Value> min_of(Call& call) { return column_aggregate(call, AggregateKind::Min); }
Result<Value> max_of(Call& call) { return column_aggregate(call, AggregateKind::Max); }
Result<Value> median_of_column(Call& call) { return column_aggregate(call, AggregateKind::Median); }
Result<Value> first_of(Call& call) { return column_aggregate(call, AggregateKind::First); }
Result<Value> n_unique_of(Call& call) { return column_aggregate(call, AggregateKind::Unique); }

/// Of the sample (ddof 1) or of the whole population (0); nothing where a group has no more values
/// than that.
Result<Value> spread_of(Call& call, AggregateKind kind, int64_t ddof) {
  TRY_ASSIGN(Value made, column_aggregate(call, kind));
  made.native().captured[kPlaceAt] = Value::integer(ddof);
  return made;
}
Result<Value> std_of(Call& call) { return spread_of(call, AggregateKind::Deviation, 1); }
Result<Value> var_of(Call& call) { return spread_of(call, AggregateKind::Variance, 1); }
Result<Value> std_pop_of(Call& call) { return spread_of(call, AggregateKind::Deviation, 0); }
Result<Value> var_pop_of(Call& call) { return spread_of(call, AggregateKind::Variance, 0); }

Result<Value> quantile_of_column(Call& call) {
  TRY_ASSIGN(Value made, column_aggregate(call, AggregateKind::Quantile));
  double place = is_real_number(call[1]) ? to_double(call[1]) : -1.0;
  if (!(place >= 0.0 && place <= 1.0))
    return Error(builtin_errors::kQuantileOfPlace, {short_display(call[1])});
  made.native().captured[kPlaceAt] = call[1];
  return made;
}

constexpr std::string_view kHint =
    "in summarize: {\"name\": sum_of(\"column\")}; for all rows: sum(collect(rows, \"column\"))";

constexpr BuiltinSpec kRows[] = {
    {"sum_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: the sum of a column of the group.",
     "sum_of(\"v\")([{\"v\": 1}, {\"v\": 2}]) → 3", kHint, sum_of},
    {"mean_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: the mean of a column of the group.",
     "mean_of(\"v\")([{\"v\": 1}, {\"v\": 2}]) → 1.5", kHint, mean_of},
    {"min_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: the smallest value of a column of the group.",
     "min_of(\"v\")([{\"v\": 1}, {\"v\": 2}]) → 1", kHint, min_of},
    {"max_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: the largest value of a column of the group.",
     "max_of(\"v\")([{\"v\": 1}, {\"v\": 2}]) → 2", kHint, max_of},
    {"std_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: the standard deviation of a sample; nothing for fewer than two values.",
     "std_of(\"v\")([{\"v\": 1}, {\"v\": 3}]) → 1.4142135623730951", kHint, std_of},
    {"var_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: the variance of a sample; nothing for fewer than two values.",
     "var_of(\"v\")([{\"v\": 1}, {\"v\": 3}]) → 2.0", kHint, var_of},
    {"std_pop_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: the standard deviation of a whole population.",
     "std_pop_of(\"v\")([{\"v\": 1}, {\"v\": 3}]) → 1.0", kHint, std_pop_of},
    {"var_pop_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: the variance of a whole population.",
     "var_pop_of(\"v\")([{\"v\": 1}, {\"v\": 3}]) → 1.0", kHint, var_pop_of},
    {"median_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: the median of a column of the group.",
     "median_of(\"v\")([{\"v\": 1}, {\"v\": 2}]) → 1.5", kHint, median_of_column},
    {"quantile_of", "column, q", 2, 2, "", Purity::Pure, "",
     "For summarize: a quantile of a column of the group; q from 0 to 1.",
     "quantile_of(\"v\", 0.5)([{\"v\": 1}, {\"v\": 2}]) → 1.5", kHint, quantile_of_column},
    {"first_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: the column's value in the group's first row.",
     "first_of(\"v\")([{\"v\": 1}, {\"v\": 2}]) → 1", kHint, first_of},
    {"n_unique_of", "column", 1, 1, "", Purity::Pure, "",
     "For summarize: how many different values a column of the group has.",
     "n_unique_of(\"v\")([{\"v\": 1}, {\"v\": 1}]) → 1", kHint, n_unique_of},
};

}  // namespace

const BuiltinTable kAggregateBuiltins(kRows);

}  // namespace syn
