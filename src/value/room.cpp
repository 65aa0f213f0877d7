// Room for results.
// SPDX-License-Identifier: Apache-2.0
#include "value/room.h"

#include <string>

#include "value/errors.h"
#include "value/text.h"
#include "value/value.h"

namespace syn {

Error memory_error(const Budget& budget) {
  return Error(value_errors::kMemoryLimit, {std::to_string(budget.memory_limit >> 20)});
}

Result<void> check_room(Heap& heap, uint64_t bytes) {
  if (heap.budget().has_room(bytes)) return {};
  heap.budget().count_refusal();
  return memory_error(heap.budget());
}

Result<void> check_text_room(Heap& heap, uint64_t bytes) {
  TRY(check_room(heap, bytes));
  if (bytes > Text::kMaxBytes) {
    return Error(value_errors::kTextTooLong,
                 {std::to_string(bytes), std::to_string(Text::kMaxBytes)});
  }
  return {};
}

Result<void> check_list_room(Heap& heap, uint64_t items) {
  constexpr uint64_t kMaxItems = UINT32_MAX / 2;  // a list doubles when it grows
  if (items > kMaxItems) {
    return Error(value_errors::kListTooLong, {std::to_string(items), std::to_string(kMaxItems)});
  }
  return check_room(heap, items * sizeof(Value));
}

}  // namespace syn
