// Some records of CSV by columns, and the quick reading of cells in plain notation. What is not
// plain (blanks, doubled quotes, many digits, exponents) is left to the caller.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tableio/csv_reader.h"

namespace syn::tableio {

/// A CsvField in 16 bytes.
struct CsvCell {
  const char* data = nullptr;
  uint32_t size = 0;
  bool is_quoted = false;
  bool needs_unescape = false;

  std::string_view text() const { return {data, size}; }
  CsvField field() const { return {text(), is_quoted, needs_unescape}; }
  /// Its bytes are its text, and there are some.
  bool is_plain() const { return !needs_unescape && size != 0; }
};

/// Up to `max_rows` records, column by column.
class CsvChunk {
 public:
  CsvChunk(size_t num_columns, size_t max_rows);
  /// Fields beyond the columns are left out; columns beyond the fields are empty.
  void add(std::span<const CsvField> fields, size_t line);
  void clear() { lines_.clear(); }
  bool is_full() const { return lines_.size() == max_rows_; }
  size_t num_rows() const { return lines_.size(); }
  size_t max_rows() const { return max_rows_; }
  size_t byte_size() const { return cells_.capacity() * sizeof(CsvCell) + max_rows_ * 8; }
  std::span<CsvCell> column(size_t index) { return {&cells_[index * max_rows_], num_rows()}; }
  /// The line on which a record starts.
  size_t line(size_t row) const { return first_line_ + lines_[row]; }
  /// What the lines that were added count from: 0 if nobody says otherwise.
  void set_first_line(size_t line) { first_line_ = line; }

 private:
  size_t num_columns_;
  size_t max_rows_;
  std::vector<CsvCell> cells_;
  std::vector<size_t> lines_;
  size_t first_line_ = 0;
};

// Each function reads cells from the front into `out` and gives how many there were: it stops at
// the first that is not plain. Eight bytes may be read at once wherever they end before `end`.

/// At most 18 digits without leading zeros, a minus in front; not -0.
size_t read_plain_ints(std::span<const CsvCell> cells, const char* end, int64_t* out);
/// Such integers of at most 15 digits (-0 too), and numbers with a point between at most 19 digits
/// that a double keeps: ColumnGuess asks no more of them.
size_t read_plain_floats(std::span<const CsvCell> cells, const char* end, double* out);
/// Numbers with `scale` digits after the point (none where it is 0), at most 18 in all, as units of
/// the last one; no leading zeros, not -0.
size_t read_plain_decimals(std::span<const CsvCell> cells, const char* end, uint32_t scale,
                           int64_t* out);
/// YYYY-MM-DD as days since 1970-01-01.
size_t read_plain_dates(std::span<const CsvCell> cells, const char* end, int64_t* out);
/// ISO 8601 with just this offset, as nanoseconds since 1970 UTC; years 1700 to 2200.
size_t read_plain_date_times(std::span<const CsvCell> cells, int32_t offset_seconds, int64_t* out);
/// `yes` as 1 and `no` as 0.
size_t read_plain_bools(std::span<const CsvCell> cells, std::string_view yes, std::string_view no,
                        int64_t* out);

}  // namespace syn::tableio
