// Rows of a result of the SQL engine as rows of the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "duck/engine.h"
#include "table/table.h"
#include "table/text_column.h"
#include "vm/call.h"

namespace syn {

/// How a column is read where its type does not say it all.
struct ColumnReading {
  std::string name;  ///< empty: the engine's
  std::string zone;  ///< datetimes are seen in this zone; empty for UTC
  int64_t duration_unit =
      0;  ///< nanoseconds of a unit, for integers that are durations; 0 for none
};

/// One column of the result while it grows: of the tightest kind so far, turned into plain values
/// when a cell does not fit.
class SqlColumn {
 public:
  SqlColumn(Heap& heap, const duck::Type& type, const ColumnReading& reading);

  table::Kind kind() const { return kind_; }
  bool is_plain() const { return kind_ == table::Kind::Any; }
  /// Appends the cells of a chunk, where the kind is not Any. False, with nothing appended, when
  /// one of them does not fit.
  bool append(const duck::VectorView& view, size_t num_rows);
  /// Memory for so many rows in all.
  void expect(size_t num_rows);
  /// Appends a value, making the column plain.
  void append_value(Value value);
  void make_plain();
  uint64_t byte_size() const;
  table::ColumnPtr finish();

 private:
  bool append_integers(const duck::VectorView& view, size_t num_rows);
  bool append_moments(const duck::VectorView& view, size_t num_rows);
  void append_texts(const duck::VectorView& view, size_t num_rows);
  void append_floats(const duck::VectorView& view, size_t num_rows);
  void mark(const duck::VectorView& view, size_t num_rows);

  Heap& heap_;
  table::Kind kind_;
  std::shared_ptr<table::Column> column_;
  std::vector<Value> values_;  // while plain
  size_t num_rows_ = 0;
  bool has_missing_ = false;
  std::vector<bool> present_;
  std::unique_ptr<table::TextColumnMaker> texts_;  // null unless texts
};

class SqlRows final : public duck::Sink {
 public:
  /// `prefix` begins the messages. `readings` is empty, or has one for each column.
  SqlRows(Call& call, std::string prefix, std::vector<ColumnReading> readings = {});

  /// About so many rows will come: columns need not grow.
  void expect(uint64_t num_rows) { num_expected_ = num_rows; }
  Result<void> start(std::span<const duck::Column> columns) override;
  Result<void> chunk(std::span<const duck::VectorView> columns, size_t num_rows) override;
  /// The columns, once the query has ended.
  table::Table take_table();
  /// The list of rows, once the query has ended.
  Value take();

 private:
  Result<Value> cell(const duck::VectorView& view, size_t row, size_t column);
  Result<Value> list_cell(const duck::VectorView& items, uint64_t offset, uint64_t count,
                          size_t column);
  Result<Value> map_cell(const duck::VectorView& entries, const duck::ListCell& where,
                         size_t column);
  Result<Value> moment(int64_t seconds, int64_t nanoseconds, size_t column);
  Result<Value> interval(const duck::IntervalCell& cell, size_t column);
  Error wrong(size_t column, std::string_view why) const;

  Call& call_;
  std::string prefix_;
  std::vector<ColumnReading> readings_;
  std::vector<std::string> names_;
  std::vector<SqlColumn> columns_;
  size_t num_rows_ = 0;
  uint64_t num_expected_ = 0;
};

}  // namespace syn
