// Texts end to end.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/item_list.h"

namespace syn::sandbox {

void ItemList::append(std::string_view item) {
  bytes_ += item;
  ends_.push_back(bytes_.size());
}

std::string_view ItemList::operator[](size_t index) const {
  size_t start = index == 0 ? 0 : ends_[index - 1];
  return std::string_view(bytes_).substr(start, ends_[index] - start);
}

}  // namespace syn::sandbox
