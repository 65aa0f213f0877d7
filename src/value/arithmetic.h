// Operators on values (language.md §9, §10). The VM does small integers and floats itself and
// comes here for the rest. Left operands passed by value are reused when nobody else holds them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "value/value.h"

namespace syn {

Result<Value> add(Heap& heap, Value left, const Value& right);
Result<Value> subtract(Heap& heap, const Value& left, const Value& right);
Result<Value> multiply(Heap& heap, const Value& left, const Value& right);
Result<Value> divide(Heap& heap, const Value& left, const Value& right);
Result<Value> floor_divide(Heap& heap, const Value& left, const Value& right);
Result<Value> modulo(Heap& heap, const Value& left, const Value& right);
Result<Value> power(Heap& heap, const Value& left, const Value& right);
Result<Value> negate(Heap& heap, const Value& operand);

/// `left in right` (language.md §10.6).
Result<bool> contained_in(Heap& heap, const Value& left, const Value& right);
/// `container[index]` (language.md §12.1), all kinds.
Result<Value> index_value(Heap& heap, const Value& container, const Value& index);
/// A list position: integers and whole floats, negatives from the end; `length` for the message,
/// `kind` "list", "text" or "bytes". Fails when out of bounds.
Result<size_t> list_position(const Value& index, size_t length, std::string_view kind);
/// The text form of a map key.
Value key_text(Heap& heap, const Value& key);
/// Exact double of any real number (nearest for big integers and decimals); kind checked by caller.
double to_double(const Value& number);

}  // namespace syn
