// Numbers of a list or a group, and what statistics make of them: sums, means, extremes, quantiles
// (data.md §3.4). `nothing` is skipped, a NaN makes the result NaN, decimals stay exact and never
// meet floats.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "num/decimal.h"
#include "num/float_ops.h"
#include "num/integer.h"
#include "vm/call.h"

namespace syn {

/// What became of a value that was offered.
enum class Taken : uint8_t { Number, Missing, Other };

/// The running sum: integers and decimals exact, floats compensated.
class NumberSum {
 public:
  /// Fails where a decimal meets a float, and where a number grows beyond its bounds.
  Result<Taken> add(const Value& value);
  /// The same for many numbers, one after the other.
  Result<void> add_all(std::span<const int64_t> values);
  Result<void> add_all(std::span<const double> values);
  /// Adds what another sum has; fails as `add` does.
  Result<void> merge(const NumberSum& other);
  /// How many numbers were added.
  uint64_t count() const { return count_; }
  /// 0 for no numbers.
  Value sum(Heap& heap) const;
  /// Sum over count; a float, or a decimal for decimals. At least one number.
  Result<Value> mean(Heap& heap) const;

 private:
  enum class Kind : uint8_t { Integers, Floats, Decimals };
  Result<void> add_float(double value);
  Result<void> add_decimal(const Decimal& value);

  Kind kind_ = Kind::Integers;
  IntegerSum integers_;
  FloatSum floats_;
  Decimal decimals_;
  uint64_t count_ = 0;
};

/// Numbers kept for statistics that need them all: as doubles, or as decimals where any of them is
/// one.
class Numbers {
 public:
  enum class Form : uint8_t { Floats, Decimals };
  explicit Numbers(Form form) : form_(form) {}
  /// Fails where a decimal meets a float.
  Result<Taken> add(const Value& value);
  bool exact() const { return form_ == Form::Decimals; }
  bool has_nan() const { return has_nan_; }
  size_t size() const { return exact() ? decimals_.size() : floats_.size(); }
  std::vector<double>& floats() { return floats_; }
  std::vector<Decimal>& decimals() { return decimals_; }
  void add_float(double value);
  void add_all(std::span<const int64_t> values);
  void add_all(std::span<const double> values);

  /// Bytes one number takes, for charging.
  static constexpr uint64_t kBytesEach = sizeof(Decimal);

 private:
  Form form_;
  bool has_nan_ = false;
  std::vector<double> floats_;
  std::vector<Decimal> decimals_;
};

/// A place between the smallest (0) and the largest (1) value, for floats and for decimals.
struct Quantile {
  double place = 0.5;
  Decimal exact;
};

/// The place that a number from 0 to 1 names.
Quantile make_quantile(const Value& place);

// At least one number in each of these. They may reorder the numbers.
Result<Value> median_of(Heap& heap, Numbers& numbers);
Result<Value> quantile_of(Heap& heap, Numbers& numbers, const Quantile& quantile);
/// NaN when there are not more numbers than `ddof`.
Result<Value> variance_of(Heap& heap, Numbers& numbers, uint64_t ddof);
Result<Value> deviation_of(Heap& heap, Numbers& numbers, uint64_t ddof);

// The same on doubles.
double float_sum(std::span<const double> values);
double float_mean(std::span<const double> values);
double float_variance(std::span<const double> values, uint64_t ddof);
double float_median(std::span<double> values);
double float_quantile(std::span<double> values, double place);
/// The same of values that stay as they are.
template <typename T>
double median_among(std::span<const T> values);
template <typename T>
double quantile_among(std::span<const T> values, double place);

/// The smallest or largest of numbers, of texts, or of dates, datetimes or durations; the first of
/// equals.
class Extreme {
 public:
  enum class Side : uint8_t { Least, Greatest };
  Extreme(Side side, std::string_view name) : side_(side), name_(name) {}
  /// Offers a value that outlives this object. Skips `nothing`. True when it is now the extreme.
  Result<bool> offer(const Value& value);
  /// Null when nothing was offered.
  const Value* best() const { return best_; }

 private:
  Error unordered(const Value& value) const;
  Side side_;
  std::string_view name_;
  const Value* best_ = nullptr;
};

}  // namespace syn
