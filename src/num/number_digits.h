// Rounded digits of numbers, for number_text.cpp and format_mark.cpp: without sign, padding or
// separators.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "num/decimal.h"

namespace syn {

/// `123.46`: the magnitude with `decimals` digits after the point. Finite values only.
std::string fixed_digits(double value, uint32_t decimals);
std::string fixed_digits(const Decimal& value, uint32_t decimals);
/// `1.235e+02`: the magnitude with `decimals` digits after the first.
std::string scientific_digits(double value, uint32_t decimals);
std::string scientific_digits(const Decimal& value, uint32_t decimals);

/// What `general_digits` adds to a whole number.
enum class WholeMark : uint8_t { Nothing, PointZero };
/// `scientific` laid out as `g` has it: fixed where the exponent is small for so many significant
/// digits, without zeros at the end.
std::string general_digits(std::string_view scientific, uint32_t significant, WholeMark whole_mark);

/// The digits before the point or exponent, with `separator` between groups of `group` digits and
/// zeros in front until the text is `min_width` characters long.
std::string group_digits(std::string_view digits, std::string_view separator, size_t group,
                         size_t min_width);

}  // namespace syn
