// Lists of plain values.
// SPDX-License-Identifier: Apache-2.0
#include "value/list.h"

#include <cstring>
#include <new>

#include "base/check.h"
#include "value/objects.h"

namespace syn {
namespace {

void grow(Heap& heap, List& list, size_t capacity) {
  CHECK(capacity <= UINT32_MAX);
  auto* data = static_cast<Value*>(heap.allocate_buffer(capacity * sizeof(Value)));
  // Values move bit for bit: a count does not depend on where its holder stands.
  if (list.count != 0) {
    std::memcpy(static_cast<void*>(data), static_cast<void*>(list.data),
                list.count * sizeof(Value));
  }
  if (list.capacity != 0) heap.free_buffer(list.data, list.capacity * sizeof(Value));
  list.data = data;
  list.capacity = static_cast<uint32_t>(capacity);
}

}  // namespace

Value make_list(Heap& heap, size_t capacity) {
  auto* list = static_cast<List*>(heap.allocate_object(sizeof(List)));
  list->references = 1;
  list->tag = Tag::List;
  list->flags = 0;
  list->size_class = Heap::size_class_of(sizeof(List));
  list->count = 0;
  list->capacity = 0;
  list->data = nullptr;
  list->columns = nullptr;
  if (capacity != 0) grow(heap, *list, capacity);
  return Value::adopt(list);
}

Value make_list(Heap& heap, std::span<const Value> items) {
  Value value = make_list(heap, items.size());
  List& list = value.list();
  for (const Value& item : items) new (&list.data[list.count++]) Value(item);
  return value;
}

void push(Value& value, Value item) {
  List& list = value.list();
  if (list.columns != nullptr) [[unlikely]]
    drop_columns(list);
  if (list.count == list.capacity) {
    size_t capacity = list.capacity < 4 ? 4 : size_t{list.capacity} * 2;
    grow(Heap::of(&list), list, capacity);
  }
  new (&list.data[list.count++]) Value(std::move(item));
}

List& unique_list(Value& value) {
  if (!value.is_unique()) value = make_list(Heap::of(value.object()), value.list().items());
  List& list = value.list();
  if (list.columns != nullptr) [[unlikely]]
    drop_columns(list);
  return list;
}

void set_item(List& list, size_t index, Value item) { list.data[index] = std::move(item); }

}  // namespace syn
