// Aggregates over groups of rows, column by column.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <type_traits>
#include <utility>

#include "builtins/argument_checks.h"
#include "builtins/column_verbs.h"
#include "builtins/number_series.h"
#include "builtins/text_order_check.h"
#include "num/float_ops.h"
#include "num/order_statistics.h"

namespace syn {
namespace {

using table::Column;
using table::Kind;

bool is_summed(Kind kind) {
  return kind == Kind::Int || kind == Kind::Float || kind == Kind::Decimal;
}

bool has_nan_cell(const Column& column) {
  return column.kind == Kind::Float && has_nan(column.floats);
}

/// Calls `take` with each row that has a cell.
template <typename Take>
void each_present(const Column& column, Take take) {
  if (!column.has_missing()) {
    for (uint32_t row = 0; row < column.size; ++row) take(row);
    return;
  }
  for (uint32_t row = 0; row < column.size; ++row) {
    if (column.is_present(row)) take(row);
  }
}

/// Calls `use` with a function that gives the cells of a column as what can be compared.
template <typename Use>
void with_cells(const Column& column, Use use) {
  if (column.kind == Kind::Text) {
    use([&column](uint32_t row) { return column.text(row).view(); });
  } else if (column.kind == Kind::Float) {
    use([cells = column.floats.data()](uint32_t row) { return cells[row]; });
  } else {
    use([cells = column.ints.data()](uint32_t row) { return cells[row]; });
  }
}

/// How many rows of each group have a cell.
table::Buffer<uint32_t> num_present(const Column& column, const table::RowGroups& groups) {
  table::Buffer<uint32_t> counts(groups.num_groups(), 0);
  each_present(column, [to = counts.data(), group_of = groups.group_of.data()](uint32_t row) {
    ++to[group_of[row]];
  });
  return counts;
}

table::ColumnPtr finished(Call& call, std::shared_ptr<Column> column) {
  column->charge(call.budget());
  return column;
}

table::ColumnPtr counts_column(Call& call, std::span<const uint32_t> counts) {
  auto column = std::make_shared<Column>(Kind::Int, counts.size());
  column->ints.assign(counts.begin(), counts.end());
  return finished(call, std::move(column));
}

/// Numbers, of which those with no rows behind them are absent.
table::ColumnPtr floats_column(Call& call, table::Buffer<double> numbers,
                               std::span<const uint32_t> counts) {
  auto column = std::make_shared<Column>(Kind::Float, numbers.size());
  column->floats = std::move(numbers);
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] != 0) continue;
    if (column->present.empty()) column->present = table::make_bits(counts.size(), true);
    table::clear_bit(column->present, i);
    column->floats[i] = 0;
  }
  return finished(call, std::move(column));
}

/// Sums of floats; the same steps as NumberSum's.
table::Buffer<double> float_sums(const Column& column, const table::RowGroups& groups) {
  std::vector<FloatSum> sums(groups.num_groups());
  if (!column.has_missing()) {
    FloatSum::add_each(sums, groups.group_of, column.floats);
  } else {
    each_present(column, [&](uint32_t row) { sums[groups.group_of[row]].add(column.floats[row]); });
  }
  table::Buffer<double> results(sums.size());
  for (size_t i = 0; i < sums.size(); ++i) results[i] = sums[i].result();
  return results;
}

/// Sums of integers; nothing where one does not fit 64 bits.
std::optional<table::Buffer<int64_t>> integer_sums(const Column& column,
                                                   const table::RowGroups& groups) {
  table::Buffer<int64_t> sums(groups.num_groups(), 0);
  bool overflows = false;
  each_present(column, [&overflows, to = sums.data(), group_of = groups.group_of.data(),
                        cells = column.ints.data()](uint32_t row) {
    int64_t& sum = to[group_of[row]];
    overflows |= __builtin_add_overflow(sum, cells[row], &sum);
  });
  if (overflows) return std::nullopt;
  return sums;
}

/// Sums and means of machine numbers; null where a value has to be more than that.
table::ColumnPtr plain_sums(Call& call, AggregateKind kind, const Column& column,
                            const table::RowGroups& groups) {
  table::Buffer<uint32_t> counts;
  if (kind == AggregateKind::Mean || column.has_missing()) counts = num_present(column, groups);
  table::Buffer<double> numbers;
  if (column.kind == Kind::Float) {
    // The sum of no numbers is the integer 0.
    bool has_gap = std::find(counts.begin(), counts.end(), 0U) != counts.end();
    if (kind == AggregateKind::Sum && has_gap) return nullptr;
    numbers = float_sums(column, groups);
    if (kind == AggregateKind::Sum) return floats_column(call, std::move(numbers), counts);
  } else {
    auto sums = integer_sums(column, groups);
    if (!sums.has_value()) return nullptr;
    if (kind == AggregateKind::Sum) {
      auto made = std::make_shared<Column>(Kind::Int, sums->size());
      made->ints = std::move(*sums);
      return finished(call, std::move(made));
    }
    numbers.assign(sums->begin(), sums->end());
  }
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] /= static_cast<double>(counts[i]);
  return floats_column(call, std::move(numbers), counts);
}

Result<table::ColumnPtr> summed(Call& call, AggregateKind kind, const Column& column,
                                const table::RowGroups& groups) {
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, groups.num_groups() * sizeof(NumberSum)));
  if (column.kind != Kind::Decimal) {
    table::ColumnPtr plain = plain_sums(call, kind, column, groups);
    if (plain != nullptr) return plain;
  }
  std::vector<NumberSum> sums(groups.num_groups());
  for (size_t row = 0; row < column.size; ++row) {
    if (!column.is_present(row)) continue;
    NumberSum& sum = sums[groups.group_of[row]];
    TRY_ASSIGN(Taken taken, sum.add(cell_value(call.heap(), column, row)));
    (void)taken;
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
  return column_from_values(call.heap(), std::move(results));
}

/// The least or greatest cells of groups that have one in each row; false where one is NaN. Which
/// is better is as random as the data, so there are no branches on it, and of equals the first
/// stays: what the row path would give, bit for bit.
template <typename Cell, typename Better>
bool find_extremes(const table::Buffer<Cell>& cells, Better better, const table::RowGroups& groups,
                   table::Buffer<Cell>& best) {
  best.resize(groups.num_groups());
  for (size_t i = 0; i < best.size(); ++i) best[i] = cells[groups.first_row[i]];
  const uint32_t* group_of = groups.group_of.data();
  const Cell* from = cells.data();
  Cell* known = best.data();
  bool has_odd = false;
  for (size_t row = 0; row < cells.size(); ++row) {
    Cell& place = known[group_of[row]];
    Cell old = place;
    Cell own = from[row];
    place = better(own, old) ? own : old;
    if constexpr (std::is_floating_point_v<Cell>) has_odd |= own != own;
  }
  return !has_odd;
}

/// Of a column of numbers or times without gaps.
table::ColumnPtr plain_extremes(Call& call, bool least, const Column& column,
                                const table::RowGroups& groups) {
  auto made = std::make_shared<Column>(column.kind, groups.num_groups());
  made->scale = column.scale;
  made->offset_seconds = column.offset_seconds;
  auto find = [&](const auto& cells, auto& best) {
    return least ? find_extremes(cells, std::less<>(), groups, best)
                 : find_extremes(cells, std::greater<>(), groups, best);
  };
  bool found = column.kind == Kind::Float ? find(column.floats, made->floats)
                                          : find(column.ints, made->ints);
  return found ? finished(call, std::move(made)) : nullptr;
}

/// The rows of the least or greatest cells, the first of equals; kNoRow for a group without cells.
template <typename Cells, typename Better>
table::Buffer<uint32_t> extreme_rows(const Column& column, Cells cell, Better better,
                                     const table::RowGroups& groups) {
  using Cell = decltype(cell(0));
  table::Buffer<uint32_t> rows(groups.num_groups(), table::kNoRow);
  std::vector<Cell> best(groups.num_groups());
  each_present(column, [&](uint32_t row) {
    uint32_t group = groups.group_of[row];
    Cell own = cell(row);
    if (rows[group] != table::kNoRow && !better(own, best[group])) return;
    rows[group] = row;
    best[group] = own;
  });
  return rows;
}

table::ColumnPtr extremes(Call& call, bool least, const Column& column,
                          const table::RowGroups& groups) {
  table::Buffer<uint32_t> rows;
  with_cells(column, [&](auto cell) {
    rows = least ? extreme_rows(column, cell, std::less<>(), groups)
                 : extreme_rows(column, cell, std::greater<>(), groups);
  });
  bool has_gaps = std::find(rows.begin(), rows.end(), table::kNoRow) != rows.end();
  return table::gather(column, rows, has_gaps, call.budget());
}

/// The present numbers of a column, those of each group side by side: group g's end at `ends[g]`.
struct GroupedNumbers {
  table::Buffer<double> numbers;
  table::Buffer<uint32_t> ends;
};

template <typename T>
GroupedNumbers numbers_by_group(const Column& column, const T* cells,
                                const table::RowGroups& groups) {
  GroupedNumbers grouped;
  grouped.ends.assign(groups.num_groups(), 0);
  for (size_t row = 0; row < column.size; ++row) {
    if (column.is_present(row)) ++grouped.ends[groups.group_of[row]];
  }
  uint32_t sum = 0;
  for (uint32_t& end : grouped.ends) sum += std::exchange(end, sum);
  grouped.numbers.resize(sum);
  // From here on the starts move up to the ends.
  for (size_t row = 0; row < column.size; ++row) {
    if (!column.is_present(row)) continue;
    grouped.numbers[grouped.ends[groups.group_of[row]]++] = static_cast<double>(cells[row]);
  }
  return grouped;
}

table::ColumnPtr places(Call& call, const Aggregate& aggregate, const Column& column,
                        const table::RowGroups& groups) {
  GroupedNumbers grouped = column.kind == Kind::Int
                               ? numbers_by_group(column, column.ints.data(), groups)
                               : numbers_by_group(column, column.floats.data(), groups);
  double place =
      aggregate.kind() == AggregateKind::Quantile ? make_quantile(aggregate.place()).place : 0.5;
  table::Buffer<double> results(groups.num_groups());
  table::Buffer<uint32_t> counts(groups.num_groups(), 0);
  uint32_t start = 0;
  for (size_t group = 0; group < results.size(); ++group) {
    uint32_t count = grouped.ends[group] - start;
    auto numbers = std::span(grouped.numbers).subspan(start, count);
    start = grouped.ends[group];
    if (aggregate.is_spread()) {
      std::optional<double> spread = aggregate.spread_of(numbers);
      if (!spread.has_value()) continue;
      results[group] = *spread;
    } else if (count == 0) {
      continue;
    } else if (aggregate.kind() == AggregateKind::Median) {
      results[group] = float_median(numbers);
    } else {
      results[group] = float_quantile(numbers, place);
    }
    counts[group] = count;
  }
  return floats_column(call, std::move(results), counts);
}

/// Distinct cells of each group: groups of (group, cell) pairs.
Result<table::ColumnPtr> distinct(Call& call, const table::ColumnPtr& column,
                                  const table::RowGroups& groups) {
  auto group_column = std::make_shared<Column>(Kind::Int, column->size);
  group_column->ints.assign(groups.group_of.begin(), groups.group_of.end());
  group_column->charge(call.budget());
  KeyColumns pair;
  pair.columns = {group_column, column};
  TRY_ASSIGN(table::RowGroups pairs, column_groups(call, pair, column->size));
  table::Buffer<uint32_t> counts(groups.num_groups(), 0);
  for (uint32_t row : pairs.first_row) {
    if (column->is_present(row)) ++counts[groups.group_of[row]];
  }
  return counts_column(call, counts);
}

}  // namespace

Result<table::ColumnPtr> column_aggregate(Call& call, const Aggregate& aggregate,
                                          const table::Table& table,
                                          const table::RowGroups& groups) {
  TRY(call.tick(table.num_rows));
  TRY(call.reserve(groups.num_groups() * (sizeof(Value) + sizeof(double))));
  AggregateKind kind = aggregate.kind();
  if (kind == AggregateKind::Count) {
    table::Buffer<uint32_t> counts(groups.num_groups(), 0);
    for (uint32_t group : groups.group_of) ++counts[group];
    return counts_column(call, counts);
  }
  table::ColumnPtr none;
  int position = table.find(aggregate.column());
  if (position < 0) return none;
  const table::ColumnPtr& column = table.column(static_cast<size_t>(position));
  if (column->kind == Kind::Any) return none;
  if (kind == AggregateKind::First) {
    return table::gather(*column, groups.first_row, false, call.budget());
  }
  if (kind == AggregateKind::Unique) return distinct(call, column, groups);
  if (kind == AggregateKind::Sum || kind == AggregateKind::Mean) {
    if (!is_summed(column->kind)) return none;
    return summed(call, kind, *column, groups);
  }
  if (kind == AggregateKind::Min || kind == AggregateKind::Max) {
    if (column->kind == Kind::Bool) return none;
    if (column->kind != Kind::Text && !column->has_missing()) {
      return plain_extremes(call, kind == AggregateKind::Min, *column, groups);
    }
    if (has_nan_cell(*column)) return none;
    if (column->kind == Kind::Text && may_mislead_in_part(*column)) return none;
    return extremes(call, kind == AggregateKind::Min, *column, groups);
  }
  if (column->kind != Kind::Int && column->kind != Kind::Float) return none;
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, table.num_rows * sizeof(double)));
  return places(call, aggregate, *column, groups);
}

std::optional<size_t> column_extreme(const Column& column, bool least) {
  if (column.kind == Kind::Any || column.kind == Kind::Bool || has_nan_cell(column)) {
    return std::nullopt;
  }
  uint32_t best = table::kNoRow;
  with_cells(column, [&](auto cell) {
    decltype(cell(0)) known{};
    each_present(column, [&](uint32_t row) {
      auto own = cell(row);
      bool is_better = least ? own < known : known < own;
      if (!is_better && best != table::kNoRow) return;
      best = row;
      known = own;
    });
  });
  if (best == table::kNoRow) return std::nullopt;
  return best;
}

}  // namespace syn
