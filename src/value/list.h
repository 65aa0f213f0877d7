// Lists. Storage kinds (plain values now; int64, double and table columns later) are hidden behind
// `items()`, which turns any kind into plain values once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "value/value.h"

namespace syn {

struct List : Object {
  uint32_t count;
  uint32_t capacity;
  Value* data;

  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  /// The items, in order; valid until the list is written to or dropped.
  std::span<const Value> items() const { return {data, count}; }
  const Value& at(size_t index) const { return data[index]; }
};

/// An empty list with room for `capacity` items.
Value make_list(Heap& heap, size_t capacity = 0);
Value make_list(Heap& heap, std::span<const Value> items);
/// Adds at the end (amortised constant). The list must be unique or still unseen by anyone else.
void push(Value& list, Value item);
/// Makes `list` the only holder of its object, copying the outer list if it is shared, and gives
/// it.
List& unique_list(Value& list);
/// Writes item `index` of a unique list.
void set_item(List& list, size_t index, Value item);

}  // namespace syn
