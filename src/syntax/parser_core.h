// The inside of the parser: recursive descent over the token list, one member function a
// production. Split by subject over parser_*.cpp. Not for users of the module: they call
// parse_program.
//
// A parse function that fails has reported its error and gives null (or false); callers pass that
// up to the statement, where the parser finds its feet again. Chains of operators and postfixes are
// loops; everything that recurses holds a Nesting, so that depth is bounded by kMaxNesting.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "syntax/ast.h"
#include "syntax/habits.h"
#include "syntax/lexer.h"
#include "syntax/parser.h"
#include "syntax/token.h"

namespace syn {

/// The rows for a place where a name must stand.
struct NameRows {
  const ErrorRow& expected;
  const ErrorRow& reserved;
};

class Parser : private ExpressionScanner {
 public:
  Parser(ast::Program& program, TokenList& list, Lexer& lexer, std::vector<Error>& errors)
      : program_(program),
        list_(list),
        lexer_(lexer),
        errors_(errors),
        declared_(list, program.source) {}

  void parse_file();

 private:
  class Nesting;
  /// A variant payload or call arguments, read as patterns.
  struct PatternItems {
    std::vector<const ast::Pattern*> patterns;
    std::vector<ast::Argument>
        arguments;          ///< the same as expressions; `value` is null where it is none
    bool has_name = false;  ///< some argument is named: no payload
  };
  enum class PatternPlace : uint8_t { Top, Inside };

  // Tokens (parser.cpp).
  const Token& current() const { return list_.tokens[pos_]; }
  const Token& token(size_t index) const { return list_.tokens[index]; }
  TokenKind kind() const { return list_.tokens[pos_].kind; }
  TokenKind kind_after(size_t ahead) const;
  std::string_view text_of(const Token& token) const;
  bool at_word(std::string_view word) const;
  void advance() { pos_ += pos_ + 1 < list_.tokens.size() ? 1 : 0; }
  bool accept(TokenKind kind);
  bool expect(TokenKind kind);
  bool expect_name(const NameRows& rows);
  void skip_newlines();
  Span span_of(const Token& token) const;
  Span span_from(const Token& start) const;
  std::string_view decode(const Token& token, size_t skip);

  // Errors and recovery (parser.cpp).
  std::nullptr_t fail(const ErrorRow& row, std::vector<std::string> arguments, size_t at);
  std::nullptr_t fail_unexpected();
  std::nullptr_t fail_expected(std::string_view what);
  size_t report(const ErrorRow& row, std::vector<std::string> arguments, size_t at);
  HabitSite make_site(size_t at, const ErrorRow* row, std::vector<std::string> arguments);
  void report_habit(Habit habit);
  Error make_error(const ErrorRow& row, std::vector<std::string> arguments, size_t at) const;
  void recover(size_t statement);
  void skip_orphan_block(size_t statement);
  void skip_block();
  void leave_blocks(int num_blocks);
  bool stands_left_of(const Token& token, const Token& statement) const;
  size_t skip_expression(size_t from) override;

  // Blocks and statements (parser_statements.cpp).
  void parse_statements(std::vector<ast::Stmt*>& statements);
  void parse_one_statement(std::vector<ast::Stmt*>& statements);
  ast::Stmt* parse_statement();
  ast::Stmt* parse_hard_statement();
  bool check_statement_end(size_t statement);
  bool parse_block(ast::Block& block);
  bool refuse_colon();
  bool refuse_foreign_statement();
  ast::Stmt* parse_let();
  ast::Stmt* parse_set();
  ast::WhenStmt* parse_when();
  ast::WhenStmt* parse_when_rest(const Token& first, const ast::Expr* condition);
  bool parse_otherwise(ast::WhenStmt& when);
  ast::Stmt* parse_each();
  ast::Stmt* parse_while();
  ast::Stmt* parse_try();
  ast::Stmt* parse_value_statement(ast::StmtKind kind);
  ast::Stmt* parse_match();
  bool parse_arms(std::vector<ast::MatchArm>& arms, ast::MatchStmt& match);
  bool parse_arm(std::vector<ast::MatchArm>& arms);
  void parse_match_leftovers(size_t errors_before);

  // Definitions, declarations and soft words (parser_declarations.cpp).
  bool parse_soft_statement(ast::Stmt*& statement);
  ast::Stmt* parse_task();
  bool parse_params(std::vector<ast::Param>& params);
  ast::Stmt* parse_type();
  bool parse_field(std::vector<ast::Field>& fields);
  bool recover_entry(size_t entry);
  ast::Stmt* parse_enum();
  bool parse_variant(std::vector<ast::Variant>& variants);
  ast::Stmt* parse_require();
  ast::SandboxStmt* parse_sandbox();
  ast::Stmt* parse_invariant();
  ast::Stmt* parse_intent();
  ast::Stmt* parse_use();
  ast::Stmt* parse_export();
  ast::Stmt* parse_named_block(ast::StmtKind kind);
  ast::ShowStmt* parse_show();
  ast::Stmt* parse_raise();
  ast::Stmt* fail_outside();

  // Expressions (parser_expressions.cpp, parser_operands.cpp).
  enum class Level : uint8_t { Pipe, Or, And, Not, Compare, Add, Multiply, None };
  Level level_of(TokenKind kind) const;
  const ast::Expr* parse_expression();
  const ast::Expr* parse_level(Level level);
  const ast::Expr* parse_operators(const ast::Expr* left, Level lowest);
  const ast::Expr* parse_comparison(const ast::Expr* first);
  const ast::Expr* parse_pipe(const ast::Expr* left, Span& chain);
  const ast::Expr* parse_not();
  const ast::Expr* parse_unary();
  const ast::Expr* parse_power(const ast::Expr* base);
  const ast::Expr* parse_postfix();
  const ast::Expr* parse_postfix_rest(const ast::Expr* left);
  const ast::Expr* parse_call(const ast::Expr* callee);
  bool parse_argument(std::vector<ast::Argument>& arguments);
  const ast::Expr* parse_member(const ast::Expr* object);
  const ast::Expr* parse_index(const ast::Expr* object);
  const ast::Expr* parse_of(const ast::Expr* name);
  const ast::Expr* parse_primary();
  const ast::Expr* parse_name();
  const ast::Expr* parse_number();
  const ast::Expr* parse_template();
  bool parse_hole(std::vector<ast::TemplatePart>& parts);
  const ast::Expr* parse_list();
  const ast::Expr* parse_map();
  const ast::Expr* parse_group();
  const ast::Expr* parse_lambda();
  const ast::Expr* parse_when_operand();

  // Patterns (parser_patterns.cpp).
  const ast::Pattern* parse_pattern(PatternPlace place);
  const ast::Pattern* parse_list_pattern();
  const ast::Pattern* parse_map_pattern();
  const ast::Pattern* parse_value_pattern(PatternPlace place);
  const ast::Pattern* parse_variant_payload(const ast::MemberExpr* member, const ast::Expr*& value);
  bool parse_pattern_items(PatternItems& items);
  const ast::Expr* pattern_as_expression(const ast::Pattern* pattern);

  template <typename T, typename... Args>
  T* make(Args&&... args) {
    return program_.arena.make<T>(std::forward<Args>(args)...);
  }
  template <typename T>
  std::span<const T> array(const std::vector<T>& items) {
    return program_.arena.array(items);
  }

  ast::Program& program_;  // These four belong to parse_program and outlive the parser.
  TokenList& list_;
  Lexer& lexer_;
  std::vector<Error>& errors_;
  DeclaredNames declared_;
  size_t pos_ = 0;
  int depth_ = 0;
  size_t statement_ = 0;        ///< first token of the statement being parsed
  size_t expression_ = 0;       ///< first token of the expression that was read last
  size_t failed_at_ = 0;        ///< token of the last failure
  bool failed_ = false;         ///< a failure is on its way up to its statement
  bool silent_ = false;         ///< trying: failures are not reported
  bool after_failure_ = false;  ///< the statement before this one failed
};

/// One level of nesting while it lives. `ok()` is false, and the error reported, when that is one
/// too many.
class Parser::Nesting {
 public:
  explicit Nesting(Parser& parser);
  ~Nesting() { --parser_.depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  bool ok() const { return ok_; }

 private:
  Parser& parser_;
  bool ok_;
};

}  // namespace syn
