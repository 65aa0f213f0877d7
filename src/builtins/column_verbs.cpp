// Keys, order and groups on columns.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/column_verbs.h"

#include <algorithm>
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/text_order_check.h"
#include "table/order.h"

namespace syn {
namespace {

/// Columns of each group cost more than its rows where there are almost as many groups as rows.
bool are_many(size_t num_groups, size_t num_rows) {
  return num_groups > 256 && num_groups > num_rows / 16;
}

bool has_any_kind(const KeyColumns& keys) {
  return std::any_of(keys.columns.begin(), keys.columns.end(), [](const table::ColumnPtr& column) {
    return column->kind == table::Kind::Any;
  });
}

/// Keys of several parts are ordered as lists, in which an absent part or NaN has its own rules.
bool is_plainly_ordered(const table::Column& column) {
  if (column.has_missing() || column.kind == table::Kind::Bool) return false;
  if (column.kind != table::Kind::Float) return true;
  return std::none_of(column.floats.begin(), column.floats.end(),
                      [](double value) { return std::isnan(value); });
}

}  // namespace

std::vector<const table::Column*> KeyColumns::pointers() const {
  std::vector<const table::Column*> result;
  for (const table::ColumnPtr& column : columns) result.push_back(column.get());
  return result;
}

Value KeyColumns::at(Call& call, size_t row) const {
  if (!is_map) return cell_value(call.heap(), *columns[0], row);
  Value map = make_map(call.heap());
  for (size_t i = 0; i < columns.size(); ++i) {
    put(map, names[i], cell_value(call.heap(), *columns[i], row));
  }
  return map;
}

Result<Value> items_at(Call& call, std::span<const Value> items,
                       std::span<const uint32_t> positions) {
  TRY(reserve_list(call, positions.size()));
  Value list = make_list(call.heap(), positions.size());
  for (uint32_t position : positions) push(list, items[position]);
  return list;
}

Value one_row_of(Call& call, const Value& list) {
  const table::Table* table = table_of(list);
  if (table != nullptr && table->num_rows != 0) {
    // The names are enough: the cells may be in a file still.
    Value one = make_list(call.heap());
    push(one, make_map_of_shape(call.heap(), list.list().columns->shape));
    return one;
  }
  table::Buffer<uint32_t> first(list.list().empty() ? 0 : 1, 0);
  return pick_items(call, list, std::move(first));
}

Result<std::optional<KeyColumns>> key_columns(Call& call, const Value& list, const Value& key) {
  std::optional<KeyColumns> none;
  KeyColumns keys;
  if (columns_behind(list) == nullptr) return none;
  if (key.is_callable()) {
    auto run = ColumnRun::open(call, list, key);
    if (!run.has_value()) return none;
    if (run->gives_rows()) {
      TRY_ASSIGN(auto rows, run->rows());
      if (!rows.has_value()) return none;
      keys.is_map = true;
      for (size_t i = 0; i < rows->num_columns(); ++i) {
        keys.columns.push_back(rows->column(i));
        keys.names.push_back(rows->names[i]);
      }
    } else {
      TRY_ASSIGN(auto column, run->column());
      if (!column.has_value()) return none;
      keys.columns.push_back(std::move(*column));
      keys.names.emplace_back("key");
    }
  } else {
    const table::Table* table = table_of(list);
    if (table == nullptr || (!key.is_text() && !key.is_list())) return none;
    keys.is_map = key.is_list();
    std::span<const Value> names = key.is_list() ? key.list().items() : std::span(&key, 1);
    for (const Value& name : names) {
      int position = name.is_text() ? table->find(name.view()) : -1;
      if (position < 0) return none;
      std::string text(name.view());
      if (std::find(keys.names.begin(), keys.names.end(), text) != keys.names.end()) return none;
      keys.names.push_back(std::move(text));
      keys.columns.push_back(table->column(static_cast<size_t>(position)));
    }
  }
  if (keys.columns.empty() || has_any_kind(keys)) return none;
  return std::optional(std::move(keys));
}

namespace {

/// The columns of a key argument, or, without one, the cells of a list that are its items.
Result<std::optional<KeyColumns>> keys_or_cells(Call& call, const Value& list, const Value* key) {
  if (key != nullptr) return key_columns(call, list, *key);
  std::optional<KeyColumns> none;
  const ListColumns* columns = columns_behind(list);
  if (columns == nullptr || columns->is_rows) return none;
  KeyColumns keys;
  keys.columns.push_back(columns->table.column(0));
  if (has_any_kind(keys)) return none;
  return std::optional(std::move(keys));
}

}  // namespace

Result<table::RowGroups> column_groups(Call& call, const KeyColumns& keys, size_t num_rows) {
  TRY(call.reserve(table::grouping_bytes(num_rows)));
  std::optional<Error> stopped;
  auto keep_going = [&](size_t rows) {
    Result<void> ticked = call.tick(rows);
    if (!ticked.ok()) stopped = std::move(ticked).error();
    return !stopped.has_value();
  };
  auto groups = table::group_rows(keys.pointers(), num_rows, keep_going);
  if (!groups.has_value()) return std::move(*stopped);
  return std::move(*groups);
}

Result<std::optional<table::Buffer<uint32_t>>> column_order(Call& call, const Value& list,
                                                            const Value* key, bool descending) {
  std::optional<table::Buffer<uint32_t>> none;
  TRY_ASSIGN(auto found, keys_or_cells(call, list, key));
  // A function that gives maps gives keys without an order.
  if (!found.has_value() || (found->is_map && key->is_callable())) return none;
  const KeyColumns& keys = *found;
  for (const table::ColumnPtr& column : keys.columns) {
    if (column->kind == table::Kind::Bool) return none;
    if (keys.is_map && !is_plainly_ordered(*column)) return none;
  }
  size_t num_rows = list.list().size();
  TRY(call.reserve(table::sorting_bytes(num_rows)));
  table::Buffer<uint32_t> order;
  for (size_t i = keys.columns.size(); i-- > 0;) {
    TRY(call.tick(num_rows * 2));
    order = table::sorted_rows(*keys.columns[i], descending, order);
  }
  for (const table::ColumnPtr& column : keys.columns) {
    if (column->kind != table::Kind::Text) continue;
    TRY(keys.is_map ? check_text_part(call.name(), *column)
                    : check_text_order(call.name(), *column, order));
  }
  return std::optional(std::move(order));
}

Result<std::optional<Value>> column_group_by(Call& call, const Value& list, const Value& key) {
  std::optional<Value> none;
  TRY_ASSIGN(auto keys, key_columns(call, list, key));
  if (!keys.has_value()) return none;
  size_t num_rows = list.list().size();
  TRY_ASSIGN(table::RowGroups groups, column_groups(call, *keys, num_rows));
  std::span<const Value> rows;
  if (are_many(groups.num_groups(), num_rows)) {
    TRY(call.reserve(items_byte_size(list.list())));
    TRY(call.tick(num_rows));
    rows = list.list().items();
  }
  table::GroupedRows grouped = rows_by_group(groups);
  constexpr std::string_view kKeys[] = {"key", "items"};
  Shape* shape = call.heap().shapes().for_table(kKeys);
  TRY(reserve_list(call, groups.num_groups()));
  Value result = make_list(call.heap(), groups.num_groups());
  for (size_t group = 0; group < groups.num_groups(); ++group) {
    auto positions =
        std::span(grouped.rows)
            .subspan(grouped.starts[group], grouped.starts[group + 1] - grouped.starts[group]);
    TRY(call.tick(1 + positions.size() / 16));
    Value row = make_map_of_shape(call.heap(), shape);
    row.map().value(0) = keys->at(call, groups.first_row[group]);
    if (rows.empty()) {
      row.map().value(1) =
          pick_items(call, list, table::Buffer<uint32_t>(positions.begin(), positions.end()));
    } else {
      TRY_ASSIGN(row.map().value(1), items_at(call, rows, positions));
    }
    push(result, std::move(row));
  }
  return std::optional(std::move(result));
}

Result<std::optional<Value>> column_count_by(Call& call, const Value& list, const Value* key) {
  std::optional<Value> none;
  TRY_ASSIGN(auto found, keys_or_cells(call, list, key));
  if (!found.has_value()) return none;
  const KeyColumns& keys = *found;
  TRY_ASSIGN(table::RowGroups groups, column_groups(call, keys, list.list().size()));
  std::vector<int64_t> counts(groups.num_groups(), 0);
  for (uint32_t group : groups.group_of) ++counts[group];
  if (keys.is_map) {
    TRY_ASSIGN(Value rows, counted_rows(call, counts, [&](size_t group) {
                 return keys.at(call, groups.first_row[group]);
               }));
    return std::optional(std::move(rows));
  }
  std::vector<uint32_t> order = by_frequency(counts);
  auto column = std::make_shared<table::Column>(table::Kind::Int, counts.size());
  table::Buffer<uint32_t> rows(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    rows[i] = groups.first_row[order[i]];
    column->ints.push_back(counts[order[i]]);
  }
  column->charge(call.budget());
  table::Table counted;
  counted.num_rows = rows.size();
  counted.add("key", table::gather(*keys.columns[0], rows, false, call.budget()));
  counted.add("count", std::move(column));
  return std::optional(make_table_list(call.heap(), std::move(counted)));
}

Result<std::optional<Value>> column_unique(Call& call, const Value& list) {
  std::optional<Value> none;
  const ListColumns* columns = columns_behind(list);
  if (columns == nullptr) return none;
  KeyColumns keys;
  for (size_t i = 0; i < columns->table.num_columns(); ++i) {
    keys.columns.push_back(columns->table.column(i));
  }
  if (keys.columns.empty() || has_any_kind(keys)) return none;
  TRY_ASSIGN(table::RowGroups groups, column_groups(call, keys, list.list().size()));
  if (groups.num_groups() == list.list().size()) return std::optional(list);
  return std::optional(pick_items(call, list, std::move(groups.first_row)));
}

}  // namespace syn
