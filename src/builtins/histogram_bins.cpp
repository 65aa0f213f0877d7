// Bins of a histogram.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/histogram_bins.h"

#include <algorithm>
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/errors_a.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

Result<std::vector<double>> equal_edges(Call& call, const Value& bins,
                                        std::span<const double> values) {
  bool whole = bins.is_int() || (bins.is_float() && std::floor(bins.as_float()) == bins.as_float());
  if (!whole) {
    std::string got = is_real_number(bins) ? "a fractional number" : kind_of(bins);
    return Error(builtin_errors::kHistogramBins, {got});
  }
  TRY_ASSIGN(int64_t count, whole_argument(call, bins, "bins"));
  if (count < 1) return Error(builtin_errors::kHistogramNoBins, {std::to_string(count)});
  TRY(reserve_list(call, static_cast<uint64_t>(count) + 1));
  auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  double low = *least;
  double high = *greatest;
  if (low == high) {
    low -= 0.5;
    high += 0.5;
  }
  std::vector<double> edges;
  double width = (high - low) / static_cast<double>(count);
  for (int64_t i = 0; i < count; ++i) edges.push_back(low + static_cast<double>(i) * width);
  edges.push_back(high);
  return edges;
}

Result<std::vector<double>> given_edges(Call& call, const List& list) {
  if (list.size() < 2) return Error(builtin_errors::kHistogramFewEdges, {count_text(list.size())});
  std::vector<double> edges;
  for (size_t i = 0; i < list.size(); ++i) {
    TRY(call.tick());
    const Value& edge = list.at(i);
    if (!is_real_number(edge) || std::isnan(to_double(edge))) {
      return Error(builtin_errors::kHistogramEdge, {short_display(edge), count_text(i)});
    }
    double value = to_double(edge);
    if (i > 0 && value <= edges.back()) {
      return Error(builtin_errors::kHistogramOrder,
                   {display(Value::number(value)), display(Value::number(edges.back()))});
    }
    edges.push_back(value);
  }
  return edges;
}

}  // namespace

Result<std::vector<double>> histogram_edges(Call& call, const Value& bins,
                                            std::span<const double> values) {
  return bins.is_list() ? given_edges(call, bins.list()) : equal_edges(call, bins, values);
}

std::vector<int64_t> count_in_bins(std::span<const double> edges, std::span<const double> values) {
  std::vector<int64_t> counts(edges.size() - 1, 0);
  for (double value : values) {
    if (value < edges.front() || value > edges.back()) continue;
    auto above = std::upper_bound(edges.begin(), edges.end(), value);
    auto bin = static_cast<size_t>(above - edges.begin());
    ++counts[std::min(bin, counts.size()) - 1];
  }
  return counts;
}

}  // namespace syn
