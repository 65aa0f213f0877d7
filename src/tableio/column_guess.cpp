// What a column of texts holds, found from all of its values.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/column_guess.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>

#include "json/writer.h"

namespace syn::tableio {
namespace {

enum Possible : uint32_t {
  kNumber = 1,
  kBoolLower = 2,
  kBoolTitle = 4,
  kBoolUpper = 8,
  kIsoDate = 16,
  kIsoDateTime = 32,
  kDayFirst = 64,
  kMonthFirst = 128,
  kMarks = 256,      ///< digits with points and commas
  kSlashDate = 512,  ///< dates such as 3/4/2024, each in one order or the other
  kIsoTime = 1024,   ///< ISO 8601 times, with an offset or without
};

constexpr size_t kMaxDigits = 4300;
constexpr size_t kAlwaysExact = 15;  ///< so many significant digits survive a float
constexpr size_t kMaxShown = 40;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

size_t skip_digits(std::string_view text, size_t i) {
  while (i < text.size() && is_digit(text[i])) ++i;
  return i;
}

SeenValue seen(std::string_view text, size_t line) {
  std::string shown(text.substr(0, kMaxShown));
  while (!shown.empty() && shown.size() == kMaxShown && (shown.back() & 0x80) != 0)
    shown.pop_back();
  if (shown.size() < text.size()) shown += "…";
  return {std::move(shown), line};
}

std::string at_line(std::string_view place, const SeenValue& value) {
  std::string text = std::string(place) + " " + std::to_string(value.line) + " ";
  json::append_text(text, value.text, json::Escapes::Needed);
  return text;
}

/// Whether a float keeps every digit of `text`, a plain number with a point.
bool float_keeps(std::string_view text) {
  size_t point = text.find('.');
  size_t decimals = point == std::string_view::npos ? 0 : text.size() - point - 1;
  if (decimals > 100 || text.size() > 400) return false;
  double value = 0;
  fast_float::from_chars(text.data(), text.data() + text.size(), value);
  char buffer[800];
  auto end = std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::fixed,
                           static_cast<int>(decimals));
  return end.ec == std::errc() &&
         std::string_view(buffer, static_cast<size_t>(end.ptr - buffer)) == text;
}

/// Whether the point of `text` stands where one between thousands would.
bool is_group(std::string_view text) {
  if (text[0] == '-') text.remove_prefix(1);
  return text[0] != '0' && text.find('.') <= 3 && fits_notation(text, ',', ".");
}

}  // namespace

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

NumberForm number_form(std::string_view text) {
  size_t i = 0;
  bool plus = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    plus = text[0] == '+';
    i = 1;
  }
  size_t start = i;
  i = skip_digits(text, i);
  size_t whole = i - start;
  size_t fraction = 0;
  bool point = i < text.size() && text[i] == '.';
  if (point) {
    size_t from = ++i;
    i = skip_digits(text, i);
    fraction = i - from;
  }
  if (whole + fraction == 0) return NumberForm::None;
  bool exponent = false;
  bool exponent_sign = false;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    exponent = true;
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
      exponent_sign = true;
      ++i;
    }
    size_t from = i;
    i = skip_digits(text, i);
    if (i == from) return NumberForm::None;
  }
  if (i != text.size()) return NumberForm::None;
  if (plus) return NumberForm::PlusSign;
  if (whole > 1 && text[start] == '0') return NumberForm::LeadingZero;
  if (exponent) {
    return point || exponent_sign || start != 0 ? NumberForm::SignedExponent
                                                : NumberForm::BareExponent;
  }
  if (!point) return NumberForm::Int;
  return whole == 0 || fraction == 0 ? NumberForm::EdgePoint : NumberForm::Point;
}

void ColumnGuess::see(std::string_view text, size_t line) {
  if (possible_ == 0) return;
  text = without_blanks(text);
  if (text.empty()) return;
  ++num_values_;
  if (!notation_.is_plain() && !see_plain(text, line)) return;
  if (!notation_.is_plain()) text = scratch_;
  NumberForm form = number_form(text);
  switch (form) {
    case NumberForm::Int:
    case NumberForm::Point:
    case NumberForm::EdgePoint:
    case NumberForm::SignedExponent:
    case NumberForm::BareExponent: return see_number(text, form, line);
    case NumberForm::None:
    case NumberForm::LeadingZero:
    case NumberForm::PlusSign: return see_other(text, form, line);
  }
}

/// Puts a number in the given notation into `scratch_`; sees any other value, and gives false.
bool ColumnGuess::see_plain(std::string_view text, size_t line) {
  possible_ &= ~uint32_t{kMarks};
  std::optional<std::string_view> plain = plain_number(text, notation_, scratch_);
  if (plain && number_form(*plain) != NumberForm::None) {
    if (plain->data() != scratch_.data()) scratch_ = *plain;
    return true;
  }
  see_other(text, NumberForm::None, line);
  return false;
}

void ColumnGuess::see_number(std::string_view text, NumberForm form, size_t line) {
  possible_ &= kNumber | kMarks;
  size_t digits = static_cast<size_t>(std::count_if(text.begin(), text.end(), is_digit));
  max_digits_ = std::max(max_digits_, digits);
  if (form == NumberForm::Int) ++ints_;
  if (form == NumberForm::Point) ++points_;
  if (form == NumberForm::Point && is_group(text)) ++groups_;
  if (form == NumberForm::EdgePoint) ++edges_;
  if (form == NumberForm::SignedExponent) ++signed_exponents_;
  if (form == NumberForm::BareExponent) ++bare_exponents_;
  bool plain = form == NumberForm::Int || form == NumberForm::Point;
  if (digits > kAlwaysExact && plain && !needs_exact_) needs_exact_ = !float_keeps(text);
  if (form == NumberForm::Point && (possible_ & kMarks) != 0) see_marks(text, line);
  if (!plain) possible_ &= ~uint32_t{kMarks};
}

void ColumnGuess::see_marks(std::string_view text, size_t line) {
  bool by_point = fits_notation(text, '.', ",");
  bool by_comma = fits_notation(text, ',', ".");
  if (!by_point && !by_comma) {
    possible_ &= ~uint32_t{kMarks};
  } else if (by_point && !by_comma && needs_point_.line == 0) {
    needs_point_ = seen(text, line);
  } else if (by_comma && !by_point && needs_comma_.line == 0) {
    needs_comma_ = seen(text, line);
  }
}

/// The kinds besides numbers that a text fits.
uint32_t ColumnGuess::other_kinds(std::string_view text) {
  if (text == "true" || text == "false") return kBoolLower;
  if (text == "True" || text == "False") return kBoolTitle;
  if (text == "TRUE" || text == "FALSE") return kBoolUpper;
  if (!is_digit(text[0])) return 0;
  if (parse_iso_date(text)) return kIsoDate;
  if (auto time = parse_iso_date_time(text)) {
    if (!time->has_time || !time->zone.empty()) return 0;
    return time->offset_seconds ? uint32_t{kIsoDateTime} | kIsoTime : uint32_t{kIsoTime};
  }
  std::optional<SlashDate> date = parse_slash_date(text);
  if (!date || (separator_ != 0 && separator_ != date->separator)) return 0;
  separator_ = date->separator;
  max_first_ = std::max(max_first_, date->first);
  max_second_ = std::max(max_second_, date->second);
  uint32_t fits = (is_valid(date->day_first()) ? uint32_t{kDayFirst} : 0) |
                  (is_valid(date->month_first()) ? uint32_t{kMonthFirst} : 0);
  return fits == 0 ? 0 : fits | kSlashDate;
}

void ColumnGuess::see_other(std::string_view text, NumberForm form, size_t line) {
  if (first_other_.line == 0) first_other_ = seen(text, line);
  if (form == NumberForm::LeadingZero) leading_zeros_ = true;
  uint32_t fits = form == NumberForm::None ? other_kinds(text) : 0;
  if (form == NumberForm::None && (possible_ & kMarks) != 0 &&
      text.find_first_not_of("-0123456789.,") == std::string_view::npos) {
    fits |= kMarks;
  }
  possible_ &= fits;
  if ((possible_ & kMarks) != 0) see_marks(text, line);
  bool one_order = (possible_ & kSlashDate) != 0;
  if (one_order && (fits & kMonthFirst) == 0 && day_first_.line == 0) day_first_ = seen(text, line);
  if (one_order && (fits & kDayFirst) == 0 && month_first_.line == 0)
    month_first_ = seen(text, line);
  bool local = (possible_ & kIsoTime) != 0 && (fits & kIsoDateTime) == 0;
  if (local && no_offset_.line == 0) no_offset_ = seen(text, line);
}

bool ColumnGuess::is_number_column() const {
  if ((possible_ & kNumber) == 0) return false;
  // Names such as 1E5 and list numbers such as 5. need the company of real numbers.
  bool certain = points_ != 0 || signed_exponents_ != 0;
  return certain || (bare_exponents_ == 0 && edges_ == 0);
}

ColumnKind ColumnGuess::kind() const {
  if (num_values_ == 0 || possible_ == 0) return ColumnKind::Text;
  if (is_number_column()) {
    if (max_digits_ > kMaxDigits) return ColumnKind::Text;
    if (ints_ == num_values_) return ColumnKind::Int;
    bool has_exponents = signed_exponents_ + bare_exponents_ != 0;
    return needs_exact_ && !has_exponents ? ColumnKind::Decimal : ColumnKind::Float;
  }
  if ((possible_ & (kBoolLower | kBoolTitle | kBoolUpper)) != 0) return ColumnKind::Bool;
  if ((possible_ & kIsoDate) != 0) return ColumnKind::Date;
  if ((possible_ & kIsoDateTime) != 0) return ColumnKind::DateTime;
  if ((possible_ & kDayFirst) != 0 && max_first_ > 12) return ColumnKind::DayMonthYear;
  if ((possible_ & kMonthFirst) != 0 && max_second_ > 12) return ColumnKind::MonthDayYear;
  return ColumnKind::Text;
}

std::optional<ColumnGuess::Conflict> ColumnGuess::conflict() const {
  bool conflicting = (possible_ & kMarks) != 0 && needs_point_.line != 0 && needs_comma_.line != 0;
  if (!conflicting) return std::nullopt;
  return Conflict{needs_point_, needs_comma_};
}

const SeenValue* ColumnGuess::decimal_comma() const {
  bool proven = (possible_ & kMarks) != 0 && needs_comma_.line != 0 && needs_point_.line == 0;
  return proven ? &needs_comma_ : nullptr;
}

bool ColumnGuess::may_be_grouped() const {
  return is_number_column() && groups_ != 0 && groups_ == points_ &&
         ints_ + points_ == num_values_ && notation_.is_plain();
}

std::string ColumnGuess::note(std::string_view place) const {
  std::string why = why_text(place);
  return why.empty() ? why : "kept as text: " + why;
}

std::string ColumnGuess::why_text(std::string_view place) const {
  return num_values_ != 0 && kind() == ColumnKind::Text ? text_note(place) : std::string();
}

std::string ColumnGuess::text_note(std::string_view place) const {
  if (leading_zeros_) return "leading zeros";
  if ((possible_ & kNumber) != 0) {
    if (max_digits_ > kMaxDigits) return "integers of more than 4300 digits";
    return "values such as 1E5 or 5. may be names";
  }
  if ((possible_ & (kDayFirst | kMonthFirst)) != 0) {
    return "day and month cannot be told apart; convert with parse_date(x, \"%d/%m/%Y\")";
  }
  if ((possible_ & kSlashDate) != 0) {
    return "two orders of dates: " + at_line(place, day_first_) + " has the day first, " +
           at_line(place, month_first_) + " the month";
  }
  if ((possible_ & kIsoTime) != 0) {
    return "times without an offset, " + at_line(place, no_offset_) +
           "; convert with datetime(x, zone)";
  }
  if ((possible_ & kMarks) != 0 && needs_comma_.line != 0) {
    return "numbers with a decimal comma, " + at_line(place, needs_comma_) +
           "; read them with {\"decimal\": \",\"}";
  }
  if ((possible_ & kMarks) != 0 && needs_point_.line != 0) {
    return "numbers with commas between thousands; read them with {\"thousands\": \",\"}";
  }
  if ((possible_ & kMarks) != 0) {
    return "a comma may be a decimal mark or stand between thousands; say {\"thousands\": \",\"} "
           "or "
           "{\"decimal\": \",\"}";
  }
  uint64_t numbers = ints_ + points_ + edges_ + signed_exponents_ + bare_exponents_;
  if (numbers == 0) return {};
  return at_line(place, first_other_) + " is no number";
}

}  // namespace syn::tableio
