// Statements and patterns as indented lines.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/tree_writer.h"

namespace syn {
namespace {

/// The word of a statement that has only a value or a name.
std::string_view word_of(ast::StmtKind kind) {
  if (kind == ast::StmtKind::Give) return "give";
  if (kind == ast::StmtKind::Stop) return "stop";
  if (kind == ast::StmtKind::Raise) return "raise";
  if (kind == ast::StmtKind::Log) return "log";
  if (kind == ast::StmtKind::Test) return "test";
  if (kind == ast::StmtKind::Trace) return "trace";
  if (kind == ast::StmtKind::Measure) return "measure";
  return "checkpoint";
}

}  // namespace

void TreeWriter::line(std::string_view text, Span span) {
  out_.append(static_cast<size_t>(depth_) * 2, ' ');
  out_ += text;
  if (places_ == DumpPlaces::Show && span.known()) {
    out_ += " @" + std::to_string(span.line) + ":" + std::to_string(span.column);
  }
  out_ += '\n';
}

void TreeWriter::write_block(const ast::Block& block) {
  for (const ast::Stmt* statement : block.statements) write(statement);
}

void TreeWriter::write_body(std::string_view label, const ast::Block& block) {
  line(label, {});
  Deeper deeper(*this);
  write_block(block);
}

void TreeWriter::write_labelled(std::string_view label, const ast::Expr* expression) {
  line(label, {});
  Deeper deeper(*this);
  write(expression);
}

void TreeWriter::write(const ast::Stmt* statement) {
  auto with_value = [&](std::string_view word, const ast::Expr* value) {
    line(word, statement->span);
    Deeper deeper(*this);
    if (value != nullptr) write(value);
  };
  switch (statement->kind) {
    case ast::StmtKind::Expression:
      return with_value("expression", static_cast<const ast::ExpressionStmt*>(statement)->value);
    case ast::StmtKind::Let: {
      const auto* let = static_cast<const ast::LetStmt*>(statement);
      return with_value("let " + std::string(let->name), let->value);
    }
    case ast::StmtKind::Set: return write_set(*static_cast<const ast::SetStmt*>(statement));
    case ast::StmtKind::When: return write_when(*static_cast<const ast::WhenStmt*>(statement));
    case ast::StmtKind::Each: {
      const auto* each = static_cast<const ast::EachStmt*>(statement);
      with_value("each " + std::string(each->name), each->iterable);
      return write_body("body", each->body);
    }
    case ast::StmtKind::While: {
      const auto* loop = static_cast<const ast::WhileStmt*>(statement);
      with_value("while", loop->condition);
      return write_body("body", loop->body);
    }
    case ast::StmtKind::Match: return write_match(*static_cast<const ast::MatchStmt*>(statement));
    case ast::StmtKind::Task: return write_task(*static_cast<const ast::TaskStmt*>(statement));
    case ast::StmtKind::Type: return write_type(*static_cast<const ast::TypeStmt*>(statement));
    case ast::StmtKind::Enum: return write_enum(*static_cast<const ast::EnumStmt*>(statement));
    case ast::StmtKind::Try: return write_try(*static_cast<const ast::TryStmt*>(statement));
    case ast::StmtKind::Give:
    case ast::StmtKind::Stop:
    case ast::StmtKind::Raise:
    case ast::StmtKind::Log:
    case ast::StmtKind::Checkpoint:
      return with_value(word_of(statement->kind),
                        static_cast<const ast::ValueStmt*>(statement)->value);
    case ast::StmtKind::Require: {
      const auto* require = static_cast<const ast::RequireStmt*>(statement);
      return with_value("require " + std::string(require->capability), require->scope);
    }
    case ast::StmtKind::Sandbox:
      return write_sandbox(*static_cast<const ast::SandboxStmt*>(statement));
    case ast::StmtKind::Invariant:
      return write_invariant(*static_cast<const ast::InvariantStmt*>(statement));
    case ast::StmtKind::Intent:
      return line("intent " + quote_for_dump(static_cast<const ast::IntentStmt*>(statement)->text),
                  statement->span);
    case ast::StmtKind::Use: return write_use(*static_cast<const ast::UseStmt*>(statement));
    case ast::StmtKind::Export: {
      const auto* exported = static_cast<const ast::ExportStmt*>(statement);
      line("export " + std::string(exported->name), statement->span);
      Deeper deeper(*this);
      return write(exported->inner);
    }
    case ast::StmtKind::Test:
    case ast::StmtKind::Trace:
    case ast::StmtKind::Measure:
      return write_named(*static_cast<const ast::NamedBlockStmt*>(statement));
    case ast::StmtKind::Show: return write_show(*static_cast<const ast::ShowStmt*>(statement));
  }
}

void TreeWriter::write_set(const ast::SetStmt& statement) {
  line("set", statement.span);
  Deeper deeper(*this);
  write(statement.target);
  write_labelled("to", statement.value);
}

void TreeWriter::write_named(const ast::NamedBlockStmt& statement) {
  line(std::string(word_of(statement.kind)) + " " + quote_for_dump(statement.name), statement.span);
  Deeper deeper(*this);
  write_block(statement.body);
}

void TreeWriter::write_use(const ast::UseStmt& statement) {
  line("use " + quote_for_dump(statement.path) + " as " + std::string(statement.alias),
       statement.span);
}

void TreeWriter::write_when(const ast::WhenStmt& statement) {
  const ast::WhenStmt* when = &statement;
  line("when", when->span);
  while (true) {
    {
      Deeper deeper(*this);
      write(when->condition);
    }
    write_body("then", when->then);
    if (when->has_otherwise) write_body("otherwise", when->otherwise);
    if (when->otherwise_when == nullptr) return;
    when = when->otherwise_when;
    line("otherwise when", when->span);
  }
}

void TreeWriter::write_match(const ast::MatchStmt& statement) {
  line("match", statement.span);
  Deeper deeper(*this);
  write(statement.subject);
  for (const ast::MatchArm& arm : statement.arms) {
    line("is", {});
    {
      Deeper pattern(*this);
      write(arm.pattern);
    }
    if (arm.guard != nullptr) write_labelled("guard", arm.guard);
    write_body("body", arm.body);
  }
  if (statement.has_otherwise) write_body("otherwise", statement.otherwise);
}

void TreeWriter::write_task(const ast::TaskStmt& statement) {
  line("task " + std::string(statement.name), statement.span);
  Deeper deeper(*this);
  write_params(statement.params);
  write_body("body", statement.body);
}

void TreeWriter::write_type(const ast::TypeStmt& statement) {
  line("type " + std::string(statement.name), statement.span);
  Deeper deeper(*this);
  for (const ast::Field& field : statement.fields) {
    line(std::string(field.name) + ": " + std::string(field.type), field.span);
  }
}

void TreeWriter::write_enum(const ast::EnumStmt& statement) {
  line("enum " + std::string(statement.name), statement.span);
  Deeper deeper(*this);
  for (const ast::Variant& variant : statement.variants) {
    std::string text(variant.name);
    for (std::string_view field : variant.fields) text += " " + std::string(field);
    line(text, variant.span);
  }
}

void TreeWriter::write_try(const ast::TryStmt& statement) {
  line("try", statement.span);
  {
    Deeper deeper(*this);
    write_block(statement.body);
  }
  write_body("recover " + std::string(statement.error_name), statement.recover);
}

void TreeWriter::write_sandbox(const ast::SandboxStmt& statement) {
  bool is_under = statement.form == ast::SandboxForm::Under;
  line(is_under ? "sandbox under" : "sandbox", statement.span);
  Deeper deeper(*this);
  if (statement.value != nullptr) write(statement.value);
  if (statement.form != ast::SandboxForm::Expression) write_body("body", statement.body);
}

void TreeWriter::write_invariant(const ast::InvariantStmt& statement) {
  line(statement.has_description ? "invariant " + quote_for_dump(statement.description)
                                 : "invariant",
       statement.span);
  Deeper deeper(*this);
  write(statement.condition);
}

void TreeWriter::write_show(const ast::ShowStmt& statement) {
  line(statement.has_label ? "show as " + quote_for_dump(statement.label) : "show", statement.span);
  Deeper deeper(*this);
  write(statement.value);
}

void TreeWriter::write(const ast::Pattern* pattern) {
  switch (pattern->kind) {
    case ast::PatternKind::Wildcard: return line("_", pattern->span);
    case ast::PatternKind::Bind:
      return line("bind " + std::string(static_cast<const ast::BindPattern*>(pattern)->name),
                  pattern->span);
    case ast::PatternKind::Value: {
      line("value", pattern->span);
      Deeper deeper(*this);
      return write(static_cast<const ast::ValuePattern*>(pattern)->value);
    }
    case ast::PatternKind::List:
      return write_list_pattern(*static_cast<const ast::ListPattern*>(pattern));
    case ast::PatternKind::Map: {
      line("map pattern", pattern->span);
      Deeper deeper(*this);
      for (const auto& field : static_cast<const ast::MapPattern*>(pattern)->fields) {
        line(std::string(field.key) + ":", {});
        Deeper value(*this);
        write(field.value);
      }
      return;
    }
    case ast::PatternKind::Variant:
      return write_variant_pattern(*static_cast<const ast::VariantPattern*>(pattern));
  }
}

void TreeWriter::write_list_pattern(const ast::ListPattern& pattern) {
  line("list pattern", pattern.span);
  Deeper deeper(*this);
  for (const ast::Pattern* item : pattern.before) write(item);
  if (pattern.has_spread) line("..." + std::string(pattern.rest_name), {});
  for (const ast::Pattern* item : pattern.after) write(item);
}

/// `as_value` says the same again and is left out.
void TreeWriter::write_variant_pattern(const ast::VariantPattern& pattern) {
  line("variant " + std::string(pattern.variant) + (pattern.has_payload ? "()" : ""),
       pattern.variant_span);
  Deeper deeper(*this);
  write(pattern.owner);
  for (const ast::Pattern* item : pattern.payload) write(item);
}

}  // namespace syn
