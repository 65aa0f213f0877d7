// Filling templates and writing numbers for people: fmt, format_number (data.md §3.7, §3.10).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/text_arguments.h"
#include "num/number_text.h"
#include "value/display.h"

namespace syn {
namespace {

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}
bool is_name_part(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }

/// name ("." name)*
bool is_path(std::string_view text) {
  bool start = true;
  for (char c : text) {
    if (start ? !is_name_start(c) : !is_name_part(c) && c != '.') return false;
    start = c == '.';
  }
  return !start;
}

/// The value at the end of a path of keys, or null.
const Value* follow(const Value& values, std::string_view path) {
  const Value* at = &values;
  while (true) {
    if (!at->is_map()) return nullptr;
    size_t dot = path.find('.');
    at = at->map().get(path.substr(0, dot));
    if (at == nullptr || dot == std::string_view::npos) return at;
    path.remove_prefix(dot + 1);
  }
}

Result<void> append_marked(std::string& out, const Value& value, const FormatMark& mark) {
  std::string text;
  if (value.is_int()) {
    TRY_ASSIGN(text, apply_format_mark(mark, value.as_int()));
  } else if (value.is_float()) {
    TRY_ASSIGN(text, apply_format_mark(mark, value.as_float()));
  } else if (value.is(Tag::BigInt)) {
    TRY_ASSIGN(text, apply_format_mark(mark, value.big_int().value));
  } else if (value.is(Tag::Decimal)) {
    TRY_ASSIGN(text, apply_format_mark(mark, value.decimal().value));
  } else {
    TRY_ASSIGN(text, apply_format_mark(mark, std::string_view(display(value))));
  }
  out += text;
  return {};
}

/// Fills one hole; false when the braces are not a hole.
Result<bool> fill_hole(std::string& out, std::string_view inside, const Value& values) {
  if (const Value* exact = values.map().get(inside)) {
    append_display(out, *exact);
    return true;
  }
  size_t colon = inside.find(':');
  std::string_view name = inside.substr(0, colon);
  if (!is_path(name)) return false;
  FormatMark mark;
  if (colon != std::string_view::npos) {
    auto parsed = parse_format_mark(inside.substr(colon + 1));
    if (!parsed.ok()) return false;
    mark = parsed.value();
  }
  const Value* value = values.map().get(name);
  if (value == nullptr) value = follow(values, name);
  if (value == nullptr) return Error(builtin_errors::kFmtNoValue, {name});
  if (colon == std::string_view::npos) {
    append_display(out, *value);
  } else {
    TRY(append_marked(out, *value, mark));
  }
  return true;
}

/// 0.6.29+: `{{` and `}}` are braces; what is between braces and is neither a key nor a name stays.
Result<Value> fmt(Call& call) {
  TRY_ASSIGN(std::string_view pattern, text_argument(call, call[0], "template"));
  if (!call[1].is_map()) return Error(builtin_errors::kFmtNotMap, {type_name(call[1])});
  std::string out;
  for (size_t i = 0; i < pattern.size();) {
    TRY(call.tick());
    size_t brace = std::min(pattern.find_first_of("{}", i), pattern.size());
    TRY(call.reserve(out.size() + (brace - i)));
    out += pattern.substr(i, brace - i);
    i = brace;
    if (i == pattern.size()) break;
    if (pattern.substr(i, 2) == "{{" || pattern.substr(i, 2) == "}}") {
      out += pattern[i];
      i += 2;
      continue;
    }
    size_t close = pattern[i] == '{' ? pattern.find_first_of("{}", i + 1) : std::string_view::npos;
    if (close != std::string_view::npos && pattern[close] == '}') {
      TRY_ASSIGN(bool filled, fill_hole(out, pattern.substr(i + 1, close - i - 1), call[1]));
      if (filled) {
        i = close + 1;
        continue;
      }
    }
    out += pattern[i++];
  }
  return finish_text(call, out);
}

/// Digits after the point that a number has of itself.
uint32_t own_decimals(const Value& number) {
  if (number.is(Tag::Decimal)) return number.decimal().value.scale();
  if (!number.is_float() || !std::isfinite(number.as_float())) return 0;
  return Decimal::from_float_text(number.as_float()).trimmed().scale();
}

std::string formatted(const Value& number, uint32_t decimals, std::string_view thousands) {
  if (number.is_int()) return format_number(number.as_int(), decimals, thousands);
  if (number.is_float()) return format_number(number.as_float(), decimals, thousands);
  if (number.is(Tag::BigInt)) return format_number(number.big_int().value, decimals, thousands);
  return format_number(number.decimal().value, decimals, thousands);
}

/// Points and commas exchanged: 1,234.50 is 1.234,50.
void exchange_marks(std::string& text) {
  for (char& c : text) {
    if (c == '.') {
      c = ',';
    } else if (c == ',') {
      c = '.';
    }
  }
}

Result<Value> format_number(Call& call) {
  if (!is_real_number(call[0])) {
    return Error(builtin_errors::kFormatNotNumber, {type_name(call[0])});
  }
  const Value* given = call.size() > 1 ? &call[1] : call.named(0);
  uint32_t decimals = own_decimals(call[0]);
  if (given != nullptr && !given->is_nothing()) {
    TRY_ASSIGN(int64_t wanted, whole_argument(call, *given, "decimals"));
    if (wanted < 0 || wanted > int64_t{kMaxFormatWidth}) {
      return Error(builtin_errors::kFormatDecimals, {std::to_string(wanted)});
    }
    decimals = static_cast<uint32_t>(wanted);
  }
  decimals = std::min(decimals, kMaxFormatWidth);
  std::string_view thousands = ",";
  const Value* mark = call.size() > 2 ? &call[2] : call.named(1);
  if (mark != nullptr) {
    TRY_ASSIGN(thousands, text_argument(call, *mark, "thousands separator"));
  }
  TRY(call.tick(1 + decimals / 64));
  bool points = thousands == ".";
  std::string text = formatted(call[0], decimals, points ? "," : thousands);
  if (points) exchange_marks(text);
  return finish_text(call, text);
}

constexpr BuiltinSpec kRows[] = {
    {"fmt", "template, values", 2, 2, "", Purity::Pure, "",
     "A template with {name} and {name:mark} filled from a map.",
     "fmt(\"{n} of {total:,}\", {\"n\": 3, \"total\": 1200}) → 3 of 1,200",
     "pass one map: fmt(\"{a} {b}\", {\"a\": 1, \"b\": 2})", fmt},
    {"format_number", "x, decimals?, thousands = \",\"", 1, 3, "decimals, thousands", Purity::Pure,
     "",
     "A number with fixed decimals (its own when not given) and a thousands separator; with \".\" "
     "as "
     "separator the decimal mark is a comma.",
     "format_number(1234567.891, 2) → 1,234,567.89", "", format_number},
};

}  // namespace

const BuiltinTable kTextFormatBuiltins(kRows);

}  // namespace syn
