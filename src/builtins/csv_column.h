// One column of a CSV file while it is read: the fields of each chunk of records go straight into
// its cells. Its type is known, or is guessed from the first chunk and filled on trust: every value
// that does not read quickly as that type is shown to the guess, and a column whose guess changes
// is read again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "builtins/column_maker.h"
#include "builtins/csv_cells.h"
#include "builtins/csv_options.h"
#include "tableio/column_guess.h"
#include "tableio/csv_block.h"
#include "tableio/csv_cells.h"

namespace syn {

/// What the columns of a file share; outlives them.
struct CsvSource {
  Call& call;
  std::string_view prefix;  ///< of messages
  const CsvOptions& options;
  const char* text_end;
};

CellKind cell_kind(tableio::ColumnKind kind);

/// Makes missing cells of those that hold a word for one.
void blank_missing_marks(std::span<tableio::CsvCell> cells, const CsvOptions& options);

class CsvColumn {
 public:
  /// `guess` is null where `kind` is known; else it outlives the column and is told what comes.
  CsvColumn(const CsvSource& source, std::string name, std::optional<CellKind> kind,
            tableio::ColumnGuess* guess);

  /// The cells of the next records; `expected` rows may come in all. Fails only where the Budget
  /// says so.
  Result<void> take(tableio::CsvChunk& chunk, size_t index, size_t expected);
  /// The same, of cells from which missing marks are gone and which were read into a block.
  Result<void> take_block(tableio::CsvChunk& chunk, size_t index, size_t expected,
                          const tableio::CsvBlock& block);
  /// How cells that come next read quickly.
  tableio::CsvForm form() const;

  /// Keeps no cells from now on, but tells a guess that was started anew all values.
  void only_see();
  /// Whether the guess missed values, so that it must be told all of them again.
  bool is_guess_lost() const { return guess_ != nullptr && state_ == State::Lost; }
  /// Whether all cells are here, as values of `kind`.
  bool holds(CellKind kind) const;
  /// The first field that is wrong, of a column whose kind is known.
  std::optional<Error>& error() { return error_; }
  size_t error_row() const { return error_row_; }
  table::ColumnPtr finish() { return cells_.finish(); }

 private:
  enum class State : uint8_t {
    Filling,
    Seeing,  ///< not filled any more, but the guess is told all values
    Lost     ///< not filled, and the guess is told nothing
  };

  std::string_view text_of(const tableio::CsvCell& cell);
  void set_kind(CellKind kind);
  bool must_see_all() const;
  void see_all(tableio::CsvChunk& chunk, std::span<const tableio::CsvCell> cells);
  Result<bool> prepare(tableio::CsvChunk& chunk, std::span<const tableio::CsvCell> cells,
                       size_t expected);
  Result<void> fill(tableio::CsvChunk& chunk, std::span<const tableio::CsvCell> cells,
                    size_t first = 0);
  size_t read_quickly(std::span<const tableio::CsvCell> cells);
  void append(const tableio::CsvBlock& block, size_t from, size_t count);
  size_t read_words(std::span<const tableio::CsvCell> cells);
  Result<size_t> read_texts(std::span<const tableio::CsvCell> cells);
  Result<void> read_slowly(const tableio::CsvCell& cell, size_t line);
  void follow_guess(const tableio::CsvCell& cell, size_t line);

  const CsvSource& source_;
  std::string name_;
  std::optional<CellKind> kind_;
  tableio::ColumnGuess* guess_;
  State state_ = State::Filling;
  bool has_seen_all_ = false;  // of this chunk
  bool has_negative_zero_ = false;
  std::string_view yes_;  // how a column of bools writes them
  std::string_view no_;
  std::optional<CellMaker> slow_;
  ColumnMaker cells_;
  std::optional<Error> error_;
  size_t error_row_ = 0;
  std::string scratch_;
};

}  // namespace syn
