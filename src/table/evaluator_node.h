// A node of an expression that is bound to the columns of a table: its kind is known, its buffers
// are made. Internal to the evaluator.
//
// `active` says which rows of a chunk the lambda would reach here (a byte a row, null for all):
// `r.x != nothing and r.x > 5` never looks at an absent x. Rows that are not active may hold
// anything; only an active row that would fail ends the run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "table/day_parts.h"
#include "table/evaluator.h"

namespace syn::table {

class Evaluator::Node {
 public:
  Operation operation = Operation::Constant;
  Kind kind = Kind::Any;
  bool is_nothing = false;  ///< always absent; it has no kind
  uint32_t scale = 0;
  int32_t offset_seconds = 0;
  std::vector<std::unique_ptr<Node>> operands;
  int64_t slice_start = 0;  ///< of RoundTo: decimals
  uint32_t slice_end = 0;
  ColumnPtr column;  ///< of Column, and of a node that looks its results up by code
  bool is_lookup = false;
  Room wanted;  ///< for the results of the next run, where they are not wanted in own buffers

  bool is_column() const {
    return operation == Operation::Item || operation == Operation::Column ||
           operation == Operation::Field;
  }
  /// False: the lambda has to run.
  bool run(size_t start, size_t count, const uint8_t* active, Cells& out);
  size_t weight() const;
  void keep_bytes(std::vector<TextBytesPtr>& bytes) const;
  /// What the integers that were given lie between, where that is known.
  std::optional<Bounds> bounds() const;
  /// Fills the buffers with one cell for all rows.
  void set_constant(const Scalar& scalar, Budget& budget);
  void bind_column(ColumnPtr from);
  /// Where texts that the node makes live.
  void make_texts_in(Budget& budget) { bytes_ = std::make_shared<TextBytes>(budget); }
  /// Finds kind and scale from the operands'. False: not covered.
  bool resolve();
  /// Computes results once a distinct text instead of once a row, where that is less work.
  void lift(size_t num_rows, Budget& budget);

 private:
  bool run_column(size_t start, size_t count, Cells& out);
  bool run_lookup(size_t start, size_t count, Cells& out);
  bool run_logic(size_t start, size_t count, const uint8_t* active, Cells& out);
  bool run_when(size_t start, size_t count, const uint8_t* active, Cells& out);
  bool run_unary(size_t start, size_t count, const uint8_t* active, Cells& out);
  bool run_binary(size_t start, size_t count, const uint8_t* active, Cells& out);
  bool run_text_unary(const Cells& a, size_t count, const uint8_t* active, Cells& out);
  bool run_to_text(const Cells& a, size_t count, const uint8_t* active, Cells& out);
  bool run_conversion(const Cells& a, size_t count, const uint8_t* active, Cells& out);
  bool run_date_part(const Cells& a, size_t count, Cells& out);

  bool integer_arithmetic(const Cells& a, const Cells& b, size_t count, const uint8_t* active,
                          Cells& out);
  bool float_arithmetic(const Cells& a, const Cells& b, size_t count, const uint8_t* active,
                        Cells& out);
  bool decimal_arithmetic(const Cells& a, const Cells& b, size_t count, const uint8_t* active,
                          Cells& out);
  bool add_texts(const Cells& a, const Cells& b, size_t count, Cells& out);
  bool compare(const Cells& a, const Cells& b, size_t count, const uint8_t* active, Cells& out);
  bool find_texts(const Cells& a, const Cells& b, size_t count, const uint8_t* active, Cells& out);

  bool resolve_arithmetic();
  bool resolve_comparison();
  bool may_say_another_kind() const;
  bool resolve_when();
  bool resolve_conversion();
  /// The one coded text column that everything below uses; null where there is another or none.
  bool only_codes(ColumnPtr& found) const;
  void point_columns_at(const ColumnPtr& replacement);
  bool run_over_dictionary(const ColumnPtr& coded, Budget& budget);

  int64_t* int_room() { return room_of(wanted.ints, ints_); }
  double* float_room() { return room_of(wanted.floats, floats_); }
  TextRef* text_room() { return room_of(wanted.texts, texts_); }
  template <typename T>
  static T* room_of(T* given, Buffer<T>& own) {
    if (given != nullptr) return given;
    own.resize(kChunk);
    return own.data();
  }

  Buffer<int64_t> ints_;
  Buffer<double> floats_;
  Buffer<TextRef> texts_;
  Buffer<uint8_t> missing_;
  Buffer<uint8_t> mask_;  // rows that an operand is reached for
  DayParts day_parts_;
  std::shared_ptr<TextBytes> bytes_;
  std::shared_ptr<const Column> results_;  // of a lookup: by code, absent texts last
};

/// Whether an active row is absent.
bool any_missing(const Cells& cells, size_t count, const uint8_t* active);
/// Truth of each cell, 0 or 1.
void truth_of(Kind kind, bool is_nothing, const Cells& cells, size_t count, int64_t* out);
/// -1, 0, 1, or 2 where `right` is NaN. Exact.
int compare_exact(int64_t left, double right);

inline bool is_conversion(Operation operation) {
  return operation >= Operation::ToInt && operation <= Operation::Timestamp;
}
inline bool is_numeric(Kind kind) {
  return kind == Kind::Int || kind == Kind::Float || kind == Kind::Decimal;
}

}  // namespace syn::table
