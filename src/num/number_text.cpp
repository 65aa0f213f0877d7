// Numbers with fixed decimals and thousands separators; applying format marks.
// SPDX-License-Identifier: Apache-2.0
#include "num/number_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/utf8.h"
#include "num/errors.h"
#include "num/float_text.h"
#include "num/number_digits.h"

namespace syn {
namespace {

constexpr uint32_t kDefaultPrecision = 6;

/// A number in pieces, before grouping and padding.
struct NumberPieces {
  bool negative = false;
  std::string prefix;  ///< `0x`
  std::string whole;   ///< digits before the point, or `nan`
  std::string rest;    ///< from the point or exponent on, and `%`
  bool has_digits = true;
};

void split_pieces(NumberPieces& pieces, std::string digits) {
  size_t end = std::min(digits.find_first_of(".e%"), digits.size());
  pieces.rest = digits.substr(end);
  digits.resize(end);
  pieces.whole = std::move(digits);
}

char type_letter(FormatType type) {
  switch (type) {
    case FormatType::Default: return '\0';
    case FormatType::Text: return 's';
    case FormatType::Integer: return 'd';
    case FormatType::Binary: return 'b';
    case FormatType::Octal: return 'o';
    case FormatType::HexLower: return 'x';
    case FormatType::HexUpper: return 'X';
    case FormatType::Fixed: return 'f';
    case FormatType::Exponent: return 'e';
    case FormatType::ExponentUpper: return 'E';
    case FormatType::General: return 'g';
    case FormatType::GeneralUpper: return 'G';
    case FormatType::Percent: return '%';
  }
  CHECK(false);
}

std::string letter_text(FormatType type) { return std::string(1, type_letter(type)); }

bool is_upper(FormatType type) {
  return type == FormatType::ExponentUpper || type == FormatType::GeneralUpper ||
         type == FormatType::HexUpper;
}

/// The base that a type writes integers in; 0 for types of floats.
int integer_base(FormatType type) {
  switch (type) {
    case FormatType::Default:
    case FormatType::Integer: return 10;
    case FormatType::Binary: return 2;
    case FormatType::Octal: return 8;
    case FormatType::HexLower:
    case FormatType::HexUpper: return 16;
    case FormatType::Text:
    case FormatType::Fixed:
    case FormatType::Exponent:
    case FormatType::ExponentUpper:
    case FormatType::General:
    case FormatType::GeneralUpper:
    case FormatType::Percent: return 0;
  }
  CHECK(false);
}

void append_fill(std::string& out, char32_t fill, size_t count) {
  for (size_t i = 0; i < count; ++i) append_code_point(out, fill);
}

/// Pads `text`, of `width` code points, by the mark. What stands before `text` is the sign.
std::string pad(const FormatMark& mark, Align align, std::string_view sign, std::string_view text) {
  size_t width = sign.size() + count_code_points(text);
  size_t missing = mark.width > width ? mark.width - width : 0;
  char32_t fill = mark.zero_pad && mark.fill == U' ' ? U'0' : mark.fill;
  std::string out;
  if (align == Align::Right) append_fill(out, fill, missing);
  if (align == Align::Center) append_fill(out, fill, missing / 2);
  out += sign;
  if (align == Align::AfterSign) append_fill(out, fill, missing);
  out += text;
  if (align == Align::Left) append_fill(out, fill, missing);
  if (align == Align::Center) append_fill(out, fill, missing - missing / 2);
  return out;
}

std::string lay_out(const FormatMark& mark, NumberPieces pieces) {
  std::string sign;
  if (pieces.negative) {
    sign = "-";
  } else if (mark.sign != SignMark::Minus) {
    sign = mark.sign == SignMark::Plus ? "+" : " ";
  }
  sign += pieces.prefix;
  Align align = mark.align;
  if (align == Align::Default) align = mark.zero_pad ? Align::AfterSign : Align::Right;
  bool zeros =
      align == Align::AfterSign && (mark.fill == U'0' || (mark.zero_pad && mark.fill == U' '));
  if (pieces.has_digits && mark.grouping != '\0') {
    size_t others = sign.size() + pieces.rest.size();
    size_t min_width = zeros && mark.width > others ? mark.width - others : 0;
    int base = integer_base(mark.type);
    size_t group = base == 0 || base == 10 ? 3 : 4;
    pieces.whole = group_digits(pieces.whole, {&mark.grouping, 1}, group, min_width);
  }
  return pad(mark, align, sign, pieces.whole + pieces.rest);
}

void make_upper(NumberPieces& pieces) {
  for (std::string* text : {&pieces.prefix, &pieces.whole, &pieces.rest}) {
    for (char& c : *text) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
  }
}

Result<std::string> finish(const FormatMark& mark, NumberPieces pieces) {
  if (is_upper(mark.type)) make_upper(pieces);
  return lay_out(mark, std::move(pieces));
}

/// The error of a type that does not suit a number that is not an integer.
Error wrong_type(FormatType type, std::string_view kind) {
  if (type == FormatType::Text) return Error(num_errors::kFormatMarkNeedsText);
  return Error(num_errors::kFormatMarkNeedsInteger, {letter_text(type), kind});
}

std::string float_digits(const FormatMark& mark, double value) {
  uint32_t precision = mark.precision.value_or(kDefaultPrecision);
  uint32_t significant = std::max<uint32_t>(precision, 1);
  switch (mark.type) {
    case FormatType::Fixed: return fixed_digits(value, precision);
    case FormatType::Percent: return fixed_digits(value * 100.0, precision) + '%';
    case FormatType::Exponent:
    case FormatType::ExponentUpper: return scientific_digits(value, precision);
    case FormatType::General:
    case FormatType::GeneralUpper:
      return general_digits(scientific_digits(value, significant - 1), significant,
                            WholeMark::Nothing);
    case FormatType::Default:
      if (!mark.precision) return float_text(std::fabs(value));
      return general_digits(scientific_digits(value, significant - 1), significant,
                            WholeMark::PointZero);
    case FormatType::Text:
    case FormatType::Integer:
    case FormatType::Binary:
    case FormatType::Octal:
    case FormatType::HexLower:
    case FormatType::HexUpper: break;
  }
  CHECK(false);
}

/// Precisions of a decimal without one: its own digits.
std::string decimal_digits(const FormatMark& mark, const Decimal& value) {
  uint32_t scale = value.scale();
  uint32_t significant = std::max<uint32_t>(mark.precision.value_or(kDefaultPrecision), 1);
  switch (mark.type) {
    case FormatType::Fixed: return fixed_digits(value, mark.precision.value_or(scale));
    case FormatType::Percent: {
      uint32_t precision = mark.precision.value_or(scale > 2 ? scale - 2 : 0);
      // Two places fewer is the same value times 100.
      Decimal raised = scale >= 2 ? value : value.with_scale(2);
      Decimal percent(false, raised.magnitude(), raised.scale() - 2);
      return fixed_digits(percent, precision) + '%';
    }
    case FormatType::Exponent:
    case FormatType::ExponentUpper: {
      uint64_t own = std::min<uint64_t>(value.digits() - 1, kMaxDecimalScale);
      return scientific_digits(value, mark.precision.value_or(static_cast<uint32_t>(own)));
    }
    case FormatType::General:
    case FormatType::GeneralUpper:
      return general_digits(scientific_digits(value, significant - 1), significant,
                            WholeMark::Nothing);
    case FormatType::Default:
      if (!mark.precision) return value.abs().to_text();
      return general_digits(scientific_digits(value, significant - 1), significant,
                            WholeMark::Nothing);
    case FormatType::Text:
    case FormatType::Integer:
    case FormatType::Binary:
    case FormatType::Octal:
    case FormatType::HexLower:
    case FormatType::HexUpper: break;
  }
  CHECK(false);
}

Result<std::string> apply_to_integer(const FormatMark& mark, const BigInt& value) {
  NumberPieces pieces;
  pieces.negative = value.sign() < 0;
  int base = integer_base(mark.type);
  if (base != 0) {
    if (mark.precision) {
      return Error(num_errors::kFormatMarkNeedsFixed, {std::to_string(*mark.precision)});
    }
    pieces.whole = value.abs().to_text(base);
    if (mark.alternate) pieces.prefix = std::string("0") + type_letter(mark.type);
    return finish(mark, std::move(pieces));
  }
  if (mark.type == FormatType::Text) return Error(num_errors::kFormatMarkNeedsText);
  FormatMark exact = mark;
  if (!exact.precision) exact.precision = kDefaultPrecision;
  split_pieces(pieces, decimal_digits(exact, Decimal(value)));
  return finish(mark, std::move(pieces));
}

std::string with_sign(bool negative, std::string digits, std::string_view thousands) {
  bool is_zero = digits.find_first_of("123456789") == std::string::npos;
  size_t end = std::min(digits.find('.'), digits.size());
  std::string text = negative && !is_zero ? "-" : "";
  text += group_digits(std::string_view(digits).substr(0, end), thousands, 3, 0);
  return text += digits.substr(end);
}

}  // namespace

std::string format_number(double value, uint32_t decimals, std::string_view thousands) {
  if (!std::isfinite(value)) return float_text(value);
  CHECK(decimals <= kMaxFormatWidth);
  return with_sign(value < 0, fixed_digits(value, decimals), thousands);
}

std::string format_number(int64_t value, uint32_t decimals, std::string_view thousands) {
  return format_number(Decimal(value), decimals, thousands);
}

std::string format_number(const BigInt& value, uint32_t decimals, std::string_view thousands) {
  return format_number(Decimal(value), decimals, thousands);
}

std::string format_number(const Decimal& value, uint32_t decimals, std::string_view thousands) {
  CHECK(decimals <= kMaxFormatWidth);
  return with_sign(value.is_negative(), fixed_digits(value, decimals), thousands);
}

Result<std::string> apply_format_mark(const FormatMark& mark, double value) {
  bool is_integer_type = integer_base(mark.type) != 0 && mark.type != FormatType::Default;
  if (is_integer_type || mark.type == FormatType::Text) return wrong_type(mark.type, "float");
  NumberPieces pieces;
  pieces.negative = std::signbit(value) && !std::isnan(value);
  double scaled = mark.type == FormatType::Percent ? value * 100.0 : value;
  if (std::isfinite(scaled)) {
    split_pieces(pieces, float_digits(mark, value));
  } else {
    pieces.has_digits = false;
    pieces.whole = float_text(std::fabs(scaled));
    if (mark.type == FormatType::Percent) pieces.rest = "%";
  }
  return finish(mark, std::move(pieces));
}

Result<std::string> apply_format_mark(const FormatMark& mark, int64_t value) {
  return apply_to_integer(mark, BigInt(value));
}

Result<std::string> apply_format_mark(const FormatMark& mark, const BigInt& value) {
  return apply_to_integer(mark, value);
}

Result<std::string> apply_format_mark(const FormatMark& mark, const Decimal& value) {
  bool is_integer_type = integer_base(mark.type) != 0 && mark.type != FormatType::Default;
  if (is_integer_type || mark.type == FormatType::Text) return wrong_type(mark.type, "decimal");
  NumberPieces pieces;
  pieces.negative = value.is_negative();
  split_pieces(pieces, decimal_digits(mark, value));
  return finish(mark, std::move(pieces));
}

Result<std::string> apply_format_mark(const FormatMark& mark, std::string_view text) {
  if (mark.type != FormatType::Default && mark.type != FormatType::Text) {
    return Error(num_errors::kFormatMarkNeedsNumber, {letter_text(mark.type)});
  }
  if (mark.grouping != '\0') {
    return Error(num_errors::kFormatMarkNeedsNumber, {std::string_view(&mark.grouping, 1)});
  }
  if (mark.sign != SignMark::Minus) {
    return Error(num_errors::kFormatMarkNeedsNumber, {mark.sign == SignMark::Plus ? "+" : " "});
  }
  if (mark.align == Align::AfterSign) return Error(num_errors::kFormatMarkNeedsNumber, {"="});
  if (mark.precision) text = text.substr(0, code_point_offset(text, *mark.precision));
  Align align = mark.align == Align::Default ? Align::Left : mark.align;
  return pad(mark, align, "", text);
}

}  // namespace syn
