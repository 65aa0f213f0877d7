// Patterns of `match` arms (language.md §6.4, §15).
// SPDX-License-Identifier: Apache-2.0
#include "syntax/errors.h"
#include "syntax/parser_core.h"

namespace syn {

/// pattern = "_" | list-pattern | map-pattern | expression
const ast::Pattern* Parser::parse_pattern(PatternPlace place) {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  TokenKind next = kind_after(1);
  if (at_word("_") && next != TokenKind::LeftParen && next != TokenKind::Dot &&
      next != TokenKind::LeftBracket) {
    Span span = span_of(current());
    advance();
    return make<ast::Pattern>(ast::PatternKind::Wildcard, span);
  }
  if (kind() == TokenKind::LeftBracket) return parse_list_pattern();
  bool is_map = next == TokenKind::RightBrace || next == TokenKind::Identifier;
  if (kind() == TokenKind::LeftBrace && is_map) return parse_map_pattern();
  return parse_value_pattern(place);
}

/// list-pattern = "[" [ list-item { "," list-item } [ "," ] ] "]" · list-item = pattern | "..." [
/// NAME ]
const ast::Pattern* Parser::parse_list_pattern() {
  Token open = current();
  advance();
  std::vector<const ast::Pattern*> before;
  std::vector<const ast::Pattern*> after;
  bool has_spread = false;
  std::string_view rest_name;
  while (kind() != TokenKind::RightBracket) {
    if (kind() == TokenKind::Spread) {
      if (has_spread) return fail(syntax_errors::kTwoSpreads, {}, pos_);
      has_spread = true;
      advance();
      if (kind() == TokenKind::Identifier) rest_name = text_of(current());
      accept(TokenKind::Identifier);
    } else {
      const ast::Pattern* item = parse_pattern(PatternPlace::Inside);
      if (item == nullptr) return nullptr;
      (has_spread ? after : before).push_back(item);
    }
    if (!accept(TokenKind::Comma)) break;
  }
  if (!expect(TokenKind::RightBracket)) return nullptr;
  return make<ast::ListPattern>(ast::Pattern{ast::PatternKind::List, span_from(open)},
                                array(before), array(after), has_spread, rest_name);
}

/// map-pattern = "{" [ NAME [ ":" pattern ] { "," NAME [ ":" pattern ] } [ "," ] ] "}"
const ast::Pattern* Parser::parse_map_pattern() {
  Token open = current();
  advance();
  std::vector<ast::MapPatternField> fields;
  while (kind() != TokenKind::RightBrace) {
    Token name = current();
    if (!expect_name(
            {syntax_errors::kExpectedPatternField, syntax_errors::kReservedPatternField})) {
      return nullptr;
    }
    const ast::Pattern* value = nullptr;
    if (accept(TokenKind::Colon)) {
      value = parse_pattern(PatternPlace::Inside);
      if (value == nullptr) return nullptr;
    } else {
      value = make<ast::BindPattern>(ast::Pattern{ast::PatternKind::Bind, span_of(name)},
                                     text_of(name));
    }
    fields.push_back({text_of(name), value});
    if (!accept(TokenKind::Comma)) break;
  }
  if (!expect(TokenKind::RightBrace)) return nullptr;
  return make<ast::MapPattern>(ast::Pattern{ast::PatternKind::Map, span_from(open)}, array(fields));
}

/// An expression, read so that the last call of a member can be a variant with its payload.
const ast::Pattern* Parser::parse_value_pattern(PatternPlace place) {
  Token first = current();
  auto make_value = [&](const ast::Expr* value) -> const ast::Pattern* {
    if (value == nullptr) return nullptr;
    return make<ast::ValuePattern>(ast::Pattern{ast::PatternKind::Value, span_from(first)}, value);
  };
  if (kind() == TokenKind::Minus || kind() == TokenKind::Not) return make_value(parse_expression());
  const ast::Expr* left = parse_primary();
  while (left != nullptr) {
    // Postfixes one by one: `(` after a member may open a payload.
    if (kind() == TokenKind::Dot) {
      left = parse_member(left);
    } else if (kind() == TokenKind::LeftBracket) {
      left = parse_index(left);
    } else if (kind() == TokenKind::Of) {
      left = parse_of(left);
    } else if (kind() == TokenKind::LeftParen && left->kind == ast::ExprKind::Member) {
      const auto* member = static_cast<const ast::MemberExpr*>(left);
      const ast::Pattern* variant = parse_variant_payload(member, left);
      if (variant == nullptr) return nullptr;
      bool goes_on = kind() == TokenKind::LeftParen || kind() == TokenKind::Dot ||
                     kind() == TokenKind::LeftBracket || kind() == TokenKind::Power ||
                     level_of(kind()) != Level::None;
      if (!goes_on) return variant;
      if (left == nullptr) return fail_unexpected();
    } else if (kind() == TokenKind::LeftParen) {
      left = parse_call(left);
    } else {
      break;
    }
  }
  if (left == nullptr) return nullptr;
  if (kind() == TokenKind::Power || level_of(kind()) != Level::None) {
    const ast::Expr* base = parse_power(left);
    return make_value(base == nullptr ? nullptr : parse_operators(base, Level::Pipe));
  }
  if (left->kind == ast::ExprKind::Member) {
    const auto* member = static_cast<const ast::MemberExpr*>(left);
    return make<ast::VariantPattern>(ast::Pattern{ast::PatternKind::Variant, span_from(first)},
                                     member->object, member->name, member->span, false,
                                     std::span<const ast::Pattern* const>{}, left);
  }
  if (left->kind == ast::ExprKind::Name && place == PatternPlace::Inside) {
    std::string_view name = static_cast<const ast::NameExpr*>(left)->name;
    return make<ast::BindPattern>(ast::Pattern{ast::PatternKind::Bind, left->span}, name);
  }
  return make_value(left);
}

/// "(" [ pattern { "," pattern } [ "," ] ] ")" after `member`. `value` becomes the same as a call,
/// or null where the payload is no expression; the pattern then falls back to the member alone.
const ast::Pattern* Parser::parse_variant_payload(const ast::MemberExpr* member,
                                                  const ast::Expr*& value) {
  Token open = current();
  PatternItems items;
  if (!parse_pattern_items(items)) return nullptr;
  bool is_call = true;
  for (const ast::Argument& argument : items.arguments) is_call &= argument.value != nullptr;
  value = nullptr;
  if (is_call) {
    value = make<ast::CallExpr>(ast::Expr{ast::ExprKind::Call, span_from(open)}, member,
                                array(items.arguments));
  }
  if (items.has_name) {
    if (value == nullptr) return fail_unexpected();
    return make<ast::ValuePattern>(ast::Pattern{ast::PatternKind::Value, value->span}, value);
  }
  const ast::Expr* as_value = value != nullptr ? value : member;
  return make<ast::VariantPattern>(ast::Pattern{ast::PatternKind::Variant, member->span},
                                   member->object, member->name, member->span, true,
                                   array(items.patterns), as_value);
}

bool Parser::parse_pattern_items(PatternItems& items) {
  Nesting nesting(*this);
  if (!nesting.ok()) return false;
  advance();
  while (kind() != TokenKind::RightParen) {
    if (kind() == TokenKind::Identifier && kind_after(1) == TokenKind::Assign) {
      items.has_name = true;
      if (!parse_argument(items.arguments)) return false;
    } else {
      const ast::Pattern* pattern = parse_pattern(PatternPlace::Inside);
      if (pattern == nullptr) return false;
      items.patterns.push_back(pattern);
      items.arguments.push_back({{}, {}, pattern_as_expression(pattern)});
    }
    if (!accept(TokenKind::Comma)) break;
  }
  return expect(TokenKind::RightParen);
}

/// The expression with the same text as a pattern, or null.
const ast::Expr* Parser::pattern_as_expression(const ast::Pattern* pattern) {
  switch (pattern->kind) {
    case ast::PatternKind::Wildcard:
      return make<ast::NameExpr>(ast::Expr{ast::ExprKind::Name, pattern->span},
                                 std::string_view("_"));
    case ast::PatternKind::Bind:
      return make<ast::NameExpr>(ast::Expr{ast::ExprKind::Name, pattern->span},
                                 static_cast<const ast::BindPattern*>(pattern)->name);
    case ast::PatternKind::Value: return static_cast<const ast::ValuePattern*>(pattern)->value;
    case ast::PatternKind::Variant: {
      const auto* variant = static_cast<const ast::VariantPattern*>(pattern);
      bool is_member = variant->as_value->kind == ast::ExprKind::Member;
      return is_member == variant->has_payload ? nullptr : variant->as_value;
    }
    case ast::PatternKind::Map: {
      if (!static_cast<const ast::MapPattern*>(pattern)->fields.empty()) return nullptr;
      return make<ast::MapExpr>(ast::Expr{ast::ExprKind::Map, pattern->span},
                                std::span<const ast::MapEntry>{});
    }
    case ast::PatternKind::List: break;
  }
  const auto* list = static_cast<const ast::ListPattern*>(pattern);
  if (list->has_spread) return nullptr;
  std::vector<const ast::Expr*> items;
  for (const ast::Pattern* item : list->before) {
    items.push_back(pattern_as_expression(item));
    if (items.back() == nullptr) return nullptr;
  }
  return make<ast::ListExpr>(ast::Expr{ast::ExprKind::List, pattern->span}, array(items));
}

}  // namespace syn
