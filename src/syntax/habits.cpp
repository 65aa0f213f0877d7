// Where parsing failed: which finder knows the habit. The order is from the most particular on.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/habits.h"

#include "syntax/habit_finders.h"

namespace syn {

std::optional<Habit> find_failure_habit(const HabitSite& site) {
  HabitReader reader(site);
  constexpr std::optional<Habit> (*kFinders[])(const HabitReader&) = {
      find_text_habit,   find_character_habit,  find_assignment_habit, find_header_habit,
      find_lambda_habit, find_expression_habit, find_collection_habit, find_operator_habit,
      find_line_habit,   find_missing_comma,    find_unclosed,
  };
  for (auto* finder : kFinders) {
    if (auto habit = finder(reader)) return habit;
  }
  return std::nullopt;
}

}  // namespace syn
