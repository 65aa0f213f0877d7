// What texts say, as far as their order goes.
// SPDX-License-Identifier: Apache-2.0
#include "base/text_order.h"

#include <algorithm>
#include <compare>

#include "base/iso_time.h"
#include "base/plain_number.h"

namespace syn {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Of a number; leading zeros make names.
std::optional<PlainNumber> said_number(std::string_view text) {
  std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1])) return std::nullopt;
  return plain_number(text);
}

/// A number as people write it: `$1,234.50`, `<0.5`, `12 %`, `10 kg`.
struct Amount {
  double value = 0;
  std::string_view mark;  // a currency, or a comparison
  std::string_view unit;
};

std::string_view take_mark(std::string_view& text) {
  for (std::string_view mark : {"$", "€", "£", "¥", "<=", ">=", "<", ">"}) {
    if (!text.starts_with(mark)) continue;
    text.remove_prefix(mark.size());
    while (text.starts_with(' ')) text.remove_prefix(1);
    return mark;
  }
  return {};
}

/// Whether what stands behind a number is its unit: `%`, a currency, or a short word.
bool is_unit(std::string_view text) {
  bool is_apart = text.starts_with(' ');
  while (text.starts_with(' ')) text.remove_prefix(1);
  if (text.empty() || text.size() > 6 || has_digit(text)) return false;
  if (text == "%" || text == "€" || text == "£" || text == "$") return true;
  bool is_word = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/';
  });
  return is_word && (is_apart || text.size() > 1);
}

/// With a mark, a unit or groups of thousands; plain numbers are told apart exactly.
std::optional<Amount> amount_of(std::string_view text) {
  Amount amount;
  bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  amount.mark = take_mark(text);
  if (!is_negative && text.starts_with('-')) {
    is_negative = true;
    text.remove_prefix(1);
  }
  size_t at = 0;
  bool point = false;
  double scale = 1;
  if (text.empty() || !is_digit(text[0]) ||
      (text[0] == '0' && text.size() > 1 && is_digit(text[1])))
    return std::nullopt;
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (c == ',' && !point && at + 3 < text.size() && is_digit(text[at + 1])) continue;
    if (c == '.' && !point && at + 1 < text.size() && is_digit(text[at + 1])) {
      point = true;
      continue;
    }
    if (!is_digit(c)) break;
    amount.value = amount.value * 10 + (c - '0');
    if (point) scale *= 10;
  }
  amount.value /= is_negative ? -scale : scale;
  amount.unit = text.substr(at);
  if (!amount.unit.empty() && !is_unit(amount.unit)) return std::nullopt;
  return amount;
}

bool is_comparison(std::string_view mark) { return mark.starts_with('<') || mark.starts_with('>'); }

/// Amounts of one kind whose order is another one. What is below or above a limit has a place
/// beside other numbers only if somebody says which.
bool amounts_mislead(std::string_view left, std::string_view right) {
  auto first = amount_of(left);
  auto second = amount_of(right);
  if (!first || !second || first->unit != second->unit) return false;
  if (is_comparison(first->mark) || is_comparison(second->mark)) return true;
  if (first->mark != second->mark || first->value == second->value) return false;
  return (first->value < second->value) != (left < right);
}

/// Seconds of a clock time, `9:30` or `10:05:00`.
std::optional<int64_t> clock_seconds(std::string_view text) {
  int64_t parts[3] = {0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    if (digits == 0 || digits > 2 || (i > 0 && digits != 2)) return std::nullopt;
    for (char c : text.substr(0, digits)) parts[i] = parts[i] * 10 + (c - '0');
    text.remove_prefix(digits);
    if (text.empty())
      return i == 0 ? std::nullopt : std::optional(parts[0] * 3600 + parts[1] * 60 + parts[2]);
    if (text[0] != ':') return std::nullopt;
    text.remove_prefix(1);
  }
  return std::nullopt;
}

bool clocks_mislead(std::string_view left, std::string_view right) {
  auto first = clock_seconds(left);
  auto second = clock_seconds(right);
  return first && second && *first != *second && (*first < *second) != (left < right);
}

/// Of `YYYY-MM-DD` with or without a time behind it.
bool begins_as_iso(std::string_view text) {
  if (text.size() < 10 || text[4] != '-' || text[7] != '-') return false;
  for (size_t i : {0, 1, 2, 3, 5, 6, 8, 9}) {
    if (!is_digit(text[i])) return false;
  }
  return text.size() == 10 || text[10] == 'T' || text[10] == ' ';
}

/// Days since 1970, if the first or the second part of a date is the day.
struct SaidDays {
  int64_t day_first = 0;
  int64_t month_first = 0;
};

int32_t month_named(std::string_view name) {
  constexpr std::string_view kMonths = "janfebmaraprmayjunjulaugsepoctnovdec";
  if (name.size() < 3) return 0;
  char lower[3];
  for (size_t i = 0; i < 3; ++i) lower[i] = static_cast<char>(name[i] | 0x20);
  for (size_t i = 0; i < kMonths.size(); i += 3) {
    if (kMonths.substr(i, 3) == std::string_view(lower, 3)) return static_cast<int32_t>(i / 3 + 1);
  }
  return 0;
}

size_t take_number(std::string_view text, size_t at, int32_t& out) {
  out = 0;
  size_t start = at;
  while (at < text.size() && is_digit(text[at]) && at - start < 4) {
    out = out * 10 + (text[at++] - '0');
  }
  return at - start;
}

/// `5 Jan 2024`, `05-January-2024`.
std::optional<SaidDays> named_month(std::string_view text) {
  CivilDate date;
  size_t at = take_number(text, 0, date.day);
  if (at == 0 || at > 2 || at >= text.size() || (text[at] != ' ' && text[at] != '-')) {
    return std::nullopt;
  }
  size_t start = ++at;
  while (at < text.size() && ((text[at] | 0x20) >= 'a' && (text[at] | 0x20) <= 'z')) ++at;
  date.month = month_named(text.substr(start, at - start));
  if (date.month == 0) return std::nullopt;
  while (at < text.size() && (text[at] == ' ' || text[at] == '-' || text[at] == '.')) ++at;
  if (take_number(text, at, date.year) != 4 || !is_valid(date)) return std::nullopt;
  return SaidDays{days_of_civil(date), days_of_civil(date)};
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of(" T,"), text.size()));
}

/// A date, perhaps with a time of day behind it.
std::optional<SaidDays> said_days(std::string_view text) {
  if (begins_as_iso(text)) {
    auto date = parse_iso_date(text.substr(0, 10));
    if (!date) return std::nullopt;
    return SaidDays{days_of_civil(*date), days_of_civil(*date)};
  }
  if (auto slashes = parse_slash_date(first_word(text))) {
    bool day_first = is_valid(slashes->day_first());
    bool month_first = is_valid(slashes->month_first());
    if (!day_first && !month_first) return std::nullopt;
    int64_t as_day = days_of_civil(day_first ? slashes->day_first() : slashes->month_first());
    int64_t as_month = days_of_civil(month_first ? slashes->month_first() : slashes->day_first());
    return SaidDays{as_day, as_month};
  }
  return named_month(text);
}

/// Two moments with offsets are in the order of time.
bool moments_mislead(std::string_view left, std::string_view right) {
  auto first = parse_iso_date_time(left);
  auto second = parse_iso_date_time(right);
  if (!first || !second || !first->has_time || !second->has_time) return false;
  if (!first->offset_seconds && !second->offset_seconds) return false;
  // One of them is in a zone that nobody named.
  if (!first->offset_seconds || !second->offset_seconds) return true;
  auto seconds = [](const IsoDateTime& time) {
    return days_of_civil(time.date) * 86'400 + time.hour * 3600 + time.minute * 60 + time.second -
           *time.offset_seconds;
  };
  auto order = seconds(*first) <=> seconds(*second);
  if (order == 0) order = first->nanoseconds <=> second->nanoseconds;
  return order != 0 && (order < 0) != (left < right);
}

}  // namespace

bool order_misleads(std::string_view left, std::string_view right) {
  if (!may_mislead(left, right) || left == right) return false;
  bool comes_first = left < right;
  if (auto first = said_number(left)) {
    auto second = said_number(right);
    if (!second) return amounts_mislead(left, right);
    return *first != *second && (*first < *second) != comes_first;
  }
  if (begins_as_iso(left) && begins_as_iso(right)) {
    return left.size() > 10 && right.size() > 10 && moments_mislead(left, right);
  }
  auto first = said_days(left);
  auto second = said_days(right);
  if (!first || !second) return amounts_mislead(left, right) || clocks_mislead(left, right);
  auto misleads = [comes_first](int64_t a, int64_t b) { return a != b && (a < b) != comes_first; };
  return misleads(first->day_first, second->day_first) ||
         misleads(first->month_first, second->month_first);
}

void TextLooks::see(std::string_view text) {
  if (text.empty()) return;
  if (!starts_as_number(text)) {
    ++(has_digit(text) ? num_codes_ : num_words_);
    return;
  }
  if (begins_as_iso(text)) {
    size_t form = text.size() * 2 + (text.back() == 'Z' ? 1 : 0);
    if (num_dates_ == 0) iso_form_ = form;
    one_iso_form_ = one_iso_form_ && is_plain_iso(text) && form == iso_form_;
    ++num_dates_;
  } else if (said_number(text)) {
    ++num_numbers_;
  } else if (said_days(text)) {
    ++num_dates_;
    one_iso_form_ = false;
  } else if (clock_seconds(text)) {
    ++num_dates_;
    one_iso_form_ = false;
  } else if (auto amount = amount_of(text)) {
    // Different units (`12 Main`, `5 Elm`) are no units.
    if (unit_.empty()) unit_ = amount->unit;
    ++(amount->unit.empty() || amount->unit == unit_ ? num_numbers_ : num_codes_);
  } else {
    ++(has_digit(text) ? num_codes_ : num_words_);
  }
}

bool TextLooks::may_mislead() const {
  if (num_codes_ != 0) return false;
  if (num_numbers_ != 0) return num_dates_ == 0 && num_numbers_ >= num_words_;
  return num_dates_ != 0 && !one_iso_form_ && num_dates_ >= num_words_;
}

}  // namespace syn
