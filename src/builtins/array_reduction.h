// Reductions of arrays, whole or along one axis (data.md §3.19).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "vm/call.h"

namespace syn {

/// What a reduction makes of the numbers along an axis (or of all); may reorder them. `parameter`
/// is ddof or the place of a quantile.
using ArrayKernel = double (*)(std::span<double> values, double parameter);

/// What no numbers give.
enum class EmptyArray : uint8_t { Zero, One, Fails };

struct ArrayReduction {
  ArrayKernel kernel;
  double parameter;
  EmptyArray empty;
};

/// The `axis` argument, by position or by name; null when it was not given. Fails when the first
/// argument is no array.
Result<const Value*> axis_argument(Call& call, size_t index, size_t name_index);

/// Reduces call[0], an array: to a number without axis, else to an array of one dimension less (a
/// number for 1-D).
Result<Value> reduce_array(Call& call, const ArrayReduction& reduction, const Value* axis);

/// An axis argument as a position; negatives count from the last.
Result<size_t> axis_position(Call& call, const ArrayObject& array, const Value& axis);

}  // namespace syn
