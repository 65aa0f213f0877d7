// Reading the numbers of a list argument, with the messages of the reductions (data.md §3.4).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "builtins/argument_checks.h"
#include "builtins/number_series.h"
#include "vm/call.h"

namespace syn {

/// `NAME expects a list of numbers or an array, got KIND` unless it is a list.
Result<void> check_number_list(Call& call, const Value& value);
/// `NAME expects numbers, got KIND at index N (missing values are `nothing`)`.
Error not_a_number(std::string_view name, const Value& got, size_t index);

/// The same for an item of a list; where it is a text of digits, the message names the text further
/// on that keeps the column from being numbers.
Error not_a_number(std::string_view name, std::span<const Value> items, size_t index);
/// The first text that is not written as a number, from `index` on; `index` where there is none.
size_t first_odd_text(std::span<const Value> items, size_t index);

/// Adds all numbers of a list.
Result<void> sum_list(Call& call, const Value& list, NumberSum& total);
/// Keeps all numbers of a list; their memory is charged to `charge`.
Result<Numbers> numbers_of_list(Call& call, const Value& list, ScratchCharge& charge);
/// The median (without `place`) or quantile of a list whose numbers need not be gathered first;
/// nothing for other lists.
Result<std::optional<Value>> place_in_column(Call& call, const Value& list,
                                             std::optional<double> place);
/// Decimals when any of the values is one.
Numbers::Form form_of(std::span<const Value> values);

/// `NAME of an empty KIND`, or `NAME: every value is missing (nothing)`, when there are no numbers.
Result<void> check_present(Call& call, const List& list, uint64_t num_present,
                           std::string_view kind);

}  // namespace syn
