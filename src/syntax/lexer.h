// From text to tokens: indentation, comments, literals, and the holes of templates in place. Never
// fails: what is no token becomes a Problem token, which the parser reports where it meets it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/token.h"

namespace syn {

/// Makes the tokens of one source. The source must be valid UTF-8, at most 4 GiB, and outlive the
/// lexer.
class Lexer {
 public:
  Lexer(std::string_view source, TokenList& list) : source_(source), list_(list) {}

  /// Lexes the whole source.
  void run();
  /// Drops token `index` and all after it, and lexes again from the line on which it stands, with
  /// no bracket open. For recovery after a bracket that is never closed.
  void restart_at(size_t index);

 private:
  /// An open bracket, or an open hole.
  struct Opening {
    char sign;            ///< `(` `[` `{`, or 'h' for a hole
    uint32_t token;       ///< its index
    uint32_t num_braces;  ///< hole: open `{` inside it
    uint32_t num_parens;  ///< hole: size of open_parens_ at its start
  };
  struct Level {
    uint32_t width;
    bool silent;  ///< opened without INDENT, after an indentation error
  };

  void lex_all();
  bool gives_up() const;
  void lex_line_start();
  void change_indentation(uint32_t width);
  void lex_newline();
  void lex_comment();
  const ErrorRow* find_comment_problem() const;
  bool closes_on_this_line(size_t from) const;
  void lex_name();
  void lex_number();
  void lex_prefixed_number(const ErrorRow& row, unsigned base);
  size_t scan_digits(size_t from, bool& tidy) const;
  void lex_string(char quote);
  size_t find_late_quote(size_t newline, char quote) const;
  void lex_template();
  void lex_template_text();
  void pass_newlines(size_t start, size_t end);
  void lex_format();
  void close_hole();
  bool lex_foreign_text();
  void lex_foreign_character();
  void lex_sign();
  void mark_lambda();
  void open_bracket(char sign, TokenKind kind);
  void close_bracket(char sign, TokenKind kind);
  void finish();

  Token& add(TokenKind kind, size_t length);
  void add_problem(const ErrorRow& row, std::vector<std::string> arguments, size_t length);
  char peek(size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  /// Whether the innermost opening is a hole.
  bool in_hole() const { return !openings_.empty() && openings_.back().sign == 'h'; }
  uint32_t column_at(size_t offset) const;
  void start_line(size_t offset);

  std::string_view source_;
  TokenList& list_;  ///< the caller's; outlives the lexer
  size_t at_ = 0;
  uint32_t line_ = 1;
  size_t line_start_ = 0;
  mutable size_t counted_to_ = 0;        ///< columns are counted up to here …
  mutable uint32_t counted_column_ = 1;  ///< … where this column starts
  bool first_on_line_ = true;
  bool check_indentation_ = true;
  bool no_block_comment_end_ = false;  ///< no `*/` from here on
  std::vector<Level> levels_{{0, false}};
  std::vector<Opening> openings_;
  std::vector<uint32_t> holes_;  ///< indexes in openings_ of the open holes
  std::vector<uint32_t> open_parens_;
  std::vector<uint32_t> templates_;  ///< indexes of open TemplateStart tokens
};

}  // namespace syn
