// Fields of CSV as values.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/csv_cells.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/iso_time.h"
#include "builtins/dates_values.h"
#include "builtins/errors_b.h"
#include "builtins/math_numbers.h"
#include "num/float_text.h"
#include "tableio/column_guess.h"

namespace syn {
namespace {

struct KindName {
  std::string_view name;
  CellKind kind;
};
constexpr KindName kKinds[] = {
    {"int", CellKind::Int},           {"float", CellKind::Float}, {"decimal", CellKind::Decimal},
    {"text", CellKind::Text},         {"bool", CellKind::Bool},   {"date", CellKind::Date},
    {"datetime", CellKind::DateTime},
};

constexpr size_t kShownBytes = 200;

/// A field as a message shows it.
std::string shown(std::string_view text) {
  if (text.size() <= kShownBytes) return std::string(text);
  size_t end = kShownBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

bool is_digits(std::string_view text) {
  for (char c : text) {
    if (c < '0' || c > '9') return false;
  }
  return !text.empty();
}

std::string_view without_sign(std::string_view text) {
  bool sign = !text.empty() && (text[0] == '-' || text[0] == '+');
  return text.substr(sign ? 1 : 0);
}

/// A sign and digits; quick where they fit 18 digits.
std::optional<Value> read_integer(Heap& heap, std::string_view text) {
  std::string_view digits = without_sign(text);
  if (!is_digits(digits)) return std::nullopt;
  if (digits.size() <= 18) {
    int64_t value = 0;
    for (char c : digits) value = value * 10 + (c - '0');
    return Value::integer(text[0] == '-' ? -value : value);
  }
  if (digits.size() > kMaxTextDigits) return std::nullopt;
  std::optional<AnyInteger> parsed = parse_integer(text);
  if (!parsed) return std::nullopt;
  return integer_value(heap, std::move(*parsed));
}

bool equals_in_any_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) != lower[i]) return false;
  }
  return true;
}

}  // namespace

std::optional<CellKind> cell_kind_named(std::string_view name) {
  for (const KindName& row : kKinds) {
    if (row.name == name) return row.kind;
  }
  return std::nullopt;
}

std::string_view cell_kind_name(CellKind kind) {
  for (const KindName& row : kKinds) {
    if (row.kind == kind) return row.name;
  }
  return kind == CellKind::AnyNumber ? "number" : "date";
}

bool is_missing_mark(const tableio::CsvField& field, const std::vector<std::string>& marks,
                     bool anywhere) {
  if (field.is_quoted && !anywhere) return false;
  std::string_view text = anywhere ? tableio::without_blanks(field.text) : field.text;
  return std::find(marks.begin(), marks.end(), text) != marks.end();
}

Value TextCache::make(Heap& heap, std::string_view text) {
  // A column whose values rarely repeat stops looking.
  constexpr uint32_t kTrial = 2048;
  bool useless = tried_ >= kTrial && found_ < tried_ / 8;
  if (text.size() > kMaxBytes || useless) return make_text(heap, text);
  if (slots_.empty()) slots_.resize(kSlots);
  uint64_t word = 0;
  std::memcpy(&word, text.data(), std::min<size_t>(8, text.size()));
  uint64_t tail = text.size() > 8 ? static_cast<unsigned char>(text.back()) : 0;
  uint64_t mixed = (word ^ tail << 32 ^ text.size()) * 0x9E37'79B9'7F4A'7C15;
  Value& slot = slots_[mixed >> 56];
  ++tried_;
  if (slot.is_text() && slot.view() == text) {
    ++found_;
    return slot;
  }
  slot = make_text(heap, text);
  return slot;
}

CellMaker::CellMaker(Call& call, std::string_view prefix, std::string column, CellKind kind,
                     const std::vector<std::string>& missing, const tableio::CsvDialect& dialect,
                     const tableio::NumberNotation& notation)
    : call_(call),
      prefix_(prefix),
      column_(std::move(column)),
      kind_(kind),
      missing_(missing),
      quote_(dialect.quote),
      marks_anywhere_(dialect.blank_before_quote == tableio::BlankBeforeQuote::Skipped),
      notation_(notation) {}

Error CellMaker::wrong(std::string_view text, size_t line) const {
  std::string what = kind_ == CellKind::Int ? "an " : "a ";
  what += cell_kind_name(kind_);
  return Error(builtin_errors::kCsvCell,
               {prefix_, std::to_string(line), column_, shown(text), what});
}

Result<Value> CellMaker::make(const tableio::CsvField& field, size_t line) {
  if (!missing_.empty() && is_missing_mark(field, missing_, marks_anywhere_)) return Value();
  std::string_view text = field.text;
  if (field.needs_unescape) {
    scratch_.clear();
    tableio::unescape_csv(text, quote_, scratch_);
    text = scratch_;
  }
  if (!field.is_quoted && text.empty()) return Value();
  if (kind_ == CellKind::Text) {
    if (text.size() > 4096) TRY(call_.reserve(text.size()));
    return text_value(text);
  }
  return convert(text, line);
}

Result<Value> CellMaker::convert(std::string_view text, size_t line) {
  if (kind_ == CellKind::AnyNumber) return any_number(text);
  text = tableio::without_blanks(text);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  while (!text.empty() && (text.front() == '\n' || text.front() == '\r')) text.remove_prefix(1);
  if (text.empty()) return Value();
  std::string buffer;
  bool is_number = kind_ == CellKind::Int || kind_ == CellKind::Float || kind_ == CellKind::Decimal;
  if (is_number && !notation_.is_plain()) {
    std::optional<std::string_view> plain = tableio::plain_number(text, notation_, buffer);
    if (!plain) return wrong(text, line);
    text = *plain;
  }
  switch (kind_) {
    case CellKind::Int: return integer(text, line);
    case CellKind::Float: return floating(text, line);
    case CellKind::Decimal: {
      std::optional<Decimal> parsed = Decimal::parse(text);
      if (!parsed) return wrong(text, line);
      return make_decimal(call_.heap(), std::move(*parsed));
    }
    case CellKind::Bool: return boolean(text, line);
    case CellKind::Date: {
      std::optional<IsoDate> date = parse_iso_date(text);
      if (!date) return wrong(text, line);
      return date_value(call_.heap(), *date);
    }
    case CellKind::DateTime: {
      std::optional<IsoDateTime> time = parse_iso_date_time(text);
      if (!time) return wrong(text, line);
      auto made = date_time_value(call_, *time, nullptr);
      if (!made.ok()) return wrong(text, line);
      return made;
    }
    case CellKind::DayMonthYear:
    case CellKind::MonthDayYear: {
      std::optional<SlashDate> date = parse_slash_date(text);
      if (!date) return wrong(text, line);
      return date_value(call_.heap(),
                        kind_ == CellKind::DayMonthYear ? date->day_first() : date->month_first());
    }
    case CellKind::Text:
    case CellKind::AnyNumber: break;
  }
  return text_value(text);
}

Result<Value> CellMaker::integer(std::string_view text, size_t line) {
  if (std::optional<Value> value = read_integer(call_.heap(), text)) return std::move(*value);
  std::string_view digits = without_sign(text);
  if (is_digits(digits) && digits.size() > kMaxTextDigits) {
    return Error(builtin_errors::kCsvLongInteger,
                 {prefix_, std::to_string(line), column_, std::to_string(digits.size())});
  }
  return wrong(text, line);
}

Result<Value> CellMaker::floating(std::string_view text, size_t line) {
  std::optional<double> value = parse_float(text, FloatSyntax{true, false, false});
  if (!value) return wrong(text, line);
  bool names_infinity = text.find_first_of("iI") != std::string_view::npos;
  if (std::isinf(*value) && !names_infinity) {
    return Error(builtin_errors::kCsvFloatRange,
                 {prefix_, std::to_string(line), column_, shown(text)});
  }
  return Value::number(*value);
}

Result<Value> CellMaker::boolean(std::string_view text, size_t line) {
  for (std::string_view yes : {"true", "1", "yes"}) {
    if (equals_in_any_case(text, yes)) return Value::boolean(true);
  }
  for (std::string_view no : {"false", "0", "no"}) {
    if (equals_in_any_case(text, no)) return Value::boolean(false);
  }
  return wrong(text, line);
}

Value CellMaker::any_number(std::string_view text) {
  if (std::optional<Value> value = read_integer(call_.heap(), text)) return std::move(*value);
  bool may_be = !text.empty() && text.size() <= kMaxTextDigits &&
                text.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  if (may_be) {
    std::optional<double> number = parse_float(text);
    bool is_integer = is_digits(without_sign(text));  // too long for an int
    if (number && std::isfinite(*number) && !is_integer) return Value::number(*number);
  }
  return text_value(text);
}

}  // namespace syn
