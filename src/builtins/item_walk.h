// The items of a list, one after the other, for a function that is called with each. A row of a
// table is made when its turn comes, with the columns that the function looks at.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "value/list.h"
#include "vm/call.h"

namespace syn {

class ItemWalk {
 public:
  /// All outlive the walk.
  ItemWalk(Call& call, const Value& list, const Value& function);

  size_t size() const { return list_->size(); }
  /// What the function gives for an item; an error names the item. Counts a work unit.
  Result<Value> invoke(size_t index);

 private:
  Call* call_;
  const List* list_;
  const Value* function_;
  std::optional<uint64_t> wanted_;  // columns, where the function looks at no others
  Value row_;
};

}  // namespace syn
