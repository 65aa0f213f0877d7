// Asking for room before a result whose size comes from the program's data (base/budget.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "value/heap.h"

namespace syn {

/// value_errors::kMemoryLimit for this Budget.
Error memory_error(const Budget& budget);
/// Fails when `bytes` more would go over the limit.
Result<void> check_room(Heap& heap, uint64_t bytes);
/// Room for a text of `bytes` bytes, or for a list of `items`, and within what one can hold.
Result<void> check_text_room(Heap& heap, uint64_t bytes);
Result<void> check_list_room(Heap& heap, uint64_t items);

}  // namespace syn
