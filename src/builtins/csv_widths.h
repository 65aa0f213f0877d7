// How many fields the records of a CSV file have: as many as the first, or what the option
// `ragged` does with the others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "builtins/csv_options.h"
#include "builtins/reader_note.h"
#include "tableio/csv_reader.h"

namespace syn {

class CsvWidths {
 public:
  /// `options` and `prefix`, which begins messages, outlive this.
  CsvWidths(const CsvOptions& options, std::string_view prefix)
      : options_(options), prefix_(prefix) {}

  size_t width() const { return width_; }
  void set_width(size_t width) { width_ = width; }

  /// A line of blanks in a table of several columns is an empty line.
  bool is_blank(std::span<const tableio::CsvField> fields) const;
  bool is_left_out(std::span<const tableio::CsvField> fields) const;
  /// Whether the reader's record is a row that fits.
  bool check(const tableio::CsvReader& records);
  /// So many rows fit but for an empty field more, the first on this line.
  void add_longer(uint64_t count, size_t first_line);
  /// What is wrong with the rows, or notes about them.
  Result<void> finish(uint64_t num_rows, std::vector<ReaderNote>& notes);

 private:
  Error uneven(size_t line, size_t width) const;

  const CsvOptions& options_;
  std::string_view prefix_;
  size_t width_ = 0;
  uint64_t num_longer_ = 0;
  size_t first_longer_ = 0;
  uint64_t num_ragged_ = 0;
  std::optional<Error> error_;
};

}  // namespace syn
