// Reasons why a text is not JSON, and places in it.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "json/reader.h"

namespace syn::json {
namespace {

std::string reason_text(Reason reason, const std::string& detail) {
  switch (reason) {
    case Reason::EndInValue: return "EOF while parsing a value";
    case Reason::EndInList: return "EOF while parsing a list";
    case Reason::EndInObject: return "EOF while parsing an object";
    case Reason::EndInText: return "EOF while parsing a string";
    case Reason::ExpectedValue: return "expected value";
    case Reason::ExpectedIdent: return "expected ident";
    case Reason::ExpectedKey: return "key must be a string";
    case Reason::ExpectedColon: return "expected `:`";
    case Reason::ExpectedCommaInList: return "expected `,` or `]`";
    case Reason::ExpectedCommaInObject: return "expected `,` or `}`";
    case Reason::TrailingComma: return "trailing comma";
    case Reason::TrailingCharacters: return "trailing characters";
    case Reason::InvalidNumber: return "invalid number";
    case Reason::NumberOutOfRange: return "the number " + detail + " is out of range for a float";
    case Reason::TooManyDigits: return "an integer with " + detail;
    case Reason::InvalidEscape: return "invalid escape";
    case Reason::EndInHexEscape: return "unexpected end of hex escape";
    case Reason::LoneSurrogate: return "lone leading surrogate in hex escape";
    case Reason::ControlCharacter:
      return "control character (\\u0000-\\u001F) found while parsing a string";
    case Reason::TooDeep:
      return "recursion limit exceeded (nested more than " + detail + " levels deep)";
    case Reason::NotANumber:
      return detail + " is not part of JSON (accepted with allow_nan = true)";
  }
  return {};
}

}  // namespace

std::string Problem::reason_message() const { return reason_text(reason, detail); }

std::string Problem::message() const {
  return reason_message() + " at line " + std::to_string(line) + " column " +
         std::to_string(column);
}

Place place_at(std::string_view text, size_t offset) {
  std::string_view before = text.substr(0, offset);
  auto line = static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
  size_t newline = before.rfind('\n');
  size_t column = newline == std::string_view::npos ? offset : offset - newline - 1;
  return {line + 1, column};
}

}  // namespace syn::json
