// Expressions: operators by level, in loops; postfixes. Operands are in parser_operands.cpp
// (language.md §6.3).
// SPDX-License-Identifier: Apache-2.0
#include "syntax/errors.h"
#include "syntax/parser_core.h"

namespace syn {
namespace {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"  // Sets of a few kinds among many.

ast::BinaryOp binary_op_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Plus: return ast::BinaryOp::Add;
    case TokenKind::Minus: return ast::BinaryOp::Subtract;
    case TokenKind::Star: return ast::BinaryOp::Multiply;
    case TokenKind::Slash: return ast::BinaryOp::Divide;
    case TokenKind::FloorDivide: return ast::BinaryOp::FloorDivide;
    default: return ast::BinaryOp::Modulo;
  }
}

ast::CompareOp compare_op_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Equal: return ast::CompareOp::Equal;
    case TokenKind::NotEqual: return ast::CompareOp::NotEqual;
    case TokenKind::Less: return ast::CompareOp::Less;
    case TokenKind::Greater: return ast::CompareOp::Greater;
    case TokenKind::LessEqual: return ast::CompareOp::LessEqual;
    case TokenKind::GreaterEqual: return ast::CompareOp::GreaterEqual;
    case TokenKind::In: return ast::CompareOp::In;
    default: return ast::CompareOp::NotIn;
  }
}

}  // namespace

Parser::Level Parser::level_of(TokenKind kind) const {
  switch (kind) {
    case TokenKind::Pipe: return Level::Pipe;
    case TokenKind::Or: return Level::Or;
    case TokenKind::And: return Level::And;
    case TokenKind::Equal:
    case TokenKind::NotEqual:
    case TokenKind::Less:
    case TokenKind::Greater:
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::In: return Level::Compare;
    case TokenKind::Not: return kind_after(1) == TokenKind::In ? Level::Compare : Level::None;
    case TokenKind::Plus:
    case TokenKind::Minus: return Level::Add;
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::FloorDivide:
    case TokenKind::Percent: return Level::Multiply;
    default: return Level::None;
  }
}

#pragma GCC diagnostic pop

/// expression = pipe
const ast::Expr* Parser::parse_expression() {
  size_t start = pos_;
  const ast::Expr* expression = parse_level(Level::Pipe);
  expression_ = start;
  return expression;
}

/// An expression whose operators bind at least as tight as `level`.
const ast::Expr* Parser::parse_level(Level level) {
  bool is_not = kind() == TokenKind::Not && level <= Level::Not;
  const ast::Expr* left = is_not ? parse_not() : parse_unary();
  return left == nullptr ? nullptr : parse_operators(left, level);
}

/// pipe = or { "|>" or } · or = and { "or" and } · and = not { "and" not } · addition =
/// multiplication { ("+" | "-") multiplication } · multiplication = unary { ("*" | "/" | "//" |
/// "%") unary }
const ast::Expr* Parser::parse_operators(const ast::Expr* left, Level lowest) {
  Span chain;
  while (left != nullptr) {
    const Token& op = current();
    Level level = level_of(op.kind);
    if (level == Level::None || level < lowest) return left;
    Span span = span_of(op);
    TokenKind kind = op.kind;
    if (level == Level::Compare) {
      left = parse_comparison(left);
      continue;
    }
    if (level == Level::Pipe) {
      left = parse_pipe(left, chain);
      continue;
    }
    advance();
    if (level == Level::Or || level == Level::And) {
      const ast::Expr* right = parse_level(level == Level::Or ? Level::And : Level::Not);
      if (right == nullptr) return nullptr;
      ast::LogicalOp logical = level == Level::Or ? ast::LogicalOp::Or : ast::LogicalOp::And;
      left = make<ast::LogicalExpr>(ast::Expr{ast::ExprKind::Logical, span}, logical, left, right);
      continue;
    }
    const ast::Expr* right = level == Level::Add ? parse_level(Level::Multiply) : parse_unary();
    if (right == nullptr) return nullptr;
    left = make<ast::BinaryExpr>(ast::Expr{ast::ExprKind::Binary, span}, binary_op_of(kind), left,
                                 right);
  }
  return left;
}

/// "|>" or — `chain` is the place of the first `|>` of its chain.
const ast::Expr* Parser::parse_pipe(const ast::Expr* left, Span& chain) {
  if (!chain.known()) chain = span_of(current());
  advance();
  const ast::Expr* step = parse_level(Level::Or);
  if (step == nullptr) return nullptr;
  return make<ast::PipeExpr>(ast::Expr{ast::ExprKind::Pipe, chain}, left, step);
}

/// comparison = addition { ("==" | "!=" | "<" | ">" | "<=" | ">=" | "in" | "not" "in") addition }
const ast::Expr* Parser::parse_comparison(const ast::Expr* first) {
  std::vector<ast::CompareLink> links;
  while (level_of(kind()) == Level::Compare) {
    const Token& op = current();
    ast::CompareOp compare = compare_op_of(op.kind);
    size_t start = pos_;
    if (op.kind == TokenKind::Not) advance();
    advance();
    Span span = span_from(token(start));
    const ast::Expr* right = parse_level(Level::Add);
    if (right == nullptr) return nullptr;
    links.push_back({compare, span, right});
  }
  return make<ast::CompareExpr>(ast::Expr{ast::ExprKind::Compare, links.front().span}, first,
                                array(links));
}

/// not = "not" not | comparison
const ast::Expr* Parser::parse_not() {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Span span = span_of(current());
  advance();
  const ast::Expr* operand = parse_level(Level::Not);
  if (operand == nullptr) return nullptr;
  return make<ast::UnaryExpr>(ast::Expr{ast::ExprKind::Unary, span}, ast::UnaryOp::Not, operand);
}

/// unary = "-" unary | power
const ast::Expr* Parser::parse_unary() {
  if (kind() != TokenKind::Minus) {
    const ast::Expr* base = parse_postfix();
    return base == nullptr ? nullptr : parse_power(base);
  }
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Span span = span_of(current());
  advance();
  const ast::Expr* operand = parse_unary();
  if (operand == nullptr) return nullptr;
  return make<ast::UnaryExpr>(ast::Expr{ast::ExprKind::Unary, span}, ast::UnaryOp::Negate, operand);
}

/// power = postfix [ "**" unary ]
const ast::Expr* Parser::parse_power(const ast::Expr* base) {
  if (kind() != TokenKind::Power) return base;
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Span span = span_of(current());
  advance();
  const ast::Expr* exponent = parse_unary();
  if (exponent == nullptr) return nullptr;
  return make<ast::BinaryExpr>(ast::Expr{ast::ExprKind::Binary, span}, ast::BinaryOp::Power, base,
                               exponent);
}

/// postfix = primary { call | "." word | "[" expression "]" | "of" postfix }
const ast::Expr* Parser::parse_postfix() {
  const ast::Expr* left = parse_primary();
  return left == nullptr ? nullptr : parse_postfix_rest(left);
}

const ast::Expr* Parser::parse_postfix_rest(const ast::Expr* left) {
  while (left != nullptr) {
    if (kind() == TokenKind::LeftParen) {
      left = parse_call(left);
    } else if (kind() == TokenKind::Dot) {
      left = parse_member(left);
    } else if (kind() == TokenKind::LeftBracket) {
      left = parse_index(left);
    } else if (kind() == TokenKind::Of) {
      left = parse_of(left);
    } else {
      return left;
    }
  }
  return left;
}

/// call = "(" [ arg { "," arg } [ "," ] ] ")"
const ast::Expr* Parser::parse_call(const ast::Expr* callee) {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Token open = current();
  advance();
  std::vector<ast::Argument> arguments;
  while (kind() != TokenKind::RightParen) {
    if (!parse_argument(arguments)) return nullptr;
    if (!accept(TokenKind::Comma)) break;
  }
  if (!expect(TokenKind::RightParen)) return nullptr;
  return make<ast::CallExpr>(ast::Expr{ast::ExprKind::Call, span_from(open)}, callee,
                             array(arguments));
}

/// arg = NAME "=" expression | expression
bool Parser::parse_argument(std::vector<ast::Argument>& arguments) {
  ast::Argument argument{{}, {}, nullptr};
  if (kind() == TokenKind::Identifier && kind_after(1) == TokenKind::Assign) {
    argument.name = text_of(current());
    argument.name_span = span_of(current());
    advance();
    advance();
  }
  argument.value = parse_expression();
  if (argument.value == nullptr) return false;
  arguments.push_back(argument);
  return true;
}

/// "." ( NAME | any reserved word )
const ast::Expr* Parser::parse_member(const ast::Expr* object) {
  Token dot = current();
  advance();
  std::string_view name = text_of(current());
  if (is_reserved_word(kind())) {
    advance();
  } else if (!expect_name({syntax_errors::kExpectedMember, syntax_errors::kExpectedMember})) {
    return nullptr;
  }
  return make<ast::MemberExpr>(ast::Expr{ast::ExprKind::Member, span_from(dot)}, object, name);
}

const ast::Expr* Parser::parse_index(const ast::Expr* object) {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Token open = current();
  advance();
  const ast::Expr* index = parse_expression();
  if (index == nullptr || !expect(TokenKind::RightBracket)) return nullptr;
  return make<ast::IndexExpr>(ast::Expr{ast::ExprKind::Index, span_from(open)}, object, index);
}

/// name "of" postfix
const ast::Expr* Parser::parse_of(const ast::Expr* name) {
  if (name->kind != ast::ExprKind::Name) return fail(syntax_errors::kOfNeedsName, {}, pos_);
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Span span = span_of(current());
  advance();
  const ast::Expr* object = parse_postfix();
  if (object == nullptr) return nullptr;
  return make<ast::MemberExpr>(ast::Expr{ast::ExprKind::Of, span}, object,
                               static_cast<const ast::NameExpr*>(name)->name);
}

}  // namespace syn
