// Two values of different kinds that are written alike: 7 and "7", true and "yes", a date and its
// text. They are never equal, and a question that compares them hardly means that.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "value/value.h"

namespace syn {

/// Whether one is a text and the other a number (leading zeros aside), truth value, date or time
/// that the text says.
bool are_twins(const Value& left, const Value& right);

/// The first of several items that is a twin of `wanted`, or null. Looks only where the first item
/// is of another kind.
const Value* find_twin(const Value& wanted, std::span<const Value> items);

/// The number that a value is, or that a text says, in plain notation without zeros that say
/// nothing: twins have one form. Empty for other values.
std::string number_form_of(const Value& value);

/// Of `in` and of `contains`, which found nothing but a twin.
Error twin_error(const Value& wanted, const Value& twin);

/// `yes`, `no`, `true`, `false`, `y`, `n`, `t`, `f`, `on`, `off`, in any case.
bool is_truth_word(std::string_view text);
/// Those that say no.
bool is_word_for_false(std::string_view text);

}  // namespace syn
