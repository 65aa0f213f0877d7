// Groups of rows: group_by, summarize, count_by (data.md §3.5).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "builtins/aggregates.h"
#include "builtins/argument_checks.h"
#include "builtins/column_verbs.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/group_keys.h"
#include "value/display.h"

namespace syn {
namespace {

Result<Value> group_by(Call& call) {
  if (call.size() < 2) return Error(builtin_errors::kGroupByMissing);
  size_t rows_at = call[0].is_callable() ? 1 : 0;
  TRY(check_rows(call.name(), call[rows_at]));
  TRY_ASSIGN(auto by_columns, column_group_by(call, call[rows_at], call[1 - rows_at]));
  if (by_columns.has_value()) return std::move(*by_columns);
  std::span<const Value> rows = call[rows_at].list().items();
  TRY_ASSIGN(KeyReader reader, KeyReader::parse(call[1 - rows_at], call.name()));
  TRY(reader.check(call, rows));
  KeyIndex index(call, reader.num_parts());
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Groups groups, make_groups(call, rows, reader, index, charge));
  constexpr std::string_view kKeys[] = {"key", "items"};
  Shape* shape = call.heap().shapes().for_table(kKeys);
  TRY(reserve_list(call, index.size()));
  Value result = make_list(call.heap(), index.size());
  for (size_t group = 0; group < index.size(); ++group) {
    TRY_ASSIGN(Value items, items_at(call, rows, groups.rows(group)));
    Value row = make_map_of_shape(call.heap(), shape);
    row.map().value(0) = reader.as_value(call, index.parts(group));
    row.map().value(1) = std::move(items);
    push(result, std::move(row));
  }
  return result;
}

/// One entry of the map of aggregates.
struct Column {
  std::string name;
  const Value* function;
  std::optional<Aggregate> aggregate;
};

Result<std::vector<Column>> columns_of(Call& call, const Value& aggregates,
                                       std::span<const Value> rows) {
  std::vector<Column> columns;
  const Map& map = aggregates.map();
  for (size_t i = 0; i < map.size(); ++i) {
    TRY(call.tick());
    const Value& function = map.value(i);
    std::string name(map.key(i)->view());
    if (!function.is_callable()) {
      return Error(builtin_errors::kAggregateNotFunction, {name, type_name(function)});
    }
    std::optional<Aggregate> aggregate = Aggregate::from(function);
    if (aggregate.has_value()) TRY(aggregate->check(call, rows));
    columns.push_back({std::move(name), &function, std::move(aggregate)});
  }
  return columns;
}

Result<void> check_key_name(std::string_view key, const std::vector<Column>& columns) {
  for (const Column& column : columns) {
    if (column.name == key) return Error(builtin_errors::kAggregateOverKey, {column.name});
  }
  return {};
}

/// A group's row with its key: each column, or the column `key`, or the entries of a map that the
/// key function gave.
Result<Value> row_of_key(Call& call, const KeyReader& reader, std::span<const Value> parts,
                         Shape* shape, const std::vector<Column>& columns) {
  if (!reader.is_function()) {
    Value row = make_map_of_shape(call.heap(), shape);
    for (size_t i = 0; i < parts.size(); ++i) row.map().value(i) = parts[i];
    return row;
  }
  Value row = make_map(call.heap());
  if (!parts[0].is_map()) {
    TRY(check_key_name("key", columns));
    put(row, "key", parts[0]);
    return row;
  }
  const Map& key = parts[0].map();
  for (size_t i = 0; i < key.size(); ++i) {
    TRY(check_key_name(key.key(i)->view(), columns));
    put(row, key.key(i), key.value(i));
  }
  return row;
}

/// The shape of all rows of the result, where the key is columns.
Shape* shape_of_rows(Call& call, const KeyReader& reader, const std::vector<Column>& columns) {
  if (reader.is_function()) return nullptr;
  std::vector<std::string_view> names;
  for (size_t i = 0; i < reader.num_parts(); ++i) names.push_back(reader.column(i));
  for (const Column& column : columns) names.push_back(column.name);
  return call.heap().shapes().for_table(names);
}

Result<Value> run_column(Call& call, Column& column, std::span<const Value> rows,
                         std::span<const uint32_t> positions) {
  if (column.aggregate.has_value()) return column.aggregate->run(call, rows, positions);
  TRY_ASSIGN(Value group, items_at(call, rows, positions));
  return call.invoke(*column.function, std::move(group));
}

/// The aggregates that are functions of the program, called group after group.
Result<void> call_functions(Call& call, std::vector<Column>& columns,
                            const table::RowGroups& groups,
                            std::vector<table::ColumnPtr>& results) {
  table::GroupedRows grouped = rows_by_group(groups);
  std::vector<std::vector<Value>> values(columns.size());
  for (size_t group = 0; group < groups.num_groups(); ++group) {
    auto start = grouped.rows.begin() + grouped.starts[group];
    auto end = grouped.rows.begin() + grouped.starts[group + 1];
    for (size_t i = 0; i < columns.size(); ++i) {
      if (columns[i].aggregate.has_value()) continue;
      TRY(call.tick(1 + static_cast<size_t>(end - start) / 16));
      Value rows = pick_items(call, call[0], table::Buffer<uint32_t>(start, end));
      TRY_ASSIGN(Value result, call.invoke(*columns[i].function, std::move(rows)));
      values[i].push_back(std::move(result));
    }
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].aggregate.has_value()) continue;
    results[i] = column_from_values(call.heap(), std::move(values[i]));
  }
  return {};
}

/// `summarize` on columns; nothing where that is not possible.
Result<std::optional<Value>> summarize_columns(Call& call) {
  std::optional<Value> none;
  const table::Table* table = table_of(call[0]);
  if (table == nullptr || table->num_rows == 0) return none;
  TRY_ASSIGN(auto keys, key_columns(call, call[0], call[1]));
  if (!keys.has_value()) return none;
  Value one = one_row_of(call, call[0]);
  TRY_ASSIGN(std::vector<Column> columns, columns_of(call, call[2], one.list().items()));
  for (const std::string& name : keys->names) TRY(check_key_name(name, columns));
  TRY_ASSIGN(table::RowGroups groups, column_groups(call, *keys, table->num_rows));
  std::vector<table::ColumnPtr> results(columns.size());
  bool has_functions = false;
  for (size_t i = 0; i < columns.size(); ++i) {
    has_functions = has_functions || !columns[i].aggregate.has_value();
    if (!columns[i].aggregate.has_value()) continue;
    TRY_ASSIGN(results[i], column_aggregate(call, *columns[i].aggregate, *table, groups));
    if (results[i] == nullptr) return none;
  }
  if (has_functions) TRY(call_functions(call, columns, groups, results));
  table::Table summary;
  summary.num_rows = groups.num_groups();
  for (size_t i = 0; i < keys->columns.size(); ++i) {
    summary.add(keys->names[i],
                table::gather(*keys->columns[i], groups.first_row, false, call.budget()));
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    summary.add(columns[i].name, std::move(results[i]));
  }
  return std::optional(make_table_list(call.heap(), std::move(summary)));
}

Result<Value> summarize(Call& call) {
  if (call.size() < 3) {
    return Error(builtin_errors::kSummarizeMissing, {call.size() < 2 ? "by" : "aggs"});
  }
  TRY(check_rows(call.name(), call[0]));
  if (!call[2].is_map()) return Error(builtin_errors::kSummarizeAggregates, {type_name(call[2])});
  TRY_ASSIGN(auto by_columns, summarize_columns(call));
  if (by_columns.has_value()) return std::move(*by_columns);
  std::span<const Value> rows = call[0].list().items();
  TRY_ASSIGN(KeyReader reader, KeyReader::parse(call[1], call.name()));
  TRY(reader.check(call, rows));
  TRY_ASSIGN(std::vector<Column> columns, columns_of(call, call[2], rows));
  for (size_t i = 0; !reader.is_function() && i < reader.num_parts(); ++i) {
    TRY(check_key_name(reader.column(i), columns));
  }
  KeyIndex index(call, reader.num_parts());
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Groups groups, make_groups(call, rows, reader, index, charge));
  TRY(reserve_list(call, index.size() * (1 + columns.size())));
  Shape* shape = shape_of_rows(call, reader, columns);
  Value result = make_list(call.heap(), index.size());
  for (size_t group = 0; group < index.size(); ++group) {
    TRY_ASSIGN(Value row, row_of_key(call, reader, index.parts(group), shape, columns));
    for (size_t i = 0; i < columns.size(); ++i) {
      TRY_ASSIGN(Value value, run_column(call, columns[i], rows, groups.rows(group)));
      if (shape == nullptr)
        put(row, columns[i].name, std::move(value));
      else
        row.map().value(reader.num_parts() + i) = std::move(value);
    }
    push(result, std::move(row));
  }
  return result;
}

Result<void> count_key(KeyIndex& index, std::vector<int64_t>& counts,
                       std::span<const Value* const> parts) {
  TRY_ASSIGN(KeyIndex::Place place, index.insert(parts));
  if (place.is_new) counts.push_back(0);
  ++counts[place.position];
  return {};
}

Result<Value> count_by(Call& call) {
  TRY(check_rows(call.name(), call[0]));
  TRY_ASSIGN(auto by_columns, column_count_by(call, call[0], call.optional(1)));
  if (by_columns.has_value()) return std::move(*by_columns);
  std::span<const Value> rows = call[0].list().items();
  std::vector<int64_t> counts;
  if (call.size() == 1) {
    KeyIndex index(call, 1);
    for (const Value& row : rows) {
      TRY(call.tick());
      const Value* part = &row;
      TRY(count_key(index, counts, {&part, 1}));
    }
    return counted_rows(call, counts, [&](size_t group) { return index.key(group); });
  }
  TRY_ASSIGN(KeyReader reader, KeyReader::parse(call[1], call.name()));
  TRY(reader.check(call, rows));
  KeyIndex index(call, reader.num_parts());
  for (size_t i = 0; i < rows.size(); ++i) {
    TRY(call.tick());
    TRY_ASSIGN(auto parts, reader.read(call, rows[i], i));
    TRY(count_key(index, counts, parts));
  }
  if (!reader.is_function()) TRY(check_twin_keys(call, reader, index));
  return counted_rows(call, counts,
                      [&](size_t group) { return reader.as_value(call, index.parts(group)); });
}

constexpr BuiltinSpec kRows[] = {
    {"group_by", "rows, key", 0, 2, "", Purity::Callback, "",
     "Rows {key, items} for each different key: a column, a list of columns or a function.",
     "group_by([1, 2, 3], (x) => x % 2) → [{key: 1, items: [1, 3]}, {key: 0, items: [2]}]",
     "figures for each group: summarize(rows, key, {\"total\": sum_of(\"v\")})", group_by},
    {"summarize", "rows, by, aggs", 0, 3, "", Purity::Callback, "",
     "One row for each group: the key columns and a column for each aggregate.",
     "summarize([{\"g\": \"a\", \"v\": 1}, {\"g\": \"a\", \"v\": 2}], \"g\", {\"total\": "
     "sum_of(\"v\")}) → "
     "[{g: \"a\", total: 3}]",
     "summarize(rows, [\"a\", \"b\"], {\"total\": sum_of(\"v\"), \"n\": count()})", summarize},
    {"count_by", "rows, key?", 1, 2, "", Purity::Callback, "",
     "Rows {key, count} for each different key (the items themselves without one), most frequent "
     "first.",
     "count_by([\"x\", \"y\", \"x\"]) → [{key: \"x\", count: 2}, {key: \"y\", count: 1}]", "",
     count_by},
};

}  // namespace

const BuiltinTable kGroupingBuiltins(kRows);

}  // namespace syn
