// Tables of the program as the SQL engine reads them: types found from all values, cells written
// chunk by chunk.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "builtins/column_inference.h"
#include "duck/engine.h"
#include "table/table.h"
#include "vm/call.h"

namespace syn {

/// The columns of a list of maps: the union of the keys in the order in which they first appear.
struct TableColumns {
  std::vector<std::string> names;
  std::vector<std::unique_ptr<ColumnInference>> columns;
};
/// `rows` is a list of maps (checked by the caller). Ticks.
Result<TableColumns> infer_columns(Call& call, const Value& rows);

class ProgramTable final : public duck::TableSource {
 public:
  /// `name` is for errors: "sql: table orders".
  ProgramTable(Call& call, std::string name, Value rows);

  Result<std::span<const duck::Column>> columns() override;
  uint64_t num_rows() const override { return rows_.list().size(); }
  Result<void> fill(size_t index, uint64_t first, size_t count, duck::VectorWriter& out) override;
  Result<void> tick(uint64_t num_rows) override;

 private:
  Result<void> look_at_values();

  /// Where the column is in rows of the shape that was seen last.
  struct Reading {
    const Shape* shape = nullptr;
    int64_t position = -1;
  };

  Call& call_;
  std::string name_;
  Value rows_;
  bool is_scalars_ = false;  ///< a list of values: one column, named `value`
  std::vector<duck::Column> columns_;
  std::vector<std::string> problems_;  ///< of columns that the engine cannot hold; empty for none
  std::vector<Reading> readings_;
};

/// An integer of up to 127 bits.
int128 wide_integer_of(const Value& value);

/// The engine's type for a column; or nothing, and why not in `problem`.
std::optional<duck::Type> engine_type(const ColumnInference& column, std::string& problem);
/// The engine's type for a column of a table; or nothing, and why not in `problem`.
std::optional<duck::Type> engine_type(Call& call, const table::Column& column,
                                      std::string& problem);
/// Writes rows `first` to `first + count` of such a column.
void write_column(const table::Column& column, size_t first, size_t count, const duck::Type& type,
                  duck::VectorWriter& out);
/// Writes values of that type; null is missing.
void write_cells(std::span<const Value* const> values, const duck::Type& type,
                 duck::VectorWriter& out);

}  // namespace syn
