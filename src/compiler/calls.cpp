// Calls, pipes, and taking over the value of a variable that is about to be overwritten.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "compiler/function_compiler.h"
#include "compiler/tree_walk.h"
#include "sema/query_tables.h"

namespace syn {

using namespace ast;  // NOLINT: this file is about the tree

bool FunctionCompiler::may_call(const Expr* e) {
  return any_expression(e, [](const Expr& x) {
    return x.kind == ExprKind::Call || x.kind == ExprKind::Pipe || x.kind == ExprKind::WhenBlock ||
           x.kind == ExprKind::Sandbox || x.kind == ExprKind::Show;
  });
}

bool FunctionCompiler::may_assign(const Expr* e) {
  return any_expression(e, [](const Expr& x) {
    return x.kind == ExprKind::WhenBlock || x.kind == ExprKind::Sandbox;
  });
}

int FunctionCompiler::count_name(const Expr* e, std::string_view name) {
  int count = 0;
  any_expression(e, [&](const Expr& x) {
    if (x.kind == ExprKind::Name && static_cast<const NameExpr&>(x).name == name) ++count;
    // What runs later, or may assign, is not understood: count it as a second use.
    if (x.kind == ExprKind::Lambda || x.kind == ExprKind::WhenBlock ||
        x.kind == ExprKind::Sandbox) {
      count += 2;
    }
    return false;
  });
  return count;
}

void FunctionCompiler::pipe(const PipeExpr& e, Reg dst) {
  // v |> f |> g leans left; each step is a call with the value as first argument.
  std::vector<const PipeExpr*> steps{&e};
  while (steps.back()->value->kind == ExprKind::Pipe) {
    steps.push_back(static_cast<const PipeExpr*>(steps.back()->value));
  }
  const Expr* value = steps.back()->value;
  Reg carried = temp();
  expression(value, carried);
  for (size_t i = steps.size(); i-- > 0;) {
    const Expr* step = steps[i]->step;
    Temps scope(*this);
    bool is_call = step->kind == ExprKind::Call;
    const CallExpr* node = is_call ? static_cast<const CallExpr*>(step) : nullptr;
    const Expr* callee = is_call ? node->callee : step;
    size_t count = is_call ? node->arguments.size() : 0;
    bool named = false;
    for (size_t k = 0; k < count; ++k) named = named || !node->arguments[k].name.empty();
    Span span = is_call ? node->span : e.span;
    Reg base = temps(count + 2);
    expression(callee, base);
    move(static_cast<uint32_t>(base + 1), carried, span);
    for (size_t k = 0; k < count; ++k) {
      expression(node->arguments[k].value, static_cast<Reg>(base + 2 + k));
    }
    if (named) {
      CallNames names;
      names.names.emplace_back();
      for (size_t k = 0; k < count; ++k) names.names.emplace_back(node->arguments[k].name);
      code_->call_names.push_back(std::move(names));
      emit(Op::CallNamed, base, static_cast<uint32_t>(count + 1),
           static_cast<uint32_t>(code_->call_names.size() - 1), span);
    } else {
      emit(Op::Call, base, static_cast<uint32_t>(count + 1), 0, span);
    }
    move(i == 0 ? dst : carried, base, span);
  }
}

void FunctionCompiler::call(const CallExpr& e, Span span, Reg dst) {
  if (std::optional<QueryNames> names = query_names(e)) {
    const BuiltinSpec* builtin = builtin_of(static_cast<const NameExpr*>(e.callee)->name);
    if (builtin != nullptr) {
      call_query(e, *names, builtin, span, dst);
      return;
    }
  }
  for (const Argument& argument : e.arguments) {
    if (!argument.name.empty()) {
      call_named(e, span, dst);
      return;
    }
  }
  call_positional(e, span, dst);
}

/// Arguments go to fresh temporaries, one after the other, so that a call among them needs no move.
void FunctionCompiler::arguments(const CallExpr& e) {
  for (const Argument& argument : e.arguments) expression(argument.value, temp());
}

/// `length(x)` of the commonest kinds; the call follows for the others.
bool FunctionCompiler::length_call(const CallExpr& e, const BuiltinSpec* builtin, Span span,
                                   Reg dst) {
  if (builtin->name != "length" || e.arguments.size() != 1) return false;
  Reg of = operand(e.arguments[0].value);
  size_t quick = emit(Op::Length, dst, of, 0, span);
  Reg base = temps(2);
  move(static_cast<uint32_t>(base + 1), of, span);
  emit(Op::CallBuiltin, base, 1, constant(Value::builtin(builtin)), span);
  move(dst, base, span);
  skip_from(quick);
  return true;
}

void FunctionCompiler::call_positional(const CallExpr& e, Span span, Reg dst) {
  size_t count = e.arguments.size();
  if (e.callee->kind == ExprKind::Name) {
    std::string_view name = static_cast<const NameExpr*>(e.callee)->name;
    if (const BuiltinSpec* builtin = builtin_of(name)) {
      warn_old_name(name, e.callee->span);
      check_arguments(e, name);
      std::string_view taken = taken_name_;
      bool giving = giving_;
      if (try_depth_ > 0) {
        taken_name_ = {};
        giving_ = false;
      }
      // An inner call may take the variable only where its loss cannot be seen.
      if (!length_call(e, builtin, span, dst)) {
        Reg base = call_base(dst);
        arguments(e);
        taken_name_ = taken;
        giving_ = giving;
        take_arguments(e, base, builtin);
        emit(Op::CallBuiltin, base, static_cast<uint32_t>(count), constant(Value::builtin(builtin)),
             span);
        move(dst, base, span);
      }
      taken_name_ = taken;
      giving_ = giving;
      return;
    }
    std::vector<Place> where = places(name);
    bool simple = true;
    for (const Argument& argument : e.arguments) simple = simple && !may_call(argument.value);
    if (simple && where.size() == 1 && where[0].kind == VariableKind::Global &&
        where[0].index <= UINT16_MAX) {
      Reg base = call_base(dst);
      arguments(e);
      take_arguments(e, base, nullptr);
      emit(Op::CallGlobal, base, static_cast<uint32_t>(count), where[0].index, span);
      code_->spans.back().end_line = e.callee->span.line;
      code_->spans.back().end_column = e.callee->span.column;
      move(dst, base, span);
      return;
    }
  }
  Reg base = call_base(dst);
  expression(e.callee, base);
  arguments(e);
  take_arguments(e, base, nullptr);
  emit(Op::Call, base, static_cast<uint32_t>(count), 0, span);
  move(dst, base, span);
}

void FunctionCompiler::call_named(const CallExpr& e, Span span, Reg dst) {
  Reg base = call_base(dst);
  expression(e.callee, base);
  arguments(e);
  CallNames names;
  for (const Argument& argument : e.arguments) names.names.emplace_back(argument.name);
  code_->call_names.push_back(std::move(names));
  emit(Op::CallNamed, base, static_cast<uint32_t>(e.arguments.size()),
       static_cast<uint32_t>(code_->call_names.size() - 1), span);
  move(dst, base, span);
}

/// `sql(query, params)`: the variables that the query may name go along as its argument `tables`.
void FunctionCompiler::call_query(const CallExpr& e, const QueryNames& names,
                                  const BuiltinSpec* builtin, Span span, Reg dst) {
  std::vector<std::string_view> tables;
  auto add = [&](std::string_view name) {
    if (!names.may_name(name)) return;
    if (std::find(tables.begin(), tables.end(), name) == tables.end()) tables.push_back(name);
  };
  for (const Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
    for (const auto& variable : scope->variables) {
      if (!variable->is_module) add(variable->name);
    }
  }
  bool dynamic = unit_.options.is_module || unit_.options.top_level == TopLevel::Globals;
  for (uint32_t i = 0; dynamic && i < unit_.globals.size(); ++i) add(unit_.globals.name(i));
  size_t count = e.arguments.size();
  Reg base = temp();
  load_constant(base, Value::builtin(builtin), span);
  arguments(e);
  Reg map = temp();
  {
    Temps scope(*this);
    Reg first = temps(tables.size() * 2);
    for (size_t i = 0; i < tables.size(); ++i) {
      load_constant(static_cast<Reg>(first + 2 * i), make_text(unit_.heap, tables[i]), span);
      load_if_bound(tables[i], static_cast<Reg>(first + 2 * i + 1), span);
    }
    emit(Op::Map, map, first, static_cast<uint32_t>(tables.size()), span);
  }
  CallNames call_names;
  for (const Argument& argument : e.arguments) call_names.names.emplace_back(argument.name);
  call_names.names.emplace_back("tables");
  code_->call_names.push_back(std::move(call_names));
  emit(Op::CallNamed, base, static_cast<uint32_t>(count + 1),
       static_cast<uint32_t>(code_->call_names.size() - 1), span);
  move(dst, base, span);
}

/// `set xs to append(xs, x)`: xs is about to be overwritten, so its value moves into the argument
/// and the builtin, being the only holder, changes it in place. A builtin that fails gives it back;
/// a task may have changed it by then, so tasks take only where no `try` could see the loss.
void FunctionCompiler::take_arguments(const CallExpr& e, Reg base, const BuiltinSpec* builtin) {
  bool restorable = builtin != nullptr && builtin->purity == Purity::Pure;
  for (size_t i = 0; i < e.arguments.size(); ++i) {
    const Expr* value = e.arguments[i].value;
    if (value->kind != ExprKind::Name) continue;
    std::string_view name = static_cast<const NameExpr*>(value)->name;
    bool overwritten = !taken_name_.empty() && name == taken_name_;
    bool leaving = giving_ && try_depth_ == 0;
    if (!overwritten && !leaving) continue;
    std::vector<Place> where = places(name);
    if (where.empty() || !where[0].sure) {
      if (!overwritten || where.size() != 1 || where[0].kind != VariableKind::Global) continue;
    }
    if (count_name(take_root_, name) != 1) continue;
    bool local = where[0].kind == VariableKind::Local;
    if (!local && (!restorable || leaving)) continue;
    if (local && builtin == nullptr && try_depth_ > 0) continue;
    if (where[0].index > UINT16_MAX) continue;
    emit(Op::Take, static_cast<uint32_t>(base + 1 + i), where[0].index,
         static_cast<uint32_t>(where[0].kind), value->span);
    return;
  }
}

}  // namespace syn
