// Runs a column expression over the rows of a table, a chunk at a time.
//
// It gives exactly what the lambda would, or nothing at all: a kind it does not cover, an operation
// that might fail on a row that the lambda reaches, a number beyond 64 bits — then the caller runs
// the lambda itself, row after row, from the start. Pure lambdas make that unseen.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "table/expression.h"
#include "table/table.h"

namespace syn::table {

/// Rows in a chunk.
inline constexpr size_t kChunk = 2048;

/// The cells of one chunk. What `kind` does not use is null.
struct Cells {
  const int64_t* ints = nullptr;
  const double* floats = nullptr;
  const TextRef* texts = nullptr;
  const uint8_t* missing = nullptr;  ///< a byte a row, 1 where absent; null where none is
};

/// Where the cells of a chunk are wanted; null: wherever the evaluator has them.
struct Room {
  int64_t* ints = nullptr;
  double* floats = nullptr;
  TextRef* texts = nullptr;
};

class Evaluator {
 public:
  /// Nothing when the expression does not fit the table's columns. `captured` are the values of
  /// the lambda's variables. Everything given outlives the evaluator, but for `expression`.
  static std::optional<Evaluator> open(const Expression& expression, const Table& table,
                                       std::span<const Scalar> captured, Budget& budget);
  Evaluator(Evaluator&&) noexcept;
  ~Evaluator();

  Kind kind() const;
  uint32_t scale() const;
  int32_t offset_seconds() const;
  /// Work units a row takes.
  size_t weight() const;
  /// What the integers of all runs lie between, where that is known.
  std::optional<Bounds> bounds() const;
  /// The cells of rows [start, start + count), count <= kChunk; valid until the next run. Nothing
  /// means: run the lambda. They lie in `room` where they had to be computed.
  std::optional<Cells> run(size_t start, size_t count, const Room& room = {});
  /// What keeps the texts alive.
  void keep_bytes(std::vector<TextBytesPtr>& bytes) const;

 private:
  class Node;
  explicit Evaluator(std::unique_ptr<Node> root);
  std::unique_ptr<Node> root_;
};

/// Puts the chunks of one expression together to a column.
class ColumnBuilder {
 public:
  ColumnBuilder(const Evaluator& evaluator, size_t num_rows);
  /// For the cells that are added next.
  Room room();
  void add(const Cells& cells, size_t count);
  /// The column, charged.
  ColumnPtr finish(const Evaluator& evaluator, Budget& budget);

 private:
  std::shared_ptr<Column> column_;
  size_t filled_ = 0;
};

}  // namespace syn::table
