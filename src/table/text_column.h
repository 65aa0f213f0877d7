// Puts a column of texts together, row by row: as codes into a dictionary while few different texts
// come, else text by text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "table/column.h"

namespace syn::table {

class TextColumnMaker {
 public:
  explicit TextColumnMaker(Budget& budget);

  /// Memory for `rows` rows in all.
  void reserve(size_t rows);
  size_t size() const { return dictionary_ ? codes_.size() : texts_.size(); }
  size_t byte_size() const;

  /// A row; the bytes are copied.
  void add(std::string_view text) { dictionary_ ? add_code(text) : texts_.push_back(copy(text)); }
  /// A row without a value.
  void add_missing() { dictionary_ ? codes_.push_back(0) : texts_.push_back(TextRef::of("")); }
  const TextRef& at(size_t row) const {
    return dictionary_ ? dictionary_->texts[codes_[row]] : texts_[row];
  }
  /// Gives the dictionary up once too many of the texts differ. Call it now and then.
  void weigh();
  /// Moves all rows into `column`.
  void finish(Column& column);

 private:
  void add_code(std::string_view text);
  TextRef copy(std::string_view text);
  void grow_slots();
  void leave_dictionary();

  static constexpr size_t kMaxDistinct = 64 * 1024;
  std::shared_ptr<TextBytes> bytes_;
  std::shared_ptr<Dictionary> dictionary_;  // null once it is given up
  Buffer<uint32_t> codes_;
  Buffer<TextRef> texts_;
  struct Slot {
    uint32_t code;  // + 1; 0: free
    uint32_t hash;
  };
  std::vector<Slot> slots_;  // its size is a power of two
};

}  // namespace syn::table
