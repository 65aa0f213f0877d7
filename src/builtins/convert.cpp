// Conversions: text, number, float, int, decimal, hex, type_of (data.md §3.9). The forms with a
// fallback give it instead of an error, for untrusted input.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>

#include "builtins/argument_checks.h"
#include "builtins/errors_b.h"
#include "builtins/families_b.h"
#include "builtins/math_numbers.h"
#include "builtins/text_arguments.h"
#include "num/float_text.h"
#include "value/arithmetic.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr FloatSyntax kLenientFloat{true, true, true};

std::string_view without_spaces(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\v\f\r";
  size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

/// A value as a message quotes it: texts short and bare, others by their kind.
std::string shown(const Value& value) {
  return value.is_text() ? short_display(value) : kind_of(value);
}
std::string shown_quoted(const Value& value) {
  std::string out;
  append_quoted(out, short_display(value));
  return out;
}

Result<Value> to_text(Call& call) {
  if (call[0].is_text()) return std::move(call[0]);
  if (call[0].is(Tag::BigInt)) {  // digits cost more than copying them
    TRY(call.tick(call[0].big_int().value.digit_estimate() / 2));
  }
  std::string text = display(call[0]);
  TRY(tick_bytes(call, text.size()));
  return finish_text(call, text);
}

Result<Value> type_of(Call& call) { return make_text(call.heap(), type_name(call[0])); }

bool is_digits(std::string_view text) {
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  bool digit = false;
  for (char c : text) {
    if (c != '_' && (c < '0' || c > '9')) return false;
    digit = digit || c != '_';
  }
  return digit;
}

/// Numbers and bools as a float; nothing for other kinds.
std::optional<double> plain_number(const Value& value) {
  if (is_real_number(value)) return to_double(value);
  if (value.is(Tag::Bool)) return value.as_bool() ? 1.0 : 0.0;
  return std::nullopt;
}

Result<double> number_of(Call& call, const Value& value) {
  if (std::optional<double> plain = plain_number(value)) return *plain;
  if (!value.is_text()) return Error(builtin_errors::kNotANumber, {kind_of(value)});
  TRY(tick_bytes(call, value.text().size));
  std::string_view text = without_spaces(value.view());
  std::optional<double> parsed = parse_float(text, kLenientFloat);
  if (!parsed) return Error(builtin_errors::kNotANumber, {shown(value)});
  if (std::abs(*parsed) >= 0x1p53 && is_digits(text)) {
    std::optional<AnyInteger> exact = parse_integer(text, 10, Underscores::BetweenDigits);
    const auto* small = exact ? std::get_if<int64_t>(&*exact) : nullptr;
    if (small == nullptr || std::abs(*small) > int64_t{1} << 53) {
      return Error(builtin_errors::kNumberLosesDigits, {short_display(value), call.name()});
    }
  }
  return *parsed;
}

Result<double> float_of(Call& call, const Value& value) {
  if (std::optional<double> plain = plain_number(value)) return *plain;
  if (!value.is_text()) return Error(builtin_errors::kNotAFloat, {kind_of(value)});
  TRY(tick_bytes(call, value.text().size));
  std::optional<double> parsed = parse_float(value.view(), kLenientFloat);
  if (!parsed) return Error(builtin_errors::kNotAFloat, {shown(value)});
  return *parsed;
}

/// The error of a failed conversion, or the fallback where one was given. Limits stay errors.
Result<Value> or_fallback(Error error, const Value* fallback) {
  if (fallback == nullptr || error.row().code.substr(0, 1) != "B") return error;
  return *fallback;
}

Result<Value> number(Call& call) {
  auto made = number_of(call, call[0]);
  if (!made.ok()) return or_fallback(std::move(made).error(), call.optional(1));
  return Value::number(made.value());
}

Result<Value> to_float(Call& call) {
  auto made = float_of(call, call[0]);
  if (!made.ok()) return or_fallback(std::move(made).error(), call.optional(1));
  return Value::number(made.value());
}

/// The base given by name, or 0.
Result<int> base_argument(const Call& call) {
  const Value* given = call.named(0);
  if (given == nullptr) return 0;
  bool fits = given->is_int() && given->as_int() >= 2 && given->as_int() <= 36;
  if (!fits) return Error(builtin_errors::kIntBadBase, {short_display(*given)});
  return static_cast<int>(given->as_int());
}

Error too_long(std::string_view name, std::string_view text) {
  size_t digits = 0;
  for (char c : text) digits += c >= '0' && c <= '9' ? 1 : 0;
  return Error(builtin_errors::kIntTooLong, {name, std::to_string(digits)});
}

Result<Value> int_of_text(Call& call, const Value& value) {
  TRY(tick_bytes(call, value.text().size));
  TRY_ASSIGN(int base, base_argument(call));
  std::string_view text = without_spaces(value.view());
  std::optional<AnyInteger> parsed = base == 0
                                         ? parse_prefixed_integer(text, Underscores::BetweenDigits)
                                         : parse_integer(text, base, Underscores::BetweenDigits);
  if (!parsed && base == 16) {
    parsed = parse_prefixed_integer(text, Underscores::BetweenDigits);
    if (text.find_first_of("xX") == std::string_view::npos) parsed.reset();
  }
  if (parsed) return integer_value(call.heap(), std::move(*parsed));
  if (base == 0 && is_digits(text) && has_too_many_digits(text)) return too_long("int", text);
  if (base == 0) return Error(builtin_errors::kNotAnInteger, {shown_quoted(value)});
  return Error(builtin_errors::kIntBaseText, {shown_quoted(value), std::to_string(base)});
}

Result<Value> int_of(Call& call, const Value& value) {
  if (value.is_text()) return int_of_text(call, value);
  if (value.is(Tag::Bytes)) return Error(builtin_errors::kIntBytes);
  if (call.named(0) != nullptr) {
    TRY_ASSIGN(int base, base_argument(call));
    return Error(builtin_errors::kIntBaseNotText, {std::to_string(base), type_name(value)});
  }
  if (value.is_integer()) return value;
  if (value.is(Tag::Bool)) return Value::integer(value.as_bool() ? 1 : 0);
  if (value.is_float()) {
    double number = value.as_float();
    if (std::isfinite(number) && number == std::trunc(number)) {
      return integer_value(call.heap(), integer_from_whole_double(number));
    }
    return Error(builtin_errors::kIntFraction, {short_display(value)});
  }
  if (value.is(Tag::Decimal)) {
    if (!value.decimal().value.is_integer()) {
      return Error(builtin_errors::kIntFraction, {short_display(value)});
    }
    return integer_value(call.heap(), value.decimal().value.to_integer(Rounding::Truncate));
  }
  return Error(builtin_errors::kIntKind, {type_name(value)});
}

Result<Value> to_int(Call& call) {
  const Value* fallback = call.optional(1);
  if (fallback != nullptr && fallback->is_int() && fallback->as_int() >= 2 &&
      fallback->as_int() <= 36) {
    return Error(builtin_errors::kIntBaseAsFallback, {std::to_string(fallback->as_int())});
  }
  if (const Value* named = call.named(1)) {
    if (fallback != nullptr) return Error(builtin_errors::kTwoFallbacks, {call.name()});
    fallback = named;
  }
  TRY(base_argument(call).ok() ? Result<void>() : Result<void>(base_argument(call).error()));
  auto made = int_of(call, call[0]);
  if (!made.ok()) return or_fallback(std::move(made).error(), fallback);
  return made;
}

Result<Value> decimal_of(Call& call, const Value& value) {
  if (value.is(Tag::Decimal)) return value;
  if (value.is_int()) return make_decimal(call.heap(), Decimal(value.as_int()));
  if (value.is(Tag::BigInt)) return make_decimal(call.heap(), Decimal(value.big_int().value));
  if (!value.is_text()) return Error(builtin_errors::kDecimalKind, {type_name(value)});
  TRY(tick_bytes(call, value.text().size));
  std::string_view text = without_spaces(value.view());
  std::optional<Decimal> parsed = Decimal::parse(text, Underscores::BetweenDigits);
  if (!parsed) return Error(builtin_errors::kNotADecimal, {shown(value)});
  return make_decimal(call.heap(), std::move(*parsed));
}

Result<Value> to_decimal(Call& call) {
  if (call[0].is_float()) return Error(builtin_errors::kDecimalOfFloat);
  auto made = decimal_of(call, call[0]);
  if (!made.ok()) return or_fallback(std::move(made).error(), call.optional(1));
  return made;
}

Result<Value> hex(Call& call) {
  const Value& value = call[0];
  std::string out = "0x";
  if (value.is(Tag::Bytes)) {
    constexpr char kDigits[] = "0123456789abcdef";
    TRY(call.reserve(value.bytes().size * 2));
    TRY(tick_bytes(call, value.bytes().size));
    for (uint8_t byte : value.bytes().view()) {
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  } else if (value.is_int() && value.as_int() >= 0) {
    out += BigInt(value.as_int()).to_text(16);
  } else if (value.is(Tag::BigInt) && value.big_int().value.sign() > 0) {
    TRY(call.tick(value.big_int().value.bit_length() / 64));
    out += value.big_int().value.to_text(16);
  } else {
    bool negative = value.is_integer();
    return Error(builtin_errors::kHexKind, {negative ? short_display(value) : kind_of(value)});
  }
  return finish_text(call, out);
}

constexpr BuiltinSpec kRows[] = {
    {"text", "x", 1, 1, "", Purity::Pure, "", "The text that print shows for a value.",
     "text(2.50) → 2.5", "fixed decimals: format_number(x, 2) or `{x:.2f}`", to_text},
    {"type_of", "x", 1, 1, "", Purity::Pure, "",
     "The kind of a value: number, decimal, text, bool, nothing, list, map, …",
     "type_of([1]) → list", "to compare: type_of(x) == \"number\"", type_of},
    {"number", "x, fallback?", 1, 2, "", Purity::Pure, "",
     "Text, bool or a number as a float; the fallback when it is none.",
     "number(\"12,5\", nothing) → nothing",
     "the second argument is the fallback: number(x, nothing)", number},
    {"float", "x, fallback?", 1, 2, "", Purity::Pure, "",
     "Text or a number as a float; the fallback when it is none.", "float(1.5d) → 1.5",
     "the second argument is the fallback: float(x, nothing)", to_float},
    {"int", "x, fallback?", 1, 2, "base, fallback", Purity::Pure, "",
     "Text or a whole number as an integer of any size; the fallback when it is none.",
     "int(\"ff\", base = 16) → 255", "another base by name: int(text, base = 16)", to_int},
    {"decimal", "x, fallback?", 1, 2, "", Purity::Pure, "",
     "Text or an integer as an exact decimal; the fallback when it is none.",
     "decimal(\"12.50\") → 12.50", "", to_decimal},
    {"hex", "x", 1, 1, "", Purity::Pure, "", "An integer of 0 or more, or bytes, in base 16.",
     "hex(255) → 0xff", "", hex},
};

}  // namespace

const BuiltinTable kConvertBuiltins(kRows);

}  // namespace syn
