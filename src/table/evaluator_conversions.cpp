// Conversions in column expressions: int, date, datetime, timestamp, round, round_to. Texts are
// read in their plain notation alone; whatever else the program may write is left to the lambda.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/civil_date.h"
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

/// `count` digits; -1 where there is anything else.
int32_t digits_at(const char* from, size_t count) {
  int32_t value = 0;
  for (size_t i = 0; i < count; ++i) {
    auto digit = static_cast<uint32_t>(from[i] - '0');
    if (digit > 9) return -1;
    value = value * 10 + static_cast<int32_t>(digit);
  }
  return value;
}

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

/// YYYY-MM-DD at the front of a text.
bool plain_date(std::string_view text, CivilDate& date) {
  constexpr size_t kSize = 10;
  if (text.size() < kSize || text[4] != '-' || text[7] != '-') return false;
  date = {digits_at(&text[0], 4), digits_at(&text[5], 2), digits_at(&text[8], 2)};
  if (date.year < 1 || date.month < 1 || date.month > 12 || date.day < 1) return false;
  return date.day <= 28 || date.day <= days_in_month(date.year, date.month);
}

bool days_of_text(std::string_view text, int64_t& out) {
  CivilDate date;
  if (text.size() != 10 || !plain_date(text, date)) return false;
  out = days_of_civil(date);
  return true;
}

/// YYYY-MM-DDTHH:MM or …:SS, with a blank instead of the T, with or without a Z behind.
bool moment_of_text(std::string_view text, int64_t& out) {
  CivilDate date;
  if (!text.empty() && text.back() == 'Z') text.remove_suffix(1);
  bool has_seconds = text.size() == 19;
  if ((text.size() != 16 && !has_seconds) || !plain_date(text, date)) return false;
  if (date.year < kFirstYear || date.year > kLastYear) return false;
  if ((text[10] != 'T' && text[10] != ' ') || text[13] != ':') return false;
  int32_t hour = digits_at(&text[11], 2);
  int32_t minute = digits_at(&text[14], 2);
  int32_t second = has_seconds ? digits_at(&text[17], 2) : 0;
  if (has_seconds && text[16] != ':') return false;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  int64_t of_day = (int64_t{hour} * 60 + minute) * 60 + second;
  out = (days_of_civil(date) * kSecondsPerDay + of_day) * kNanoseconds;
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
