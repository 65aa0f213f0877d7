// Window forms that look at neighbours and ranks: lag, lead, rank, top (additions; README, decision
// 5).
// SPDX-License-Identifier: Apache-2.0
#include "builtins/windows.h"

#include <array>
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/column_verbs.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/sorting.h"
#include "value/display.h"
#include "value/equality.h"

namespace syn {

Result<void> Series::make_groups_by(Call& call, std::span<const Value> rows, const Value* by) {
  if (by != nullptr) {
    TRY_ASSIGN(KeyReader reader, KeyReader::parse(*by, call.name()));
    TRY(reader.check(call, rows));
    KeyIndex index(call, reader.num_parts());
    TRY_ASSIGN(groups_, make_groups(call, rows, reader, index, *charge_));
    return {};
  }
  TRY(charge_->add(call, rows.size() * sizeof(uint32_t)));
  auto size = static_cast<uint32_t>(rows.size());
  groups_.starts = {0, size};
  for (uint32_t i = 0; i < size; ++i) groups_.order.push_back(i);
  return {};
}

Result<Series> Series::read(Call& call, size_t by) {
  TRY(check_list(call, call[0]));
  Series series(call);
  series.items_ = call[0].list().items();
  const Value* column = call.optional(1);
  bool has_column = column != nullptr && (column->is_text() || column->is_callable());
  if (has_column) {
    TRY_ASSIGN(series.column_, keys_of_rows(call, series.items_, *column, *series.charge_));
    series.rest_ = 2;
  } else if (call.named(by) != nullptr) {
    return Error(builtin_errors::kByNeedsColumn, {call.name()});
  }
  TRY(series.make_groups_by(call, series.items_, call.named(by)));
  return series;
}

Result<Value> result_list(Call& call, const Series& series) {
  size_t size = series.values().size();
  TRY(reserve_list(call, size));
  Value result = make_list(call.heap(), size);
  for (size_t i = 0; i < size; ++i) push(result, Value::nothing());
  return result;
}

namespace {

constexpr size_t kBy = 0;

/// `lag` and `lead`: the value `step` places before (or after) each item of its group.
Result<Value> shifted(Call& call, bool back) {
  TRY_ASSIGN(Series series, Series::read(call, kBy));
  int64_t step = 1;
  if (const Value* given = call.optional(series.rest())) {
    TRY_ASSIGN(step, whole_argument(call, *given, "n"));
  }
  const Value* fill = call.optional(series.rest() + 1);
  if (fill == nullptr) fill = call.named(1);
  if (step < 0) return Error(builtin_errors::kNegativeShift, {call.name(), back ? "lead" : "lag"});
  TRY_ASSIGN(Value result, result_list(call, series));
  for (size_t g = 0; g < series.num_groups(); ++g) {
    std::span<const uint32_t> rows = series.group(g);
    auto size = static_cast<int64_t>(rows.size());
    for (int64_t i = 0; i < size; ++i) {
      bool inside = back ? i >= step : step < size - i;
      const Value* value = fill;
      if (inside) value = &series.values()[rows[static_cast<size_t>(back ? i - step : i + step)]];
      if (value != nullptr) set_item(result.list(), rows[static_cast<size_t>(i)], *value);
    }
  }
  return result;
}

Result<Value> lag(Call& call) { return shifted(call, true); }
Result<Value> lead(Call& call) { return shifted(call, false); }

enum class Ties : uint8_t { Min, Max, Average, Dense, Row };

Result<Ties> ties_argument(Call& call) {
  constexpr std::array<std::string_view, 5> kNames{"min", "max", "average", "dense", "row"};
  const Value* given = call.named(2);
  if (given == nullptr) return Ties::Min;
  for (size_t i = 0; given->is_text() && i < kNames.size(); ++i) {
    if (given->view() == kNames[i]) return static_cast<Ties>(i);
  }
  return Error(builtin_errors::kRankTies, {short_display(*given)});
}

bool has_rank(const Value& value) {
  return !value.is_nothing() && !(value.is_float() && std::isnan(value.as_float()));
}

/// The rank of the equal values at sorted places [start, end), which is the `run`th different value
/// (from 1).
Value rank_of(Ties ties, size_t place, size_t start, size_t end, size_t run) {
  switch (ties) {
    case Ties::Min: return Value::integer(static_cast<int64_t>(start + 1));
    case Ties::Max: return Value::integer(static_cast<int64_t>(end));
    case Ties::Average: return Value::number(static_cast<double>(start + 1 + end) / 2.0);
    case Ties::Dense: return Value::integer(static_cast<int64_t>(run));
    case Ties::Row: break;
  }
  return Value::integer(static_cast<int64_t>(place + 1));
}

Result<void> rank_group(Call& call, std::span<const Value> values, Direction direction, Ties ties,
                        std::vector<Value>& ranks) {
  TRY_ASSIGN(auto order, sorted_positions(call, values, direction, call.name()));
  ranks.assign(values.size(), Value::nothing());
  size_t run = 0;
  for (size_t start = 0; start < order.size() && has_rank(values[order[start]]);) {
    size_t end = start + 1;
    ++run;
    while (end < order.size() && has_rank(values[order[end]])) {
      TRY(call.tick());
      TRY_ASSIGN(int compared,
                 sort_compare(values[order[start]], values[order[end]], false, call.name()));
      if (compared != 0) break;
      ++end;
    }
    for (size_t place = start; place < end; ++place)
      ranks[order[place]] = rank_of(ties, place, start, end, run);
    start = end;
  }
  return {};
}

Result<Value> rank(Call& call) {
  TRY_ASSIGN(Series series, Series::read(call, kBy));
  if (call.size() > series.rest()) return Error(builtin_errors::kRankNamed);
  TRY_ASSIGN(bool descending, flag_argument(call, SIZE_MAX, 1, "desc"));
  TRY_ASSIGN(Ties ties, ties_argument(call));
  Direction direction = descending ? Direction::Descending : Direction::Ascending;
  ScratchCharge charge(call.heap());
  TRY(charge.add(call, series.values().size() * 2 * sizeof(Value)));
  TRY_ASSIGN(Value result, result_list(call, series));
  std::vector<Value> values;
  std::vector<Value> ranks;
  for (size_t g = 0; g < series.num_groups(); ++g) {
    values.clear();
    for (uint32_t row : series.group(g)) values.push_back(series.values()[row]);
    TRY(rank_group(call, values, direction, ties, ranks));
    for (size_t i = 0; i < ranks.size(); ++i)
      set_item(result.list(), series.group(g)[i], std::move(ranks[i]));
  }
  return result;
}

/// What `top` was asked for. The count and the key may come in either order.
struct TopArguments {
  size_t count;
  const Value* key;
  Direction direction;
};

Result<TopArguments> top_arguments(Call& call) {
  size_t count_at = call.size() > 2 && !is_real_number(call[1]) ? 2 : 1;
  TRY_ASSIGN(int64_t count, whole_argument(call, call[count_at], "n"));
  if (count < 0) return Error(builtin_errors::kTopCount, {std::to_string(count)});
  TRY_ASSIGN(bool descending, flag_argument(call, SIZE_MAX, 1, "desc"));
  bool ascending = call.named(1) != nullptr && !descending;
  return TopArguments{static_cast<size_t>(count), call.size() > 2 ? &call[3 - count_at] : nullptr,
                      ascending ? Direction::Ascending : Direction::Descending};
}

/// `top` on columns, for all rows as one group; nothing where the key does not allow it.
Result<std::optional<Value>> top_of_columns(Call& call, const TopArguments& wanted) {
  std::optional<Value> none;
  if (wanted.key == nullptr || call.named(kBy) != nullptr) return none;
  TRY_ASSIGN(auto keys, key_columns(call, call[0], *wanted.key));
  if (!keys.has_value() || keys->is_map) return none;
  bool descending = wanted.direction == Direction::Descending;
  TRY_ASSIGN(auto order, column_order(call, call[0], wanted.key, descending));
  if (!order.has_value()) return none;
  const table::Column& key = *keys->columns[0];
  // Rows without a rank stand at the end.
  size_t ranked = order->size();
  while (ranked > 0 && !has_rank(cell_value(call.heap(), key, (*order)[ranked - 1]))) --ranked;
  order->resize(std::min(ranked, wanted.count));
  order->shrink_to_fit();
  return std::optional(pick_items(call, call[0], std::move(*order)));
}

/// The n first items by the order of their keys; items without a key are left out.
Result<Value> top(Call& call) {
  TRY(check_list(call, call[0]));
  TRY_ASSIGN(TopArguments wanted, top_arguments(call));
  TRY_ASSIGN(std::optional<Value> by_columns, top_of_columns(call, wanted));
  if (by_columns.has_value()) return std::move(*by_columns);
  std::span<const Value> items = call[0].list().items();
  ScratchCharge charge(call.heap());
  std::vector<Value> made;
  if (wanted.key != nullptr) {
    TRY_ASSIGN(made, keys_of_rows(call, items, *wanted.key, charge));
  }
  std::span<const Value> keys = wanted.key == nullptr ? items : std::span<const Value>(made);
  TRY_ASSIGN(auto order, sorted_positions(call, keys, wanted.direction, call.name()));
  Groups groups;
  if (const Value* by = call.named(kBy)) {
    TRY_ASSIGN(KeyReader reader, KeyReader::parse(*by, call.name()));
    TRY(reader.check(call, items));
    KeyIndex index(call, reader.num_parts());
    TRY_ASSIGN(groups, make_groups(call, items, reader, index, charge));
  }
  std::vector<size_t> taken(groups.starts.size() + 1, 0);
  Value result = make_list(call.heap());
  for (uint32_t position : order) {
    TRY(call.tick());
    if (!has_rank(keys[position])) continue;
    size_t& in_group = taken[groups.group_of.empty() ? 0 : groups.group_of[position]];
    if (in_group >= wanted.count) continue;
    ++in_group;
    TRY(reserve_push(call, result));
    push(result, items[position]);
  }
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"lag", "xs, n = 1, fill? | rows, column, n = 1, fill?", 1, 4, "by,fill", Purity::Callback, "",
     "For each item the value n places before it, in its group (by); a list.",
     "lag([5, 7, 9]) → [nothing, 5, 7]", "lag(rows, \"v\", 1, by = \"store\")", lag},
    {"lead", "xs, n = 1, fill? | rows, column, n = 1, fill?", 1, 4, "by,fill", Purity::Callback, "",
     "For each item the value n places after it, in its group (by); a list.",
     "lead([5, 7, 9]) → [7, 9, nothing]", "lead(rows, \"v\", 1, by = \"store\")", lead},
    {"rank", "xs | rows, column, desc = false", 1, 2, "by,desc,ties", Purity::Callback, "",
     "The place of each item in order, from 1, in its group (by); ties: min, max, average, dense "
     "or row; a list.",
     "rank([30, 10, 30], desc = true) → [1, 3, 1]",
     "rank(rows, \"score\", desc = true, by = \"class\")", rank},
    {"top", "rows, n, key?", 2, 3, "by,desc", Purity::Callback, "",
     "The n items with the largest key (with desc = false the smallest), in each group (by).",
     "top([3, 1, 2], 2) → [3, 2]", "top(rows, 3, \"amount\", by = \"region\")", top},
};

}  // namespace

const BuiltinTable kWindowBuiltins(kRows);

}  // namespace syn
