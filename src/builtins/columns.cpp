// Columns of tables: select, drop, rename, derive (additions; README, decision 5).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "builtins/argument_checks.h"
#include "builtins/column_verbs.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/group_keys.h"
#include "builtins/row_shapes.h"
#include "value/display.h"

namespace syn {
namespace {

/// The names given after the rows: texts, or lists of them. Each must be a column of some row, and
/// come once.
Result<std::vector<std::string>> given_columns(Call& call, std::span<const Value> rows) {
  std::vector<std::string> columns;
  for (size_t i = 1; i < call.size(); ++i) {
    TRY_ASSIGN(auto names, names_argument(call.name(), call[i]));
    if (!names.has_value()) {
      const ErrorRow& row = call.name() == "drop" && is_real_number(call[i])
                                ? builtin_errors::kDropCount
                                : builtin_errors::kColumnsExpected;
      return Error(row, {call.name(), type_name(call[i])});
    }
    for (std::string& name : *names) {
      TRY(check_column(call, rows, name, call.name()));
      if (std::find(columns.begin(), columns.end(), name) != columns.end()) {
        return Error(builtin_errors::kColumnTwice, {call.name(), name});
      }
      columns.push_back(std::move(name));
    }
  }
  return columns;
}

Result<Value> reshape_rows(Call& call, std::span<const Value> rows, RowReshaper::Planner planner) {
  TRY(reserve_list(call, rows.size()));
  RowReshaper reshaper(call, std::move(planner));
  Value result = make_list(call.heap(), rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_map()) return not_a_row(call.name(), i, rows[i]);
    TRY(call.tick(1 + rows[i].map().size() / 8));
    TRY_ASSIGN(Value row, reshaper.reshape(rows[i].map()));
    push(result, std::move(row));
  }
  return result;
}

/// The rows with columns chosen by position; nothing for a list without columns, or where a
/// position or a name is not as it should be.
using Chooser = std::function<bool(const table::Table& table, std::vector<size_t>& from,
                                   std::vector<std::string>& names)>;
std::optional<Value> project_columns(Call& call, const Chooser& choose) {
  const table::Table* table = table_of(call[0]);
  std::vector<size_t> from;
  std::vector<std::string> names;
  if (table == nullptr || table->num_rows == 0 || !choose(*table, from, names)) return {};
  return make_table_list(call.heap(), table->project(from, std::move(names)));
}

/// The columns named by the arguments after the rows.
Result<std::vector<std::string>> given_columns_of_table(Call& call) {
  Value one = one_row_of(call, call[0]);
  return given_columns(call, one.list().items());
}

Result<Value> select(Call& call) {
  TRY(check_rows(call.name(), call[0]));
  if (table_of(call[0]) != nullptr) {
    TRY_ASSIGN(std::vector<std::string> wanted, given_columns_of_table(call));
    auto made = project_columns(call, [&](const table::Table& table, auto& from, auto& names) {
      for (const std::string& name : wanted) {
        from.push_back(static_cast<size_t>(table.find(name)));
        names.push_back(name);
      }
      return true;
    });
    if (made.has_value()) return std::move(*made);
  }
  std::span<const Value> rows = call[0].list().items();
  TRY_ASSIGN(std::vector<std::string> columns, given_columns(call, rows));
  return reshape_rows(call, rows, [&columns](const Map& row) -> Result<RowPlan> {
    RowPlan plan;
    for (const std::string& column : columns) {
      int64_t position = row.find(column);
      plan.names.push_back(column);
      plan.from.push_back(position < 0 ? RowPlan::kAbsent : static_cast<uint32_t>(position));
    }
    return plan;
  });
}

Result<Value> drop(Call& call) {
  TRY(check_rows(call.name(), call[0]));
  if (table_of(call[0]) != nullptr) {
    TRY_ASSIGN(std::vector<std::string> unwanted, given_columns_of_table(call));
    auto made = project_columns(call, [&](const table::Table& table, auto& from, auto& names) {
      for (size_t i = 0; i < table.num_columns(); ++i) {
        if (std::find(unwanted.begin(), unwanted.end(), table.names[i]) != unwanted.end()) continue;
        from.push_back(i);
        names.push_back(table.names[i]);
      }
      return true;
    });
    if (made.has_value()) return std::move(*made);
  }
  std::span<const Value> rows = call[0].list().items();
  TRY_ASSIGN(std::vector<std::string> columns, given_columns(call, rows));
  return reshape_rows(call, rows, [&columns](const Map& row) -> Result<RowPlan> {
    RowPlan plan;
    for (uint32_t i = 0; i < row.size(); ++i) {
      std::string_view name = row.key(i)->view();
      if (std::find(columns.begin(), columns.end(), name) != columns.end()) continue;
      plan.names.emplace_back(name);
      plan.from.push_back(i);
    }
    return plan;
  });
}

Result<RowPlan> renamed(const Map& row, const Map& names) {
  RowPlan plan;
  for (uint32_t i = 0; i < row.size(); ++i) {
    const Value* name = names.get(row.key(i)->view());
    std::string_view text = name == nullptr ? row.key(i)->view() : name->view();
    if (std::find(plan.names.begin(), plan.names.end(), text) != plan.names.end()) {
      return Error(builtin_errors::kRenameTaken, {text});
    }
    plan.names.emplace_back(text);
    plan.from.push_back(i);
  }
  return plan;
}

Result<Value> rename(Call& call) {
  TRY(check_rows(call.name(), call[0]));
  if (!call[1].is_map()) return Error(builtin_errors::kRenameMap, {type_name(call[1])});
  std::span<const Value> rows = call[0].list().items();
  const Map& names = call[1].map();
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names.value(i).is_text()) {
      return Error(builtin_errors::kRenameText, {names.key(i)->view(), type_name(names.value(i))});
    }
    TRY(check_column(call, rows, names.key(i)->view(), call.name()));
  }
  return reshape_rows(call, rows, [&names](const Map& row) { return renamed(row, names); });
}

/// A column to derive: a function of the row, or a list with a value for each row.
struct Derived {
  ColumnAdder adder;
  const Value* source;
};

Result<void> add_derived(Call& call, std::vector<Derived>& columns, std::string_view name,
                         const Value& source, size_t num_rows) {
  if (!source.is_callable() && !source.is_list()) {
    return Error(builtin_errors::kDeriveFunction, {name, type_name(source), short_display(source)});
  }
  if (source.is_list() && source.list().size() != num_rows) {
    return Error(builtin_errors::kDeriveLength,
                 {name, count_text(source.list().size()), count_text(num_rows)});
  }
  columns.push_back({ColumnAdder(call, name), &source});
  return {};
}

Result<std::vector<Derived>> derived_columns(Call& call, size_t num_rows) {
  std::vector<Derived> columns;
  if (call.size() == 3) {
    if (!call[1].is_text()) return Error(builtin_errors::kDeriveMap, {type_name(call[1])});
    TRY(add_derived(call, columns, call[1].view(), call[2], num_rows));
    return columns;
  }
  if (!call[1].is_map()) return Error(builtin_errors::kDeriveMap, {type_name(call[1])});
  const Map& map = call[1].map();
  for (size_t i = 0; i < map.size(); ++i) {
    TRY(add_derived(call, columns, map.key(i)->view(), map.value(i), num_rows));
  }
  return columns;
}

/// `derive` on columns: each function sees the columns derived before it. Nothing where one of them
/// needs rows.
Result<std::optional<Value>> derive_columns(Call& call, std::vector<Derived>& columns) {
  std::optional<Value> none;
  if (table_of(call[0]) == nullptr || call[0].list().empty()) return none;
  Value rows = call[0];
  for (Derived& derived : columns) {
    table::ColumnPtr column;
    if (derived.source->is_list()) {
      const table::Column* given = column_of(*derived.source);
      if (given == nullptr) return none;
      column = derived.source->list().columns->table.column(0);
    } else {
      auto run = ColumnRun::open(call, rows, *derived.source);
      if (!run.has_value()) return none;
      TRY_ASSIGN(auto made, run->column());
      if (!made.has_value()) return none;
      column = std::move(*made);
    }
    table::Table table = *table_of(rows);
    int position = table.find(derived.adder.name());
    if (position >= 0) {
      table.replace(static_cast<size_t>(position), std::move(column));
    } else {
      if (table.num_columns() >= kMaxTableColumns) return none;
      table.add(derived.adder.name(), std::move(column));
    }
    rows = make_table_list(call.heap(), std::move(table));
  }
  return std::optional(std::move(rows));
}

Result<Value> derive(Call& call) {
  TRY(check_rows(call.name(), call[0]));
  TRY_ASSIGN(std::vector<Derived> columns, derived_columns(call, call[0].list().size()));
  TRY_ASSIGN(std::optional<Value> by_columns, derive_columns(call, columns));
  if (by_columns.has_value()) return std::move(*by_columns);
  std::span<const Value> rows = call[0].list().items();
  TRY(reserve_list(call, rows.size()));
  Value result = make_list(call.heap(), rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_map()) return not_a_row(call.name(), i, rows[i]);
    Value row = rows[i];
    for (Derived& column : columns) {
      TRY(call.tick(1 + row.map().size() / 8));
      Value cell;
      if (column.source->is_list()) {
        cell = column.source->list().at(i);
      } else {
        TRY_ASSIGN(cell, call.invoke_on(i, *column.source, row));
      }
      row = column.adder.add(std::move(row), std::move(cell));
    }
    push(result, std::move(row));
  }
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"select", "rows, columns…", 2, kAnyCount, "", Purity::Pure, "",
     "The rows with these columns only, in this order; nothing where a row lacks one.",
     "select([{\"a\": 1, \"b\": 2, \"c\": 3}], [\"c\", \"a\"]) → [{c: 3, a: 1}]", "", select},
    {"drop", "rows, columns…", 2, kAnyCount, "", Purity::Pure, "",
     "The rows without these columns.", "drop([{\"a\": 1, \"b\": 2}], \"b\") → [{a: 1}]", "", drop},
    {"rename", "rows, {old: new}", 2, 2, "", Purity::Pure, "",
     "The rows with columns under new names.",
     "rename([{\"a\": 1, \"b\": 2}], {\"a\": \"x\"}) → [{x: 1, b: 2}]",
     "rename(rows, {\"old\": \"new\"})", rename},
    {"derive", "rows, {name: function}", 2, 3, "", Purity::Callback, "",
     "The rows with columns added or replaced: each a function of the row so far, or a list with a "
     "value a row.",
     "derive([{\"q\": 2, \"p\": 5}], {\"rev\": (r) => r.q * r.p}) → [{q: 2, p: 5, rev: 10}]",
     "several columns: derive(rows, {\"a\": (r) => …, \"b\": (r) => …})", derive},
};

}  // namespace

const BuiltinTable kColumnBuiltins(kRows);

}  // namespace syn
