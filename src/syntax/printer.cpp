// The formatter works on tokens and comments: the words stay, the blanks between them are made new.
// Where a line stands follows from its block or, inside brackets, from the line of the innermost
// bracket that is open. Templates are copied as they are, holes included.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/printer.h"

#include <algorithm>
#include <string_view>

#include "syntax/lexer.h"
#include "syntax/parser.h"
#include "syntax/token.h"

namespace syn {
namespace {

constexpr size_t kIndent = 4;

bool is_opening(TokenKind kind) {
  return kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket ||
         kind == TokenKind::LeftBrace;
}

bool is_closing(TokenKind kind) {
  return kind == TokenKind::RightParen || kind == TokenKind::RightBracket ||
         kind == TokenKind::RightBrace;
}

bool is_layout(TokenKind kind) {
  return kind == TokenKind::Newline || kind == TokenKind::Indent || kind == TokenKind::Dedent ||
         kind == TokenKind::EndOfFile;
}

class Printer {
 public:
  Printer(std::string_view source, const TokenList& list) : source_(source), list_(list) {}

  std::string print();

 private:
  void print_token(size_t& index);
  void print_comments(size_t token);
  void print_comment(const Comment& comment, size_t token);
  size_t level_of_comment(const Comment& comment, size_t token) const;
  void start_line(uint32_t line, size_t indent);
  size_t indent_inside(bool closes) const;
  bool needs_space(size_t index) const;
  bool names_kind(size_t colon) const;
  bool ends_operand(size_t index) const;
  bool is_unary(size_t index) const;
  uint32_t width_before(size_t offset) const;
  bool is_first_on_line(size_t offset) const;
  TokenKind kind(size_t index) const { return list_.tokens[index].kind; }

  std::string_view source_;
  const TokenList& list_;  ///< the caller's
  std::string out_;
  std::vector<uint32_t> widths_{0};  ///< indentation of the source, a level each
  std::vector<size_t> brackets_;     ///< indent of the line on which each open bracket stands
  size_t line_indent_ = 0;
  uint32_t last_line_ = 0;  ///< line of the source that was printed last
  size_t next_comment_ = 0;
  bool at_line_start_ = true;
};

std::string Printer::print() {
  for (size_t i = 0; i < list_.tokens.size(); ++i) {
    print_comments(i);
    const Token& token = list_.tokens[i];
    if (token.kind == TokenKind::Indent) {
      widths_.push_back(token.extra);
    } else if (token.kind == TokenKind::Dedent) {
      if (widths_.size() > 1) widths_.pop_back();
    } else if (token.kind == TokenKind::Newline) {
      at_line_start_ = true;
    } else if (token.kind != TokenKind::EndOfFile) {
      print_token(i);
    }
  }
  if (!out_.empty()) out_ += '\n';
  return std::move(out_);
}

/// Prints one token, or a template of several; `index` becomes its last token.
void Printer::print_token(size_t& index) {
  const Token& token = list_.tokens[index];
  if (at_line_start_) {
    start_line(token.line, (widths_.size() - 1) * kIndent);
  } else if (token.has(Token::kFirstOnLine)) {
    start_line(token.line, indent_inside(is_closing(token.kind)));
  } else if (needs_space(index)) {
    out_ += ' ';
  }
  at_line_start_ = false;
  if (is_opening(token.kind)) brackets_.push_back(line_indent_);
  if (is_closing(token.kind) && !brackets_.empty()) brackets_.pop_back();
  size_t last = token.kind == TokenKind::TemplateStart ? token.extra : index;
  const Token& end = list_.tokens[last];
  out_ += source_.substr(token.offset, end.end() - token.offset);
  while (next_comment_ < list_.comments.size() &&
         list_.comments[next_comment_].offset < end.offset) {
    ++next_comment_;  // In a hole: copied with the template.
  }
  last_line_ = end.line;
  index = last;
}

/// The comments before a token.
void Printer::print_comments(size_t token) {
  while (next_comment_ < list_.comments.size() &&
         list_.comments[next_comment_].offset < list_.tokens[token].offset) {
    print_comment(list_.comments[next_comment_], token);
    ++next_comment_;
  }
}

void Printer::print_comment(const Comment& comment, size_t token) {
  if (!is_first_on_line(comment.offset)) {
    out_ += ' ';
  } else if (!brackets_.empty()) {
    start_line(comment.line, indent_inside(false));
  } else {
    start_line(comment.line, level_of_comment(comment, token) * kIndent);
  }
  std::string_view text = source_.substr(comment.offset, comment.length);
  text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
  out_ += "--";
  text.remove_prefix(2);
  bool starts_with_word =
      !text.empty() && ((text[0] >= '0' && text[0] <= '9') || (text[0] >= 'a' && text[0] <= 'z') ||
                        (text[0] >= 'A' && text[0] <= 'Z') || text[0] == '(');
  if (starts_with_word) out_ += ' ';
  out_ += text;
  last_line_ = comment.line;
}

/// A comment on a line of its own belongs to the next statement, or, where blocks end after it, to
/// the deepest of them that it is indented for.
size_t Printer::level_of_comment(const Comment& comment, size_t token) const {
  size_t level = widths_.size() - 1;
  size_t next = level;
  for (size_t i = token; i < list_.tokens.size() && is_layout(kind(i)); ++i) {
    if (kind(i) == TokenKind::Indent) ++next;
    if (kind(i) == TokenKind::Dedent && next > 0) --next;
  }
  if (next >= level) return next;
  uint32_t width = width_before(comment.offset);
  while (level > next && widths_[level] > width) --level;
  return level;
}

void Printer::start_line(uint32_t line, size_t indent) {
  if (!out_.empty()) {
    out_ += '\n';
    if (line > last_line_ + 1) out_ += '\n';
  }
  out_.append(indent, ' ');
  line_indent_ = indent;
}

/// The indent of a line inside brackets; one that closes a bracket stands under the line of it.
size_t Printer::indent_inside(bool closes) const {
  if (brackets_.empty()) return (widths_.size() - 1) * kIndent;
  return brackets_.back() + (closes ? 0 : kIndent);
}

bool Printer::needs_space(size_t index) const {
  TokenKind here = kind(index);
  TokenKind before = kind(index - 1);
  if (here == TokenKind::Comma || here == TokenKind::Colon || here == TokenKind::Dot ||
      is_closing(here)) {
    return false;
  }
  if (is_opening(before) || before == TokenKind::Dot || before == TokenKind::Spread) return false;
  if (before == TokenKind::Colon && names_kind(index - 1)) return false;
  if (before == TokenKind::Minus && is_unary(index - 1)) return here == TokenKind::Minus;
  bool is_postfix = here == TokenKind::LeftParen || here == TokenKind::LeftBracket;
  return !is_postfix || !ends_operand(index - 1);
}

/// Whether the colon is that of `require file.read:data`.
bool Printer::names_kind(size_t colon) const {
  auto is_require = [&](size_t distance) {
    return colon >= distance && kind(colon - distance) == TokenKind::Require;
  };
  return is_require(2) || (is_require(4) && kind(colon - 2) == TokenKind::Dot);
}

/// Whether an operand ends with the token: what follows is a postfix or an operator.
bool Printer::ends_operand(size_t index) const {
  TokenKind here = kind(index);
  if (here == TokenKind::Identifier || here == TokenKind::Number || here == TokenKind::Text ||
      here == TokenKind::TemplateEnd || here == TokenKind::True || here == TokenKind::False ||
      here == TokenKind::Nothing || is_closing(here)) {
    return true;
  }
  return is_reserved_word(here) && index > 0 && kind(index - 1) == TokenKind::Dot;
}

bool Printer::is_unary(size_t index) const { return index == 0 || !ends_operand(index - 1); }

/// The measured indentation of the line on which `offset` is.
uint32_t Printer::width_before(size_t offset) const {
  size_t start = offset == 0 ? std::string_view::npos : source_.rfind('\n', offset - 1);
  uint32_t width = 0;
  for (size_t i = start == std::string_view::npos ? 0 : start + 1; i < offset; ++i) {
    width += source_[i] == '\t' ? 4 : 1;
  }
  return width;
}

bool Printer::is_first_on_line(size_t offset) const {
  for (size_t i = offset; i > 0; --i) {
    char c = source_[i - 1];
    if (c == '\n') return true;
    if (c != ' ' && c != '\t' && c != '\r') return false;
  }
  return true;
}

}  // namespace

FormatResult format_source(std::string source, std::string file) {
  FormatResult result;
  ParseResult parsed = parse_program(std::move(source), std::move(file));
  if (parsed.program == nullptr) {
    result.errors = std::move(parsed.errors);
    return result;
  }
  TokenList list;
  Lexer lexer(parsed.program->source, list);
  lexer.run();
  result.text = Printer(parsed.program->source, list).print();
  return result;
}

}  // namespace syn
