// Questions about the kind of a value (data.md §3.9, §3.17).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "builtins/families_b.h"
#include "builtins/math_numbers.h"

namespace syn {
namespace {

template <Tag kTag>
Result<Value> is_tag(Call& call) {
  return Value::boolean(call[0].is(kTag));
}

Result<Value> is_integer(Call& call) { return Value::boolean(call[0].is_integer()); }

Result<Value> is_number(Call& call) {
  return Value::boolean(call[0].is_integer() || call[0].is_float());
}

Result<Value> is_nan(Call& call) {
  TRY(check_number(call, call[0]));
  return Value::boolean(call[0].is_float() && std::isnan(call[0].as_float()));
}

Result<Value> is_infinite(Call& call) {
  TRY(check_number(call, call[0]));
  return Value::boolean(call[0].is_float() && std::isinf(call[0].as_float()));
}

Result<Value> is_finite(Call& call) {
  TRY(check_number(call, call[0]));
  return Value::boolean(!call[0].is_float() || std::isfinite(call[0].as_float()));
}

constexpr BuiltinSpec kRows[] = {
    {"is_integer", "x", 1, 1, "", Purity::Pure, "", "Whether it is an integer; 1.0 is a float.",
     "is_integer(1.0) → false", "several values: every(xs, (x) => is_integer(x))", is_integer},
    {"is_number", "x", 1, 1, "", Purity::Pure, "", "Whether it is an integer or a float.",
     "is_number(1.5) → true", "several values: every(xs, (x) => is_number(x))", is_number},
    {"is_decimal", "x", 1, 1, "", Purity::Pure, "", "Whether it is a decimal.",
     "is_decimal(1.50d) → true", "", is_tag<Tag::Decimal>},
    {"is_text", "x", 1, 1, "", Purity::Pure, "", "Whether it is a text.", "is_text(\"a\") → true",
     "", is_tag<Tag::Text>},
    {"is_bool", "x", 1, 1, "", Purity::Pure, "", "Whether it is true or false.",
     "is_bool(0) → false", "", is_tag<Tag::Bool>},
    {"is_list", "x", 1, 1, "", Purity::Pure, "", "Whether it is a list.", "is_list([]) → true", "",
     is_tag<Tag::List>},
    {"is_map", "x", 1, 1, "", Purity::Pure, "", "Whether it is a map.", "is_map([]) → false", "",
     is_tag<Tag::Map>},
    {"is_bytes", "x", 1, 1, "", Purity::Pure, "", "Whether it is bytes.",
     "is_bytes(bytes(\"a\")) → true", "", is_tag<Tag::Bytes>},
    {"is_complex", "x", 1, 1, "", Purity::Pure, "", "Whether it is a complex number.",
     "is_complex(1) → false", "", is_tag<Tag::Complex>},
    {"is_array", "x", 1, 1, "", Purity::Pure, "", "Whether it is an array.",
     "is_array([1]) → false", "", is_tag<Tag::Array>},
    {"is_date", "x", 1, 1, "", Purity::Pure, "", "Whether it is a date.",
     "is_date(\"2026-01-31\") → false", "", is_tag<Tag::Date>},
    {"is_datetime", "x", 1, 1, "", Purity::Pure, "", "Whether it is a datetime.",
     "is_datetime(0) → false", "", is_tag<Tag::DateTime>},
    {"is_duration", "x", 1, 1, "", Purity::Pure, "", "Whether it is a duration.",
     "is_duration(duration(days = 1)) → true", "", is_tag<Tag::Duration>},
    {"is_nan", "x", 1, 1, "", Purity::Pure, "", "Whether a number is NaN.", "is_nan(nan) → true",
     "several values: some(xs, (x) => is_nan(x))", is_nan},
    {"is_infinite", "x", 1, 1, "", Purity::Pure, "", "Whether a number is infinite.",
     "is_infinite(-inf) → true", "", is_infinite},
    {"is_finite", "x", 1, 1, "", Purity::Pure, "", "Whether a number is neither infinite nor NaN.",
     "is_finite(1) → true", "", is_finite},
};

}  // namespace

const BuiltinTable kPredicateBuiltins(kRows);

}  // namespace syn
