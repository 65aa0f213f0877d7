// Making dates and datetimes: date, datetime, parse_date, parse_datetime, to_timezone, timestamp
// (data.md §3.15).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/dates_values.h"
#include "builtins/dates_zone.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/text_arguments.h"
#include "builtins/time_moment.h"
#include "builtins/time_pattern.h"
#include "num/integer.h"
#include "tableio/column_guess.h"
#include "value/civil_time.h"
#include "value/display.h"
#include "value/errors.h"

namespace syn {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::string quoted(const Value& text) {
  std::string out;
  append_quoted(out, short_display(text));
  return out;
}

/// A part of a date or time. Fails with `NAME: the WHAT must be an integer, got …`.
Result<int64_t> part_argument(const Call& call, const Value& value, std::string_view what) {
  std::optional<int64_t> part;
  if (value.is_int()) part = value.as_int();
  if (value.is_float()) part = exact_int64(value.as_float());
  if (part) return *part;
  return Error(builtin_errors::kDatePart, {call.name(), what, short_display(value)});
}

/// Days of year, month and day; nothing where the calendar has no such day.
std::optional<int64_t> days_of(int64_t year, int64_t month, int64_t day) {
  if (year < kMinYear || year > kMaxYear || month < 1 || month > 12 || day < 1) {
    return std::nullopt;
  }
  if (day > days_in_month(year, static_cast<int32_t>(month))) return std::nullopt;
  int64_t days = days_of_civil(
      {static_cast<int32_t>(year), static_cast<int32_t>(month), static_cast<int32_t>(day)});
  if (!is_date_in_range(days)) return std::nullopt;
  return days;
}

/// The civil day in a datetime's own zone.
Value civil_day(Heap& heap, const DateTimeObject& time) {
  int64_t local = local_time(time).seconds;
  int64_t days = local / kSecondsPerDay - (local % kSecondsPerDay < 0 ? 1 : 0);
  return make_date(heap, static_cast<int32_t>(days));
}

Result<Value> date_of_text(Call& call, const Value& text) {
  std::optional<IsoDate> date = parse_iso_date(trimmed(text.view()));
  if (!date && parse_iso_date_time(trimmed(text.view()))) {
    return Error(builtin_errors::kDateOfMoment, {call.name(), quoted(text)});
  }
  if (!date) return Error(builtin_errors::kNotADate, {call.name(), quoted(text)});
  return date_value(call.heap(), *date);
}

Result<Value> date(Call& call) {
  if (call.size() == 1) {
    if (call[0].is_text()) return date_of_text(call, call[0]);
    if (call[0].is(Tag::DateTime)) return civil_day(call.heap(), call[0].date_time());
    if (call[0].is(Tag::Date)) return std::move(call[0]);
  }
  if (call.size() != 3) return Error(builtin_errors::kDateForms, {type_name(call[0])});
  TRY_ASSIGN(int64_t year, part_argument(call, call[0], "year"));
  TRY_ASSIGN(int64_t month, part_argument(call, call[1], "month"));
  TRY_ASSIGN(int64_t day, part_argument(call, call[2], "day"));
  std::optional<int64_t> days = days_of(year, month, day);
  if (!days) {
    return Error(builtin_errors::kNoSuchDate,
                 {std::to_string(year), std::to_string(month), std::to_string(day)});
  }
  return make_date(call.heap(), static_cast<int32_t>(*days));
}

Result<Value> datetime_of_text(Call& call, const Value& text, const Value* zone) {
  std::optional<IsoDateTime> time = parse_iso_date_time(trimmed(text.view()));
  if (!time) return Error(builtin_errors::kNotADateTime, {call.name(), quoted(text)});
  return date_time_value(call, *time, zone);
}

/// Seconds since 1970, exact for integers and decimals.
Result<Value> datetime_of_seconds(Call& call, const Value& number, const Zone& zone) {
  if (number.is_int()) {
    TRY(check_not_milliseconds(call, number, number.as_int()));
    return at_instant(call, number.as_int(), 0, zone);
  }
  if (number.is_float()) {
    double seconds = std::floor(number.as_float());
    if (!(std::abs(seconds) < 0x1p62)) return Error(value_errors::kDateTimeOutOfRange);
    TRY(check_not_milliseconds(call, number, static_cast<int64_t>(seconds)));
    auto nanoseconds = static_cast<int64_t>(std::nearbyint((number.as_float() - seconds) * 1e9));
    auto whole = static_cast<int64_t>(seconds) + nanoseconds / kNanosecondsPerSecond;
    return at_instant(call, whole, static_cast<int32_t>(nanoseconds % kNanosecondsPerSecond), zone);
  }
  if (!number.is(Tag::Decimal)) return Error(value_errors::kDateTimeOutOfRange);
  const Decimal& exact = number.decimal().value;
  AnyInteger whole = exact.to_integer(Rounding::Floor);
  const auto* seconds = std::get_if<int64_t>(&whole);
  if (seconds == nullptr) return Error(value_errors::kDateTimeOutOfRange);
  TRY_ASSIGN(Decimal rest, subtract(exact, Decimal(*seconds)));
  TRY_ASSIGN(Decimal scaled, multiply(rest, Decimal(kNanosecondsPerSecond)));
  AnyInteger part = scaled.to_integer(Rounding::Floor);
  return at_instant(call, *seconds, static_cast<int32_t>(std::get<int64_t>(part)), zone);
}

Result<Value> datetime_of_parts(Call& call, std::span<Value> parts, const Zone& zone) {
  constexpr std::string_view kNames[] = {"year", "month", "day", "hour", "minute", "second"};
  int64_t numbers[6] = {0, 1, 1, 0, 0, 0};
  for (size_t i = 0; i < parts.size(); ++i) {
    TRY_ASSIGN(numbers[i], part_argument(call, parts[i], kNames[i]));
  }
  auto text = [&numbers](size_t i) { return std::to_string(numbers[i]); };
  std::optional<int64_t> days = days_of(numbers[0], numbers[1], numbers[2]);
  if (!days) {
    return Error(builtin_errors::kNoSuchDay, {text(0) + "-" + text(1) + "-" + text(2)});
  }
  bool fits = numbers[3] >= 0 && numbers[3] < 24 && numbers[4] >= 0 && numbers[4] < 60 &&
              numbers[5] >= 0 && numbers[5] < 60;
  if (!fits) return Error(builtin_errors::kNoSuchTime, {text(3) + ":" + text(4) + ":" + text(5)});
  int64_t seconds = *days * kSecondsPerDay + numbers[3] * 3600 + numbers[4] * 60 + numbers[5];
  return at_local_time(call, {seconds, 0}, zone, InGap::Refuse);
}

Result<Value> datetime(Call& call) {
  std::span<Value> parts = call.args();
  const Value* zone_text = call.named(0);
  bool has_zone = parts.size() > 1 && (parts.back().is_text() || parts.back().is_nothing());
  if (has_zone && zone_text == nullptr) {
    zone_text = &parts.back();
    parts = parts.first(parts.size() - 1);
  }
  const Value& first = parts[0];
  if (parts.size() == 1 && first.is_text()) return datetime_of_text(call, first, zone_text);
  TRY_ASSIGN(Zone zone, zone_argument(call, zone_text));
  if (parts.size() == 1 && first.is(Tag::Date)) {
    return at_local_time(call, {first.date().days * kSecondsPerDay, 0}, zone, InGap::MoveForward);
  }
  if (parts.size() == 1 && first.is(Tag::DateTime)) {
    const DateTimeObject& time = first.date_time();
    if (zone_text == nullptr) return first;
    return at_instant(call, time.seconds, time.nanoseconds, zone);
  }
  if (parts.size() == 1 && is_real_number(first)) return datetime_of_seconds(call, first, zone);
  if (parts.size() < 3 || parts.size() > 6) {
    return Error(builtin_errors::kDateTimeForms, {type_name(first)});
  }
  return datetime_of_parts(call, parts, zone);
}

Result<Value> parse_date(Call& call) {
  if (call[0].is(Tag::Date)) return std::move(call[0]);
  if (call[0].is(Tag::DateTime)) return civil_day(call.heap(), call[0].date_time());
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  if (call.size() < 2 || call[1].is_nothing()) return date_of_text(call, call[0]);
  TRY_ASSIGN(std::string_view pattern, text_argument(call, call[1], "pattern"));
  TRY_ASSIGN(ParsedTime parsed, parse_with_pattern(call, text, pattern));
  return make_date(call.heap(), static_cast<int32_t>(parsed.days));
}

Result<Value> parse_datetime(Call& call) {
  const Value* zone_text = call.size() > 2 ? &call[2] : call.named(0);
  if (call[0].is(Tag::DateTime)) return std::move(call[0]);
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  if (call.size() < 2 || call[1].is_nothing()) return datetime_of_text(call, call[0], zone_text);
  TRY_ASSIGN(std::string_view pattern, text_argument(call, call[1], "pattern"));
  TRY_ASSIGN(Zone zone, zone_argument(call, zone_text));
  TRY_ASSIGN(ParsedTime parsed, parse_with_pattern(call, text, pattern));
  int64_t local = parsed.days * kSecondsPerDay + parsed.seconds_of_day;
  if (!parsed.offset_seconds) {
    return at_local_time(call, {local, parsed.nanoseconds}, zone, InGap::Refuse);
  }
  if (zone_text == nullptr) zone.fixed_offset = *parsed.offset_seconds;
  return at_instant(call, local - *parsed.offset_seconds, parsed.nanoseconds, zone);
}

Result<Value> to_timezone(Call& call) {
  if (!call[0].is(Tag::DateTime)) {
    return Error(builtin_errors::kToTimezone, {type_name(call[0])});
  }
  TRY_ASSIGN(std::string_view text, text_argument(call, call[1], "time zone"));
  TRY_ASSIGN(Zone zone, zone_of(call.name(), text));
  const DateTimeObject& time = call[0].date_time();
  return at_instant(call, time.seconds, time.nanoseconds, zone);
}

Result<Value> timestamp(Call& call) {
  if (!call[0].is(Tag::DateTime)) return Error(builtin_errors::kTimestamp, {type_name(call[0])});
  const DateTimeObject& time = call[0].date_time();
  return Value::number(static_cast<double>(time.seconds) +
                       static_cast<double>(time.nanoseconds) / 1e9);
}

constexpr BuiltinSpec kRows[] = {
    {"date", "text | year, month, day | datetime", 1, 3, "", Purity::Pure, "",
     "A day: from YYYY-MM-DD, from numbers, or of a datetime.", "date(2026, 1, 31) → 2026-01-31",
     "", date},
    {"datetime", "text | year, month, day, hour… | seconds | date, zone?", 1, 7, "zone",
     Purity::Pure, "", "A moment: from ISO 8601 text, numbers, seconds since 1970, or a date.",
     "datetime(\"2026-01-03T10:00:00-03:00\") → 2026-01-03T10:00:00-03:00", "", datetime},
    {"parse_date", "text, pattern?", 1, 2, "", Purity::Pure, "",
     "A date from text in a strftime pattern.",
     "parse_date(\"31/01/2026\", \"%d/%m/%Y\") → 2026-01-31", "", parse_date},
    {"parse_datetime", "text, pattern?, zone?", 1, 3, "zone", Purity::Pure, "",
     "A datetime from text in a strftime pattern.",
     "parse_datetime(\"03/01/2026 10:30\", \"%d/%m/%Y %H:%M\") → 2026-01-03T10:30:00Z", "",
     parse_datetime},
    {"to_timezone", "t, zone", 2, 2, "", Purity::Pure, "", "The same moment seen in another zone.",
     "to_timezone(datetime(\"2026-01-03T10:00:00Z\"), \"+05:30\") → 2026-01-03T15:30:00+05:30", "",
     to_timezone},
    {"timestamp", "t", 1, 1, "", Purity::Pure, "", "Seconds since 1970 of a datetime.",
     "timestamp(datetime(\"1970-01-01T00:01:00Z\")) → 60.0", "", timestamp},
};

}  // namespace

const BuiltinTable kDateBuiltins(kRows);

}  // namespace syn
