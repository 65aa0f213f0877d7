// Blocks of texts.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/item_list.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace syn::sandbox {

void ItemList::append(std::string_view item) {
  CHECK(item.size() <= std::numeric_limits<uint32_t>::max());  // as the wire has it
  bool fits = !blocks_.empty() && blocks_.back().ends.size() < kBlockItems &&
              blocks_.back().bytes.size() + item.size() <= kBlockBytes;
  if (!fits) blocks_.push_back({size_, {}, {}});
  Block& block = blocks_.back();
  block.bytes += item;
  block.ends.push_back(static_cast<uint32_t>(block.bytes.size()));
  ++size_;
  num_bytes_ += item.size();
}

std::string_view ItemList::operator[](size_t index) const {
  auto after = std::upper_bound(blocks_.begin(), blocks_.end(), index,
                                [](size_t i, const Block& block) { return i < block.first; });
  const Block& block = *std::prev(after);
  size_t place = index - block.first;
  size_t start = place == 0 ? 0 : block.ends[place - 1];
  return std::string_view(block.bytes).substr(start, block.ends[place] - start);
}

}  // namespace syn::sandbox
