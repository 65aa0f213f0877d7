// Puts the records of a CSV file into columns: chunk by chunk, and in pieces that other threads
// have read. Work is counted the same way for both, so a program stops at the same place whatever
// the number of threads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/argument_checks.h"
#include "builtins/csv_column.h"
#include "builtins/table_readers_text.h"
#include "tableio/column_guess.h"
#include "tableio/csv_pieces.h"
#include "tableio/csv_reader.h"

namespace syn {

struct CsvTableColumn {
  std::string name;
  std::optional<CellKind> given;  ///< by the option `types`
  bool any_value = false;         ///< any field that is not empty
  tableio::ColumnGuess guess;
  std::unique_ptr<CsvColumn> cells;  ///< null where rows are read
  bool is_read_again = false;
};

class CsvFiller {
 public:
  /// All but `call` and `view` are looked at from `start_first` on; all outlive this. `view` may be
  /// null.
  CsvFiller(Call& call, const std::string_view& text, const CsvOptions& options,
            std::vector<CsvTableColumn>& columns, host::FileView* view);

  /// All columns take what comes. The first records are a chunk of their own: it shows the types.
  Result<void> start_first(size_t width);
  /// The columns with `is_read_again` take all `num_rows` rows once more, from the record behind
  /// the reader's.
  Result<void> start_again(const tableio::CsvReader& records, uint64_t num_rows);

  /// Takes the reader's record.
  Result<void> take(const tableio::CsvReader& records);
  /// Takes the rows that begin with the record that comes next, where they were read already, and
  /// moves the reader behind them; null where they were not, and where the run may end among them:
  /// then that place must be found. To be asked before each record.
  Result<const tableio::CsvPiece*> take_piece(tableio::CsvReader& records) {
    if (records.offset() < next_piece_) [[likely]]
      return nullptr;
    return try_piece(records);
  }
  /// After the last record.
  Result<void> finish(uint64_t num_rows);

 private:
  bool is_wanted(const CsvTableColumn& column) const { return is_first_ || column.is_read_again; }
  size_t estimate_rows(size_t offset) const;
  Result<void> start_chunk(size_t rows);
  Result<void> take_chunk(size_t expected);
  Result<void> start_pieces(size_t offset);
  void end_pieces();
  std::vector<tableio::CsvForm> forms() const;
  Result<const tableio::CsvPiece*> try_piece(tableio::CsvReader& records);
  Result<void> fill_piece(tableio::CsvPiece& piece, size_t expected);

  Call& call_;
  const std::string_view& text_;
  const CsvOptions& options_;
  std::vector<CsvTableColumn>& columns_;
  size_t width_ = 0;
  bool is_first_ = true;
  uint64_t num_rows_ = 0;  // that come in all, where that is known
  size_t num_taken_ = 0;
  std::optional<tableio::CsvChunk> chunk_;
  size_t num_counted_ = 0;  // rows from pieces that count as if they were in the chunk
  ScratchCharge charge_;
  ReadProgress progress_;
  size_t next_piece_ = SIZE_MAX;                // where there may be one
  std::unique_ptr<tableio::CsvPieces> pieces_;  // null: all is read here. Last: it uses the others
};

}  // namespace syn
