// Headers and blocks of other languages, put into Synsema: conditions, loops, functions; bodies in
// braces or on the line of their header. Inside the module.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "syntax/habit_reader.h"

namespace syn {

/// Text that takes the place of the tokens up to `end`; `end == 0` where there is none.
struct Rewrite {
  std::string text;
  size_t end = 0;

  bool ok() const { return end != 0; }
};

/// The end of a condition that begins at `from`: before `:`, `{`, `then`, `do`, or the line's end.
size_t find_condition_end(const HabitReader& reader, size_t from);
/// `header` and what follows it at `at`: nothing more (a colon or `then` goes), the rest of the
/// line as its body, or braces and the branches after them.
Rewrite finish_header(const HabitReader& reader, std::string header, size_t at);
/// The block in braces at `open`, as indented lines (each begins with a line feed), and its
/// branches.
Rewrite rewrite_braces(const HabitReader& reader, size_t open);
/// What stands between `for` and its body, as `each NAME in COLLECTION`.
Rewrite rewrite_for(const HabitReader& reader, size_t word);
/// `NAME(params)` of a function, as `task NAME(params)`.
Rewrite rewrite_function(const HabitReader& reader, size_t name);
/// Parameters without types, stars and `self`; `open` is their parenthesis.
std::string rewrite_parameters(const HabitReader& reader, size_t open);
/// `each A, B in COLLECTION` with the parts taken in the body; `first` is A.
Rewrite rewrite_two_names(const HabitReader& reader, size_t first);
/// A statement of the tokens [from, to), assignments included.
std::string rewrite_statement(const HabitReader& reader, size_t from, size_t to);
/// A value of the tokens [from, to), choices `a if c else b` and lambdas `x => …` included.
std::string rewrite_value(const HabitReader& reader, size_t from, size_t to);
/// The lines of a `type` or `enum` body in braces; each begins with a line feed.
Rewrite rewrite_entries(const HabitReader& reader, size_t open);
/// An assignment in [from, to) as `let` or `set`; empty for none.
std::string rewrite_assignment(const HabitReader& reader, size_t from, size_t to);
/// `let` statements for `[a, b]`, `{a, b}` or `a, b` in [from, to) and the value in [value, end).
std::string rewrite_destructuring(const HabitReader& reader, size_t from, size_t to, size_t value,
                                  size_t end);

}  // namespace syn
