// Turning tables: pivot (long to wide) and unpivot (wide to long) (data.md §3.5).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "builtins/aggregates.h"
#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "builtins/group_keys.h"
#include "value/display.h"

namespace syn {
namespace {

/// A value inside a message: text quoted, all else plain.
std::string quoted(const Value& value) {
  if (!value.is_text()) return short_display(value);
  std::string text;
  append_quoted(text, short_display(value));
  return text;
}

/// The rows that fall in one cell.
using Cell = std::vector<uint32_t>;

class Pivot {
 public:
  Pivot(Call& call, const Value* aggregate)
      : call_(call),
        function_(aggregate),
        rows_(call[0].list().items()),
        index_(call, 1),
        columns_(call, 1),
        charge_(call.heap()) {}

  Result<Value> run();

 private:
  Result<void> place_rows();
  Result<void> name_columns();
  Result<Value> cell_value(size_t column, const Cell& rows);
  Result<Value> make_row(size_t position);
  std::string_view name(size_t argument) const { return call_[argument].view(); }

  Call& call_;
  const Value* function_;
  std::optional<Aggregate> aggregate_;
  std::span<const Value> rows_;
  KeyIndex index_;
  KeyIndex columns_;
  std::vector<uint32_t> index_of_;   // by row: its place in `index_`
  std::vector<uint32_t> column_of_;  // by row: its place in `columns_`
  Cell sorted_;                      // rows by index, in order
  std::vector<uint32_t> starts_;     // by index: where its rows begin in `sorted_`
  std::vector<Cell> cells_;          // by column, of one index at a time
  std::vector<std::string> names_;   // the index, then each column
  Shape* shape_ = nullptr;
  ScratchCharge charge_;
};

Result<void> Pivot::place_rows() {
  TRY_ASSIGN(KeyReader index_reader, KeyReader::parse(call_[1], call_.name()));
  TRY_ASSIGN(KeyReader column_reader, KeyReader::parse(call_[2], call_.name()));
  constexpr uint64_t kBytesEach = 32;
  TRY(charge_.add(call_, rows_.size() * kBytesEach));
  for (size_t i = 0; i < rows_.size(); ++i) {
    TRY(call_.tick());
    TRY_ASSIGN(auto index_key, index_reader.read(call_, rows_[i], i));
    TRY_ASSIGN(KeyIndex::Place row, index_.insert(index_key));
    TRY_ASSIGN(auto column_key, column_reader.read(call_, rows_[i], i));
    TRY_ASSIGN(KeyIndex::Place column, columns_.insert(column_key));
    index_of_.push_back(static_cast<uint32_t>(row.position));
    column_of_.push_back(static_cast<uint32_t>(column.position));
  }
  starts_.assign(index_.size() + 1, 0);
  for (uint32_t place : index_of_) ++starts_[place + 1];
  for (size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  std::vector<uint32_t> next = starts_;
  sorted_.resize(rows_.size());
  for (size_t i = 0; i < rows_.size(); ++i) {
    sorted_[next[index_of_[i]]++] = static_cast<uint32_t>(i);
  }
  cells_.resize(columns_.size());
  return {};
}

Result<void> Pivot::name_columns() {
  names_.emplace_back(name(1));
  KeyIndex seen(call_, 1);
  for (size_t i = 0; i < columns_.size(); ++i) {
    TRY(call_.tick());
    Value text = make_text(call_.heap(), display(columns_.key(i)));
    if (text.view() == name(1)) {
      return Error(builtin_errors::kPivotIndexName,
                   {quoted(columns_.key(i)), quoted(call_[2]), quoted(call_[1])});
    }
    const Value* part = &text;
    TRY_ASSIGN(KeyIndex::Place place, seen.insert({&part, 1}));
    if (!place.is_new) {
      return Error(builtin_errors::kPivotSameName,
                   {quoted(columns_.key(place.position)), quoted(columns_.key(i)), quoted(call_[2]),
                    quoted(text)});
    }
    names_.emplace_back(text.view());
  }
  std::vector<std::string_view> views(names_.begin(), names_.end());
  shape_ = call_.heap().shapes().for_table(views);
  return {};
}

Result<Value> Pivot::cell_value(size_t column, const Cell& rows) {
  if (aggregate_.has_value()) return aggregate_->run(call_, rows_, rows);
  if (function_ != nullptr) {
    Value group = make_list(call_.heap(), rows.size());
    for (uint32_t row : rows) push(group, rows_[row]);
    return call_.invoke(*function_, std::move(group));
  }
  if (rows.size() > 1) {
    return Error(
        builtin_errors::kPivotSameCell,
        {count_text(rows.size()), name(2), short_display(columns_.key(column)), quoted(call_[3])});
  }
  const Value* value = rows_[rows[0]].map().get(name(3));
  return value == nullptr ? Value::nothing() : *value;
}

Result<Value> Pivot::make_row(size_t position) {
  Value row = make_map_of_shape(call_.heap(), shape_);
  row.map().value(0) = index_.key(position);
  for (Cell& cell : cells_) cell.clear();
  for (size_t i = starts_[position]; i < starts_[position + 1]; ++i) {
    cells_[column_of_[sorted_[i]]].push_back(sorted_[i]);
  }
  for (size_t column = 0; column < columns_.size(); ++column) {
    TRY(call_.tick());
    if (cells_[column].empty()) continue;
    TRY_ASSIGN(row.map().value(column + 1), cell_value(column, cells_[column]));
  }
  return row;
}

Result<Value> Pivot::run() {
  for (size_t argument = 1; argument <= 3; ++argument) {
    TRY(check_column(call_, rows_, name(argument), call_.name()));
  }
  if (function_ != nullptr) aggregate_ = Aggregate::from(*function_);
  if (aggregate_.has_value()) TRY(aggregate_->check(call_, rows_));
  TRY(place_rows());
  TRY(name_columns());
  TRY(reserve_list(call_, index_.size() * (columns_.size() + 1)));
  Value result = make_list(call_.heap(), index_.size());
  for (size_t i = 0; i < index_.size(); ++i) {
    TRY_ASSIGN(Value row, make_row(i));
    push(result, std::move(row));
  }
  return result;
}

Result<Value> pivot(Call& call) {
  TRY(check_rows(call.name(), call[0]));
  constexpr std::string_view kArguments[] = {"index", "columns", "values"};
  for (size_t i = 0; i < 3; ++i) {
    if (!call[i + 1].is_text()) {
      return Error(builtin_errors::kPivotArgument, {kArguments[i], type_name(call[i + 1])});
    }
  }
  const Value* aggregate = call.size() > 4 ? &call[4] : call.named(0);
  if (aggregate != nullptr && !aggregate->is_callable()) {
    return Error(builtin_errors::kPivotAggregate, {type_name(*aggregate), quoted(call[3])});
  }
  return Pivot(call, aggregate).run();
}

/// The name of a new column: an argument or its default; must be text.
Result<std::string> new_name(Call& call, size_t index, size_t name_index,
                             std::string_view fallback) {
  const Value* given =
      call.optional(index) != nullptr ? call.optional(index) : call.named(name_index);
  if (given == nullptr) return std::string(fallback);
  if (given->is_text()) return std::string(given->view());
  return Error(builtin_errors::kMustBeText, {call.name(), fallback, type_name(*given)});
}

Result<Value> unpivot(Call& call) {
  TRY(check_rows(call.name(), call[0]));
  std::span<const Value> rows = call[0].list().items();
  TRY_ASSIGN(auto columns, names_argument(call.name(), call[1]));
  if (!columns.has_value()) return Error(builtin_errors::kUnpivotColumns, {type_name(call[1])});
  for (const std::string& column : *columns) TRY(check_column(call, rows, column, call.name()));
  TRY_ASSIGN(std::string name, new_name(call, 2, 0, "name"));
  TRY_ASSIGN(std::string value, new_name(call, 3, 1, "value"));
  Value result = make_list(call.heap());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_map()) return not_a_row(call.name(), i, rows[i]);
    Value kept = make_map(call.heap());
    const Map& row = rows[i].map();
    for (size_t k = 0; k < row.size(); ++k) {
      std::string_view key = row.key(k)->view();
      if (std::find(columns->begin(), columns->end(), key) != columns->end()) continue;
      if (key == name || key == value) return Error(builtin_errors::kUnpivotNameTaken, {key});
      put(kept, row.key(k), row.value(k));
    }
    for (const std::string& column : *columns) {
      TRY(call.tick(1 + row.size() / 8));
      TRY(reserve_push(call, result));
      Value out = kept;
      unique_map(out);
      const Value* cell = row.get(column);
      put(out, name, make_text(call.heap(), column));
      put(out, value, cell == nullptr ? Value::nothing() : *cell);
      push(result, std::move(out));
    }
  }
  return result;
}

constexpr BuiltinSpec kRows[] = {
    {"pivot", "rows, index, columns, values, agg?", 4, 5, "agg", Purity::Callback, "",
     "From long to wide: a row for each value of index, a column for each value of columns.",
     "pivot([{\"d\": 1, \"c\": \"A\", \"t\": 5}, {\"d\": 1, \"c\": \"B\", \"t\": 6}], \"d\", "
     "\"c\", \"t\") → "
     "[{d: 1, A: 5, B: 6}]",
     "pivot(rows, \"day\", \"city\", \"t\", sum_of(\"t\"))", pivot},
    {"unpivot", "rows, columns, name = \"name\", value = \"value\"", 2, 4, "name,value",
     Purity::Pure, "",
     "From wide to long: for each of the columns a row with its name and its value.",
     "unpivot([{\"d\": 1, \"A\": 5, \"B\": 6}], [\"A\", \"B\"]) → "
     "[{d: 1, name: \"A\", value: 5}, {d: 1, name: \"B\", value: 6}]",
     "unpivot(rows, [\"jan\", \"feb\"], \"month\", \"amount\")", unpivot},
};

}  // namespace

const BuiltinTable kPivotBuiltins(kRows);

}  // namespace syn
