// Programs that share their variables.
// SPDX-License-Identifier: Apache-2.0
#include "run/repl_session.h"

#include <algorithm>

#include "base/utf8.h"
#include "bytecode/errors.h"
#include "compiler/compiler.h"
#include "host/host.h"
#include "host/output.h"
#include "run/registry.h"
#include "run/session.h"
#include "syntax/errors.h"
#include "syntax/lexer.h"
#include "syntax/parser.h"
#include "value/display.h"

namespace syn {
namespace {

constexpr size_t kMaxEchoBytes = 20'000;

std::string echo_of(const Value& value) {
  std::string text;
  if (value.is_text()) {
    append_quoted(text, value.view());
  } else {
    append_display(text, value);
  }
  if (text.size() > kMaxEchoBytes) {
    size_t end = kMaxEchoBytes;
    while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text.resize(end);
    text += "…";
  }
  return text;
}

bool is_opening(TokenKind kind) {
  return kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket ||
         kind == TokenKind::LeftBrace;
}

bool has_open_bracket(const std::string& lines) {
  TokenList list;
  Lexer lexer(lines, list);
  lexer.run();
  return std::any_of(list.tokens.begin(), list.tokens.end(),
                     [](const Token& token) { return is_opening(token.kind) && token.extra == 0; });
}

}  // namespace

struct ReplSession::Entry {
  std::unique_ptr<ast::Program> program;
  std::unique_ptr<Code> code;
};

ReplSession::ReplSession(RunRequest request, host::Host& host, cap::AuditLog& audit)
    : file_(request.file), session_(std::make_unique<Session>(std::move(request), host, audit)) {
  session_->capabilities().grant_ambient();
}

ReplSession::~ReplSession() {
  session_->close();
  entries_.clear();
}

ReplReply ReplSession::enter(std::string source) {
  ReplReply reply;
  ParseResult parsed = parse_program(std::move(source), file_);
  if (!parsed.errors.empty()) {
    reply.errors = std::move(parsed.errors);
    return reply;
  }
  CompileOptions options;
  options.top_level = TopLevel::Globals;
  const auto& statements = parsed.program->body.statements;
  options.want_result = !statements.empty() && statements.back()->kind == ast::StmtKind::Expression;
  GlobalTable& globals = session_->globals();
  auto compiled =
      compile_program(*parsed.program, session_->heap(), globals, builtin_registry(), options);
  if (!compiled.ok()) {
    reply.errors.push_back(std::move(compiled).error());
    return reply;
  }
  entries_.push_back(std::make_unique<Entry>());
  Entry& entry = *entries_.back();
  entry.program = std::move(parsed.program);
  entry.code = std::move(compiled.value().main);
  auto result = session_->machine().run(
      *entry.code,
      [&globals](uint32_t index) -> const std::string& { return globals.name(index); });
  if (result.ok()) {
    if (options.want_result && !result.value().is_nothing()) reply.value = echo_of(result.value());
    return reply;
  }
  Error error = std::move(result).error();
  if (error.is(runtime_errors::kExit)) {
    reply.exit_code = std::stoi(error.body().arguments[0]);
  } else {
    reply.errors.push_back(std::move(error));
  }
  return reply;
}

EntryState state_of_entry(const std::string& lines) {
  if (find_invalid_utf8(lines)) return EntryState::Complete;
  ParseResult parsed = parse_program(lines, "");
  if (parsed.errors.empty()) return EntryState::Complete;
  const Error& first = parsed.errors.front();
  if (first.is(syntax_errors::kTemplateEnd)) return EntryState::NeedsMore;
  // An error behind the last line: something has to follow.
  auto num_lines = std::count(lines.begin(), lines.end(), '\n');
  if (first.body().span.line <= num_lines) return EntryState::Complete;
  return has_open_bracket(lines) ? EntryState::NeedsMore : EntryState::NeedsBlock;
}

}  // namespace syn
