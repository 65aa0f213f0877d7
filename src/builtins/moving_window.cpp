// Medians and spreads of windows that move on.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/moving_window.h"

#include <cmath>
#include <iterator>
#include <limits>

namespace syn {

void MovingMedian::balance() {
  if (lower_.size() > upper_.size() + 1) {
    upper_.insert(lower_.extract(std::prev(lower_.end())));
  } else if (lower_.size() < upper_.size()) {
    lower_.insert(upper_.extract(upper_.begin()));
  }
}

void MovingMedian::add(double value) {
  bool is_low = lower_.empty() || value <= *lower_.rbegin();
  (is_low ? lower_ : upper_).insert(value);
  balance();
}

void MovingMedian::remove(double value) {
  std::multiset<double>& half = value <= *lower_.rbegin() ? lower_ : upper_;
  half.erase(half.find(value));
  balance();
}

double MovingMedian::median() const {
  double low = *lower_.rbegin();
  if (lower_.size() > upper_.size()) return low;
  double high = *upper_.begin();
  double sum = low + high;
  return std::isinf(sum) ? low / 2 + high / 2 : sum / 2;
}

void SpreadSums::add(const SpreadSums& other) {
  if (other.count == 0) return;
  double total = count + other.count;
  double distance = other.mean - mean;
  mean += distance * other.count / total;
  squares += other.squares + distance * distance * count * other.count / total;
  count = total;
}

double MovingDeviation::deviation_of(const SpreadSums& sums) {
  if (sums.count <= 1) return std::numeric_limits<double>::quiet_NaN();
  return std::sqrt(sums.squares / (sums.count - 1));
}

}  // namespace syn
