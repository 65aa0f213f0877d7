// Equality (language.md §7.4), the equality of group keys and its hash (data.md §3.5), and order.
// None of these recurses on the C++ stack with the nesting of the values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>

#include "base/result.h"
#include "value/value.h"

namespace syn {

/// `==`. Fails when a decimal meets a float where the comparison really reaches them.
Result<bool> equal(const Value& left, const Value& right);
/// Equality of group keys: NaN equals NaN, `1`, `1.0`, `1d`, `true` are one key, `-0.0` is 0;
/// decimal and float of equal value fail as above.
Result<bool> key_equal(const Value& left, const Value& right);
/// Hash that agrees with key_equal.
uint64_t key_hash(const Value& value);
/// `<` and friends: two numbers, two texts, two dates, … Unordered for NaN. Fails with
/// `Unsupported operation: <kind> <op> <kind>`; `op` is the operator's text.
Result<std::partial_ordering> compare(const Value& left, const Value& right, std::string_view op);
/// The order of `sort` (data.md §3.3): NaN then nothing last (also with `descending`), lists
/// lexicographic. `name` ("sort", "sort_by") begins the messages.
Result<int> sort_compare(const Value& left, const Value& right, bool descending,
                         std::string_view name);

}  // namespace syn
