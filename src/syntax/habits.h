// Habits of other languages: where parsing fails and the text looks like Python, JavaScript or
// SQL, these give the error that names the Synsema form, with the names of the program filled in,
// and the exact replacement where there is one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
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

/// Where parsing failed.
struct HabitSite {
  const TokenList& list;
  std::string_view source;
  ExpressionScanner& scanner;
  size_t statement;     ///< first token of the statement
  size_t expression;    ///< first token of the expression read last
  size_t at;            ///< the token that did not fit
  const ErrorRow& row;  ///< what would be reported
  std::vector<std::string> arguments;
};

/// A habit that was recognised.
struct Habit {
  const ErrorRow* row;
  std::vector<std::string> arguments;
  Span span;
  Phase phase = Phase::Parse;
  std::optional<Fix> fix;
  size_t resume = 0;  ///< the token to go on from
};

}  // namespace syn
