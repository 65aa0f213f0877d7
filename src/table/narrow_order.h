// Sorting rows by keys of at most 32 bits, which is what most columns of numbers come to: integers
// that lie near each other, codes of texts, amounts of money. Half as much is moved, less often.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "table/column.h"

namespace syn::table {

/// For cells of `rows`, none of which is absent or NaN: numbers in the cells' order, equal where
/// the cells are. Nothing where they do not fit, or floats are not decimals of a few places.
std::optional<Buffer<uint32_t>> narrow_keys(const Column& column, std::span<const uint32_t> rows);

/// `rows` in the order of their keys (as many). Stable.
Buffer<uint32_t> order_by_narrow_keys(std::span<const uint32_t> keys,
                                      std::span<const uint32_t> rows);

}  // namespace syn::table
