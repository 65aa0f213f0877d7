// Puts a column of maps together as columns of their members, row by row, as long as the maps are
// alike: few keys, in few different orders, each mostly there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "table/buffer.h"
#include "value/list_columns.h"
#include "vm/call.h"

namespace syn {

class ColumnMaker;

class RecordMaker {
 public:
  /// `depth` is how many records these are in. The first `num_missing` rows are absent.
  RecordMaker(Call& call, uint32_t depth, size_t num_missing);
  RecordMaker(const RecordMaker&) = delete;
  RecordMaker& operator=(const RecordMaker&) = delete;
  ~RecordMaker();

  /// Whether a column could begin with the value.
  static bool may_start(const Value& value, uint32_t depth);

  Result<void> make_room(size_t more, size_t expected);
  /// A row; false, and nothing is added, where the value is no such map.
  bool add(const Value& value);
  void add_missing();
  /// A row whose members the caller adds, with the keys of this kind.
  void add(size_t kind_of_row);
  /// The maker of a member, for the row that comes next.
  ColumnMaker& member(size_t index);
  /// A member as it is, perhaps with fewer rows.
  const ColumnMaker& known(size_t index) const { return *members_[index]; }

  const std::vector<std::string>& names() const { return names_; }
  /// The kinds of rows that came, by their keys.
  const std::vector<RecordKind>& kinds() const { return kinds_; }
  size_t byte_size() const;

  /// All rows. The maker is empty afterwards.
  std::shared_ptr<const table::AnyCells> finish();
  /// All rows as a list of rows, where they have the same keys; the maker is empty afterwards.
  std::optional<Value> finish_rows();

 private:
  std::optional<size_t> kind_of(Shape* shape);
  table::Table finish_members();

  Call& call_;
  uint32_t depth_;
  size_t size_;
  std::vector<std::string> names_;  // of the members, by first appearance
  std::vector<std::unique_ptr<ColumnMaker>> members_;
  std::vector<RecordKind> kinds_;
  size_t last_kind_ = 0;
  table::Buffer<uint8_t> kind_of_row_;  // empty while there is one kind
};

}  // namespace syn
