// Samples of the statistical builtins: the present numbers of a list, pairs of two lists, groups
// (additions; README, decision 5). `nothing` is skipped, NaN and infinities are refused: a p-value
// of such data means nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "builtins/argument_checks.h"
#include "vm/call.h"

namespace syn {

using Sample = std::vector<double>;

/// The present numbers; at least `least` of them.
Result<Sample> sample_of(Call& call, const Value& list, size_t least, ScratchCharge& charge);
/// The same positions of two lists, where both are present.
struct PairedSamples {
  Sample left;
  Sample right;
};
/// Of the first two arguments; every item is a number or missing. NaN and infinities are kept.
Result<PairedSamples> present_pairs(Call& call, ScratchCharge& charge);
/// The same, at least `least` of them and all finite.
Result<PairedSamples> paired_samples(Call& call, size_t least, ScratchCharge& charge);
/// A list of at least two lists of numbers.
Result<std::vector<Sample>> sample_groups(Call& call, const Value& lists, size_t least,
                                          ScratchCharge& charge);
/// An argument by name; `fallback` where it was not given.
Result<double> number_option(Call& call, size_t name_index, std::string_view what, double fallback);
Result<double> level_option(Call& call, size_t name_index, double fallback);

/// A map of numbers, in order.
struct Figure {
  std::string_view name;
  double value;
};
Value figures(Call& call, std::initializer_list<Figure> figures);

double sample_mean(const Sample& xs);
/// Of the sample (n - 1).
double sample_variance(const Sample& xs);
/// Sums of powers of the differences from the mean, from 2 to 4.
struct CentralSums {
  double second;
  double third;
  double fourth;
};
CentralSums central_sums(const Sample& xs);
/// Ranks from 1, ties averaged; and the sum of t^3 - t over the runs of ties.
struct Ranks {
  std::vector<double> ranks;
  double ties = 0;
};
Ranks ranks_of(const Sample& xs);

}  // namespace syn
