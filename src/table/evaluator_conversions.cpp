// Conversions in column expressions: int, date, datetime, timestamp, round, round_to. Texts are
// read in their plain notation alone; whatever else the program may write is left to the lambda.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <optional>

#include "base/iso_time.h"
#include "num/float_ops.h"
#include "table/evaluator_node.h"

namespace syn::table {
namespace {

constexpr int64_t kSecondsPerDay = 86'400;
constexpr int64_t kNanoseconds = 1'000'000'000;
/// Floats below it have all integers around them.
constexpr double kExact = 0x1p53;
constexpr size_t kSafeDigits = 18;
/// Years whose moments fit 64 bits of nanoseconds.
constexpr int32_t kFirstYear = 1700;
constexpr int32_t kLastYear = 2200;

bool plain_integer(std::string_view text, int64_t& out) {
  bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > kSafeDigits) return false;
  int64_t value = 0;
  for (char c : text) {
    auto digit = static_cast<uint32_t>(c - '0');
    if (digit > 9) return false;
    value = value * 10 + digit;
  }
  out = negative ? -value : value;
  return true;
}

bool days_of_text(std::string_view text, int64_t& out) {
  std::optional<IsoDate> date = parse_iso_date(text);
  if (!date || date->year < 1) return false;
  out = days_of_civil(*date);
  return true;
}

/// What says no zone, or that it is UTC.
bool moment_of_text(std::string_view text, int64_t& out) {
  std::optional<IsoDateTime> time = parse_iso_date_time(text);
  if (!time || !time->zone.empty() || time->offset_seconds.value_or(0) != 0) return false;
  if (time->date.year < kFirstYear || time->date.year > kLastYear) return false;
  int64_t of_day = (int64_t{time->hour} * 60 + time->minute) * 60 + time->second;
  int64_t seconds = days_of_civil(time->date) * kSecondsPerDay + of_day;
  out = seconds * kNanoseconds + time->nanoseconds;
  return true;
}

double seconds_of(int64_t moment) {
  int64_t seconds = civil::floor_div(moment, kNanoseconds);
  int64_t rest = moment - seconds * kNanoseconds;
  return static_cast<double>(seconds) + static_cast<double>(rest) / 1e9;
}

/// `convert(cell, result)` for each row; false where it fails on one that the lambda reaches.
template <typename Cell, typename Result, typename Convert>
bool convert_each(const Cell* cells, size_t count, const uint8_t* active, Result* results,
                  Convert convert) {
  for (size_t i = 0; i < count; ++i) {
    if (convert(cells[i], results[i])) continue;
    if (active == nullptr || active[i] != 0) return false;
    results[i] = 0;
  }
  return true;
}

}  // namespace

bool Evaluator::Node::resolve_conversion() {
  const Node& from = *operands[0];
  if (from.is_nothing) return false;
  bool is_number = from.kind == Kind::Int || from.kind == Kind::Float;
  bool is_text = from.kind == Kind::Text;
  if (operation == Operation::RoundTo) {
    kind = from.kind;
    return is_number;
  }
  if (operation == Operation::ToInt || operation == Operation::Round) {
    kind = Kind::Int;
    return is_number || (operation == Operation::ToInt && (is_text || from.kind == Kind::Bool));
  }
  if (operation == Operation::ToDate) {
    kind = Kind::Date;
    return is_text || from.kind == Kind::Date || from.kind == Kind::DateTime;
  }
  if (operation == Operation::ToDateTime) {
    kind = Kind::DateTime;
    offset_seconds = is_text ? 0 : from.offset_seconds;
    return is_text || from.kind == Kind::DateTime;
  }
  kind = Kind::Float;  // of Timestamp
  return from.kind == Kind::DateTime;
}

bool Evaluator::Node::run_conversion(const Cells& a, size_t count, const uint8_t* active,
                                     Cells& out) {
  const Node& from = *operands[0];
  auto ints_of = [&](auto cells, auto convert) {
    int64_t* results = int_room();
    out.ints = results;
    return convert_each(cells, count, active, results, convert);
  };
  if (kind == Kind::Float) {
    double* results = float_room();
    out.floats = results;
    if (operation == Operation::RoundTo) {
      for (size_t i = 0; i < count; ++i) results[i] = round_to(a.floats[i], slice_start);
    } else {
      for (size_t i = 0; i < count; ++i) results[i] = seconds_of(a.ints[i]);
    }
    return true;
  }
  if (from.kind == Kind::Text) {
    auto read = operation == Operation::ToInt    ? plain_integer
                : operation == Operation::ToDate ? days_of_text
                                                 : moment_of_text;
    return ints_of(a.texts, [read](const TextRef& text, int64_t& result) {
      return read(text.view(), result);
    });
  }
  if (from.kind == Kind::Float) {
    bool rounds = operation == Operation::Round;
    return ints_of(a.floats, [rounds](double number, int64_t& result) {
      double whole = rounds ? std::nearbyint(number) : number;
      if (!(std::fabs(whole) < kExact) || whole != std::trunc(whole)) return false;
      result = static_cast<int64_t>(whole);
      return true;
    });
  }
  if (from.kind == Kind::DateTime && kind == Kind::Date) {
    int64_t offset = from.offset_seconds;
    return ints_of(a.ints, [offset](int64_t moment, int64_t& days) {
      int64_t local = civil::floor_div(moment, kNanoseconds) + offset;
      days = civil::floor_div(local, kSecondsPerDay);
      return true;
    });
  }
  out.ints = a.ints;  // they are what is wanted
  return true;
}

}  // namespace syn::table
