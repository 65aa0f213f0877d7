// Lists. A list holds plain values, or columns (value/list_columns.h): rows of a table, or the
// cells of one column. `items()` makes the plain values of a list of columns once and keeps both; a
// write drops the columns. What a program sees never depends on the kind.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "value/value.h"

namespace syn {

struct ListColumns;

struct List : Object {
  uint32_t count;
  uint32_t capacity;
  Value* data;           ///< null while the items are only columns
  ListColumns* columns;  ///< counted; null for plain values

  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  /// The items, in order; valid until the list is written to or dropped. For a list of columns this
  /// makes them all: ask `columns` first, or take single items with `item`. Where memory is short
  /// the budget is exhausted afterwards and all items are nothing.
  std::span<const Value> items() const {
    if (columns != nullptr) [[unlikely]]
      make_items();
    return {data, count};
  }
  const Value& at(size_t index) const { return items()[index]; }
  /// A single item, without making the others.
  Value item(size_t index) const {
    return columns == nullptr ? data[index] : item_of_columns(index);
  }
  /// For a list of rows that are only columns: `row` becomes a row of which only the columns in
  /// `wanted` (a bit each) are filled. Where `row` is one that nobody else holds, it is used again.
  void take_row(size_t index, uint64_t wanted, Value& row) const;

 private:
  void make_items() const;
  Value item_of_columns(size_t index) const;
};

/// An empty list with room for `capacity` items.
Value make_list(Heap& heap, size_t capacity = 0);
Value make_list(Heap& heap, std::span<const Value> items);
/// Adds at the end (amortised constant). The list must be unique or still unseen by anyone else.
void push(Value& list, Value item);
/// Drops the columns of a unique list, leaving plain values.
void drop_columns(List& list);
/// Makes `list` the only holder of its object, copying the outer list if it is shared, and gives
/// it.
List& unique_list(Value& list);
/// Writes item `index` of a unique list.
void set_item(List& list, size_t index, Value item);

}  // namespace syn
