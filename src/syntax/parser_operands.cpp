// Operands: literals, names, templates, lists, maps, groups, lambdas, and the statements that are
// operands too.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "syntax/errors.h"
#include "syntax/parser_core.h"

namespace syn {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"  // Operands begin with a few kinds among many.

/// primary = NUMBER | TEXT | TEMPLATE | "true" | "false" | "nothing" | NAME | list | map | group |
/// lambda | inline-when
///         | when | sandbox | 'show' …
const ast::Expr* Parser::parse_primary() {
  const Token& first = current();
  switch (first.kind) {
    case TokenKind::Identifier: return parse_name();
    case TokenKind::Number: return parse_number();
    case TokenKind::Text:
      advance();
      return make<ast::TextExpr>(ast::Expr{ast::ExprKind::Text, span_of(first)}, decode(first, 1));
    case TokenKind::TemplateStart: return parse_template();
    case TokenKind::True:
    case TokenKind::False:
      advance();
      return make<ast::BoolExpr>(ast::Expr{ast::ExprKind::Bool, span_of(first)},
                                 first.kind == TokenKind::True);
    case TokenKind::Nothing:
      advance();
      return make<ast::Expr>(ast::ExprKind::Nothing, span_of(first));
    case TokenKind::LeftBracket: return parse_list();
    case TokenKind::LeftBrace: return parse_map();
    case TokenKind::LeftParen:
      return first.has(Token::kOpensLambda) ? parse_lambda() : parse_group();
    case TokenKind::When: return parse_when_operand();
    case TokenKind::Sandbox: {
      const ast::SandboxStmt* statement = parse_sandbox();
      if (statement == nullptr) return nullptr;
      return make<ast::SandboxExpr>(ast::Expr{ast::ExprKind::Sandbox, statement->span}, statement);
    }
    case TokenKind::Reason:
    case TokenKind::Decide:
    case TokenKind::Analyze:
    case TokenKind::Generate: fail_outside(); return nullptr;
    default: return fail_unexpected();
  }
}

#pragma GCC diagnostic pop

/// A name, or a soft word that begins an operand.
const ast::Expr* Parser::parse_name() {
  const Token& first = current();
  std::string_view name = text_of(first);
  TokenKind next = kind_after(1);
  if (name == "show" && !is_name_use(next)) {
    const ast::ShowStmt* statement = parse_show();
    if (statement == nullptr) return nullptr;
    return make<ast::ShowExpr>(ast::Expr{ast::ExprKind::Show, statement->span}, statement);
  }
  bool is_outside = name == "ask" || name == "judge" || name == "approve" || name == "confirm";
  if (is_outside && !is_name_use(next) && starts_operand(next)) {
    fail_outside();
    return nullptr;
  }
  advance();
  return make<ast::NameExpr>(ast::Expr{ast::ExprKind::Name, span_of(first)}, name);
}

const ast::Expr* Parser::parse_number() {
  const Token& first = current();
  advance();
  std::string_view digits = text_of(first);
  if (first.has(Token::kDecimal)) digits.remove_suffix(1);
  if (digits.find('_') != std::string_view::npos) {
    std::string plain;
    for (char c : digits) {
      if (c != '_') plain += c;
    }
    digits = program_.arena.text(plain);
  }
  ast::ExprKind number = first.has(Token::kDecimal) ? ast::ExprKind::Decimal
                         : first.has(Token::kFloat) ? ast::ExprKind::Float
                                                    : ast::ExprKind::Integer;
  return make<ast::NumberExpr>(ast::Expr{number, span_of(first)}, digits);
}

/// A template; one without holes is a text.
const ast::Expr* Parser::parse_template() {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Token first = current();
  advance();
  std::vector<ast::TemplatePart> parts;
  bool has_hole = false;
  while (kind() != TokenKind::TemplateEnd) {
    if (kind() == TokenKind::HoleStart) {
      has_hole = true;
      if (!parse_hole(parts)) return nullptr;
      continue;
    }
    const Token& text = current();
    parts.push_back(
        {make<ast::TextExpr>(ast::Expr{ast::ExprKind::Text, span_of(text)}, decode(text, 0)),
         false,
         {}});
    advance();
  }
  advance();
  Span span = span_from(first);
  if (has_hole) {
    return make<ast::TemplateExpr>(ast::Expr{ast::ExprKind::Template, span}, array(parts));
  }
  std::string_view text;
  if (!parts.empty()) text = static_cast<const ast::TextExpr*>(parts[0].value)->text;
  return make<ast::TextExpr>(ast::Expr{ast::ExprKind::Text, span}, text);
}

/// "{" expression [ ":" mark ] "}" — literals left over before the brace are ignored (language.md
/// §4.3).
bool Parser::parse_hole(std::vector<ast::TemplatePart>& parts) {
  advance();
  const ast::Expr* value = parse_expression();
  if (value == nullptr) return false;
  while (kind() == TokenKind::Number || kind() == TokenKind::Text) advance();
  std::string_view format;
  if (kind() == TokenKind::HoleFormat) {
    format = text_of(current()).substr(1);
    advance();
  }
  if (kind() != TokenKind::HoleEnd) {
    fail(syntax_errors::kLeftoverInHole, {std::string(token_name(kind()))}, pos_);
    return false;
  }
  advance();
  parts.push_back({value, true, format});
  return true;
}

/// "[" [ expression { "," expression } [ "," ] ] "]"
const ast::Expr* Parser::parse_list() {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Token open = current();
  advance();
  std::vector<const ast::Expr*> items;
  while (kind() != TokenKind::RightBracket) {
    const ast::Expr* item = parse_expression();
    if (item == nullptr) return nullptr;
    items.push_back(item);
    if (!accept(TokenKind::Comma)) break;
  }
  if (!expect(TokenKind::RightBracket)) return nullptr;
  return make<ast::ListExpr>(ast::Expr{ast::ExprKind::List, span_from(open)}, array(items));
}

/// "{" [ expression ":" expression { "," expression ":" expression } [ "," ] ] "}"
const ast::Expr* Parser::parse_map() {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Token open = current();
  advance();
  std::vector<ast::MapEntry> entries;
  while (kind() != TokenKind::RightBrace) {
    const ast::Expr* key = parse_expression();
    if (key == nullptr || !expect(TokenKind::Colon)) return nullptr;
    const ast::Expr* value = parse_expression();
    if (value == nullptr) return nullptr;
    entries.push_back({key, value});
    if (!accept(TokenKind::Comma)) break;
  }
  if (!expect(TokenKind::RightBrace)) return nullptr;
  return make<ast::MapExpr>(ast::Expr{ast::ExprKind::Map, span_from(open)}, array(entries));
}

/// "(" expression ")" — leaves no trace in the tree.
const ast::Expr* Parser::parse_group() {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  advance();
  const ast::Expr* inner = parse_expression();
  if (inner == nullptr || !expect(TokenKind::RightParen)) return nullptr;
  return inner;
}

/// lambda = "(" [ NAME { "," NAME } ] ")" "=>" expression
const ast::Expr* Parser::parse_lambda() {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Token open = current();
  advance();
  std::vector<ast::Param> params;
  if (kind() != TokenKind::RightParen) {
    do {
      const Token& name = current();
      if (!expect_name(
              {syntax_errors::kExpectedLambdaParameter, syntax_errors::kReservedLambdaParameter})) {
        return nullptr;
      }
      params.push_back({text_of(name), span_of(name), nullptr});
    } while (accept(TokenKind::Comma));
  }
  if (!expect(TokenKind::RightParen) || !expect(TokenKind::FatArrow)) return nullptr;
  const ast::Expr* body = parse_expression();
  if (body == nullptr) return nullptr;
  return make<ast::LambdaExpr>(ast::Expr{ast::ExprKind::Lambda, span_from(open)}, array(params),
                               body);
}

/// inline-when = "when" expression "then" expression [ "otherwise" ( inline-when | expression ) ] |
/// when
const ast::Expr* Parser::parse_when_operand() {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Token first = current();
  advance();
  const ast::Expr* condition = parse_expression();
  if (condition == nullptr) return nullptr;
  if (!accept(TokenKind::Then)) {
    const ast::WhenStmt* statement = parse_when_rest(first, condition);
    if (statement == nullptr) return nullptr;
    return make<ast::WhenBlockExpr>(ast::Expr{ast::ExprKind::WhenBlock, statement->span},
                                    statement);
  }
  const ast::Expr* then = parse_expression();
  if (then == nullptr) return nullptr;
  const ast::Expr* otherwise = nullptr;
  if (accept(TokenKind::Otherwise)) {
    skip_newlines();
    otherwise = parse_expression();
    if (otherwise == nullptr) return nullptr;
  }
  return make<ast::WhenExpr>(ast::Expr{ast::ExprKind::When, span_from(first)}, condition, then,
                             otherwise);
}

}  // namespace syn
