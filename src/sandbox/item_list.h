// Many short texts in one buffer: what a child printed, its audit. Eight bytes a text beside its
// own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace syn::sandbox {

class ItemList {
 public:
  void append(std::string_view item);
  size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::string_view operator[](size_t index) const;
  /// Bytes of all texts.
  size_t num_bytes() const { return bytes_.size(); }

 private:
  std::string bytes_;
  std::vector<size_t> ends_;
};

}  // namespace syn::sandbox
