// Cutting, comparing and replacing in texts: trim, split, replace, starts_with, ends_with, padding,
// strip_ansi (data.md §3.7).
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/text_arguments.h"
#include "value/display.h"

namespace syn {
namespace {

/// The Unicode property White_Space.
bool is_white_space(uint32_t c) {
  if (c <= 0x20) return c == 0x20 || (c >= 0x09 && c <= 0x0D);
  if (c < 0x1680) return c == 0x85 || c == 0xA0;
  return c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

/// Start of the last code point of a text that is not empty.
size_t last_code_point(std::string_view text) {
  size_t start = text.size() - 1;
  while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) --start;
  return start;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty()) {
    size_t next = 0;
    if (!is_white_space(next_code_point(text, next))) break;
    text.remove_prefix(next);
  }
  while (!text.empty()) {
    size_t start = last_code_point(text);
    size_t offset = start;
    if (!is_white_space(next_code_point(text, offset))) break;
    text = text.substr(0, start);
  }
  return text;
}

Result<Value> trim(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  TRY(tick_bytes(call, text.size()));
  std::string_view inner = trimmed(text);
  if (inner.size() == text.size()) return std::move(call[0]);
  return finish_text(call, inner);
}

/// Where `piece` (not empty) begins in `text` from `start` on, or npos.
size_t find_piece(std::string_view text, std::string_view piece, size_t start) {
  if (start >= text.size()) return std::string_view::npos;
  const char* from = text.data() + start;
  size_t left = text.size() - start;
  const void* found = piece.size() == 1 ? std::memchr(from, piece[0], left)
                                        : memmem(from, left, piece.data(), piece.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

Result<void> push_text(Call& call, Value& list, std::string_view piece) {
  TRY(tick_bytes(call, piece.size()));
  TRY(reserve_push(call, list));
  push(list, make_text(call.heap(), piece));
  return {};
}

Result<Value> split_characters(Call& call, std::string_view text) {
  TRY(call.reserve(count_code_points(text) * (sizeof(Value) + sizeof(Text))));
  Value list = make_list(call.heap(), count_code_points(text));
  for (size_t offset = 0; offset < text.size();) {
    size_t start = offset;
    next_code_point(text, offset);
    TRY(push_text(call, list, text.substr(start, offset - start)));
  }
  return list;
}

Result<Value> split(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  TRY_ASSIGN(std::string_view separator, text_argument(call, call[1], "separator"));
  if (separator.empty()) return split_characters(call, text);
  Value list = make_list(call.heap());
  size_t start = 0;
  while (true) {
    size_t found = find_piece(text, separator, start);
    if (found == std::string_view::npos) break;
    TRY(push_text(call, list, text.substr(start, found - start)));
    start = found + separator.size();
  }
  TRY(push_text(call, list, text.substr(start)));
  return list;
}

Result<Value> starts_with(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  TRY_ASSIGN(std::string_view prefix, text_argument(call, call[1], "prefix"));
  return Value::boolean(text.substr(0, prefix.size()) == prefix);
}

Result<Value> ends_with(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  TRY_ASSIGN(std::string_view suffix, text_argument(call, call[1], "suffix"));
  bool fits = suffix.size() <= text.size();
  return Value::boolean(fits && text.substr(text.size() - suffix.size()) == suffix);
}

/// `fresh` before every character and at the end.
Result<Value> replace_nothing(Call& call, std::string_view text, std::string_view fresh) {
  uint64_t size = text.size() + (count_code_points(text) + 1) * uint64_t{fresh.size()};
  TRY(reserve_text(call, size));
  TRY(tick_bytes(call, size));
  Value result = make_text_buffer(call.heap(), size);
  char* out = result.text().data;
  for (size_t offset = 0; offset < text.size();) {
    size_t start = offset;
    next_code_point(text, offset);
    out = std::copy(fresh.begin(), fresh.end(), out);
    out = std::copy(text.begin() + start, text.begin() + offset, out);
  }
  std::copy(fresh.begin(), fresh.end(), out);
  return result;
}

Result<Value> replace(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  TRY_ASSIGN(std::string_view old, text_argument(call, call[1], "text to replace"));
  TRY_ASSIGN(std::string_view fresh, text_argument(call, call[2], "replacement"));
  TRY(tick_bytes(call, text.size()));
  if (old.empty()) return replace_nothing(call, text, fresh);
  uint64_t count = 0;
  for (size_t at = find_piece(text, old, 0); at != std::string_view::npos;
       at = find_piece(text, old, at + old.size())) {
    ++count;
  }
  if (count == 0) return std::move(call[0]);
  uint64_t size = text.size() - count * old.size() + count * fresh.size();
  TRY(reserve_text(call, size));
  TRY(tick_bytes(call, size));
  Value result = make_text_buffer(call.heap(), size);
  char* out = result.text().data;
  size_t start = 0;
  for (uint64_t i = 0; i < count; ++i) {
    size_t found = find_piece(text, old, start);
    out = std::copy(text.begin() + start, text.begin() + found, out);
    out = std::copy(fresh.begin(), fresh.end(), out);
    start = found + old.size();
  }
  std::copy(text.begin() + start, text.end(), out);
  return result;
}

enum class PadSide : uint8_t { Left, Right };

Result<Value> pad(Call& call, PadSide side) {
  bool is_number = is_real_number(call[0]);
  if (!call[0].is_text() && !is_number) {
    return Error(builtin_errors::kPadNotText, {call.name(), type_name(call[0])});
  }
  TRY_ASSIGN(int64_t width, whole_argument(call, call[1], "width"));
  std::string_view fill = " ";
  if (const Value* given = call.optional(2)) {
    if (!given->is_text() || given->text().length() != 1) {
      return Error(builtin_errors::kPadFill, {call.name(), short_display(*given)});
    }
    fill = given->view();
  }
  std::string digits = is_number ? display(call[0]) : std::string();
  std::string_view text = is_number ? std::string_view(digits) : call[0].view();
  uint64_t length = is_number ? digits.size() : call[0].text().length();
  if (width <= 0 || static_cast<uint64_t>(width) <= length) {
    return is_number ? finish_text(call, text) : Result<Value>(std::move(call[0]));
  }
  uint64_t missing = static_cast<uint64_t>(width) - length;
  if (missing > Text::kMaxBytes) {
    return Error(builtin_errors::kTextTooLong, {call.name(), std::to_string(width)});
  }
  uint64_t size = text.size() + missing * fill.size();
  TRY(reserve_text(call, size));
  TRY(tick_bytes(call, size));
  Value result = make_text_buffer(call.heap(), size);
  char* out = result.text().data;
  if (side == PadSide::Right) out = std::copy(text.begin(), text.end(), out);
  for (uint64_t i = 0; i < missing; ++i) out = std::copy(fill.begin(), fill.end(), out);
  if (side == PadSide::Left) std::copy(text.begin(), text.end(), out);
  return result;
}

Result<Value> pad_left(Call& call) { return pad(call, PadSide::Left); }
Result<Value> pad_right(Call& call) { return pad(call, PadSide::Right); }

constexpr char kEscape = '\x1b';

/// Length of the terminal sequence at the start of `text`, which begins with an escape: control
/// sequences, strings for the terminal (titles, links) and two-byte forms.
size_t ansi_length(std::string_view text) {
  if (text.size() < 2) return text.size();
  char kind = text[1];
  size_t i = 2;
  if (kind == '[') {
    while (i < text.size() && text[i] >= 0x20 && text[i] <= 0x3F) ++i;
    return i < text.size() && text[i] >= 0x40 && text[i] <= 0x7E ? i + 1 : i;
  }
  if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') {
    for (; i < text.size(); ++i) {
      if (text[i] == '\a') return i + 1;
      if (text[i] == kEscape && i + 1 < text.size() && text[i + 1] == '\\') return i + 2;
    }
    return i;
  }
  if (kind >= 0x20 && kind <= 0x2F) {
    while (i < text.size() && text[i] >= 0x20 && text[i] <= 0x2F) ++i;
    return i < text.size() && text[i] >= 0x30 && text[i] <= 0x7E ? i + 1 : i;
  }
  return kind >= 0x30 && kind <= 0x7E ? 2 : 1;
}

Result<Value> strip_ansi(Call& call) {
  TRY_ASSIGN(std::string_view text, only_text(call, call[0]));
  TRY(tick_bytes(call, text.size()));
  if (text.find(kEscape) == std::string_view::npos) return std::move(call[0]);
  TRY(call.reserve(text.size()));
  std::string out;
  while (!text.empty()) {
    size_t found = text.find(kEscape);
    out += text.substr(0, found);
    if (found == std::string_view::npos) break;
    text.remove_prefix(found);
    text.remove_prefix(ansi_length(text));
  }
  return finish_text(call, out);
}

constexpr BuiltinSpec kRows[] = {
    {"trim", "s", 1, 1, "", Purity::Pure, "", "A text without white space at both ends.",
     "trim(\"  a b \") → a b", "", trim},
    {"split", "s, separator", 2, 2, "", Purity::Pure, "",
     "The pieces of a text between separators; with \"\" its characters.",
     "split(\"a,b,,c\", \",\") → [\"a\", \"b\", \"\", \"c\"]",
     "split(text, sep) has no limit argument", split},
    {"starts_with", "s, prefix", 2, 2, "", Purity::Pure, "", "Whether a text begins with another.",
     "starts_with(\"report.csv\", \"rep\") → true",
     "several prefixes: some(prefixes, (p) => starts_with(s, p))", starts_with},
    {"ends_with", "s, suffix", 2, 2, "", Purity::Pure, "", "Whether a text ends with another.",
     "ends_with(\"report.csv\", \".csv\") → true",
     "several suffixes: some(suffixes, (p) => ends_with(s, p))", ends_with},
    {"replace", "s, old, new", 3, 3, "", Purity::Pure, "",
     "A text with every occurrence of `old` (literal) replaced.",
     "replace(\"a-b-c\", \"-\", \"+\") → a+b+c", "patterns: regex_replace(s, pattern, new)",
     replace},
    {"replace_text", "s, old, new", 3, 3, "", Purity::Pure, "", "The old name of replace.",
     "replace_text(\"aaa\", \"aa\", \"b\") → ba",
     "every occurrence is replaced; the first only: regex_replace(s, \"^(.*?)old\", \"\\1new\")",
     replace},
    {"pad_left", "s, width, fill = \" \"", 2, 3, "", Purity::Pure, "",
     "A text or number with `fill` in front until it has `width` characters.",
     "pad_left(7, 3, \"0\") → 007", "", pad_left},
    {"pad_right", "s, width, fill = \" \"", 2, 3, "", Purity::Pure, "",
     "A text or number with `fill` behind until it has `width` characters.",
     "pad_right(\"ab\", 4, \".\") → ab..", "", pad_right},
    {"strip_ansi", "s", 1, 1, "", Purity::Pure, "", "A text without terminal colours and controls.",
     "strip_ansi(\"plain\") → plain", "", strip_ansi},
};

}  // namespace

const BuiltinTable kTextBuiltins(kRows);

}  // namespace syn
