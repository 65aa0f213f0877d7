// Numbers of a list or a group, and what statistics make of them.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/number_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "builtins/errors_a.h"
#include "num/decimal_statistics.h"
#include "num/errors.h"
#include "num/order_statistics.h"
#include "value/arithmetic.h"
#include "value/equality.h"

namespace syn {
namespace {

Error mixed() { return Error(num_errors::kMixedDecimalAndFloat); }

Value integer_value(Heap& heap, AnyInteger value) {
  if (const int64_t* small = std::get_if<int64_t>(&value)) return Value::integer(*small);
  return make_big_int(heap, std::get<BigInt>(std::move(value)));
}

Decimal decimal_of(const Value& value) {
  if (value.is_int()) return Decimal(value.as_int());
  if (value.is(Tag::BigInt)) return Decimal(value.big_int().value);
  return value.decimal().value;
}

Result<Value> decimal_value(Heap& heap, Result<Decimal> result) {
  if (!result.ok()) return std::move(result).error();
  return make_decimal(heap, std::move(result).value());
}

bool is_nan(const Value& value) { return value.is_float() && std::isnan(value.as_float()); }

}  // namespace

Result<Taken> NumberSum::add(const Value& value) {
  if (value.is_nothing()) return Taken::Missing;
  if (value.is_int()) {
    if (kind_ == Kind::Integers)
      integers_.add(value.as_int());
    else if (kind_ == Kind::Floats)
      floats_.add(static_cast<double>(value.as_int()));
    else
      TRY(add_decimal(Decimal(value.as_int())));
  } else if (value.is_float()) {
    TRY(add_float(value.as_float()));
  } else if (value.is(Tag::Decimal)) {
    TRY(add_decimal(value.decimal().value));
  } else if (value.is(Tag::BigInt)) {
    if (kind_ == Kind::Integers)
      integers_.add(value.big_int().value);
    else if (kind_ == Kind::Floats)
      floats_.add(value.big_int().value.to_double());
    else
      TRY(add_decimal(decimal_of(value)));
  } else {
    return Taken::Other;
  }
  ++count_;
  return Taken::Number;
}

Result<void> NumberSum::add_all(std::span<const int64_t> values) {
  if (kind_ == Kind::Integers) {
    integers_.add_all(values);
  } else {
    for (int64_t value : values) {
      if (kind_ == Kind::Floats)
        floats_.add(static_cast<double>(value));
      else
        TRY(add_decimal(Decimal(value)));
    }
  }
  count_ += values.size();
  return {};
}

Result<void> NumberSum::add_all(std::span<const double> values) {
  if (values.empty()) return {};
  TRY(add_float(values[0]));
  floats_.add_all(values.subspan(1));
  count_ += values.size();
  return {};
}

Result<void> NumberSum::merge(const NumberSum& other) {
  if (other.count_ == 0) return {};
  if (other.kind_ == Kind::Decimals) {
    TRY(add_decimal(other.decimals_));
  } else if (kind_ == Kind::Decimals) {
    if (other.kind_ == Kind::Floats) return mixed();
    TRY(add_decimal(Decimal::from_integer(other.integers_.result())));
  } else if (other.kind_ == Kind::Floats) {
    if (kind_ == Kind::Integers) TRY(add_float(0.0));
    floats_.merge(other.floats_);
  } else if (kind_ == Kind::Floats) {
    floats_.add(to_double(other.integers_.result()));
  } else {
    integers_.merge(other.integers_);
  }
  count_ += other.count_;
  return {};
}

Result<void> NumberSum::add_float(double value) {
  if (kind_ == Kind::Decimals) return mixed();
  if (kind_ == Kind::Integers) {
    floats_.add(to_double(integers_.result()));
    kind_ = Kind::Floats;
  }
  floats_.add(value);
  return {};
}

Result<void> NumberSum::add_decimal(const Decimal& value) {
  if (kind_ == Kind::Floats) return mixed();
  if (kind_ == Kind::Integers) {
    decimals_ = Decimal::from_integer(integers_.result());
    kind_ = Kind::Decimals;
  }
  TRY_ASSIGN(decimals_, syn::add(decimals_, value));
  return {};
}

Value NumberSum::sum(Heap& heap) const {
  switch (kind_) {
    case Kind::Integers: return integer_value(heap, integers_.result());
    case Kind::Floats: return Value::number(floats_.result());
    case Kind::Decimals: return make_decimal(heap, decimals_);
  }
  return Value::nothing();
}

Result<Value> NumberSum::mean(Heap& heap) const {
  switch (kind_) {
    case Kind::Integers:
      return Value::number(to_double(integers_.result()) / static_cast<double>(count_));
    case Kind::Floats: return Value::number(floats_.result() / static_cast<double>(count_));
    case Kind::Decimals: break;
  }
  // Division may leave zeros that neither the sum nor the result needs: 3d / 2 is 1.50.
  TRY_ASSIGN(Decimal quotient, divide(decimals_, Decimal(static_cast<int64_t>(count_))));
  return make_decimal(heap, quotient.trimmed(decimals_.scale()));
}

void Numbers::add_float(double value) {
  has_nan_ = has_nan_ || std::isnan(value);
  floats_.push_back(value);
}

void Numbers::add_all(std::span<const int64_t> values) {
  floats_.insert(floats_.end(), values.begin(), values.end());
}

void Numbers::add_all(std::span<const double> values) {
  has_nan_ = has_nan_ || syn::has_nan(values);
  floats_.insert(floats_.end(), values.begin(), values.end());
}

Result<Taken> Numbers::add(const Value& value) {
  if (value.is_nothing()) return Taken::Missing;
  bool is_decimal = value.is(Tag::Decimal);
  if (!value.is_integer() && !value.is_float() && !is_decimal) return Taken::Other;
  if (exact()) {
    if (value.is_float()) return mixed();
    decimals_.push_back(decimal_of(value));
  } else {
    if (is_decimal) return mixed();
    add_float(value.is_float() ? value.as_float() : to_double(value));
  }
  return Taken::Number;
}

double float_sum(std::span<const double> values) {
  FloatSum sum;
  sum.add_all(values);
  return sum.result();
}

double float_mean(std::span<const double> values) {
  return float_sum(values) / static_cast<double>(values.size());
}

double float_variance(std::span<const double> values, uint64_t ddof) {
  if (values.size() <= ddof) return std::numeric_limits<double>::quiet_NaN();
  double mean = float_mean(values);
  FloatSum squares;
  for (double value : values) squares.add((value - mean) * (value - mean));
  return squares.result() / static_cast<double>(values.size() - ddof);
}

namespace {

double middle_of(const Neighbours& middle) {
  double sum = middle.first + middle.second;
  return std::isinf(sum) ? middle.first / 2 + middle.second / 2 : sum / 2;
}

/// Calls `find` with the place in the sorted order that a quantile falls on, or just after.
template <typename Find>
double quantile_by(size_t size, double place, Find find) {
  double at = place * static_cast<double>(size - 1);
  double low = std::floor(at);
  Neighbours around = find(static_cast<size_t>(low));
  double part = at - low;
  if (part == 0.0) return around.first;
  return around.first + (around.second - around.first) * part;
}

}  // namespace

double float_median(std::span<double> values) {
  size_t middle = values.size() / 2;
  if (values.size() % 2 == 1) return take_neighbours_at(values, middle).first;
  return middle_of(take_neighbours_at(values, middle - 1));
}

double float_quantile(std::span<double> values, double place) {
  return quantile_by(values.size(), place,
                     [values](size_t low) { return take_neighbours_at(values, low); });
}

template <typename T>
double median_among(std::span<const T> values) {
  size_t middle = values.size() / 2;
  if (values.size() % 2 == 1) return neighbours_at(values, middle).first;
  return middle_of(neighbours_at(values, middle - 1));
}
template double median_among(std::span<const double> values);
template double median_among(std::span<const int64_t> values);

template <typename T>
double quantile_among(std::span<const T> values, double place) {
  return quantile_by(values.size(), place,
                     [values](size_t low) { return neighbours_at(values, low); });
}
template double quantile_among(std::span<const double> values, double place);
template double quantile_among(std::span<const int64_t> values, double place);

Quantile make_quantile(const Value& place) {
  if (!place.is_float()) return Quantile{to_double(place), decimal_of(place)};
  return Quantile{place.as_float(), Decimal::from_float_text(place.as_float())};
}

Result<Value> median_of(Heap& heap, Numbers& numbers) {
  if (numbers.exact()) {
    std::sort(numbers.decimals().begin(), numbers.decimals().end());
    return decimal_value(heap, median(numbers.decimals()));
  }
  if (numbers.has_nan()) return Value::number(std::numeric_limits<double>::quiet_NaN());
  return Value::number(float_median(numbers.floats()));
}

Result<Value> quantile_of(Heap& heap, Numbers& numbers, const Quantile& at) {
  if (numbers.exact()) {
    std::sort(numbers.decimals().begin(), numbers.decimals().end());
    return decimal_value(heap, quantile(numbers.decimals(), at.exact));
  }
  if (numbers.has_nan()) return Value::number(std::numeric_limits<double>::quiet_NaN());
  return Value::number(float_quantile(numbers.floats(), at.place));
}

Result<Value> variance_of(Heap& heap, Numbers& numbers, uint64_t ddof) {
  if (numbers.exact() && numbers.size() > ddof) {
    return decimal_value(heap, variance(numbers.decimals(), ddof));
  }
  return Value::number(float_variance(numbers.floats(), ddof));
}

Result<Value> deviation_of(Heap& heap, Numbers& numbers, uint64_t ddof) {
  if (numbers.exact() && numbers.size() > ddof) {
    return decimal_value(heap, standard_deviation(numbers.decimals(), ddof));
  }
  return Value::number(std::sqrt(float_variance(numbers.floats(), ddof)));
}

namespace {

/// Kinds that have an order among themselves.
enum class Ordered : uint8_t { None, Numbers, Texts, Times };

Ordered ordered_kind(const Value& value) {
  if (value.is_integer() || value.is_float() || value.is(Tag::Decimal)) return Ordered::Numbers;
  if (value.is_text()) return Ordered::Texts;
  bool time = value.is(Tag::Date) || value.is(Tag::DateTime) || value.is(Tag::Duration);
  return time ? Ordered::Times : Ordered::None;
}

}  // namespace

Error Extreme::unordered(const Value& value) const {
  if (best_ != nullptr && ordered_kind(value) == Ordered::Times &&
      ordered_kind(*best_) == Ordered::Times) {
    return Error(builtin_errors::kCannotCompareTimes, {name_, type_name(value), type_name(*best_)});
  }
  return Error(builtin_errors::kExpectsOrdered, {name_, type_name(value)});
}

Result<bool> Extreme::offer(const Value& value) {
  if (value.is_nothing()) return false;
  Ordered kind = ordered_kind(value);
  if (kind == Ordered::None) return unordered(value);
  if (best_ == nullptr) {
    best_ = &value;
    return true;
  }
  if (kind != ordered_kind(*best_)) return unordered(value);
  if (kind == Ordered::Times && value.tag() != best_->tag()) return unordered(value);
  if (is_nan(*best_)) return false;
  if (!is_nan(value)) {
    TRY_ASSIGN(std::partial_ordering order, compare(value, *best_, "<"));
    if (side_ == Side::Least ? order >= 0 : order <= 0) return false;
  }
  best_ = &value;
  return true;
}

}  // namespace syn
