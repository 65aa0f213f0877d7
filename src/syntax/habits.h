// Habits of other languages: where parsing fails and the text looks like Python, JavaScript or SQL,
// these give the error that names the Synsema form, with the names of the program filled in, and
// the exact replacement where there is one. Rows: habits.def.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "syntax/token.h"

namespace syn {

/// Tries expressions without reporting anything.
class ExpressionScanner {
 public:
  /// Index of the token after the expression that begins at `from`; `from` itself if there is none.
  virtual size_t skip_expression(size_t from) = 0;

 protected:
  ~ExpressionScanner() = default;
};

/// The names that a program binds, found when first asked for: after `let`, `task`, …, and items of
/// lists in brackets. For words that are habits only where they are no names.
class DeclaredNames {
 public:
  /// Borrows both.
  DeclaredNames(const TokenList& list, std::string_view source) : list_(list), source_(source) {}
  bool contains(std::string_view name) const;

 private:
  const TokenList& list_;
  std::string_view source_;
  mutable std::optional<std::unordered_set<std::string_view>> names_;
};

/// Where parsing failed, or where a statement begins. Borrows all it names for the call.
struct HabitSite {
  const TokenList& list;
  std::string_view source;
  ExpressionScanner& scanner;
  const DeclaredNames& declared;
  size_t statement;     ///< first token of the statement
  size_t expression;    ///< first token of the expression read last
  size_t at;            ///< the token that did not fit
  const ErrorRow* row;  ///< what would be reported; null at the start of a statement
  std::vector<std::string> arguments;
};

/// A habit that was recognised.
struct Habit {
  const ErrorRow* row = nullptr;
  std::vector<std::string> arguments;
  Span span;
  Phase phase = Phase::Parse;
  std::optional<Fix> fix;
  size_t resume = 0;  ///< the token to go on from
};

/// A statement that begins with a word of another language (`site.at` is its first token).
std::optional<Habit> find_statement_habit(const HabitSite& site);
/// The `:` at `site.at` after the header of a block.
Habit explain_block_colon(const HabitSite& site);
/// The habit behind a failure.
std::optional<Habit> find_failure_habit(const HabitSite& site);

}  // namespace syn
