// Definitions (task, type, enum), declarations (require, sandbox, …) and the statements of soft
// words (language.md §3.2, §6.1). Statements of soft words are not followed by the end-of-
// statement check.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "syntax/errors.h"
#include "syntax/parser_core.h"

namespace syn {
namespace {

/// What must follow a soft word for it to begin a statement.
enum class SoftWhen : uint8_t { Text, Name, Declaration, NotNameUse, Operand, Server };
enum class SoftWord : uint8_t {
  Use,
  Export,
  Enum,
  Test,
  Raise,
  Show,
  Trace,
  Measure,
  Log,
  Checkpoint,
  Outside,
};

struct SoftRow {
  std::string_view word;
  SoftWord what;
  SoftWhen when;
};

constexpr SoftRow kSoftWords[] = {
    {"use", SoftWord::Use, SoftWhen::Text},
    {"export", SoftWord::Export, SoftWhen::Declaration},
    {"enum", SoftWord::Enum, SoftWhen::Name},
    {"test", SoftWord::Test, SoftWhen::Text},
    {"raise", SoftWord::Raise, SoftWhen::NotNameUse},
    {"show", SoftWord::Show, SoftWhen::NotNameUse},
    {"trace", SoftWord::Trace, SoftWhen::NotNameUse},
    {"measure", SoftWord::Measure, SoftWhen::NotNameUse},
    {"log", SoftWord::Log, SoftWhen::NotNameUse},
    {"checkpoint", SoftWord::Checkpoint, SoftWhen::NotNameUse},
    {"agent", SoftWord::Outside, SoftWhen::Operand},
    {"spawn", SoftWord::Outside, SoftWhen::Operand},
    {"share", SoftWord::Outside, SoftWhen::Operand},
    {"observe", SoftWord::Outside, SoftWhen::Operand},
    {"signal", SoftWord::Outside, SoftWhen::Operand},
    {"approve", SoftWord::Outside, SoftWhen::Operand},
    {"confirm", SoftWord::Outside, SoftWhen::Operand},
    {"serve", SoftWord::Outside, SoftWhen::Server},
    {"expect", SoftWord::Outside, SoftWhen::Server},
    {"proxy", SoftWord::Outside, SoftWhen::Server},
    {"stream", SoftWord::Outside, SoftWhen::Server},
    {"socket", SoftWord::Outside, SoftWhen::Server},
    {"rate_limit", SoftWord::Outside, SoftWhen::Server},
    {"timeout", SoftWord::Outside, SoftWhen::Server},
    {"private", SoftWord::Outside, SoftWhen::Server},
    {"route", SoftWord::Outside, SoftWhen::Text},
    {"routes", SoftWord::Outside, SoftWhen::Text},
};

/// Whether `next` after the word `word` makes it a clause of the web server.
bool is_server_clause(std::string_view word, TokenKind next, std::string_view next_text,
                      TokenKind after) {
  if (word == "serve") return next == TokenKind::Identifier && next_text == "on";
  if (word == "expect") return next == TokenKind::Identifier && next_text == "body";
  if (word == "proxy") return next == TokenKind::To;
  if (word == "private") return next == TokenKind::Newline;
  if (word == "stream" || word == "socket") {
    return next == TokenKind::Newline && after == TokenKind::Indent;
  }
  return next == TokenKind::Number ||
         (next == TokenKind::Identifier && (next_text == "none" || next_text == "unlimited"));
}

bool is_declaration(TokenKind next, std::string_view text) {
  return next == TokenKind::Task || next == TokenKind::Type || next == TokenKind::Let ||
         (next == TokenKind::Identifier && (text == "enum" || text == "routes"));
}

}  // namespace

/// Parses a statement that a soft word begins; false if this is none.
bool Parser::parse_soft_statement(ast::Stmt*& statement) {
  std::string_view word = text_of(current());
  const auto* row = std::find_if(std::begin(kSoftWords), std::end(kSoftWords),
                                 [word](const SoftRow& soft) { return soft.word == word; });
  if (row == std::end(kSoftWords)) return false;
  TokenKind next = kind_after(1);
  std::string_view next_text = text_of(token(std::min(pos_ + 1, list_.tokens.size() - 1)));
  bool begins = false;
  switch (row->when) {
    case SoftWhen::Text: begins = next == TokenKind::Text; break;
    case SoftWhen::Name: begins = next == TokenKind::Identifier || is_reserved_word(next); break;
    case SoftWhen::Declaration: begins = is_declaration(next, next_text); break;
    case SoftWhen::NotNameUse: begins = !is_name_use(next) && next != TokenKind::Assign; break;
    case SoftWhen::Operand: begins = starts_operand(next) && !is_name_use(next); break;
    case SoftWhen::Server: begins = is_server_clause(word, next, next_text, kind_after(2)); break;
  }
  // `enum is 1` and the like are expressions; a reserved word that no operator is must be a wrong
  // name.
  if (row->what == SoftWord::Enum && is_name_use(next)) begins = false;
  if (!begins) return false;
  switch (row->what) {
    case SoftWord::Use: statement = parse_use(); break;
    case SoftWord::Export: statement = parse_export(); break;
    case SoftWord::Enum: statement = parse_enum(); break;
    case SoftWord::Test: statement = parse_named_block(ast::StmtKind::Test); break;
    case SoftWord::Raise: statement = parse_raise(); break;
    case SoftWord::Show: statement = parse_show(); break;
    case SoftWord::Trace: statement = parse_named_block(ast::StmtKind::Trace); break;
    case SoftWord::Measure: statement = parse_named_block(ast::StmtKind::Measure); break;
    case SoftWord::Log: statement = parse_value_statement(ast::StmtKind::Log); break;
    case SoftWord::Checkpoint: statement = parse_value_statement(ast::StmtKind::Checkpoint); break;
    case SoftWord::Outside: statement = fail_outside(); break;
  }
  return true;
}

/// A word of agents, models or the web server.
ast::Stmt* Parser::fail_outside() {
  return fail(syntax_errors::kOutsideWord, {std::string(text_of(current()))}, pos_);
}

/// task-def = "task" NAME [ "(" [ param { "," param } ] ")" ] block
ast::Stmt* Parser::parse_task() {
  Token first = current();
  advance();
  Token name = current();
  if (!expect_name({syntax_errors::kExpectedTaskName, syntax_errors::kReservedTaskName})) {
    return nullptr;
  }
  std::vector<ast::Param> params;
  if (accept(TokenKind::LeftParen) && !parse_params(params)) return nullptr;
  auto* task = make<ast::TaskStmt>(ast::Stmt{ast::StmtKind::Task, span_from(first)}, text_of(name),
                                   span_of(name), array(params), ast::Block{});
  return parse_block(task->body) ? task : nullptr;
}

/// [ param { "," param } ] ")" · param = NAME [ "=" expression ]
bool Parser::parse_params(std::vector<ast::Param>& params) {
  if (accept(TokenKind::RightParen)) return true;
  do {
    Token name = current();
    if (!expect_name({syntax_errors::kExpectedParameter, syntax_errors::kReservedParameter})) {
      return false;
    }
    ast::Param param{text_of(name), span_of(name), nullptr};
    if (accept(TokenKind::Assign)) {
      param.fallback = parse_expression();
      if (param.fallback == nullptr) return false;
    }
    params.push_back(param);
  } while (accept(TokenKind::Comma));
  return expect(TokenKind::RightParen);
}

/// type-def = "type" NAME { NL } INDENT { NL } { NAME ":" NAME { NL } } [ DEDENT ]
ast::Stmt* Parser::parse_type() {
  Token first = current();
  advance();
  Token name = current();
  if (!expect_name({syntax_errors::kExpectedTypeName, syntax_errors::kReservedTypeName})) {
    return nullptr;
  }
  Span span = span_from(first);
  if (kind() == TokenKind::Colon && refuse_colon()) return nullptr;
  skip_newlines();
  if (!expect(TokenKind::Indent)) return nullptr;
  skip_newlines();
  std::vector<ast::Field> fields;
  while (kind() != TokenKind::Dedent && kind() != TokenKind::EndOfFile) {
    size_t entry = pos_;
    if (!parse_field(fields) && !recover_entry(entry)) return nullptr;
    skip_newlines();
  }
  accept(TokenKind::Dedent);
  return make<ast::TypeStmt>(ast::Stmt{ast::StmtKind::Type, span}, text_of(name), span_of(name),
                             array(fields));
}

/// NAME ":" NAME
bool Parser::parse_field(std::vector<ast::Field>& fields) {
  Token field = current();
  if (!expect_name({syntax_errors::kExpectedFieldName, syntax_errors::kReservedFieldName}) ||
      !expect(TokenKind::Colon)) {
    return false;
  }
  std::string_view type = text_of(current());
  if (!expect(TokenKind::Identifier)) return false;
  fields.push_back({text_of(field), span_of(field), type});
  return true;
}

/// Goes behind an entry of a `type` or `enum` body that failed.
bool Parser::recover_entry(size_t entry) {
  if (silent_) return false;
  recover(entry);
  after_failure_ = false;
  return true;
}

/// enum-def = 'enum' NAME { NL } INDENT { NL } { variant { NL } } [ DEDENT ]
ast::Stmt* Parser::parse_enum() {
  Token first = current();
  advance();
  Token name = current();
  if (!expect_name({syntax_errors::kExpectedEnumName, syntax_errors::kReservedEnumName})) {
    return nullptr;
  }
  Span span = span_from(first);
  if (kind() == TokenKind::Colon && refuse_colon()) return nullptr;
  skip_newlines();
  if (!expect(TokenKind::Indent)) return nullptr;
  skip_newlines();
  std::vector<ast::Variant> variants;
  while (kind() != TokenKind::Dedent && kind() != TokenKind::EndOfFile) {
    size_t entry = pos_;
    if (!parse_variant(variants) && !recover_entry(entry)) return nullptr;
    skip_newlines();
  }
  accept(TokenKind::Dedent);
  return make<ast::EnumStmt>(ast::Stmt{ast::StmtKind::Enum, span}, text_of(name), span_of(name),
                             array(variants));
}

/// variant = NAME [ "(" [ NAME { "," NAME } ] ")" ]
bool Parser::parse_variant(std::vector<ast::Variant>& variants) {
  Token name = current();
  if (!expect_name({syntax_errors::kExpectedVariantName, syntax_errors::kReservedVariantName})) {
    return false;
  }
  std::vector<std::string_view> fields;
  if (accept(TokenKind::LeftParen) && !accept(TokenKind::RightParen)) {
    do {
      fields.push_back(text_of(current()));
      if (!expect_name(
              {syntax_errors::kExpectedPayloadField, syntax_errors::kReservedPayloadField})) {
        return false;
      }
    } while (accept(TokenKind::Comma));
    if (!expect(TokenKind::RightParen)) return false;
  }
  variants.push_back({text_of(name), span_of(name), array(fields)});
  return true;
}

/// "require" NAME [ "." NAME ] [ ":" NAME ] [ "(" expression ")" | expression ] — the last only
/// before a text, template or number.
ast::Stmt* Parser::parse_require() {
  size_t start = pos_;
  Token first = current();
  advance();
  std::string capability(text_of(current()));
  if (!expect(TokenKind::Identifier)) return nullptr;
  if (accept(TokenKind::Dot)) {
    capability += "." + std::string(text_of(current()));
    if (is_reserved_word(kind())) {
      advance();
    } else if (!expect(TokenKind::Identifier)) {
      return nullptr;
    }
  }
  if (accept(TokenKind::Colon)) {
    capability += ":" + std::string(text_of(current()));
    if (!expect(TokenKind::Identifier)) return nullptr;
  }
  const ast::Expr* scope = nullptr;
  if (accept(TokenKind::LeftParen)) {
    scope = parse_expression();
    if (scope == nullptr || !expect(TokenKind::RightParen)) return nullptr;
  } else if (kind() == TokenKind::Text || kind() == TokenKind::TemplateStart ||
             kind() == TokenKind::Number) {
    scope = parse_expression();
    if (scope == nullptr) return nullptr;
  }
  if (capability == "memory" && scope == nullptr) {
    return fail(syntax_errors::kMemoryNeedsName, {}, start);
  }
  return make<ast::RequireStmt>(ast::Stmt{ast::StmtKind::Require, span_from(first)},
                                program_.arena.text(capability), scope);
}

/// sandbox = "sandbox" ( { NEWLINE } block | expression | 'under' expression { NEWLINE } block )
ast::SandboxStmt* Parser::parse_sandbox() {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Token first = current();
  advance();
  auto* sandbox = make<ast::SandboxStmt>(ast::Stmt{ast::StmtKind::Sandbox, span_from(first)},
                                         ast::SandboxForm::Block, nullptr, ast::Block{});
  if (kind() == TokenKind::Newline || kind() == TokenKind::Colon) {
    return parse_block(sandbox->body) ? sandbox : nullptr;
  }
  bool is_under = at_word("under") && kind_after(1) != TokenKind::Newline;
  if (is_under) advance();
  sandbox->form = is_under ? ast::SandboxForm::Under : ast::SandboxForm::Expression;
  sandbox->value = parse_expression();
  if (sandbox->value == nullptr) return nullptr;
  sandbox->span = span_from(first);
  if (!is_under) return sandbox;
  size_t ahead = 0;
  while (kind_after(ahead) == TokenKind::Newline) ++ahead;
  if (kind() != TokenKind::Colon && kind_after(ahead) != TokenKind::Indent) {
    return fail(syntax_errors::kSandboxUnderBlock, {}, pos_ + ahead);
  }
  return parse_block(sandbox->body) ? sandbox : nullptr;
}

/// "invariant" [ TEXT | TEMPLATE ] ":" expression — a template is kept as written, holes included.
ast::Stmt* Parser::parse_invariant() {
  Token first = current();
  advance();
  std::string_view description;
  bool has_description = kind() == TokenKind::Text || kind() == TokenKind::TemplateStart;
  if (kind() == TokenKind::Text) {
    description = decode(current(), 1);
    advance();
  } else if (kind() == TokenKind::TemplateStart) {
    size_t start = current().offset + 1;
    pos_ = current().extra;
    description = std::string_view(program_.source).substr(start, current().offset - start);
    advance();
  }
  if (!expect(TokenKind::Colon)) return nullptr;
  const ast::Expr* condition = parse_expression();
  if (condition == nullptr) return nullptr;
  return make<ast::InvariantStmt>(ast::Stmt{ast::StmtKind::Invariant, span_from(first)},
                                  description, has_description, condition);
}

/// "intent" ":" TEXT
ast::Stmt* Parser::parse_intent() {
  Token first = current();
  advance();
  if (!expect(TokenKind::Colon)) return nullptr;
  Token text = current();
  if (!expect(TokenKind::Text)) return nullptr;
  return make<ast::IntentStmt>(ast::Stmt{ast::StmtKind::Intent, span_from(first)}, decode(text, 1));
}

/// 'use' TEXT "as" NAME
ast::Stmt* Parser::parse_use() {
  Token first = current();
  advance();
  Token path = current();
  advance();
  if (!accept(TokenKind::As)) {
    std::string_view name = decode(path, 1);
    name = name.substr(name.rfind('/') + 1);
    name = name.substr(0, name.find('.'));
    fail(syntax_errors::kExpectedAs, {std::string(text_of(path)), std::string(name)}, pos_);
    return nullptr;
  }
  Token alias = current();
  if (!expect_name({syntax_errors::kExpectedModuleAlias, syntax_errors::kReservedModuleAlias})) {
    return nullptr;
  }
  return make<ast::UseStmt>(ast::Stmt{ast::StmtKind::Use, span_from(first)}, decode(path, 1),
                            span_of(path), text_of(alias));
}

/// 'export' ( task-def | type-def | let | enum-def )
ast::Stmt* Parser::parse_export() {
  Token first = current();
  advance();
  if (at_word("routes")) return fail_outside();
  std::string_view name = text_of(token(std::min(pos_ + 1, list_.tokens.size() - 1)));
  ast::Stmt* inner = nullptr;
  if (kind() == TokenKind::Task) {
    inner = parse_task();
  } else if (kind() == TokenKind::Type) {
    inner = parse_type();
  } else if (kind() == TokenKind::Let) {
    inner = parse_let();
  } else {
    inner = parse_enum();
  }
  if (inner == nullptr) return nullptr;
  Span span{first.line, first.column, inner->span.end_line, inner->span.end_column};
  return make<ast::ExportStmt>(ast::Stmt{ast::StmtKind::Export, span}, inner, name);
}

/// ( 'test' | 'trace' | 'measure' ) TEXT block
ast::Stmt* Parser::parse_named_block(ast::StmtKind statement) {
  Token first = current();
  advance();
  Token name = current();
  if (!expect(TokenKind::Text)) return nullptr;
  auto* named = make<ast::NamedBlockStmt>(ast::Stmt{statement, span_from(first)}, decode(name, 1),
                                          ast::Block{});
  return parse_block(named->body) ? named : nullptr;
}

/// 'show' expression [ "as" TEXT ]
ast::ShowStmt* Parser::parse_show() {
  Nesting nesting(*this);
  if (!nesting.ok()) return nullptr;
  Token first = current();
  advance();
  const ast::Expr* value = parse_expression();
  if (value == nullptr) return nullptr;
  std::string_view label;
  bool has_label = accept(TokenKind::As);
  if (has_label) {
    Token text = current();
    if (!expect(TokenKind::Text)) return nullptr;
    label = decode(text, 1);
  }
  return make<ast::ShowStmt>(ast::Stmt{ast::StmtKind::Show, span_from(first)}, value, label,
                             has_label);
}

/// 'raise' expression
ast::Stmt* Parser::parse_raise() {
  size_t start = pos_;
  TokenKind next = kind_after(1);
  if (next == TokenKind::Newline || next == TokenKind::Dedent || next == TokenKind::EndOfFile) {
    return fail(syntax_errors::kRaiseNeedsMessage, {}, start);
  }
  return parse_value_statement(ast::StmtKind::Raise);
}

}  // namespace syn
