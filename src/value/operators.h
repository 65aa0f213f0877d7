// The parts of the operators on values: one function for each family of kinds. Not for others than
// value/.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "value/value.h"

namespace syn {

enum class Operator : uint8_t { Add, Subtract, Multiply, Divide, FloorDivide, Modulo, Power };
/// As the program writes it.
std::string_view operator_text(Operator op);

/// `Unsupported operation: number + bool`, with the hint that fits the kinds.
Error unsupported(const Value& left, std::string_view op, const Value& right);

/// Integers, floats and decimals.
Result<Value> operate_reals(Heap& heap, Operator op, const Value& left, const Value& right);
/// One of them complex, the other any number.
Result<Value> operate_complex(Heap& heap, Operator op, const Value& left, const Value& right);
/// One of them an array.
Result<Value> operate_arrays(Heap& heap, Operator op, const Value& left, const Value& right);
/// One of them a date, datetime or duration.
Result<Value> operate_times(Heap& heap, Operator op, const Value& left, const Value& right);
Result<Value> negate_duration(Heap& heap, const Value& duration);

}  // namespace syn
