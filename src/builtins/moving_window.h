// What is known of the floats in a window that moves on, at a cost that hardly grows with its size.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <vector>

namespace syn {

/// The median: the lower and the upper half of the values, each in order. No NaN.
class MovingMedian {
 public:
  /// Memory for a value, about.
  static constexpr size_t kBytesEach = 64;

  void add(double value);
  /// A value that was added and not removed.
  void remove(double value);
  /// As float_median of the values; there must be one.
  double median() const;

 private:
  void balance();

  std::multiset<double> lower_;  // as many as `upper_`, or one more
  std::multiset<double> upper_;
};

/// Number, mean and squared distances from it, which may be put together without loss.
struct SpreadSums {
  double count = 0;
  double mean = 0;
  double squares = 0;
  void add(const SpreadSums& other);
};

/// The sample standard deviation, of floats that may be missing: sums of all tails of the window as
/// it was once, and what came since (as MovingSum).
class MovingDeviation {
 public:
  /// That of the values from `start` to `last`; both only grow, `last` by one. `find(i)` is value
  /// i, or null where it is missing.
  template <typename Find>
  double at(size_t start, size_t last, Find find) {
    if (start >= tails_end_) {
      tails_.clear();
      SpreadSums tail;
      for (size_t i = last + 1; i-- > start;) {
        add(tail, find(i));
        tails_.push_back(tail);
      }
      tails_end_ = last + 1;
      since_ = {};
    } else {
      add(since_, find(last));
    }
    SpreadSums total = tails_[tails_end_ - 1 - start];
    total.add(since_);
    return deviation_of(total);
  }

 private:
  static void add(SpreadSums& sums, const double* value) {
    if (value != nullptr) sums.add({1, *value, 0});
  }
  static double deviation_of(const SpreadSums& sums);

  std::vector<SpreadSums> tails_;  ///< of the values up to tails_end_, the shortest first
  size_t tails_end_ = 0;
  SpreadSums since_;
};

}  // namespace syn
