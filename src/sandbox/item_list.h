// Many short texts in few pieces of memory: what a child printed, its audit. Four bytes a text
// beside its own. What is there never moves: a list of any length takes the next text at once,
// while a host watches a deadline.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace syn::sandbox {

class ItemList {
 public:
  void append(std::string_view item);
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// Quick, not immediate.
  std::string_view operator[](size_t index) const;
  /// Bytes of all texts.
  size_t num_bytes() const { return num_bytes_; }

  /// Of a block. A text that is larger has one of its own.
  static constexpr size_t kBlockBytes = 256 * 1024;
  static constexpr size_t kBlockItems = 64 * 1024;

 private:
  /// Texts end to end.
  struct Block {
    size_t first;  ///< which of all texts
    std::string bytes;
    std::vector<uint32_t> ends;
  };

  std::deque<Block> blocks_;
  size_t size_ = 0;
  size_t num_bytes_ = 0;
};

}  // namespace syn::sandbox
