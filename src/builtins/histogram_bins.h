// Bins of a histogram: their edges, and how many values are in each (data.md §3.4).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vm/call.h"

namespace syn {

/// Of `bins`: a count of bins of equal width from the least to the greatest value, or a list of
/// edges. At least one value.
Result<std::vector<double>> histogram_edges(Call& call, const Value& bins,
                                            std::span<const double> values);
/// Values outside of the edges are dropped; the last bin has its right edge.
std::vector<int64_t> count_in_bins(std::span<const double> edges, std::span<const double> values);

}  // namespace syn
