// The finders of find_failure_habit, by subject: each looks at one kind of failure and gives a
// finding or nothing. Inside the module.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "syntax/habit_reader.h"

namespace syn {

/// Text, comments and single characters of other languages.
std::optional<Habit> find_text_habit(const HabitReader& reader);
std::optional<Habit> find_character_habit(const HabitReader& reader);
/// `=` and its kin, `let` and `set`.
std::optional<Habit> find_assignment_habit(const HabitReader& reader);
/// Headers, blocks, parameters, arms, statements that go on.
std::optional<Habit> find_header_habit(const HabitReader& reader);
std::optional<Habit> find_line_habit(const HabitReader& reader);
/// Choices, comprehensions, slices, lambdas.
std::optional<Habit> find_expression_habit(const HabitReader& reader);
std::optional<Habit> find_lambda_habit(const HabitReader& reader);
std::optional<Habit> find_collection_habit(const HabitReader& reader);
std::optional<Habit> find_missing_comma(const HabitReader& reader);
/// Brackets that are never closed.
std::optional<Habit> find_unclosed(const HabitReader& reader);
/// Operators and words in the place of operators.
std::optional<Habit> find_operator_habit(const HabitReader& reader);

}  // namespace syn
