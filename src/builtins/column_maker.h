// Puts a column together, row by row, while a file is read: typed as long as all values are of one
// kind, else as values. What comes out holds exactly the values that went in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "builtins/record_maker.h"
#include "table/text_column.h"
#include "value/list_columns.h"
#include "vm/call.h"

namespace syn {

class ColumnMaker {
 public:
  /// `depth` is how many records the column is in.
  explicit ColumnMaker(Call& call, uint32_t depth = 0) : call_(call), depth_(depth) {}
  ColumnMaker(const ColumnMaker&) = delete;
  ColumnMaker& operator=(const ColumnMaker&) = delete;
  ~ColumnMaker() { call_.heap().uncharge(charged_); }

  /// Memory for `more` rows, which come next; `expected` rows may come in all. Fails where the
  /// Budget has no room.
  Result<void> make_room(size_t more, size_t expected);

  size_t size() const { return size_; }
  /// The kind of the values so far, or nothing before the first.
  std::optional<table::Kind> kind() const { return kind_; }
  bool is(table::Kind kind) const { return kind_ == kind; }
  uint32_t scale() const { return scale_; }
  int32_t offset_seconds() const { return offset_seconds_; }

  void add_missing();
  void add_missing(size_t count);
  void add_int(int64_t value);
  void add_float(double value);
  void add_bool(bool value);
  void add_text(std::string_view text);
  void add(Value value);

  /// While all values are maps that are alike (or absent): what puts them together. Null else.
  RecordMaker* records() const { return records_.get(); }
  /// A map whose members the caller has added to `records`, of this kind there.
  void add_record(size_t kind);

  /// Rows that are written through the pointer, in a column of that kind or before its first value
  /// (`kind` is one of those with ints). Take back those that were not written with `drop`.
  double* extend_floats(size_t count);
  int64_t* extend_ints(table::Kind kind, size_t count);
  void drop(size_t count);

  /// Makes floats of a column of ints, where each is below 10^15; false where one is not.
  bool become_floats();
  /// Forgets all rows.
  void clear();
  /// All rows as a list of rows, where they are maps with the same keys and none is absent; the
  /// maker is empty afterwards. Nothing else.
  std::optional<Value> finish_rows();
  /// The column. The maker is empty afterwards.
  table::ColumnPtr finish();

 private:
  void start(table::Kind kind);
  bool fits(const Value& value) const;
  void become_values();
  void mark_missing(size_t row);
  void charge_now();
  size_t byte_size() const;

  Call& call_;
  std::optional<table::Kind> kind_;
  size_t size_ = 0;
  size_t capacity_ = 0;
  uint32_t scale_ = 0;
  int32_t offset_seconds_ = 0;
  table::Buffer<int64_t> ints_;
  table::Buffer<double> floats_;
  std::optional<table::TextColumnMaker> texts_;
  std::vector<Value> values_;
  std::unique_ptr<RecordMaker> records_;  // of kind Any, instead of `values_`
  uint32_t depth_;
  table::Buffer<uint64_t> present_;  // empty while no row is missing; bits beyond the rows are set
  size_t charged_ = 0;
};

}  // namespace syn
