// Aggregates over groups of rows, column by column.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/column_verbs.h"
#include "builtins/number_series.h"
#include "num/float_ops.h"

namespace syn {
namespace {

using table::Column;
using table::Kind;

bool is_summed(Kind kind) {
  return kind == Kind::Int || kind == Kind::Float || kind == Kind::Decimal;
}

bool has_nan(const Column& column) {
  if (column.kind != Kind::Float) return false;
  for (double value : column.floats) {
    if (std::isnan(value)) return true;
  }
  return false;
}

/// -1, 0 or 1; no NaN, both present.
int order_of(const Column& column, size_t left, size_t right) {
  if (column.kind == Kind::Text) {
    int order = column.text(left).view().compare(column.text(right).view());
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }
  if (column.kind == Kind::Float) {
    double a = column.floats[left];
    double b = column.floats[right];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  int64_t a = column.ints[left];
  int64_t b = column.ints[right];
  return a < b ? -1 : a > b ? 1 : 0;
}

/// Sums of floats; the same steps as NumberSum's.
std::vector<Value> float_sums(AggregateKind kind, const Column& column,
                              const table::RowGroups& groups) {
  std::vector<FloatSum> sums(groups.num_groups());
  std::vector<uint32_t> counts(groups.num_groups(), 0);
  for (size_t row = 0; row < column.size; ++row) {
    if (!column.is_present(row)) continue;
    uint32_t group = groups.group_of[row];
    sums[group].add(column.floats[row]);
    ++counts[group];
  }
  std::vector<Value> results(sums.size());
  for (size_t i = 0; i < sums.size(); ++i) {
    if (kind == AggregateKind::Sum) {
      // The sum of no numbers is the integer 0.
      results[i] = counts[i] == 0 ? Value::integer(0) : Value::number(sums[i].result());
    } else if (counts[i] != 0) {
      results[i] = Value::number(sums[i].result() / static_cast<double>(counts[i]));
    }
  }
  return results;
}

/// Sums of integers; nothing where one does not fit 64 bits.
std::optional<std::vector<Value>> integer_sums(AggregateKind kind, const Column& column,
                                               const table::RowGroups& groups) {
  std::vector<int64_t> sums(groups.num_groups(), 0);
  std::vector<uint32_t> counts(groups.num_groups(), 0);
  bool overflows = false;
  for (size_t row = 0; row < column.size; ++row) {
    if (!column.is_present(row)) continue;
    uint32_t group = groups.group_of[row];
    overflows |= __builtin_add_overflow(sums[group], column.ints[row], &sums[group]);
    ++counts[group];
  }
  if (overflows) return std::nullopt;
  std::vector<Value> results(sums.size());
  for (size_t i = 0; i < sums.size(); ++i) {
    if (kind == AggregateKind::Sum) {
      results[i] = Value::integer(sums[i]);
    } else if (counts[i] != 0) {
      results[i] = Value::number(static_cast<double>(sums[i]) / static_cast<double>(counts[i]));
    }
  }
  return results;
}

Result<std::vector<Value>> summed(Call& call, AggregateKind kind, const Column& column,
                                  const table::RowGroups& groups) {
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, groups.num_groups() * sizeof(NumberSum)));
  if (column.kind == Kind::Float) return float_sums(kind, column, groups);
  if (column.kind == Kind::Int) {
    auto plain = integer_sums(kind, column, groups);
    if (plain.has_value()) return std::move(*plain);
  }
  std::vector<NumberSum> sums(groups.num_groups());
  for (size_t row = 0; row < column.size; ++row) {
    if (!column.is_present(row)) continue;
    NumberSum& sum = sums[groups.group_of[row]];
    if (column.kind == Kind::Int) {
      TRY(sum.add(Value::integer(column.ints[row])));
    } else if (column.kind == Kind::Float) {
      TRY(sum.add(Value::number(column.floats[row])));
    } else {
      TRY(sum.add(cell_value(call.heap(), column, row)));
    }
  }
  std::vector<Value> results;
  results.reserve(sums.size());
  for (const NumberSum& sum : sums) {
    if (kind == AggregateKind::Sum) {
      results.push_back(sum.sum(call.heap()));
    } else if (sum.count() == 0) {
      results.emplace_back();
    } else {
      TRY_ASSIGN(Value mean, sum.mean(call.heap()));
      results.push_back(std::move(mean));
    }
  }
  return results;
}

std::vector<Value> extremes(Call& call, bool least, const Column& column,
                            const table::RowGroups& groups) {
  std::vector<uint32_t> best(groups.num_groups(), table::kNoRow);
  int wanted = least ? -1 : 1;
  for (uint32_t row = 0; row < column.size; ++row) {
    if (!column.is_present(row)) continue;
    uint32_t& known = best[groups.group_of[row]];
    if (known == table::kNoRow || order_of(column, row, known) == wanted) known = row;
  }
  std::vector<Value> results;
  results.reserve(best.size());
  for (uint32_t row : best) {
    results.push_back(row == table::kNoRow ? Value::nothing()
                                           : cell_value(call.heap(), column, row));
  }
  return results;
}

Result<std::vector<Value>> places(Call& call, const Aggregate& aggregate, const Column& column,
                                  const table::RowGroups& groups) {
  table::GroupedRows grouped = rows_by_group(groups);
  std::vector<Value> results;
  results.reserve(groups.num_groups());
  for (size_t group = 0; group < groups.num_groups(); ++group) {
    Numbers numbers(Numbers::Form::Floats);
    size_t end = grouped.starts[group + 1];
    numbers.floats().reserve(end - grouped.starts[group]);
    for (size_t i = grouped.starts[group]; i < end; ++i) {
      uint32_t row = grouped.rows[i];
      if (!column.is_present(row)) continue;
      numbers.add_float(column.kind == Kind::Int ? static_cast<double>(column.ints[row])
                                                 : column.floats[row]);
    }
    if (numbers.size() == 0) {
      results.emplace_back();
    } else if (aggregate.is_spread()) {
      TRY_ASSIGN(Value spread, aggregate.spread_of(call.heap(), numbers));
      results.push_back(std::move(spread));
    } else if (aggregate.kind() == AggregateKind::Median) {
      TRY_ASSIGN(Value median, median_of(call.heap(), numbers));
      results.push_back(std::move(median));
    } else {
      TRY_ASSIGN(Value place, quantile_of(call.heap(), numbers, make_quantile(aggregate.place())));
      results.push_back(std::move(place));
    }
  }
  return results;
}

/// Distinct cells of each group: groups of (group, cell) pairs.
Result<std::vector<Value>> distinct(Call& call, const table::ColumnPtr& column,
                                    const table::RowGroups& groups) {
  auto group_column = std::make_shared<Column>(Kind::Int, column->size);
  group_column->ints.assign(groups.group_of.begin(), groups.group_of.end());
  group_column->charge(call.budget());
  KeyColumns pair;
  pair.columns = {group_column, column};
  TRY_ASSIGN(table::RowGroups pairs, column_groups(call, pair, column->size));
  std::vector<int64_t> counts(groups.num_groups(), 0);
  for (uint32_t row : pairs.first_row) {
    if (column->is_present(row)) ++counts[groups.group_of[row]];
  }
  std::vector<Value> results;
  results.reserve(counts.size());
  for (int64_t count : counts) results.push_back(Value::integer(count));
  return results;
}

}  // namespace

Result<std::optional<std::vector<Value>>> column_aggregate(Call& call, const Aggregate& aggregate,
                                                           const table::Table& table,
                                                           const table::RowGroups& groups) {
  std::optional<std::vector<Value>> none;
  TRY(call.tick(table.num_rows));
  TRY(call.reserve(groups.num_groups() * sizeof(Value)));
  if (aggregate.kind() == AggregateKind::Count) {
    std::vector<int64_t> counts(groups.num_groups(), 0);
    for (uint32_t group : groups.group_of) ++counts[group];
    std::vector<Value> results;
    results.reserve(counts.size());
    for (int64_t count : counts) results.push_back(Value::integer(count));
    return std::optional(std::move(results));
  }
  int position = table.find(aggregate.column());
  if (position < 0) return none;
  const table::ColumnPtr& column = table.column(static_cast<size_t>(position));
  if (column->kind == Kind::Any) return none;
  AggregateKind kind = aggregate.kind();
  if (kind == AggregateKind::First) {
    std::vector<Value> results;
    results.reserve(groups.num_groups());
    for (uint32_t row : groups.first_row) results.push_back(cell_value(call.heap(), *column, row));
    return std::optional(std::move(results));
  }
  if (kind == AggregateKind::Unique) {
    TRY_ASSIGN(std::vector<Value> results, distinct(call, column, groups));
    return std::optional(std::move(results));
  }
  if (kind == AggregateKind::Sum || kind == AggregateKind::Mean) {
    if (!is_summed(column->kind)) return none;
    TRY_ASSIGN(std::vector<Value> results, summed(call, kind, *column, groups));
    return std::optional(std::move(results));
  }
  if (kind == AggregateKind::Min || kind == AggregateKind::Max) {
    if (column->kind == Kind::Bool || has_nan(*column)) return none;
    return std::optional(extremes(call, kind == AggregateKind::Min, *column, groups));
  }
  if (column->kind != Kind::Int && column->kind != Kind::Float) return none;
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, table.num_rows * sizeof(double)));
  TRY_ASSIGN(std::vector<Value> results, places(call, aggregate, *column, groups));
  return std::optional(std::move(results));
}

std::optional<size_t> column_extreme(const Column& column, bool least) {
  if (column.kind == Kind::Any || column.kind == Kind::Bool || has_nan(column)) {
    return std::nullopt;
  }
  std::optional<size_t> best;
  int wanted = least ? -1 : 1;
  for (size_t row = 0; row < column.size; ++row) {
    if (!column.is_present(row)) continue;
    if (!best.has_value() || order_of(column, row, *best) == wanted) best = row;
  }
  return best;
}

}  // namespace syn
