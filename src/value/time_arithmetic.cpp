// Arithmetic of dates, datetimes and durations (data.md §3.15). Exact: nanoseconds, and products
// and quotients rounded once, half to even.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <optional>

#include "num/errors.h"
#include "value/arithmetic.h"
#include "value/civil_time.h"
#include "value/errors.h"
#include "value/numbers.h"
#include "value/operators.h"
#include "value/time_zone.h"

namespace syn {
namespace {

BigInt big_int_of(int128 value) {
  uint128 size = value < 0 ? -static_cast<uint128>(value) : static_cast<uint128>(value);
  BigInt result =
      BigInt::from_uint128(static_cast<uint64_t>(size >> 64), static_cast<uint64_t>(size));
  if (value < 0) result.negate();
  return result;
}

/// Fails beyond the bounds of durations.
Result<Value> duration_of(Heap& heap, int128 nanoseconds) {
  if (!is_duration_in_range(nanoseconds)) return Error(value_errors::kDurationOutOfRange);
  return make_duration(heap, nanoseconds);
}

Result<Value> duration_of(Heap& heap, const BigInt& nanoseconds) {
  constexpr uint64_t kMostBits = 100;
  if (nanoseconds.bit_length() > kMostBits) return Error(value_errors::kDurationOutOfRange);
  BigInt high = shift_right(nanoseconds, 62);
  BigInt low = nanoseconds - shift_left(high, 62);
  return duration_of(heap, (int128{high.to_int64()} << 62) + low.to_int64());
}

/// The ratio as an exact fraction, rounded to the nearest nanosecond.
Result<Value> scale_duration(Heap& heap, int128 nanoseconds, const BigInt& numerator,
                             const BigInt& denominator) {
  return duration_of(heap, round_divide(big_int_of(nanoseconds) * numerator, denominator));
}

/// A number as numerator / denominator; nothing where it is not finite.
struct Fraction {
  BigInt numerator;
  BigInt denominator{int64_t{1}};
};

Result<Fraction> fraction_of(const Value& number) {
  Fraction fraction;
  if (number.is_integer()) {
    fraction.numerator = BigOperand(number).get();
    return fraction;
  }
  if (number.is_float() && !std::isfinite(number.as_float())) {
    return Error(value_errors::kDurationOutOfRange);
  }
  Decimal exact =
      number.is_float() ? Decimal::from_float_exact(number.as_float()) : number.decimal().value;
  fraction.numerator = exact.magnitude();
  if (exact.is_negative()) fraction.numerator.negate();
  fraction.denominator = BigInt::power_of_ten(exact.scale());
  return fraction;
}

Result<Value> multiply_duration(Heap& heap, const Value& duration, const Value& number) {
  TRY_ASSIGN(Fraction fraction, fraction_of(number));
  return scale_duration(heap, duration.duration().nanoseconds, fraction.numerator,
                        fraction.denominator);
}

Result<Value> divide_duration(Heap& heap, const Value& duration, const Value& number) {
  TRY_ASSIGN(Fraction fraction, fraction_of(number));
  if (fraction.numerator.sign() == 0) return Error(num_errors::kDivisionByZero);
  return scale_duration(heap, duration.duration().nanoseconds, fraction.denominator,
                        fraction.numerator);
}

Result<Value> ratio_of_durations(const Value& left, const Value& right) {
  int128 divisor = right.duration().nanoseconds;
  if (divisor == 0) return Error(num_errors::kDivisionByZero);
  return Value::number(
      divide_to_double(big_int_of(left.duration().nanoseconds), big_int_of(divisor)));
}

Result<Value> move_date(Heap& heap, const Value& date, int128 nanoseconds) {
  if (nanoseconds % kNanosecondsPerDay != 0) return Error(value_errors::kDateWholeDays);
  auto days = static_cast<int64_t>(nanoseconds / kNanosecondsPerDay) + date.date().days;
  if (!is_date_in_range(days)) return Error(value_errors::kDateOutOfRange);
  return make_date(heap, static_cast<int32_t>(days));
}

int128 nanoseconds_of(const DateTimeObject& time) {
  return int128{time.seconds} * kNanosecondsPerSecond + time.nanoseconds;
}

Result<Value> move_date_time(Heap& heap, const Value& value, int128 nanoseconds) {
  const DateTimeObject& time = value.date_time();
  int128 moved = nanoseconds_of(time) + nanoseconds;
  auto fraction = static_cast<int32_t>(moved % kNanosecondsPerSecond);
  if (fraction < 0) fraction += static_cast<int32_t>(kNanosecondsPerSecond);
  int128 wide_seconds = (moved - fraction) / kNanosecondsPerSecond;
  auto seconds = static_cast<int64_t>(wide_seconds);
  if (seconds != wide_seconds || !is_instant_in_range(seconds)) {
    return Error(value_errors::kDateTimeOutOfRange);
  }
  int32_t offset = time.offset_seconds;
  if (time.zone.is_text()) offset = zone_offset(time.zone.view(), seconds).value_or(offset);
  return make_date_time(heap, seconds, fraction, offset, time.zone);
}

/// The value moved by so many nanoseconds; nothing where it is no kind of time.
std::optional<Result<Value>> move_by(Heap& heap, const Value& value, int128 by) {
  if (value.is(Tag::Date)) return move_date(heap, value, by);
  if (value.is(Tag::DateTime)) return move_date_time(heap, value, by);
  if (value.is(Tag::Duration)) return duration_of(heap, value.duration().nanoseconds + by);
  return std::nullopt;
}

Result<Value> add_times(Heap& heap, const Value& left, const Value& right) {
  if (right.is(Tag::Duration)) {
    if (auto sum = move_by(heap, left, right.duration().nanoseconds)) return std::move(*sum);
  } else if (left.is(Tag::Duration)) {
    if (auto sum = move_by(heap, right, left.duration().nanoseconds)) return std::move(*sum);
  }
  return unsupported(left, "+", right);
}

Result<Value> subtract_times(Heap& heap, const Value& left, const Value& right) {
  if (left.is(Tag::Date) && right.is(Tag::Date)) {
    return duration_of(heap, (int128{left.date().days} - right.date().days) * kNanosecondsPerDay);
  }
  if (left.is(Tag::DateTime) && right.is(Tag::DateTime)) {
    return duration_of(heap, nanoseconds_of(left.date_time()) - nanoseconds_of(right.date_time()));
  }
  if (right.is(Tag::Duration)) {
    if (auto rest = move_by(heap, left, -right.duration().nanoseconds)) return std::move(*rest);
  }
  return unsupported(left, "-", right);
}

}  // namespace

Result<Value> operate_times(Heap& heap, Operator op, const Value& left, const Value& right) {
  switch (op) {
    case Operator::Add: return add_times(heap, left, right);
    case Operator::Subtract: return subtract_times(heap, left, right);
    case Operator::Multiply:
      if (left.is(Tag::Duration) && is_real_tag(right.tag())) {
        return multiply_duration(heap, left, right);
      }
      if (is_real_tag(left.tag()) && right.is(Tag::Duration)) {
        return multiply_duration(heap, right, left);
      }
      break;
    case Operator::Divide:
      if (left.is(Tag::Duration) && is_real_tag(right.tag())) {
        return divide_duration(heap, left, right);
      }
      if (left.is(Tag::Duration) && right.is(Tag::Duration)) {
        return ratio_of_durations(left, right);
      }
      break;
    case Operator::FloorDivide:
    case Operator::Modulo:
    case Operator::Power: break;
  }
  return unsupported(left, operator_text(op), right);
}

Result<Value> negate_duration(Heap& heap, const Value& duration) {
  return duration_of(heap, -duration.duration().nanoseconds);
}

}  // namespace syn
