// Pieces of a CSV text, cut into records and read into blocks by several threads ahead of the one
// that puts columns together.
//
// Where a record begins is known only to who has read all before it, so a piece is a guess: it
// begins behind a line end, with a record as wide as the table. The user reads on by himself to
// where a piece begins; a record that begins there is cut as the piece has it, whatever stood
// before. A piece that he does not meet so is dropped. It also ends before anything that is not a
// record of the table's width, plainly told.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ahead.h"
#include "tableio/csv_block.h"
#include "tableio/csv_reader.h"

namespace syn::tableio {

/// False for a record of another width. One more field, empty, may be the habit of the whole file.
inline bool is_as_wide(std::span<const CsvField> fields, size_t width) {
  return fields.size() == width ||
         (fields.size() == width + 1 && fields.back().text.empty() && !fields.back().is_quoted);
}

struct CsvPiece {
  size_t start = 0;  ///< bytes of the text, from the start of a record to that of another
  size_t end = 0;
  size_t num_lines = 0;
  uint64_t num_fields = 0;
  uint64_t num_words = 0;         ///< of 64 bytes, counted record by record
  uint64_t num_longer = 0;        ///< records with an empty field more than the table
  size_t first_longer = 0;        ///< the line of the first of them, from 1
  bool any_last = false;          ///< whether the last column has any field that is not empty
  std::optional<CsvChunk> chunk;  ///< its lines are those of the piece, from 1
  std::vector<CsvBlock> blocks;

  size_t num_rows() const { return chunk ? chunk->num_rows() : 0; }
};

class CsvPieces {
 public:
  struct Source {
    std::string_view text;
    CsvDialect dialect;
    size_t width;      ///< of the table
    size_t start;      ///< of the first piece: a record begins here
    size_t row_bytes;  ///< that a record may have, about
    /// Done to each column of cells first, in any thread; may be null.
    std::function<void(std::span<CsvCell>)> prepare;
  };

  /// Null where no thread can be had.
  static std::unique_ptr<CsvPieces> start(Source source, uint32_t num_threads,
                                          std::vector<CsvForm> forms);
  CsvPieces(const CsvPieces&) = delete;
  CsvPieces& operator=(const CsvPieces&) = delete;
  ~CsvPieces() = default;

  /// Memory that all pieces may take.
  size_t byte_size() const;
  /// How columns read from now on; pieces that are on their way have what was said before.
  void set_forms(std::vector<CsvForm> forms);
  /// Where `at` has something to say next.
  size_t next_at() const { return next_at_; }
  /// The piece that begins at a record that begins at `offset`, until the next call; or null.
  CsvPiece* at(size_t offset);

 private:
  using Forms = std::shared_ptr<const std::vector<CsvForm>>;

  CsvPieces(Source source, std::vector<CsvForm> forms);
  Forms forms() const;
  size_t end_of(size_t index) const;
  void fill(size_t index, CsvPiece& piece) const;
  std::optional<size_t> find_start(size_t index, std::string_view text) const;
  void cut(size_t index, CsvPiece& piece) const;

  Source source_;
  size_t num_pieces_;
  size_t max_rows_;
  mutable std::mutex mutex_;
  Forms forms_;
  size_t index_ = 0;  // of the next piece
  CsvPiece* piece_ = nullptr;
  size_t next_at_ = 0;
  size_t num_threads_ = 1;
  size_t num_lost_ = 0;
  size_t num_used_ = 0;
  std::unique_ptr<Ahead<CsvPiece>> ahead_;  // last: it uses the others
};

}  // namespace syn::tableio
