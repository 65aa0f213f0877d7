// Between numbers of the language and those of num/: what the math builtins share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "num/integer.h"
#include "vm/call.h"

namespace syn {

Value integer_value(Heap& heap, AnyInteger value);
/// Of an integer value.
AnyInteger integer_of(const Value& value);
/// `NAME expects a number, got KIND` unless it is an int, float or decimal (a bool is not).
Result<void> check_number(const Call& call, const Value& value);
/// A number as a double, checked as above.
Result<double> real_argument(const Call& call, const Value& value);
/// An array of `map` of each element.
Result<Value> map_array(Call& call, const ArrayObject& array, double (*map)(double));

}  // namespace syn
