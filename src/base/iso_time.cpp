// Dates and times in ISO 8601 text.
// SPDX-License-Identifier: Apache-2.0
#include "base/iso_time.h"

namespace syn {
namespace {

/// Takes `count` digits from the front.
bool take_digits(std::string_view& text, size_t count, int32_t& value) {
  if (text.size() < count) return false;
  value = 0;
  for (size_t i = 0; i < count; ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(count);
  return true;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text[0] != c) return false;
  text.remove_prefix(1);
  return true;
}

bool take_one_or_two(std::string_view& text, int32_t& value) {
  return take_digits(text, 2, value) || take_digits(text, 1, value);
}

bool take_date(std::string_view& text, IsoDate& date) {
  if (!take_digits(text, 4, date.year) || !take(text, '-') || !take_digits(text, 2, date.month) ||
      !take(text, '-') || !take_digits(text, 2, date.day)) {
    return false;
  }
  return is_valid(date);
}

/// 1 to 9 digits; more are cut.
bool take_fraction(std::string_view& text, int32_t& nanoseconds) {
  int digits = 0;
  nanoseconds = 0;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    if (digits < 9) {
      nanoseconds = nanoseconds * 10 + (text[0] - '0');
      ++digits;
    }
    text.remove_prefix(1);
  }
  if (digits == 0) return false;
  for (; digits < 9; ++digits) nanoseconds *= 10;
  return true;
}

bool take_time(std::string_view& text, IsoDateTime& out) {
  if (!take_digits(text, 2, out.hour) || !take(text, ':') || !take_digits(text, 2, out.minute)) {
    return false;
  }
  if (take(text, ':')) {
    if (!take_digits(text, 2, out.second)) return false;
    if ((take(text, '.') || take(text, ',')) && !take_fraction(text, out.nanoseconds)) return false;
  }
  out.has_time = true;
  return out.hour < 24 && out.minute < 60 && out.second < 60;
}

}  // namespace

bool is_valid(const IsoDate& date) {
  if (date.month < 1 || date.month > 12 || date.day < 1) return false;
  return date.day <= days_in_month(date.year, date.month);
}

std::optional<IsoDate> parse_iso_date(std::string_view text) {
  IsoDate date;
  if (!take_date(text, date) || !text.empty()) return std::nullopt;
  return date;
}

std::optional<SlashDate> parse_slash_date(std::string_view text) {
  SlashDate out;
  if (!take_one_or_two(text, out.first) || text.empty()) return std::nullopt;
  out.separator = text[0];
  if (out.separator != '/' && out.separator != '-' && out.separator != '.') return std::nullopt;
  text.remove_prefix(1);
  if (!take_one_or_two(text, out.second) || !take(text, out.separator)) return std::nullopt;
  if (!take_digits(text, 4, out.year) || !text.empty()) return std::nullopt;
  return out;
}

std::optional<int32_t> parse_offset(std::string_view text) {
  if (text == "Z" || text == "z") return 0;
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  int32_t sign = text[0] == '-' ? -1 : 1;
  text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  int32_t parts[3] = {0, 0, 0};
  bool colons = text.size() > 2 && text[2] == ':';
  for (int i = 0; i < 3 && !text.empty(); ++i) {
    if (i > 0 && colons && !take(text, ':')) return std::nullopt;
    if (!take_digits(text, 2, parts[i])) return std::nullopt;
    if (i == 0 && text.empty()) break;
  }
  if (!text.empty() || parts[0] > 23 || parts[1] > 59 || parts[2] > 59) return std::nullopt;
  return sign * (parts[0] * 3600 + parts[1] * 60 + parts[2]);
}

std::optional<IsoDateTime> parse_iso_date_time(std::string_view text) {
  IsoDateTime out;
  if (!take_date(text, out.date)) return std::nullopt;
  if (text.empty()) return out;
  if (take(text, 'T') || take(text, 't') || take(text, ' ')) {
    if (!take_time(text, out)) return std::nullopt;
    if (take(text, ' ') && text.empty()) return std::nullopt;
    size_t bracket = text.find('[');
    std::string_view offset = text.substr(0, bracket);
    if (!offset.empty()) {
      out.offset_seconds = parse_offset(offset);
      if (!out.offset_seconds) return std::nullopt;
    }
    text.remove_prefix(offset.size());
  }
  if (text.empty()) return out;
  if (text.size() < 3 || text[0] != '[' || text.back() != ']') return std::nullopt;
  out.zone = text.substr(1, text.size() - 2);
  return out;
}

}  // namespace syn
