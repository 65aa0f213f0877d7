// Lambdas over columns, a chunk at a time.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/column_run.h"

#include <algorithm>

#include "bytecode/code.h"

namespace syn {
namespace {

/// Whether the expression looks at the item as a whole.
bool uses_item(const table::Expression& expression) {
  if (expression.operation == table::Operation::Item) return true;
  return std::any_of(expression.operands.begin(), expression.operands.end(), uses_item);
}

bool uses_column(const table::Expression& expression) {
  if (expression.operation == table::Operation::Column) return true;
  return std::any_of(expression.operands.begin(), expression.operands.end(), uses_column);
}

/// The chunks of a run; each counts its work.
template <typename Room, typename Take>
Result<bool> each_chunk(Call& call, table::Evaluator& evaluator, size_t num_rows, Room room,
                        Take take) {
  size_t weight = evaluator.weight();
  for (size_t start = 0; start < num_rows; start += table::kChunk) {
    size_t count = std::min(table::kChunk, num_rows - start);
    TRY(call.tick(count * weight / 4 + 1));
    auto cells = evaluator.run(start, count, room());
    if (!cells.has_value()) return false;
    take(start, count, *cells);
  }
  return true;
}

}  // namespace

std::optional<ColumnRun> ColumnRun::open(Call& call, const Value& list, const Value& function) {
  const ListColumns* columns = columns_behind(list);
  if (columns == nullptr || !function.is(Tag::Task)) return std::nullopt;
  const Task& task = function.task();
  const table::ColumnLambda* lambda = task.code->columns.get();
  if (lambda == nullptr) return std::nullopt;
  std::vector<table::Scalar> captured;
  for (const table::CapturedVariable& variable : lambda->captured) {
    const Value* value = call.context().captured(task, variable);
    if (value == nullptr) return std::nullopt;
    auto scalar = scalar_of(*value);
    if (!scalar.has_value()) return std::nullopt;
    captured.push_back(std::move(*scalar));
  }
  return ColumnRun(call, columns->table, columns->is_rows, *lambda, std::move(captured));
}

std::optional<table::Evaluator> ColumnRun::bind(const table::Expression& expression) {
  if (is_rows_ ? uses_item(expression) : uses_column(expression)) return std::nullopt;
  return table::Evaluator::open(expression, *table_, captured_, call_->budget());
}

Result<std::optional<table::Buffer<uint32_t>>> ColumnRun::select() {
  std::optional<table::Buffer<uint32_t>> none;
  if (gives_rows()) return none;
  table::Expression truth;
  truth.operation = table::Operation::Truth;
  truth.operands.push_back(lambda_->results[0]);
  auto evaluator = bind(truth);
  if (!evaluator.has_value()) return none;
  TRY(call_->reserve(table_->num_rows * sizeof(uint32_t)));
  table::Buffer<uint32_t> selected(table_->num_rows);
  size_t size = 0;
  auto no_room = [] { return table::Room{}; };
  auto take = [&selected, &size](size_t start, size_t count, const table::Cells& cells) {
    for (size_t i = 0; i < count; ++i) {
      selected[size] = static_cast<uint32_t>(start + i);
      size += cells.ints[i] != 0 ? 1 : 0;
    }
  };
  TRY_ASSIGN(bool done, each_chunk(*call_, *evaluator, table_->num_rows, no_room, take));
  if (!done) return none;
  selected.resize(size);
  if (size < selected.capacity() / 2) selected.shrink_to_fit();
  return std::optional(std::move(selected));
}

Result<std::optional<table::ColumnPtr>> ColumnRun::compute(const table::Expression& expression) {
  std::optional<table::ColumnPtr> none;
  if (is_rows_ && expression.operation == table::Operation::Column) {
    int position = table_->find(expression.name);
    if (position < 0) return none;
    return std::optional(table_->column(static_cast<size_t>(position)));
  }
  auto evaluator = bind(expression);
  if (!evaluator.has_value()) return none;
  TRY(call_->reserve(table_->num_rows * sizeof(table::TextRef)));
  table::ColumnBuilder builder(*evaluator, table_->num_rows);
  auto room = [&builder] { return builder.room(); };
  auto take = [&builder](size_t, size_t count, const table::Cells& cells) {
    builder.add(cells, count);
  };
  TRY_ASSIGN(bool done, each_chunk(*call_, *evaluator, table_->num_rows, room, take));
  if (!done) return none;
  return std::optional(builder.finish(*evaluator, call_->budget()));
}

Result<std::optional<table::ColumnPtr>> ColumnRun::column() {
  if (gives_rows()) return std::optional<table::ColumnPtr>();
  return compute(lambda_->results[0]);
}

Result<std::optional<table::Table>> ColumnRun::rows() {
  std::optional<table::Table> none;
  if (!gives_rows()) return none;
  table::Table made;
  made.num_rows = table_->num_rows;
  for (size_t i = 0; i < lambda_->results.size(); ++i) {
    TRY_ASSIGN(auto column, compute(lambda_->results[i]));
    if (!column.has_value()) return none;
    made.add(lambda_->names[i], std::move(*column));
  }
  return std::optional(std::move(made));
}

Result<std::optional<Value>> ColumnRun::map() {
  std::optional<Value> result;
  if (gives_rows()) {
    TRY_ASSIGN(auto table, rows());
    if (table.has_value()) result = make_table_list(call_->heap(), std::move(*table));
  } else {
    TRY_ASSIGN(auto made, column());
    if (made.has_value()) result = make_column_list(call_->heap(), std::move(*made));
  }
  return result;
}

Value pick_items(Call& call, const Value& list, table::Buffer<uint32_t> positions) {
  const ListColumns& columns = *list.list().columns;
  table::Table picked = columns.table.pick(std::move(positions), false, call.budget());
  if (columns.is_rows) return make_table_list(call.heap(), std::move(picked));
  return make_column_list(call.heap(), picked.column(0));
}

}  // namespace syn
