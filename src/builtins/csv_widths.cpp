// How many fields the records of a CSV file have.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/csv_widths.h"

#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "tableio/column_guess.h"
#include "tableio/csv_pieces.h"

namespace syn {

bool CsvWidths::is_blank(std::span<const tableio::CsvField> fields) const {
  return width_ > 1 && fields.size() == 1 && !fields[0].is_quoted &&
         tableio::without_blanks(fields[0].text).empty();
}

bool CsvWidths::is_left_out(std::span<const tableio::CsvField> fields) const {
  return is_blank(fields) ||
         (options_.ragged == RaggedRows::Skip && !tableio::is_as_wide(fields, width_));
}

bool CsvWidths::check(const tableio::CsvReader& records) {
  std::span<const tableio::CsvField> fields = records.fields();
  if (fields.size() == width_) return true;
  if (tableio::is_as_wide(fields, width_)) {
    add_longer(1, records.line());
    return true;
  }
  bool allowed = options_.ragged == RaggedRows::Skip ||
                 (options_.ragged == RaggedRows::Fill && fields.size() < width_);
  num_ragged_ += allowed ? 1 : 0;
  if (!allowed && !error_) error_ = uneven(records.line(), fields.size());
  return allowed && options_.ragged == RaggedRows::Fill;
}

void CsvWidths::add_longer(uint64_t count, size_t first_line) {
  if (num_longer_ == 0 && count != 0) first_longer_ = first_line;
  num_longer_ += count;
}

Error CsvWidths::uneven(size_t line, size_t width) const {
  return Error(builtin_errors::kTableUneven,
               {prefix_, count_text(line), count_text(width), count_text(width_),
                options_.headers ? "the header row" : "the first row"});
}

Result<void> CsvWidths::finish(uint64_t num_rows, std::vector<ReaderNote>& notes) {
  bool some_longer = num_longer_ != 0 && num_longer_ != num_rows;
  if (!error_ && some_longer) error_ = uneven(first_longer_, width_ + 1);
  if (error_) return std::move(*error_);
  if (num_ragged_ != 0) {
    notes.push_back({count_text(num_ragged_) + (options_.ragged == RaggedRows::Skip
                                                    ? " records of another width are left out"
                                                    : " short records end with missing values")});
  }
  if (num_longer_ != 0) notes.push_back({"the empty field at the end of each record is left out"});
  return {};
}

}  // namespace syn
