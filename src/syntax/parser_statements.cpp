// Statements, blocks, `match` (language.md §6.1). Definitions and declarations are in
// parser_declarations.cpp.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "syntax/errors.h"
#include "syntax/parser_core.h"

namespace syn {

/// { statement { NL } } up to a DEDENT or the end.
void Parser::parse_statements(std::vector<ast::Stmt*>& statements) {
  after_failure_ = false;
  while (kind() != TokenKind::Dedent && kind() != TokenKind::EndOfFile && !failed_ &&
         errors_.size() < kMaxErrors) {
    parse_one_statement(statements);
    skip_newlines();
  }
}

/// One statement, with recovery after a failure.
void Parser::parse_one_statement(std::vector<ast::Stmt*>& statements) {
  size_t start = pos_;
  size_t outer = statement_;
  statement_ = start;
  bool follows_failure = after_failure_;
  after_failure_ = false;
  bool continues =
      kind() == TokenKind::Otherwise || kind() == TokenKind::Recover || kind() == TokenKind::Is;
  ast::Stmt* statement = nullptr;
  if (follows_failure && continues) {
    failed_at_ = start;  // The rest of a statement whose head was refused.
  } else {
    statement = parse_statement();
  }
  if (statement != nullptr && !failed_) {
    statements.push_back(statement);
  } else if (!silent_) {
    recover(start);
    if (pos_ == start) advance();
  }
  statement_ = outer;
}

/// statement = soft-statement | hard-statement | expression
ast::Stmt* Parser::parse_statement() {
  if (kind() == TokenKind::Problem && current().length == 0) {  // Inconsistent indentation.
    report(syntax_errors::kUnexpectedToken, {}, pos_);
    advance();
  }
  size_t start = pos_;
  ast::Stmt* statement = nullptr;
  if (kind() == TokenKind::Identifier) {
    if (refuse_foreign_statement()) return nullptr;
    if (parse_soft_statement(statement)) return statement;
  }
  statement = parse_hard_statement();
  if (statement == nullptr || !check_statement_end(start)) return nullptr;
  return statement;
}

/// Reports a statement that begins with a word of another language.
bool Parser::refuse_foreign_statement() {
  if (silent_) return false;
  auto habit = find_statement_habit(make_site(pos_, nullptr, {}));
  if (!habit) return false;
  failed_ = true;
  failed_at_ = std::max(habit->resume, pos_);
  report_habit(*std::move(habit));
  return true;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"  // Statements begin with a few kinds among many.

ast::Stmt* Parser::parse_hard_statement() {
  switch (kind()) {
    case TokenKind::Let: return parse_let();
    case TokenKind::Set: return parse_set();
    case TokenKind::When: return parse_when();
    case TokenKind::Each: return parse_each();
    case TokenKind::While: return parse_while();
    case TokenKind::Match: return parse_match();
    case TokenKind::Task: return parse_task();
    case TokenKind::Type: return parse_type();
    case TokenKind::Try: return parse_try();
    case TokenKind::Give: return parse_value_statement(ast::StmtKind::Give);
    case TokenKind::Stop: return parse_value_statement(ast::StmtKind::Stop);
    case TokenKind::WaitFor: return fail_outside();
    case TokenKind::Require: return parse_require();
    case TokenKind::Sandbox: return parse_sandbox();
    case TokenKind::Invariant: return parse_invariant();
    case TokenKind::Intent: return parse_intent();
    default: break;
  }
  Token first = current();
  const ast::Expr* value = parse_expression();
  if (value == nullptr) return nullptr;
  return make<ast::ExpressionStmt>(ast::Stmt{ast::StmtKind::Expression, span_from(first)}, value);
}

#pragma GCC diagnostic pop

/// Nothing may follow a statement on its line, unless it ended with a block.
bool Parser::check_statement_end(size_t statement) {
  TokenKind last = pos_ > statement ? token(pos_ - 1).kind : TokenKind::Newline;
  if (last == TokenKind::Dedent || last == TokenKind::Newline) return true;
  if (kind() == TokenKind::Newline || kind() == TokenKind::Dedent ||
      kind() == TokenKind::EndOfFile) {
    return true;
  }
  fail(syntax_errors::kAfterStatement, {std::string(token_name(kind()))}, pos_);
  return false;
}

/// block = { NEWLINE } INDENT { NL } { statement { NL } } [ DEDENT ]
bool Parser::parse_block(ast::Block& block) {
  if (kind() == TokenKind::Colon && refuse_colon()) return true;
  skip_newlines();
  if (kind() != TokenKind::Indent) {
    fail(syntax_errors::kExpectedBlock, {}, pos_);
    return false;
  }
  Nesting nesting(*this);
  if (!nesting.ok()) return false;
  advance();
  skip_newlines();
  std::vector<ast::Stmt*> statements;
  parse_statements(statements);
  after_failure_ = false;
  if (failed_) return false;
  accept(TokenKind::Dedent);
  block.statements = array(statements);
  return true;
}

/// Reports the `:` after a block header and goes on as if it were not there. True if the body stood
/// on the same line; it is then parsed too.
bool Parser::refuse_colon() {
  if (silent_) failed_ = true;
  report_habit(explain_block_colon(make_site(pos_, &syntax_errors::kBlockColon, {})));
  advance();
  if (kind() == TokenKind::Newline || kind() == TokenKind::EndOfFile) return false;
  std::vector<ast::Stmt*> statements;
  parse_one_statement(statements);
  skip_newlines();
  return true;
}

/// let = "let" NAME "be" expression
ast::Stmt* Parser::parse_let() {
  Token first = current();
  advance();
  Token name = current();
  if (!expect_name({syntax_errors::kExpectedVariable, syntax_errors::kReservedVariable})) {
    return nullptr;
  }
  if (!accept(TokenKind::Be)) {
    fail(syntax_errors::kExpectedBe, {std::string(text_of(name))}, pos_);
    return nullptr;
  }
  const ast::Expr* value = parse_expression();
  if (value == nullptr) return nullptr;
  return make<ast::LetStmt>(ast::Stmt{ast::StmtKind::Let, span_from(first)}, text_of(name),
                            span_of(name), value);
}

/// set = "set" expression "to" expression
ast::Stmt* Parser::parse_set() {
  Token first = current();
  advance();
  Token place = current();
  const ast::Expr* target = parse_expression();
  if (target == nullptr) return nullptr;
  if (!accept(TokenKind::To)) {
    const Token& last = token(pos_ - 1);
    std::string_view text =
        std::string_view(program_.source).substr(place.offset, last.end() - place.offset);
    fail(syntax_errors::kExpectedTo, {std::string(text)}, pos_);
    return nullptr;
  }
  const ast::Expr* value = parse_expression();
  if (value == nullptr) return nullptr;
  return make<ast::SetStmt>(ast::Stmt{ast::StmtKind::Set, span_from(first)}, target, value);
}

/// when = "when" expression block [ { NL } "otherwise" ( when | block ) ]
ast::WhenStmt* Parser::parse_when() {
  Token first = current();
  advance();
  const ast::Expr* condition = parse_expression();
  if (condition == nullptr) return nullptr;
  if (kind() == TokenKind::Then) return fail(syntax_errors::kInlineWhen, {}, pos_);
  return parse_when_rest(first, condition);
}

ast::WhenStmt* Parser::parse_when_rest(const Token& first, const ast::Expr* condition) {
  auto* when = make<ast::WhenStmt>(ast::Stmt{ast::StmtKind::When, span_from(first)}, condition,
                                   ast::Block{}, nullptr, false, ast::Block{});
  if (!parse_block(when->then) || !parse_otherwise(*when)) return nullptr;
  return when;
}

/// The branches after the first; a chain of `otherwise when` is a loop, and each of its links a
/// level.
bool Parser::parse_otherwise(ast::WhenStmt& when) {
  ast::WhenStmt* last = &when;
  for (int links = 1;; ++links) {
    size_t ahead = 0;
    while (kind_after(ahead) == TokenKind::Newline) ++ahead;
    if (kind_after(ahead) != TokenKind::Otherwise) return true;
    skip_newlines();
    advance();
    if (kind() != TokenKind::When) {
      last->has_otherwise = true;
      return parse_block(last->otherwise);
    }
    if (depth_ + links > kMaxNesting) {
      fail(syntax_errors::kTooDeep, {std::to_string(kMaxNesting)}, pos_);
      return false;
    }
    Token first = current();
    advance();
    const ast::Expr* condition = parse_expression();
    if (condition == nullptr) return false;
    if (kind() == TokenKind::Then) {
      fail(syntax_errors::kInlineWhen, {}, pos_);
      return false;
    }
    auto* next = make<ast::WhenStmt>(ast::Stmt{ast::StmtKind::When, span_from(first)}, condition,
                                     ast::Block{}, nullptr, false, ast::Block{});
    if (!parse_block(next->then)) return false;
    last->otherwise_when = next;
    last = next;
  }
}

/// each = "each" NAME "in" expression block
ast::Stmt* Parser::parse_each() {
  Token first = current();
  advance();
  Token name = current();
  if (!expect_name({syntax_errors::kExpectedLoopVariable, syntax_errors::kReservedLoopVariable})) {
    return nullptr;
  }
  if (!accept(TokenKind::In)) {
    fail(syntax_errors::kExpectedIn, {std::string(text_of(name))}, pos_);
    return nullptr;
  }
  const ast::Expr* iterable = parse_expression();
  if (iterable == nullptr) return nullptr;
  auto* each = make<ast::EachStmt>(ast::Stmt{ast::StmtKind::Each, span_from(first)}, text_of(name),
                                   span_of(name), iterable, ast::Block{});
  return parse_block(each->body) ? each : nullptr;
}

/// while = "while" expression block
ast::Stmt* Parser::parse_while() {
  Token first = current();
  advance();
  const ast::Expr* condition = parse_expression();
  if (condition == nullptr) return nullptr;
  auto* loop = make<ast::WhileStmt>(ast::Stmt{ast::StmtKind::While, span_from(first)}, condition,
                                    ast::Block{});
  return parse_block(loop->body) ? loop : nullptr;
}

/// try = "try" block { NL } "recover" [ NAME ] block
ast::Stmt* Parser::parse_try() {
  Token first = current();
  advance();
  auto* attempt = make<ast::TryStmt>(ast::Stmt{ast::StmtKind::Try, span_from(first)}, ast::Block{},
                                     std::string_view("error"), ast::Block{});
  if (!parse_block(attempt->body)) return nullptr;
  skip_newlines();
  if (!accept(TokenKind::Recover)) {
    fail(syntax_errors::kExpectedRecover, {}, pos_);
    return nullptr;
  }
  if (kind() == TokenKind::Identifier) {
    attempt->error_name = text_of(current());
    advance();
  }
  return parse_block(attempt->recover) ? attempt : nullptr;
}

/// "give" [ expression ] · "stop" [ expression ] · 'log' expression · 'checkpoint' expression
ast::Stmt* Parser::parse_value_statement(ast::StmtKind statement) {
  Token first = current();
  advance();
  bool can_be_bare = statement == ast::StmtKind::Give || statement == ast::StmtKind::Stop;
  bool is_bare =
      kind() == TokenKind::Newline || kind() == TokenKind::Dedent || kind() == TokenKind::EndOfFile;
  const ast::Expr* value = nullptr;
  if (!can_be_bare || !is_bare) {
    value = parse_expression();
    if (value == nullptr) return nullptr;
  }
  return make<ast::ValueStmt>(ast::Stmt{statement, span_from(first)}, value);
}

/// match = "match" expression { NL } INDENT { NL } { arm } [ "otherwise" block { NL } ] [ DEDENT ]
ast::Stmt* Parser::parse_match() {
  Token first = current();
  advance();
  const ast::Expr* subject = parse_expression();
  if (subject == nullptr) return nullptr;
  std::vector<ast::MatchArm> arms;
  auto* match = make<ast::MatchStmt>(ast::Stmt{ast::StmtKind::Match, span_from(first)}, subject,
                                     std::span<const ast::MatchArm>{}, false, ast::Block{});
  if (kind() == TokenKind::Colon && refuse_colon()) return nullptr;
  skip_newlines();
  if (!expect(TokenKind::Indent)) return nullptr;
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  skip_newlines();
  size_t num_errors = errors_.size();
  if (!parse_arms(arms, *match)) return nullptr;
  match->arms = array(arms);
  if (!accept(TokenKind::Dedent)) parse_match_leftovers(num_errors);
  return failed_ ? nullptr : match;
}

bool Parser::parse_arms(std::vector<ast::MatchArm>& arms, ast::MatchStmt& match) {
  while (kind() == TokenKind::Is) {
    size_t start = pos_;
    if (!parse_arm(arms)) {
      if (silent_) return false;
      recover(start);
    }
    skip_newlines();
  }
  if (kind() == TokenKind::Otherwise) {
    size_t start = pos_;
    advance();
    match.has_otherwise = true;
    if (!parse_block(match.otherwise)) {
      if (silent_) return false;
      recover(start);
    }
    skip_newlines();
  } else if (arms.empty() && kind() != TokenKind::Dedent) {
    fail(syntax_errors::kAfterStatement, {std::string(token_name(kind()))}, pos_);
    if (silent_) return false;
    recover(pos_);
    skip_newlines();
  }
  return true;
}

/// arm = "is" pattern [ "when" expression ] block { NL }
bool Parser::parse_arm(std::vector<ast::MatchArm>& arms) {
  size_t outer = statement_;
  statement_ = pos_;
  advance();
  ast::MatchArm arm{parse_pattern(PatternPlace::Top), nullptr, {}};
  if (arm.pattern == nullptr) return false;
  if (accept(TokenKind::When)) {
    arm.guard = parse_expression();
    if (arm.guard == nullptr) return false;
  }
  if (!parse_block(arm.body)) return false;
  arms.push_back(arm);
  statement_ = outer;
  return true;
}

/// What stands in a `match` after its arms. The error is the DEDENT that upstream trips over; here
/// it is reported once, where this `match` ends.
void Parser::parse_match_leftovers(size_t errors_before) {
  if (silent_) {
    failed_ = true;
    return;
  }
  std::vector<ast::Stmt*> statements;
  parse_statements(statements);
  if (kind() == TokenKind::Dedent && errors_.size() == errors_before) {
    report(syntax_errors::kUnexpectedToken, {"DEDENT", std::to_string(current().extra)}, pos_);
  }
  accept(TokenKind::Dedent);
}

}  // namespace syn
