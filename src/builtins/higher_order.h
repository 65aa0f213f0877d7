// Sorting out which argument is the function: collection builtins take it before or after the list.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vm/call.h"

namespace syn {

/// Positions of the list (or array) and of the function among the first two arguments.
struct ListAndFunction {
  size_t list;
  size_t function;
};

/// Decides by kind (data.md §3.2). Fails for two lists, two functions, and something else than a
/// list where the list stands. What stands for the function may be anything: calling it tells.
/// Arrays pass where `with_arrays`.
enum class Arrays : uint8_t { Refuse, Accept };
Result<ListAndFunction> list_and_function(Call& call, Arrays arrays = Arrays::Refuse);

}  // namespace syn
