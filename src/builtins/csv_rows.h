// Records of CSV as rows of a table: maps that share one shape, or lists.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vm/call.h"

namespace syn {

/// Makes maps with the same keys.
class RowMaker {
 public:
  RowMaker(Heap& heap, const std::vector<std::string>& columns);
  /// A row with all values Nothing; `slot` writes one of them.
  Value make();
  void set(Value& row, size_t column, Value value);
  size_t width() const { return columns_.size(); }

 private:
  static constexpr size_t kMaxShared = 10'000;
  Heap& heap_;
  std::vector<Value> columns_;
  Shape* shape_ = nullptr;
};

}  // namespace syn
