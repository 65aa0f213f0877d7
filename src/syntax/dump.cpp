// Dumps of tokens, and the way into the dumps of trees.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/dump.h"

#include "syntax/lexer.h"
#include "syntax/token.h"
#include "syntax/tree_writer.h"

namespace syn {
namespace {

std::string place(uint32_t line, uint32_t column) {
  return std::to_string(line) + ":" + std::to_string(column) + " ";
}

std::string describe(const Token& token, const TokenList& list, std::string_view source) {
  std::string out(token_name(token.kind));
  std::string_view text = source.substr(token.offset, token.length);
  switch (token.kind) {
    case TokenKind::Newline:
    case TokenKind::EndOfFile: return out;
    case TokenKind::Indent:
    case TokenKind::Dedent: return out + " " + std::to_string(token.extra);
    case TokenKind::Problem: {
      const LexProblem& problem = list.problems[token.extra];
      return out + " " + quote_for_dump(text) + " -- " +
             fill_template(problem.row->english, problem.arguments);
    }
    // NOLINTNEXTLINE: all other kinds are shown by their text.
#define SYN_TOKEN(kind, name, spelling)
#define SYN_WORD(kind, name, spelling) case TokenKind::kind:
#define SYN_SIGN(kind, name, spelling) case TokenKind::kind:
#include "syntax/tokens.def"
#undef SYN_TOKEN
#undef SYN_WORD
#undef SYN_SIGN
    case TokenKind::Number:
    case TokenKind::Text:
    case TokenKind::TemplateStart:
    case TokenKind::TemplateText:
    case TokenKind::HoleStart:
    case TokenKind::HoleFormat:
    case TokenKind::HoleEnd:
    case TokenKind::TemplateEnd:
    case TokenKind::Identifier: break;
  }
  return out + " " + quote_for_dump(text);
}

}  // namespace

std::string dump_tokens(std::string_view source) {
  TokenList list;
  Lexer lexer(source, list);
  lexer.run();
  std::string out;
  size_t next_comment = 0;
  for (const Token& token : list.tokens) {
    while (next_comment < list.comments.size() &&
           list.comments[next_comment].offset < token.offset) {
      const Comment& comment = list.comments[next_comment++];
      out += place(comment.line, comment.column) + "COMMENT " +
             quote_for_dump(source.substr(comment.offset, comment.length)) + "\n";
    }
    out += place(token.line, token.column) + describe(token, list, source) + "\n";
  }
  return out;
}

std::string dump_ast(const ast::Program& program, DumpPlaces places) {
  TreeWriter writer(places);
  writer.write_block(program.body);
  return writer.take();
}

bool same_tree(const ast::Program& a, const ast::Program& b) {
  return dump_ast(a, DumpPlaces::Hide) == dump_ast(b, DumpPlaces::Hide);
}

std::string quote_for_dump(std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace syn
