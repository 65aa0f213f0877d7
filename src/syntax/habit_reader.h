// How the habit finders read the program around a failure and make their findings. Inside the
// module.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "syntax/errors.h"
#include "syntax/habits.h"
#include "syntax/token.h"

namespace syn {

class HabitReader {
 public:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  /// Borrows the site.
  explicit HabitReader(const HabitSite& site) : site_(site) {}

  const HabitSite& site() const { return site_; }
  size_t at() const { return site_.at; }
  bool failed_with(const ErrorRow& row) const { return site_.row == &row; }
  /// Whether the failure is `Expected <name>, got …`.
  bool expected(std::string_view name) const;

  const Token& token(size_t index) const;
  TokenKind kind(size_t index) const { return token(index).kind; }
  std::string_view text(size_t index) const;
  bool is(size_t index, std::string_view text_wanted) const { return text(index) == text_wanted; }
  bool is_name(size_t index) const { return kind(index) == TokenKind::Identifier; }
  /// Whether no blank stands between the token and the one before.
  bool glued(size_t index) const;
  /// Whether the line is over before the token (a layout token, or the first of another line).
  bool ends_line(size_t index) const;
  /// The token that ends the line of `from`.
  size_t line_end(size_t from) const;
  /// The same, before a `;`, `:` or `{` that ends the line.
  size_t text_end(size_t from) const;
  /// The first token from `from` on, at the depth of `from`, with this text; `end` if there is
  /// none.
  size_t find(size_t from, size_t end, std::string_view wanted) const;
  /// The innermost bracket open before the token, or kNone.
  size_t opening_before(size_t index) const;
  /// The first token of the name with its postfixes that ends before `end`; `end` if there is none.
  size_t operand_start(size_t end) const;
  /// The operands around [from, to), with `op` between them.
  std::string around(size_t from, size_t to, std::string_view op) const;
  /// Whether the `(` at `open` calls something.
  bool is_call(size_t open) const;
  /// Whether a whole expression stands right before the failure, from `site().expression` on.
  bool has_left() const;
  size_t expression_end(size_t from) const { return site_.scanner.skip_expression(from); }
  bool is_whole_expression(size_t from, size_t to) const { return expression_end(from) == to; }

  /// The source of the tokens [from, to).
  std::string source(size_t from, size_t to) const;
  /// The same with foreign operators and literals put into Synsema.
  std::string translate(size_t from, size_t to) const;
  /// The same for a statement: `return x` becomes `give x`.
  std::string translate_statement(size_t from, size_t to) const;
  /// In parentheses unless it is one operand.
  std::string as_operand(size_t from, size_t to) const;
  /// The same, without parentheses that enclose all of it.
  std::string without_parentheses(size_t from, size_t to) const;
  Span span(size_t from, size_t to) const;
  /// The blanks that the line of the token begins with.
  std::string indent(size_t index) const;
  std::string body_indent(size_t index) const { return indent(index) + "    "; }
  /// Whether the program binds this name anywhere (or seems to).
  bool is_declared(std::string_view name) const;
  /// Whether a variable of this name seems to exist where the token stands.
  bool is_bound(std::string_view name, size_t index) const;
  /// `wish`, or it with a number, so that the program does not use it yet.
  std::string unused_name(std::string_view wish) const;

  /// A finding in own words about the word at `word`; replaces [from, to) by `text`.
  Habit foreign(const ErrorRow& row, size_t word, size_t to, std::string text) const;
  /// The same without a replacement; `example` fills {1}.
  Habit foreign_plain(const ErrorRow& row, size_t word, std::string example) const;
  /// The plain error with advice; replaces [from, to) by `text`.
  Habit advise(const ErrorRow& row, size_t from, size_t to, std::string text) const;
  /// The same for the operator [from, to); the example shows it with its operands.
  Habit replace_sign(const ErrorRow& row, size_t from, size_t to, std::string_view op) const;
  /// The same without a replacement; `example` fills {2}.
  Habit advise_plain(const ErrorRow& row, std::string example = {}) const;

 private:
  std::string plain_error(Language language) const;

  const HabitSite& site_;  ///< the caller's; outlives the reader
};

/// `text` on one line.
std::string on_one_line(std::string_view text);

}  // namespace syn
