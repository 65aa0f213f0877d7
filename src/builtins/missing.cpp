// Missing values: is_missing, fill_missing, drop_missing, fill_nan (data.md §3.6).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/group_keys.h"
#include "value/arithmetic.h"

namespace syn {
namespace {

Result<Value> is_missing(Call& call) { return Value::boolean(call[0].is_nothing()); }

/// The replacement for a cell, or null when it stays.
const Value* replacement(const Value& cell, Text* column, const Value& with) {
  if (!cell.is_nothing()) return nullptr;
  return with.is_map() ? with.map().get(column->view()) : &with;
}

Value filled_row(const Value& row, const Value& with) {
  Value result = row;
  for (size_t i = 0; i < row.map().size(); ++i) {
    const Value* filler = replacement(row.map().value(i), row.map().key(i), with);
    if (filler != nullptr) unique_map(result).value(i) = *filler;
  }
  return result;
}

/// Where several rows all have the same columns, one that is in none of them is an error.
Result<void> check_known(Call& call, std::span<const Value> rows,
                         const std::vector<std::string>& columns) {
  if (columns.empty() || rows.size() < 2 || !have_one_shape(rows)) return {};
  for (const std::string& column : columns) TRY(check_column(call, rows, column, call.name()));
  return {};
}

Result<Value> fill_missing(Call& call) {
  TRY(check_list(call, call[0]));
  std::span<const Value> items = call[0].list().items();
  const Value& with = call[1];
  std::vector<std::string> columns;
  for (size_t i = 0; with.is_map() && i < with.map().size(); ++i) {
    columns.emplace_back(with.map().key(i)->view());
  }
  TRY(check_known(call, items, columns));
  TRY(reserve_list(call, items.size()));
  Value result = make_list(call.heap(), items.size());
  for (const Value& item : items) {
    if (item.is_nothing()) {
      push(result, with);
    } else if (item.is_map()) {
      TRY(call.tick(1 + item.map().size() / 8));
      push(result, filled_row(item, with));
    } else {
      push(result, item);
    }
  }
  return result;
}

bool has_missing_cell(const Map& row) {
  for (size_t i = 0; i < row.size(); ++i) {
    if (row.value(i).is_nothing()) return true;
  }
  return false;
}

bool lacks_any(const Map& row, std::vector<ColumnReader>& columns) {
  return std::any_of(columns.begin(), columns.end(), [&](ColumnReader& column) {
    const Value* cell = column.find(row);
    return cell == nullptr || cell->is_nothing();
  });
}

Result<Value> drop_missing(Call& call) {
  TRY(check_list(call, call[0]));
  std::vector<ColumnReader> columns;
  if (call.size() > 1) {
    TRY_ASSIGN(auto names, names_argument(call.name(), call[1]));
    if (!names.has_value()) return Error(builtin_errors::kDropMissingColumns, {type_name(call[1])});
    TRY(check_known(call, call[0].list().items(), *names));
    for (const std::string& name : *names) columns.emplace_back(name);
  }
  Value result = make_list(call.heap());
  for (const Value& item : call[0].list().items()) {
    TRY(call.tick());
    if (item.is_nothing()) continue;
    if (item.is_map()) {
      bool drops = columns.empty() ? has_missing_cell(item.map()) : lacks_any(item.map(), columns);
      if (drops) continue;
    }
    TRY(reserve_push(call, result));
    push(result, item);
  }
  return result;
}

Result<Value> fill_nan_array(Call& call) {
  const ArrayObject& array = call[0].array();
  TRY(call.reserve(array.data.size() * sizeof(double)));
  TRY(call.tick(array.data.size()));
  std::vector<double> data = array.data;
  double with = to_double(call[1]);
  for (double& value : data) {
    if (std::isnan(value)) value = with;
  }
  return make_array(call.heap(), array.shape, std::move(data));
}

Result<Value> fill_nan(Call& call) {
  if (!call[0].is_list() && !call[0].is(Tag::Array))
    return Error(builtin_errors::kFillNanOf, {type_name(call[0])});
  if (!is_real_number(call[1])) return Error(builtin_errors::kFillNanNumber, {type_name(call[1])});
  if (call[0].is(Tag::Array)) return fill_nan_array(call);
  std::span<const Value> items = call[0].list().items();
  TRY(reserve_list(call, items.size()));
  Value result = make_list(call.heap(), items.size());
  for (const Value& item : items)
    push(result, item.is_float() && std::isnan(item.as_float()) ? call[1] : item);
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"is_missing", "x", 1, 1, "", Purity::Pure, "", "Whether a value is nothing.",
     "is_missing(nothing) → true", "several values: some([a, b], (x) => is_missing(x))",
     is_missing},
    {"fill_missing", "xs, value", 2, 2, "", Purity::Pure, "",
     "A list, or the cells of rows, with nothing replaced; {column: value} for single columns.",
     "fill_missing([1, nothing], 0) → [1, 0]", "for one column: fill_missing(rows, {\"a\": 0})",
     fill_missing},
    {"drop_missing", "xs, columns?", 1, 2, "", Purity::Pure, "",
     "Without the items that are nothing, or the rows with nothing in any (or in the named) "
     "columns.",
     "drop_missing([1, nothing, 2]) → [1, 2]", "drop_missing(rows, [\"a\", \"b\"])", drop_missing},
    {"fill_nan", "xs, number", 2, 2, "", Purity::Pure, "",
     "A list or array with NaN replaced; nothing stays.",
     "fill_nan([nan, 1, nothing], 0) → [0, 1, nothing]", "", fill_nan},
};

}  // namespace

const BuiltinTable kMissingBuiltins(kRows);

}  // namespace syn
