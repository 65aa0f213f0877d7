// Numbers for people: fixed decimals, thousands separators, and the format marks of templates
// (`{x:,.2f}`), which are Python's format specification. The plain text form of a number is in its
// own header.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "num/decimal.h"

namespace syn {

/// Widths and precisions above this are refused.
inline constexpr uint32_t kMaxFormatWidth = 10'000;

/// `decimals` digits after the point, half-even on the exact value; `thousands` (may be empty)
/// between groups of three digits before it. A result of zeros has no sign. `decimals` is at most
/// kMaxFormatWidth.
std::string format_number(double value, uint32_t decimals, std::string_view thousands);
std::string format_number(int64_t value, uint32_t decimals, std::string_view thousands);
std::string format_number(const BigInt& value, uint32_t decimals, std::string_view thousands);
std::string format_number(const Decimal& value, uint32_t decimals, std::string_view thousands);

enum class Align : uint8_t { Default, Left, Right, Center, AfterSign };
enum class SignMark : uint8_t { Minus, Plus, Space };
/// The last letter of a mark. `Default` is none.
enum class FormatType : uint8_t {
  Default,
  Text,      // s
  Integer,   // d
  Binary,    // b
  Octal,     // o
  HexLower,  // x
  HexUpper,  // X
  Fixed,     // f F
  Exponent,  // e
  ExponentUpper,
  General,  // g
  GeneralUpper,
  Percent,  // %
};

/// `[[fill]align][sign][#][0][width][,|_][.precision][type]`
struct FormatMark {
  char32_t fill = U' ';
  Align align = Align::Default;
  SignMark sign = SignMark::Minus;
  bool alternate = false;
  bool zero_pad = false;
  char grouping = '\0';  ///< `,` or `_`
  uint32_t width = 0;
  std::optional<uint32_t> precision;
  FormatType type = FormatType::Default;
};

/// What stands after the `:`. Errors are num_errors::kBadFormatMark and relatives.
Result<FormatMark> parse_format_mark(std::string_view mark);

/// Floats as Python formats them; integers and decimals exactly. `f` and `%` without precision keep
/// the digits of a decimal. Errors: num_errors::kFormatMarkNeedsInteger, kFormatMarkNeedsNumber and
/// relatives.
Result<std::string> apply_format_mark(const FormatMark& mark, double value);
Result<std::string> apply_format_mark(const FormatMark& mark, int64_t value);
Result<std::string> apply_format_mark(const FormatMark& mark, const BigInt& value);
Result<std::string> apply_format_mark(const FormatMark& mark, const Decimal& value);
/// Any other value, by its text form.
Result<std::string> apply_format_mark(const FormatMark& mark, std::string_view text);

}  // namespace syn
