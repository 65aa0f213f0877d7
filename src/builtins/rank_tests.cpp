// Tests by ranks, and tests of a correlation (additions; README, decision 5). Exact where a sample
// is small and has no ties, by the normal distribution otherwise, as `method` in the result says.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "builtins/distributions.h"
#include "builtins/errors_c.h"
#include "builtins/families_a.h"
#include "builtins/samples.h"
#include "num/float_ops.h"
#include "value/display.h"

namespace syn {
namespace {

Value with_method(Call& call, Value result, bool exact) {
  put(result, "method", make_text(call.heap(), exact ? "exact" : "normal"));
  return result;
}

/// The distribution of a sum of parts: chance[s], where part i is 0 or `sizes[i]`, equally likely.
std::vector<double> sums_of_halves(size_t n) {
  std::vector<double> chance(n * (n + 1) / 2 + 1, 0.0);
  chance[0] = 1;
  size_t reached = 0;
  for (size_t size = 1; size <= n; ++size) {
    reached += size;
    for (size_t s = reached + 1; s-- > 0;)
      chance[s] = (chance[s] + (s >= size ? chance[s - size] : 0)) / 2;
  }
  return chance;
}

/// The chance of at most `u` under Mann and Whitney's U of samples of n and m without ties.
double whitney_below(size_t n, size_t m, double u) {
  // ways[k][s]: choices of k of the ranks so far whose U is s, as shares of all choices in the end.
  std::vector<std::vector<double>> ways(n + 1, std::vector<double>(n * m + 1, 0.0));
  ways[0][0] = 1;
  // U of k chosen among i items grows by the number of items left out below a chosen one.
  for (size_t i = 1; i <= n + m; ++i) {
    for (size_t k = std::min(i, n); k >= 1; --k) {
      size_t below = i - k;
      if (below > m) break;
      for (size_t s = n * m + 1; s-- > below;) ways[k][s] += ways[k - 1][s - below];
    }
  }
  double all = std::accumulate(ways[n].begin(), ways[n].end(), 0.0);
  double sum = 0;
  for (size_t s = 0; s <= n * m && static_cast<double>(s) <= u; ++s) sum += ways[n][s];
  return sum / all;
}

/// Exact tables grow with the product of the sizes; beyond this the normal distribution serves.
constexpr size_t kExactWhitney = 400;
constexpr size_t kExactSigned = 50;
constexpr size_t kExactKendall = 33;

Result<Value> mann_whitney(Call& call) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(Sample xs, sample_of(call, call[0], 1, charge));
  TRY_ASSIGN(Sample ys, sample_of(call, call[1], 1, charge));
  Sample both = xs;
  both.insert(both.end(), ys.begin(), ys.end());
  TRY(call.tick(both.size() * 20));
  Ranks ranks = ranks_of(both);
  auto n = static_cast<double>(xs.size());
  auto m = static_cast<double>(ys.size());
  FloatSum sum;
  for (size_t i = 0; i < xs.size(); ++i) sum.add(ranks.ranks[i]);
  double u = sum.result() - n * (n + 1) / 2;
  double larger = std::max(u, n * m - u);
  bool small = std::min(xs.size(), ys.size()) <= 8 && xs.size() * ys.size() <= kExactWhitney;
  bool exact = small && ranks.ties == 0;
  double p = 1;
  if (exact) {
    TRY(call.tick(xs.size() * ys.size() * (xs.size() + ys.size())));
    p = 2 * whitney_below(xs.size(), ys.size(), n * m - larger);
  } else {
    double total = n + m;
    double variance = n * m / 12 * (total + 1 - ranks.ties / (total * (total - 1)));
    if (variance == 0) return Error(builtin_errors::kNoVariance, {call.name()});
    p = 2 * normal_above((larger - n * m / 2 - 0.5) / std::sqrt(variance));
  }
  return with_method(call, figures(call, {{"u", u}, {"p", std::min(p, 1.0)}}), exact);
}

/// Of the differences of pairs; equal pairs are left out.
Result<Value> wilcoxon(Call& call) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(PairedSamples pairs, paired_samples(call, 1, charge));
  Sample sizes;
  std::vector<bool> up;
  for (size_t i = 0; i < pairs.left.size(); ++i) {
    double step = pairs.left[i] - pairs.right[i];
    if (step == 0) continue;
    sizes.push_back(std::fabs(step));
    up.push_back(step > 0);
  }
  if (sizes.empty()) return Error(builtin_errors::kNoVariance, {call.name()});
  TRY(call.tick(sizes.size() * 20));
  Ranks ranks = ranks_of(sizes);
  FloatSum plus;
  for (size_t i = 0; i < sizes.size(); ++i) plus.add(up[i] ? ranks.ranks[i] : 0);
  auto n = static_cast<double>(sizes.size());
  double w = std::min(plus.result(), n * (n + 1) / 2 - plus.result());
  bool no_zeros = sizes.size() == pairs.left.size();
  bool exact = sizes.size() <= kExactSigned && ranks.ties == 0 && no_zeros;
  double p = 1;
  if (exact) {
    std::vector<double> chance = sums_of_halves(sizes.size());
    p = 0;
    for (size_t s = 0; static_cast<double>(s) <= w; ++s) p += 2 * chance[s];
  } else {
    double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48;
    if (variance <= 0) return Error(builtin_errors::kNoVariance, {call.name()});
    p = 2 * normal_below((w - n * (n + 1) / 4) / std::sqrt(variance));
  }
  return with_method(call, figures(call, {{"w", w}, {"p", std::min(p, 1.0)}}), exact);
}

Result<Value> kruskal(Call& call) {
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(std::vector<Sample> groups, sample_groups(call, call[0], 1, charge));
  Sample all;
  for (const Sample& group : groups) all.insert(all.end(), group.begin(), group.end());
  TRY(call.tick(all.size() * 20));
  Ranks ranks = ranks_of(all);
  auto n = static_cast<double>(all.size());
  double correction = 1 - ranks.ties / (n * n * n - n);
  if (!(correction > 0)) return Error(builtin_errors::kNoVariance, {call.name()});
  FloatSum squares;
  size_t at = 0;
  for (const Sample& group : groups) {
    FloatSum sum;
    for (size_t i = 0; i < group.size(); ++i) sum.add(ranks.ranks[at++]);
    squares.add(sum.result() * sum.result() / static_cast<double>(group.size()));
  }
  double h = (12 / (n * (n + 1)) * squares.result() - 3 * (n + 1)) / correction;
  auto df = static_cast<double>(groups.size() - 1);
  return figures(call, {{"h", h}, {"df", df}, {"p", chi_square_above(h, df)}});
}

struct Correlation {
  double r;
  bool has_variance;
};

Correlation pearson(const Sample& xs, const Sample& ys) {
  double x_mean = sample_mean(xs);
  double y_mean = sample_mean(ys);
  FloatSum squares;
  FloatSum other;
  FloatSum products;
  for (size_t i = 0; i < xs.size(); ++i) {
    squares.add((xs[i] - x_mean) * (xs[i] - x_mean));
    other.add((ys[i] - y_mean) * (ys[i] - y_mean));
    products.add((xs[i] - x_mean) * (ys[i] - y_mean));
  }
  double scale = std::sqrt(squares.result()) * std::sqrt(other.result());
  if (scale == 0) return {0, false};
  return {std::fmax(-1.0, std::fmin(1.0, products.result() / scale)), true};
}

double p_of_r(double r, double n) {
  if (std::fabs(r) >= 1) return 0;
  return t_two_sided(r * std::sqrt((n - 2) / (1 - r * r)), n - 2);
}

/// Pairs out of order in `values`, which comes back sorted.
double inversions(std::vector<double>& values, std::vector<double>& scratch, size_t from,
                  size_t to) {
  double count = 0;
  for (size_t width = 1; width < to - from; width *= 2) {
    for (size_t low = from; low < to; low += 2 * width) {
      size_t middle = std::min(low + width, to);
      size_t high = std::min(low + 2 * width, to);
      size_t left = low;
      size_t right = middle;
      for (size_t out = low; out < high; ++out) {
        bool from_left = right == high || (left < middle && values[left] <= values[right]);
        if (!from_left) count += static_cast<double>(middle - left);
        scratch[out] = from_left ? values[left++] : values[right++];
      }
    }
    std::swap(values, scratch);
  }
  return count;
}

/// Runs of equal values in sorted order: sums of t(t-1)/2, t(t-1)(2t+5), t(t-1)(t-2).
struct TieSums {
  double pairs = 0;
  double spread = 0;
  double triples = 0;
  void add(double t) {
    pairs += t * (t - 1) / 2;
    spread += t * (t - 1) * (2 * t + 5);
    triples += t * (t - 1) * (t - 2);
  }
};

TieSums ties_in(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  TieSums sums;
  for (size_t start = 0; start < values.size();) {
    size_t end = start + 1;
    while (end < values.size() && values[end] == values[start]) ++end;
    sums.add(static_cast<double>(end - start));
    start = end;
  }
  return sums;
}

/// Two-sided chance of as few or as many inversions in a random order of n.
double kendall_exact(size_t n, double discordant) {
  size_t most = n * (n - 1) / 2;
  std::vector<double> chance(most + 1, 0.0);
  chance[0] = 1;
  for (size_t k = 2; k <= n; ++k) {
    std::vector<double> next(most + 1, 0.0);
    double window = 0;
    for (size_t s = 0; s <= most; ++s) {
      window += chance[s];
      if (s >= k) window -= chance[s - k];
      next[s] = window / static_cast<double>(k);
    }
    chance = std::move(next);
  }
  double side = std::min(discordant, static_cast<double>(most) - discordant);
  double p = 0;
  for (size_t s = 0; static_cast<double>(s) <= side; ++s) p += 2 * chance[s];
  return std::min(p, 1.0);
}

/// Kendall's tau-b.
Result<Value> kendall(Call& call, const PairedSamples& pairs) {
  size_t count = pairs.left.size();
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    if (pairs.left[a] != pairs.left[b]) return pairs.left[a] < pairs.left[b];
    return pairs.right[a] < pairs.right[b];
  });
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = pairs.right[order[i]];
  TieSums both;
  for (size_t start = 0; start < count;) {
    size_t end = start + 1;
    while (end < count && pairs.left[order[end]] == pairs.left[order[start]] &&
           values[end] == values[start])
      ++end;
    both.add(static_cast<double>(end - start));
    start = end;
  }
  TieSums x = ties_in(pairs.left);
  TieSums y = ties_in(pairs.right);
  std::vector<double> scratch(count);
  double discordant = inversions(values, scratch, 0, count);
  auto n = static_cast<double>(count);
  double total = n * (n - 1) / 2;
  double balance = total - x.pairs - y.pairs + both.pairs - 2 * discordant;
  double scale = std::sqrt(total - x.pairs) * std::sqrt(total - y.pairs);
  if (scale == 0) return Error(builtin_errors::kNoVariance, {call.name()});
  double tau = std::fmax(-1.0, std::fmin(1.0, balance / scale));
  bool exact = x.pairs == 0 && y.pairs == 0 && count <= kExactKendall;
  double p = 1;
  if (exact) {
    p = kendall_exact(count, discordant);
  } else {
    double m = n * (n - 1);
    double variance = (m * (2 * n + 5) - x.spread - y.spread) / 18 + 2 * x.pairs * y.pairs / m +
                      x.triples * y.triples / (9 * m * (n - 2));
    p = 2 * normal_above(std::fabs(balance) / std::sqrt(variance));
  }
  return with_method(call, figures(call, {{"r", tau}, {"p", p}, {"n", n}}), exact);
}

Result<Value> corr_test(Call& call) {
  constexpr std::array<std::string_view, 3> kMethods{"pearson", "spearman", "kendall"};
  const Value* given = call.optional(2) != nullptr ? call.optional(2) : call.named(0);
  size_t method = 0;
  while (given != nullptr && method < kMethods.size() &&
         !(given->is_text() && given->view() == kMethods[method]))
    ++method;
  if (method == kMethods.size()) {
    return Error(
        builtin_errors::kTestMethod,
        {call.name(), "method", "\"pearson\", \"spearman\" or \"kendall\"", short_display(*given)});
  }
  ScratchCharge charge(call.heap());
  TRY_ASSIGN(PairedSamples pairs, paired_samples(call, 3, charge));
  TRY(call.tick(pairs.left.size() * 20));
  if (method == 2) return kendall(call, pairs);
  Correlation found = method == 0
                          ? pearson(pairs.left, pairs.right)
                          : pearson(ranks_of(pairs.left).ranks, ranks_of(pairs.right).ranks);
  if (!found.has_variance) return Error(builtin_errors::kNoVariance, {call.name()});
  auto n = static_cast<double>(pairs.left.size());
  return figures(call, {{"r", found.r}, {"p", p_of_r(found.r, n)}, {"n", n}});
}

constexpr BuiltinSpec kRows[] = {
    {"mann_whitney", "xs, ys", 2, 2, "", Purity::Pure, "",
     "Mann and Whitney's test of two samples by ranks, two-sided: {u, p, method}.",
     "mann_whitney([1, 2, 3], [4, 5, 6]).p → 0.1", "", mann_whitney},
    {"wilcoxon", "xs, ys", 2, 2, "", Purity::Pure, "",
     "Wilcoxon's signed-rank test of pairs, two-sided: {w, p, method}.",
     "wilcoxon([1, 2, 3, 5], [0, 0, 0, 0]).p → 0.125", "", wilcoxon},
    {"kruskal", "groups", 1, 1, "", Purity::Pure, "",
     "Kruskal and Wallis's test of a list of lists by ranks: {h, df, p}.",
     "round_to(kruskal([[1, 2], [3, 4], [5, 6]]).h, 4) → 4.5714", "", kruskal},
    {"corr_test", "xs, ys, method = \"pearson\"", 2, 3, "method", Purity::Pure, "",
     "A correlation and whether it differs from 0: pearson, spearman or kendall: {r, p, n}.",
     "corr_test([1, 2, 3, 4], [1, 4, 9, 16], \"spearman\").r → 1.0", "", corr_test},
};

}  // namespace

const BuiltinTable kRankTestBuiltins(kRows);

}  // namespace syn
