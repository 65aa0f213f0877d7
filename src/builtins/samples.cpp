// Samples of the statistical builtins.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "builtins/errors_a.h"
#include "builtins/errors_c.h"
#include "builtins/number_list.h"
#include "num/float_ops.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

Result<void> check_finite(Call& call, double number) {
  if (std::isnan(number)) return Error(builtin_errors::kContainsNan, {call.name()});
  if (std::isinf(number)) return Error(builtin_errors::kContainsInfinite, {call.name()});
  return {};
}

Result<double> number_of(Call& call, std::span<const Value> items, size_t index) {
  if (!is_real_number(items[index])) return not_a_number(call.name(), items, index);
  double number = to_double(items[index]);
  TRY(check_finite(call, number));
  return number;
}

}  // namespace

Result<Sample> sample_of(Call& call, const Value& list, size_t least, ScratchCharge& charge) {
  TRY(check_number_list(call, list));
  std::span<const Value> items = list.list().items();
  // Ranks and sorted copies take as much again.
  TRY(charge.add(call, items.size() * 4 * sizeof(double)));
  Sample sample;
  sample.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    if (items[i].is_nothing()) continue;
    TRY_ASSIGN(double number, number_of(call, items, i));
    sample.push_back(number);
  }
  if (sample.size() >= least) return sample;
  return Error(builtin_errors::kSampleTooSmall,
               {call.name(), count_text(least), count_text(sample.size())});
}

Result<PairedSamples> present_pairs(Call& call, ScratchCharge& charge) {
  for (size_t i = 0; i < 2; ++i) TRY(check_number_list(call, call[i]));
  std::span<const Value> left = call[0].list().items();
  std::span<const Value> right = call[1].list().items();
  if (left.size() != right.size()) {
    return Error(builtin_errors::kDifferentLengths,
                 {call.name(), count_text(left.size()), count_text(right.size())});
  }
  TRY(charge.add(call, left.size() * 2 * sizeof(double)));
  PairedSamples pairs;
  for (size_t i = 0; i < left.size(); ++i) {
    TRY(call.tick());
    for (std::span<const Value> side : {left, right}) {
      bool fits = side[i].is_nothing() || is_real_number(side[i]);
      if (!fits) return not_a_number(call.name(), side, i);
    }
    if (left[i].is_nothing() || right[i].is_nothing()) continue;
    pairs.left.push_back(to_double(left[i]));
    pairs.right.push_back(to_double(right[i]));
  }
  return pairs;
}

Result<PairedSamples> paired_samples(Call& call, size_t least, ScratchCharge& charge) {
  TRY_ASSIGN(PairedSamples pairs, present_pairs(call, charge));
  // Ranks, differences and sorted copies take as much again.
  TRY(charge.add(call, pairs.left.size() * 6 * sizeof(double)));
  for (size_t i = 0; i < pairs.left.size(); ++i) {
    TRY(check_finite(call, pairs.left[i]));
    TRY(check_finite(call, pairs.right[i]));
  }
  if (pairs.left.size() >= least) return pairs;
  return Error(builtin_errors::kPairsTooFew,
               {call.name(), count_text(least), count_text(pairs.left.size())});
}

Result<std::vector<Sample>> sample_groups(Call& call, const Value& lists, size_t least,
                                          ScratchCharge& charge) {
  bool fits = lists.is_list() && lists.list().size() >= 2;
  if (!fits) return Error(builtin_errors::kSampleGroups, {call.name(), short_display(lists)});
  std::vector<Sample> groups;
  for (const Value& list : lists.list().items()) {
    if (!list.is_list())
      return Error(builtin_errors::kSampleGroups, {call.name(), short_display(lists)});
    TRY_ASSIGN(Sample group, sample_of(call, list, least, charge));
    groups.push_back(std::move(group));
  }
  return groups;
}

Result<double> number_option(Call& call, size_t name_index, std::string_view what,
                             double fallback) {
  const Value* given = call.named(name_index);
  if (given == nullptr) return fallback;
  if (!is_real_number(*given) || !std::isfinite(to_double(*given))) {
    return Error(builtin_errors::kTestMethod,
                 {call.name(), what, "a finite number", short_display(*given)});
  }
  return to_double(*given);
}

Result<double> level_option(Call& call, size_t name_index, double fallback) {
  TRY_ASSIGN(double level, number_option(call, name_index, "level", fallback));
  if (level > 0 && level < 1) return level;
  return Error(builtin_errors::kBetweenZeroAndOne,
               {call.name(), "level", short_display(*call.named(name_index))});
}

Value figures(Call& call, std::initializer_list<Figure> list) {
  Value map = make_map(call.heap());
  for (const Figure& figure : list) put(map, figure.name, Value::number(figure.value));
  return map;
}

double sample_mean(const Sample& xs) {
  FloatSum sum;
  sum.add_all(xs);
  return sum.result() / static_cast<double>(xs.size());
}

double sample_variance(const Sample& xs) {
  return central_sums(xs).second / static_cast<double>(xs.size() - 1);
}

CentralSums central_sums(const Sample& xs) {
  double mean = sample_mean(xs);
  FloatSum second;
  FloatSum third;
  FloatSum fourth;
  for (double x : xs) {
    double square = (x - mean) * (x - mean);
    second.add(square);
    third.add(square * (x - mean));
    fourth.add(square * square);
  }
  return {second.result(), third.result(), fourth.result()};
}

Ranks ranks_of(const Sample& xs) {
  std::vector<uint32_t> order(xs.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return xs[a] < xs[b]; });
  Ranks result;
  result.ranks.resize(xs.size());
  for (size_t start = 0; start < order.size();) {
    size_t end = start + 1;
    while (end < order.size() && xs[order[end]] == xs[order[start]]) ++end;
    double rank = static_cast<double>(start + 1 + end) / 2;
    for (size_t i = start; i < end; ++i) result.ranks[order[i]] = rank;
    auto tied = static_cast<double>(end - start);
    result.ties += tied * tied * tied - tied;
    start = end;
  }
  return result;
}

}  // namespace syn
