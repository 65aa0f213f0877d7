// Reading single cells of the engine's columns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "duck/column_type.h"

namespace syn {

/// The units of a decimal cell.
inline int128 decimal_units(const duck::VectorView& view, size_t row) {
  constexpr uint8_t kWidth16 = 4;
  constexpr uint8_t kWidth32 = 9;
  constexpr uint8_t kWidth64 = 18;
  if (view.type->width <= kWidth16) return view.at<int16_t>(row);
  if (view.type->width <= kWidth32) return view.at<int32_t>(row);
  if (view.type->width <= kWidth64) return view.at<int64_t>(row);
  return view.at<duck::WideCell>(row).value();
}

/// The position of an enum cell among its words.
inline size_t enum_index(const duck::VectorView& view, size_t row) {
  size_t count = view.type->names.size();
  if (count <= UINT8_MAX) return view.at<uint8_t>(row);
  return count <= UINT16_MAX ? view.at<uint16_t>(row) : view.at<uint32_t>(row);
}

}  // namespace syn
