// Reading array arguments: arrays, shapes, matrices (data.md §3.19).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "vm/call.h"

namespace syn {

/// Arrays of more dimensions are refused.
inline constexpr size_t kMaxDimensions = 32;

/// `NAME expects an array, got KIND` unless it is one.
Result<void> check_array(const Call& call, const Value& value);
/// Fails unless it is an array of two dimensions; `NAME: expected a 2D array (matrix), got 1-D`.
Result<void> check_matrix(const Call& call, const Value& value);
Result<void> check_square(const Call& call, const Value& value);

/// A shape: an integer or a list of integers, all from 0.
Result<std::vector<size_t>> shape_argument(Call& call, const Value& value);
/// Room for the elements of a shape; their number.
Result<size_t> reserve_elements(Call& call, const std::vector<size_t>& shape);
/// `[2, 3]`.
std::string shape_text(const std::vector<size_t>& shape);
/// Elements between neighbours along an axis.
size_t stride_of(const std::vector<size_t>& shape, size_t axis);

}  // namespace syn
