// Tokens: kinds (from the table tokens.def), places in the source, and the lists that the lexer
// makes. Tokens hold no text; what they say is read from the source.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/span.h"

namespace syn {

enum class TokenKind : uint8_t {
#define SYN_TOKEN(kind, name, spelling) kind,
#define SYN_WORD(kind, name, spelling) kind,
#define SYN_SIGN(kind, name, spelling) kind,
#include "syntax/tokens.def"
#undef SYN_TOKEN
#undef SYN_WORD
#undef SYN_SIGN
};

/// The name of the kind in messages: `LPAREN`, `IDENTIFIER`, ….
std::string_view token_name(TokenKind kind);
/// How a word or a sign is written; empty for kinds without one spelling.
std::string_view token_spelling(TokenKind kind);
/// The reserved word with this spelling, or Identifier.
TokenKind find_reserved_word(std::string_view word);
bool is_reserved_word(TokenKind kind);
/// Whether a soft word before this token is used as a name (language.md §3.2).
bool is_name_use(TokenKind kind);
/// Whether an expression can begin with this token.
bool starts_operand(TokenKind kind);

/// One token. 24 bytes.
struct Token {
  static constexpr uint8_t kFirstOnLine = 1;  ///< nothing but blanks before it on its line
  static constexpr uint8_t kOpensLambda = 2;  ///< a `(` whose `)` is followed by `=>`
  static constexpr uint8_t kHasEscape = 4;    ///< a text or template text with a backslash
  static constexpr uint8_t kFloat = 8;        ///< a number with a point or an exponent
  static constexpr uint8_t kDecimal = 16;     ///< a number that ends in `d`

  uint32_t offset = 0;  ///< bytes from the start of the source
  uint32_t length = 0;  ///< bytes
  uint32_t line = 0;
  uint32_t column = 0;
  /// Indent, Dedent: the width. Opening bracket: index of the token that closes it, or 0.
  /// TemplateStart: index of its TemplateEnd. Problem: index in TokenList::problems.
  uint32_t extra = 0;
  TokenKind kind = TokenKind::EndOfFile;
  uint8_t flags = 0;

  bool has(uint8_t flag) const { return (flags & flag) != 0; }
  uint32_t end() const { return offset + length; }
};

struct Comment {
  uint32_t offset;
  uint32_t length;
  uint32_t line;
  uint32_t column;
};

/// Why a Problem token is none. The parser turns it into an Error where it meets the token.
struct LexProblem {
  const ErrorRow* row;
  std::vector<std::string> arguments;
};

/// What the lexer makes of a source. Ends with an EndOfFile token.
struct TokenList {
  std::vector<Token> tokens;
  std::vector<Comment> comments;
  std::vector<LexProblem> problems;
};

/// `text` in quotes as messages show values: single quotes and Python-style escapes.
std::string quote_value(std::string_view text);

}  // namespace syn
