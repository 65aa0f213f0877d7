// Running a lambda on the columns of a list instead of on its items (DESIGN.md §4). Each function
// gives nothing where the lambda or the columns do not allow it; the caller then goes item by item,
// from the start.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "table/evaluator.h"
#include "value/list_columns.h"
#include "vm/call.h"

namespace syn {

/// A lambda bound to a list of columns.
class ColumnRun {
 public:
  /// Nothing unless `list` holds columns and `function` is a lambda with column expressions.
  static std::optional<ColumnRun> open(Call& call, const Value& list, const Value& function);

  /// Whether the lambda gives a map, with these names.
  bool gives_rows() const { return !lambda_->names.empty(); }
  /// Positions of the items for which the lambda is true.
  Result<std::optional<table::Buffer<uint32_t>>> select();
  /// What the lambda gives for each item: one column, or those of the maps.
  Result<std::optional<table::ColumnPtr>> column();
  Result<std::optional<table::Table>> rows();
  /// What the lambda gives for each item, as a list.
  Result<std::optional<Value>> map();

 private:
  ColumnRun(Call& call, const table::Table& table, bool is_rows, const table::ColumnLambda& lambda,
            std::vector<table::Scalar> captured)
      : call_(&call),
        table_(&table),
        is_rows_(is_rows),
        lambda_(&lambda),
        captured_(std::move(captured)) {}
  std::optional<table::Evaluator> bind(const table::Expression& expression);
  Result<std::optional<table::ColumnPtr>> compute(const table::Expression& expression);

  Call* call_;
  const table::Table* table_;
  bool is_rows_;
  const table::ColumnLambda* lambda_;
  std::vector<table::Scalar> captured_;
};

/// The columns behind a list of rows or cells; null for plain values.
inline const ListColumns* columns_behind(const Value& list) {
  return list.is_list() ? list.list().columns : nullptr;
}
/// The items of a list of columns at these positions.
Value pick_items(Call& call, const Value& list, table::Buffer<uint32_t> positions);

}  // namespace syn
