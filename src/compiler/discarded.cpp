// Statements that do nothing, refused before anything runs: the result of a builtin without effects
// is lost, a task is named and not called, a `let` at the end of a block hides the variable that it
// computes from (data.md §5: rows 61, 434, 438 go wrong in silence elsewhere).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/utf8.h"
#include "compiler/function_compiler.h"
#include "compiler/source_text.h"

namespace syn {
namespace {

using namespace ast;  // NOLINT: this file is about the tree

#define ROW SYN_ERROR_ROW
#include "compiler/discarded.def"
#undef ROW

/// Builtins that are called to see whether they fail, so that nothing is lost with their result.
constexpr std::string_view kChecks[] = {
    "raise",          "assert",     "assert_eq",   "assert_ne", "assert_error", "number",
    "float",          "int",        "decimal",     "date",      "datetime",     "parse_date",
    "parse_datetime", "parse_time", "json_decode",
};

/// Builtins that give their first argument, changed: other languages change it in place.
constexpr std::string_view kChanges[] = {
    "append",   "insert",    "remove",       "merge",    "sort",         "sort_by",
    "reverse",  "unique",    "flatten",      "where",    "transform",    "drop",
    "rename",   "select",    "derive",       "replace",  "replace_text", "regex_replace",
    "upper",    "lower",     "trim",         "fold",     "fold_text",    "normalize_text",
    "pad_left", "pad_right", "fill_missing", "fill_nan", "drop_missing", "reshape",
};

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The name that an expression statement calls: `f(…)`, or the last step of a pipe.
const NameExpr* called_name(const Expr* e) {
  if (e->kind == ExprKind::Pipe) {
    e = static_cast<const PipeExpr*>(e)->step;
    if (e->kind == ExprKind::Name) return static_cast<const NameExpr*>(e);
  }
  if (e->kind != ExprKind::Call) return nullptr;
  const Expr* callee = static_cast<const CallExpr*>(e)->callee;
  return callee->kind == ExprKind::Name ? static_cast<const NameExpr*>(callee) : nullptr;
}

}  // namespace

/// Whether a callback given to a builtin can have no effect of its own: a column, or a lambda that
/// calls nothing.
bool FunctionCompiler::has_quiet_callbacks(const Expr* e) {
  if (e->kind != ExprKind::Call) return false;
  bool seen = false;
  for (const Argument& argument : static_cast<const CallExpr*>(e)->arguments) {
    const Expr* value = argument.value;
    if (value->kind == ExprKind::Lambda) {
      if (may_call(static_cast<const LambdaExpr*>(value)->body)) return false;
      seen = true;
    } else if (value->kind == ExprKind::Text) {
      seen = true;
    }
  }
  return seen;
}

bool FunctionCompiler::is_task_name(std::string_view name) const {
  Variable* variable = nullptr;
  for (Scope* scope = scope_; scope != nullptr && variable == nullptr; scope = scope->parent) {
    variable = scope->find(name);
  }
  if (variable == nullptr || !is_top_scope(variable->scope)) return false;
  bool task = false;
  for (const Stmt* s : unit_.program.body.statements) {
    if (s->kind == StmtKind::Let && static_cast<const LetStmt*>(s)->name == name) return false;
    task = task || (s->kind == StmtKind::Task && static_cast<const TaskStmt*>(s)->name == name);
  }
  return task;
}

void FunctionCompiler::check_discarded(const Expr* e) {
  // Inside `try` a call may be there for its error alone.
  if (try_depth_ > 0) return;
  if (e->kind == ExprKind::Name) {
    std::string_view name = static_cast<const NameExpr*>(e)->name;
    if (!is_task_name(name) && builtin_of(name) == nullptr) return;
    Span end = e->span;
    end.column += static_cast<uint32_t>(count_code_points(name));
    set_error(Error(kTaskNotCalled, {name})
                  .at(unit_.program.file, e->span)
                  .with_fix(point_of(end), "()")
                  .with_phase(Phase::Parse));
    return;
  }
  const NameExpr* callee = called_name(e);
  if (callee == nullptr || is_one_of(kChecks, callee->name)) return;
  const BuiltinSpec* builtin = builtin_of(callee->name);
  if (builtin == nullptr || builtin->purity == Purity::Effect) return;
  if (builtin->purity == Purity::Callback && !has_quiet_callbacks(e)) return;
  std::span<const Argument> given;
  if (e->kind == ExprKind::Call) given = static_cast<const CallExpr*>(e)->arguments;
  const Expr* first = given.empty() ? nullptr : given[0].value;
  Error error(kResultUnused, {callee->name});
  if (first != nullptr && first->kind == ExprKind::Name && is_one_of(kChanges, callee->name) &&
      !places(static_cast<const NameExpr*>(first)->name).empty()) {
    std::string_view variable = static_cast<const NameExpr*>(first)->name;
    std::string_view rest = given.size() > 1 ? ", …" : "";
    error = Error(kResultUnusedSet, {callee->name, variable, rest})
                .with_fix(point_of(callee->span), "set " + std::string(variable) + " to ");
  }
  set_error(std::move(error).at(unit_.program.file, callee->span).with_phase(Phase::Parse));
}

void FunctionCompiler::check_lost_let(Block statements) {
  const Stmt* last = statements.statements.back();
  if (last->kind != StmtKind::Let || scope_ == function_->top) return;
  const auto& let = *static_cast<const LetStmt*>(last);
  if (count_name(let.value, let.name) == 0) return;
  for (const Stmt* s : statements.statements.first(statements.statements.size() - 1)) {
    if (s->kind == StmtKind::Let && static_cast<const LetStmt*>(s)->name == let.name) return;
  }
  Variable* own = scope_->find(let.name);
  if (own == nullptr || own->bound_on_entry) return;
  for (Scope* scope = scope_->parent; scope != nullptr && scope->function == function_;
       scope = scope->parent) {
    if (scope->find(let.name) == nullptr) continue;
    Error error = Error(kLostLet, {let.name}).at(unit_.program.file, let.span);
    std::string head = "let " + std::string(let.name) + " be ";
    std::string_view source = unit_.program.source;
    if (source.substr(source_offset(source, let.span)).starts_with(head)) {
      Span words = point_of(let.span);
      words.end_column += static_cast<uint32_t>(count_code_points(head));
      error = std::move(error).with_fix(words, "set " + std::string(let.name) + " to ");
    }
    set_error(std::move(error).with_phase(Phase::Parse));
    return;
  }
}

}  // namespace syn
