// The cells of one column in some lines of JSON Lines, read on trust that they are of the kind that
// the column has had so far. Knows nothing of the heap: other threads fill it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/jsonl_row.h"
#include "table/buffer.h"
#include "table/column.h"

namespace syn {

class ColumnMaker;

/// What a column holds so far.
struct JsonForm {
  std::optional<table::Kind> kind;
  // Of records:
  bool has_records = false;
  std::vector<std::string> names;
  std::vector<RecordKind> kinds;
  std::vector<JsonForm> members;

  static JsonForm of(const ColumnMaker& cells);
  bool fits(const ColumnMaker& cells) const;
  /// Of its records, and of those in them.
  size_t num_members() const;
};

/// Rows from `begin` to before `end`.
struct JsonRows {
  uint32_t begin;
  uint32_t end;
};

/// JSON in the lines that was found but not read, and of what it must be.
struct JsonSlice {
  std::string_view json;
  uint32_t row = 0;
  std::optional<table::Kind> kind;  ///< Any: all is welcome
};

class JsonBlock {
 public:
  explicit JsonBlock(const JsonForm& form);

  void clear();
  /// Whether a cell is of the kind of the column. `row` has the members of a record.
  bool fits(JsonRowReader& row, const JsonCell& cell) const;
  /// Such a cell, of a row that is not above those before. Slices go to `slices`.
  void add(uint32_t row_index, JsonRowReader& row, const JsonCell& cell,
           std::vector<JsonSlice>& slices);
  /// Adds the cells of some rows, which come after those that were asked for before, to a column,
  /// as its rows from `first` on. `values` are those of the slices.
  void move_to(ColumnMaker& cells, size_t first, JsonRows rows, std::vector<Value>& values);

 private:
  /// Of Text and Any.
  struct Cell {
    JsonCell::Kind kind;
    uint32_t size;  ///< of Text
    union {
      uint64_t word;  ///< a number, or of Slice its place among the slices
      const char* text;
    };
  };

  void add_row(uint32_t row);
  size_t find_row(uint32_t row) const;
  void move_cell(ColumnMaker& cells, const Cell& cell, std::vector<Value>& values) const;
  void move_numbers(ColumnMaker& cells, size_t index, size_t count, size_t place) const;

  std::optional<table::Kind> kind_;
  bool has_records_;
  bool has_cells_;
  uint32_t fitting_ = 0;  // a bit for each JsonCell::Kind that fits
  size_t size_ = 0;
  table::Buffer<uint32_t> rows_;    // of the cells; empty while cell i is that of row i
  table::Buffer<uint64_t> words_;   // numbers, or of records their kinds
  table::Buffer<Cell> cells_;       // instead of words_
  std::vector<JsonBlock> members_;  // of records
  size_t next_ = 0;                 // the first cell behind those that were asked for
};

}  // namespace syn
