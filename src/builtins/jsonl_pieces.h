// Pieces of a JSON Lines text, read into blocks by several threads ahead of the one that puts
// columns together. Lines with a key or a value that the columns did not have when a piece was read
// are left to him: a piece holds the runs of lines between them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ahead.h"
#include "builtins/jsonl_block.h"
#include "builtins/jsonl_lines.h"

namespace syn {

/// What the columns are, for who reads ahead.
struct JsonPlan {
  std::vector<std::string> names;
  std::vector<JsonForm> columns;
};

struct JsonPiece {
  /// Lines that follow each other, as rows of the blocks.
  struct Run {
    size_t start;  ///< a byte of the text
    uint32_t first_row;
    uint32_t end_row;
  };
  struct Row {
    uint32_t num_bytes;  ///< with the line end
    uint32_t num_ticks;
  };
  std::shared_ptr<const JsonPlan> plan;
  std::vector<Run> runs;
  std::vector<Row> rows;
  std::vector<JsonBlock> blocks;  ///< by column
  std::vector<JsonSlice> slices;  ///< in the order in which they are read
  std::optional<JsonRowReader> reader;
};

class JsonPieces {
 public:
  /// `call` and `options` outlive this. A line begins at `start`. Null where no thread can be had.
  static std::unique_ptr<JsonPieces> start(Call& call, const JsonLinesOptions& options,
                                           std::string_view text, size_t start,
                                           uint32_t num_threads,
                                           std::shared_ptr<const JsonPlan> plan);
  JsonPieces(const JsonPieces&) = delete;
  JsonPieces& operator=(const JsonPieces&) = delete;
  ~JsonPieces() = default;

  /// Memory that all pieces may take, about.
  size_t byte_size() const;
  /// Pieces that are on their way have the plan before.
  void set_plan(std::shared_ptr<const JsonPlan> plan);
  const JsonPlan& plan() const { return *plan_; }
  /// Where `at` has something to say next.
  size_t next_at() const { return next_at_; }
  /// The run that begins at the line that begins at `offset`, of the piece `piece()`, until the
  /// next call; or null.
  const JsonPiece::Run* at(size_t offset);
  JsonPiece& piece() { return *piece_; }

 private:
  using Plan = std::shared_ptr<const JsonPlan>;

  JsonPieces(Call& call, const JsonLinesOptions& options, std::string_view text, size_t start,
             Plan plan);
  size_t start_of(size_t index) const;
  void fill(size_t index, JsonPiece& piece);
  void prepare(JsonPiece& piece);
  void read_lines(size_t index, JsonPiece& piece) const;

  Call& call_;
  const JsonLinesOptions& options_;
  std::string_view text_;
  size_t start_;
  uint32_t num_threads_ = 1;
  std::mutex mutex_;
  Plan plan_;
  JsonPiece* piece_ = nullptr;
  size_t run_ = 0;        // the next one of the piece
  bool is_used_ = false;  // the piece
  size_t num_used_ = 0;   // pieces before it
  size_t num_lost_ = 0;
  size_t next_at_;
  std::unique_ptr<Ahead<JsonPiece>> ahead_;  // last: it uses the others
};

}  // namespace syn
