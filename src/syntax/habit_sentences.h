// Statements of other languages that stand on one line, put into Synsema. Each function gives the
// finding for the word at `reader.at()`. Inside the module.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "syntax/habit_blocks.h"
#include "syntax/habit_reader.h"

namespace syn {

/// The finding that a rewrite makes; `example` is shown where there is none.
Habit from_rewrite(const HabitReader& reader, const ErrorRow& row, Rewrite rewrite,
                   std::string example);
/// `return x`; also `return x if c` without an `else`.
Habit explain_return(const HabitReader& reader);
/// `throw x`, `throw new Error(x)`.
Habit explain_throw(const HabitReader& reader);
/// `var x = 5`, `const x: T = 5`, `var x`, `const [a, b] = xs`.
Habit explain_declaration(const HabitReader& reader);
/// A line that goes: `end`, `global x`.
Habit explain_removal(const HabitReader& reader, const ErrorRow& row);
/// `import "./x.syn" as y`, `import math`.
Habit explain_import(const HabitReader& reader);
/// `del m["k"]`, `delete m.k`.
Habit explain_delete(const HabitReader& reader);
/// `SELECT … FROM …`, with the lines that go on with a word of SQL; nothing where it is none.
std::optional<Habit> explain_sql(const HabitReader& reader);
/// `async def f`, `await x`.
Habit explain_async(const HabitReader& reader);
/// `echo x, y`: a call of `name` without parentheses.
Habit explain_call(const HabitReader& reader, const ErrorRow& row, std::string name);

}  // namespace syn
