// Token names, spellings and classes.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/token.h"

#include <array>
#include <cstddef>

namespace syn {
namespace {

struct TokenRow {
  std::string_view name;
  std::string_view spelling;
  bool is_word;
};

constexpr TokenRow kRows[] = {
#define SYN_TOKEN(kind, name, spelling) {name, spelling, false},
#define SYN_WORD(kind, name, spelling) {name, spelling, true},
#define SYN_SIGN(kind, name, spelling) {name, spelling, false},
#include "syntax/tokens.def"
#undef SYN_TOKEN
#undef SYN_WORD
#undef SYN_SIGN
};

constexpr size_t kNumKinds = std::size(kRows);

/// Reserved words by first letter: `next` chains kinds that share one; 0 ends a chain (kind 0 is no
/// word).
struct WordIndex {
  std::array<uint8_t, 128> first{};
  std::array<uint8_t, kNumKinds> next{};
};

constexpr WordIndex make_word_index() {
  WordIndex index;
  for (size_t i = 0; i < kNumKinds; ++i) {
    if (!kRows[i].is_word) continue;
    auto letter = static_cast<unsigned char>(kRows[i].spelling[0]);
    index.next[i] = index.first[letter];
    index.first[letter] = static_cast<uint8_t>(i);
  }
  return index;
}

constexpr WordIndex kWords = make_word_index();

}  // namespace

std::string_view token_name(TokenKind kind) { return kRows[static_cast<size_t>(kind)].name; }

std::string_view token_spelling(TokenKind kind) {
  return kRows[static_cast<size_t>(kind)].spelling;
}

TokenKind find_reserved_word(std::string_view word) {
  auto letter = static_cast<unsigned char>(word[0]);
  if (letter >= 128) return TokenKind::Identifier;
  for (uint8_t i = kWords.first[letter]; i != 0; i = kWords.next[i]) {
    if (kRows[i].spelling == word) return static_cast<TokenKind>(i);
  }
  return TokenKind::Identifier;
}

bool is_reserved_word(TokenKind kind) { return kRows[static_cast<size_t>(kind)].is_word; }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"  // Sets of a few kinds among many.

bool is_name_use(TokenKind kind) {
  switch (kind) {
    case TokenKind::LeftParen:
    case TokenKind::Dot:
    case TokenKind::LeftBracket:
    case TokenKind::Plus:
    case TokenKind::Minus:
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::FloorDivide:
    case TokenKind::Percent:
    case TokenKind::Power:
    case TokenKind::Equal:
    case TokenKind::NotEqual:
    case TokenKind::Less:
    case TokenKind::Greater:
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::And:
    case TokenKind::Or:
    case TokenKind::Pipe:
    case TokenKind::Of: return true;
    default: return false;
  }
}

bool starts_operand(TokenKind kind) {
  switch (kind) {
    case TokenKind::Number:
    case TokenKind::Text:
    case TokenKind::TemplateStart:
    case TokenKind::Identifier:
    case TokenKind::True:
    case TokenKind::False:
    case TokenKind::Nothing:
    case TokenKind::When:
    case TokenKind::Sandbox:
    case TokenKind::Not:
    case TokenKind::Minus:
    case TokenKind::LeftParen:
    case TokenKind::LeftBracket:
    case TokenKind::LeftBrace: return true;
    default: return false;
  }
}

#pragma GCC diagnostic pop

std::string quote_value(std::string_view text) {
  bool has_single = text.find('\'') != std::string_view::npos;
  bool has_double = text.find('"') != std::string_view::npos;
  char quote = has_single && !has_double ? '"' : '\'';
  std::string out(1, quote);
  for (size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    constexpr char kHex[] = "0123456789abcdef";
    if (byte == static_cast<unsigned char>(quote) || byte == '\\') {
      out += '\\';
      out += text[i];
    } else if (byte == '\n') {
      out += "\\n";
    } else if (byte == '\t') {
      out += "\\t";
    } else if (byte == '\r') {
      out += "\\r";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else if (byte == 0xC2 && next < 0xA0) {  // U+0080 to U+009F
      out += "\\x";
      out += kHex[next >> 4];
      out += kHex[next & 15];
      ++i;
    } else {
      out += text[i];
    }
  }
  out += quote;
  return out;
}

}  // namespace syn
