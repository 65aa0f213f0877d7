// What a column of texts holds, found from all of its values: numbers, bools, dates, or texts.
// Never from a sample, and never at the price of losing something: leading zeros, plus signs, part
// numbers such as 1E5 and words such as NA make a column of texts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/iso_time.h"
#include "tableio/number_notation.h"

namespace syn::tableio {

enum class ColumnKind : uint8_t {
  Text,
  Int,  ///< of any size up to 4300 digits
  Float,
  Decimal,       ///< numbers with a point that a float cannot hold exactly
  Bool,          ///< true and false in one way of writing
  Date,          ///< YYYY-MM-DD
  DateTime,      ///< ISO 8601 with an offset
  DayMonthYear,  ///< 25/04/2024, proven by a day above 12
  MonthDayYear
};

/// How a text reads as a number.
enum class NumberForm : uint8_t {
  None,
  Int,             ///< no leading zero, no plus
  Point,           ///< 12.50
  EdgePoint,       ///< .5 or 5.
  SignedExponent,  ///< 1.5e7, 2E-3: only numbers look like this
  BareExponent,    ///< 1E5: a number or a name
  LeadingZero,     ///< 007, 00.5
  PlusSign
};
NumberForm number_form(std::string_view text);

/// `text` without blanks around it.
std::string_view without_blanks(std::string_view text);

/// A value and where it stands, for messages.
struct SeenValue {
  std::string text;  ///< shortened
  size_t line = 0;
};

class ColumnGuess {
 public:
  ColumnGuess() = default;
  /// For a file whose notation of numbers was given.
  explicit ColumnGuess(NumberNotation notation) : notation_(std::move(notation)) {}
  /// One value that is present. `line` is where its record starts.
  void see(std::string_view text, size_t line);
  /// True once nothing that comes can change what it is.
  bool is_settled() const { return possible_ == 0; }
  ColumnKind kind() const;

  /// Values that need a point and a comma as decimal mark: a column of numbers that no notation
  /// fits.
  struct Conflict {
    SeenValue point;
    SeenValue comma;
  };
  std::optional<Conflict> conflict() const;
  /// A value that is a number only with a decimal comma, in a column that is one with it: the file
  /// writes numbers that way.
  const SeenValue* decimal_comma() const;
  /// A column of numbers whose points all stand before three digits, as between thousands.
  bool may_be_grouped() const;
  /// Why a column that looks like numbers or dates stays text, in English; empty where there is
  /// nothing to say. `place` is the word for where a value stands.
  std::string note(std::string_view place = "line") const;
  /// Why they stay texts, as `note` says it; empty where they do not, or without doubt.
  std::string why_text(std::string_view place = "line") const;
  bool has_numbers() const { return ints_ + points_ + edges_ + signed_exponents_ != 0; }

 private:
  void see_number(std::string_view text, NumberForm form, size_t line);
  void see_other(std::string_view text, NumberForm form, size_t line);
  void see_marks(std::string_view text, size_t line);
  uint32_t other_kinds(std::string_view text);
  bool is_number_column() const;

  bool see_plain(std::string_view text, size_t line);
  std::string text_note(std::string_view place) const;

  NumberNotation notation_;
  std::string scratch_;
  uint32_t possible_ = UINT32_MAX;  // kinds that all values fit so far; 0 once it can only be text
  uint64_t num_values_ = 0;
  uint64_t ints_ = 0;
  uint64_t points_ = 0;
  uint64_t groups_ = 0;  // of the points, those that could stand between thousands
  uint64_t edges_ = 0;
  uint64_t signed_exponents_ = 0;
  uint64_t bare_exponents_ = 0;
  size_t max_digits_ = 0;
  bool needs_exact_ = false;
  bool leading_zeros_ = false;
  char separator_ = 0;  // of dates that are not ISO
  int32_t max_first_ = 0;
  int32_t max_second_ = 0;
  SeenValue day_first_;  // a value that is a date only with the day first
  SeenValue month_first_;
  SeenValue no_offset_;    // a time of day without an offset
  SeenValue first_other_;  // the first value that is no number
  SeenValue needs_point_;
  SeenValue needs_comma_;
};

}  // namespace syn::tableio
