// Numbers at a place of the sorted order, without sorting.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace syn {

/// Two neighbours of the sorted order.
struct Neighbours {
  double first;
  double second;  ///< the same as `first` where that is the last
};

/// The numbers at `place` and `place` + 1 of the sorted order; `place` < the size. Where one of the
/// numbers is NaN, both are. Large inputs are neither moved nor copied, as a rule.
Neighbours neighbours_at(std::span<const double> values, size_t place);
Neighbours neighbours_at(std::span<const int64_t> values, size_t place);
/// The same; may reorder the values.
Neighbours take_neighbours_at(std::span<double> values, size_t place);

/// Whether any of them is NaN.
bool has_nan(std::span<const double> values);

}  // namespace syn
