// The way in, and what all parts of the parser share: tokens, errors, recovery.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/parser.h"

#include <algorithm>

#include "base/utf8.h"
#include "syntax/errors.h"
#include "syntax/escapes.h"
#include "syntax/parser_core.h"

namespace syn {
namespace {

Error make_source_error(const ErrorRow& row, std::vector<std::string> arguments,
                        std::string_view file, Span span) {
  return Error(row, std::move(arguments)).at(file, span).with_phase(Phase::Lexer);
}

/// The line and column of a byte; what is before it must be valid.
Span find_place(std::string_view source, size_t offset) {
  std::string_view before = source.substr(0, offset);
  auto line = static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n') + 1);
  size_t line_start = before.rfind('\n');
  line_start = line_start == std::string_view::npos ? 0 : line_start + 1;
  auto column = static_cast<uint32_t>(count_code_points(before.substr(line_start)) + 1);
  return {line, column, line, column + 1};
}

void sort_errors(std::vector<Error>& errors) {
  std::stable_sort(errors.begin(), errors.end(), [](const Error& a, const Error& b) {
    const Span& x = a.body().span;
    const Span& y = b.body().span;
    return x.line != y.line ? x.line < y.line : x.column < y.column;
  });
}

}  // namespace

ParseResult parse_program(std::string source, std::string file) {
  ParseResult result;
  if (source.size() > kMaxSourceBytes) {
    result.errors.push_back(make_source_error(
        syntax_errors::kSourceTooLarge,
        {std::to_string(source.size()), std::to_string(kMaxSourceBytes)}, file, {1, 1, 1, 1}));
    return result;
  }
  if (auto bad = find_invalid_utf8(source)) {
    result.errors.push_back(make_source_error(syntax_errors::kInvalidUtf8, {std::to_string(*bad)},
                                              file, find_place(source, *bad)));
    return result;
  }
  auto program = std::make_unique<ast::Program>();
  program->file = std::move(file);
  program->source = std::move(source);
  TokenList list;
  Lexer lexer(program->source, list);
  lexer.run();
  Parser parser(*program, list, lexer, result.errors);
  parser.parse_file();
  sort_errors(result.errors);
  if (result.errors.empty()) result.program = std::move(program);
  return result;
}

/// program = { NL } { statement { NL } } EOF
void Parser::parse_file() {
  std::vector<ast::Stmt*> statements;
  skip_newlines();
  while (kind() != TokenKind::EndOfFile && errors_.size() < kMaxErrors) {
    parse_statements(statements);
    // A DEDENT that no block opened, or the like: the statement that begins with it is an error.
    if (kind() != TokenKind::EndOfFile) parse_one_statement(statements);
  }
  program_.body.statements = array(statements);
}

TokenKind Parser::kind_after(size_t ahead) const {
  size_t index = std::min(pos_ + ahead, list_.tokens.size() - 1);
  return list_.tokens[index].kind;
}

std::string_view Parser::text_of(const Token& token) const {
  return std::string_view(program_.source).substr(token.offset, token.length);
}

bool Parser::at_word(std::string_view word) const {
  return kind() == TokenKind::Identifier && text_of(current()) == word;
}

bool Parser::accept(TokenKind wanted) {
  if (kind() != wanted) return false;
  advance();
  return true;
}

bool Parser::expect(TokenKind wanted) {
  if (accept(wanted)) return true;
  fail_expected(token_name(wanted));
  return false;
}

bool Parser::expect_name(const NameRows& rows) {
  if (accept(TokenKind::Identifier)) return true;
  if (is_reserved_word(kind())) {
    fail(rows.reserved, {std::string(text_of(current()))}, pos_);
  } else {
    fail(rows.expected, {std::string(token_name(kind()))}, pos_);
  }
  return false;
}

void Parser::skip_newlines() {
  while (kind() == TokenKind::Newline) advance();
}

Span Parser::span_of(const Token& token) const {
  auto width = static_cast<uint32_t>(count_code_points(text_of(token)));
  return {token.line, token.column, token.line, token.column + width};
}

/// From the start of `start` to the end of the token consumed last.
Span Parser::span_from(const Token& start) const {
  size_t last = pos_ > 0 ? pos_ - 1 : 0;
  while (last > 0 && list_.tokens[last].length == 0) --last;  // DEDENT
  if (list_.tokens[last].kind == TokenKind::Newline && last > 0) --last;
  Span end = span_of(list_.tokens[last]);
  return {start.line, start.column, end.end_line, end.end_column};
}

/// The text of a token without `skip` bytes on each side, escapes resolved.
std::string_view Parser::decode(const Token& token, size_t skip) {
  std::string_view raw = text_of(token).substr(skip, token.length - 2 * skip);
  if (!token.has(Token::kHasEscape)) return raw;
  bool is_template = token.kind == TokenKind::TemplateText;
  return program_.arena.text(
      decode_escapes(raw, is_template ? EscapeRules::Template : EscapeRules::Quoted));
}

Error Parser::make_error(const ErrorRow& row, std::vector<std::string> arguments, size_t at) const {
  return Error(row, std::move(arguments))
      .at(program_.file, span_of(token(at)))
      .with_phase(Phase::Parse);
}

/// Reports without giving up the statement. Gives the token to go on from.
size_t Parser::report(const ErrorRow& row, std::vector<std::string> arguments, size_t at) {
  if (silent_ || errors_.size() >= kMaxErrors) return at;
  bool can_be_habit = &row != &syntax_errors::kTooDeep && &row != &syntax_errors::kOutsideWord &&
                      &row != &syntax_errors::kTwoSpreads;
  if (can_be_habit) {
    if (auto habit = find_failure_habit(make_site(at, &row, arguments))) {
      size_t resume = std::max(habit->resume, at);
      report_habit(*std::move(habit));
      return resume;
    }
  }
  if (token(at).kind == TokenKind::Problem) {
    const LexProblem& problem = list_.problems[token(at).extra];
    Error error = make_error(*problem.row, problem.arguments, at);
    bool is_lexical = problem.row->code < syntax_errors::kUnexpectedToken.code;
    errors_.push_back(std::move(error).with_phase(is_lexical ? Phase::Lexer : Phase::Parse));
  } else {
    errors_.push_back(make_error(row, std::move(arguments), at));
  }
  return at;
}

HabitSite Parser::make_site(size_t at, const ErrorRow* row, std::vector<std::string> arguments) {
  return {list_, program_.source,     *this, declared_, statement_, expression_, at,
          row,   std::move(arguments)};
}

void Parser::report_habit(Habit habit) {
  if (silent_ || errors_.size() >= kMaxErrors) return;
  Error error =
      Error(*habit.row, habit.arguments).at(program_.file, habit.span).with_phase(habit.phase);
  error.body().fix = std::move(habit.fix);
  errors_.push_back(std::move(error));
}

std::nullptr_t Parser::fail(const ErrorRow& row, std::vector<std::string> arguments, size_t at) {
  if (failed_) return nullptr;
  failed_ = true;
  failed_at_ = report(row, std::move(arguments), at);
  return nullptr;
}

std::nullptr_t Parser::fail_unexpected() {
  const Token& token = current();
  std::string value;
  if (token.kind == TokenKind::Indent || token.kind == TokenKind::Dedent) {
    value = std::to_string(token.extra);
  } else if (token.kind == TokenKind::Newline || token.kind == TokenKind::EndOfFile ||
             token.kind == TokenKind::HoleEnd || token.kind == TokenKind::HoleFormat) {
    value = "None";
  } else {
    value = quote_value(text_of(token));
  }
  bool ends_hole = token.kind == TokenKind::HoleEnd || token.kind == TokenKind::HoleFormat;
  bool is_empty_hole = ends_hole && list_.tokens[pos_ - 1].kind == TokenKind::HoleStart;
  std::string_view name = token_name(ends_hole ? TokenKind::EndOfFile : token.kind);
  return fail(syntax_errors::kUnexpectedToken, {std::string(name), std::move(value)},
              is_empty_hole ? pos_ - 1 : pos_);
}

std::nullptr_t Parser::fail_expected(std::string_view what) {
  return fail(syntax_errors::kExpectedToken, {std::string(what), std::string(token_name(kind()))},
              pos_);
}

/// Tries an expression; leaves everything as it was.
size_t Parser::skip_expression(size_t from) {
  size_t pos = pos_;
  size_t expression = expression_;
  size_t failed_at = failed_at_;
  bool failed = failed_;
  bool silent = silent_;
  pos_ = from;
  failed_ = false;
  silent_ = true;
  const ast::Expr* found = parse_expression();
  size_t end = found == nullptr ? from : pos_;
  pos_ = pos;
  expression_ = expression;
  failed_at_ = failed_at;
  failed_ = failed;
  silent_ = silent;
  return end;
}

/// Whether a token begins its line no deeper than the statement does: the statement must have ended
/// before it.
bool Parser::stands_left_of(const Token& token, const Token& statement) const {
  if (!token.has(Token::kFirstOnLine) || token.line == statement.line) return false;
  bool closes = token.kind == TokenKind::RightParen || token.kind == TokenKind::RightBracket ||
                token.kind == TokenKind::RightBrace;
  if (closes) return false;
  std::string_view source = program_.source;
  auto width_at = [source](size_t offset) {
    size_t start = offset == 0 ? std::string_view::npos : source.rfind('\n', offset - 1);
    uint32_t width = 0;
    for (size_t i = start == std::string_view::npos ? 0 : start + 1; i < source.size(); ++i) {
      if (source[i] != ' ' && source[i] != '\t') break;
      width += source[i] == ' ' ? 1 : 4;
    }
    return width;
  };
  return width_at(token.offset) <= width_at(statement.offset);
}

/// After a failure: goes to the end of the statement and through a block that hangs on it. A
/// bracket that is never closed ends where a line stands no deeper than the statement; the rest is
/// lexed again from there.
void Parser::recover(size_t statement) {
  failed_ = false;
  after_failure_ = true;
  size_t from = std::max(pos_, failed_at_);
  int depth = 0;
  int num_blocks = 0;  // opened before `from`, by lines that the finding covers
  std::vector<int> holes;
  for (size_t i = statement; i < list_.tokens.size(); ++i) {
    const Token& token = list_.tokens[i];
    bool passed = i >= from;
    if (!passed && token.kind == TokenKind::Indent) ++num_blocks;
    if (!passed && token.kind == TokenKind::Dedent) --num_blocks;
    if (passed && num_blocks > 0 && depth == 0) {
      pos_ = i;
      return leave_blocks(num_blocks);
    }
    if (token.kind == TokenKind::EndOfFile || (passed && token.kind == TokenKind::Dedent)) {
      pos_ = i;
      return;
    }
    if (passed && depth > 0 && holes.empty() && stands_left_of(token, list_.tokens[statement])) {
      lexer_.restart_at(i);
      pos_ = i;
      skip_newlines();
      return skip_orphan_block(statement);
    }
    if (passed && (token.kind == TokenKind::Newline || token.kind == TokenKind::Indent)) {
      pos_ = i;
      skip_newlines();
      return skip_orphan_block(statement);
    }
    if (token.kind == TokenKind::HoleStart) {
      holes.push_back(depth);
    } else if (token.kind == TokenKind::HoleEnd && !holes.empty()) {
      depth = holes.back();
      holes.pop_back();
    } else if (token.kind == TokenKind::LeftParen || token.kind == TokenKind::LeftBracket ||
               token.kind == TokenKind::LeftBrace) {
      ++depth;
    } else if (token.kind == TokenKind::RightParen || token.kind == TokenKind::RightBracket ||
               token.kind == TokenKind::RightBrace) {
      depth = std::max(depth - 1, 0);
    }
  }
}

/// Goes behind the end of as many blocks.
void Parser::leave_blocks(int num_blocks) {
  while (num_blocks > 0 && kind() != TokenKind::EndOfFile) {
    if (kind() == TokenKind::Indent) ++num_blocks;
    if (kind() == TokenKind::Dedent) --num_blocks;
    advance();
  }
}

/// The block of a statement that failed: its own errors are reported, its fields or arms are not
/// statements.
void Parser::skip_orphan_block(size_t statement) {
  if (kind() != TokenKind::Indent) return;
  TokenKind first = list_.tokens[statement].kind;
  size_t next = std::min(pos_ + 1, list_.tokens.size() - 1);
  TokenKind inner = list_.tokens[next].kind;
  bool has_statements = first != TokenKind::Type && first != TokenKind::Match &&
                        inner != TokenKind::Is &&
                        (starts_operand(inner) || is_reserved_word(inner));
  Nesting nesting(*this);
  if (!nesting.ok() || !has_statements) {
    failed_ = false;
    return skip_block();
  }
  advance();
  skip_newlines();
  std::vector<ast::Stmt*> statements;
  parse_statements(statements);
  accept(TokenKind::Dedent);
  after_failure_ = true;
}

void Parser::skip_block() {
  size_t depth = 0;
  while (kind() != TokenKind::EndOfFile) {
    if (kind() == TokenKind::Indent) ++depth;
    if (kind() == TokenKind::Dedent && --depth == 0) break;
    advance();
  }
  accept(TokenKind::Dedent);
}

Parser::Nesting::Nesting(Parser& parser) : parser_(parser) {
  ok_ = ++parser_.depth_ <= kMaxNesting;
  if (!ok_) {
    parser_.fail(syntax_errors::kTooDeep, {std::to_string(kMaxNesting)}, parser_.pos_);
  }
}

}  // namespace syn
