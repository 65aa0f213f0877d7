// Names: which places may hold one, reading and writing them, scopes.
// SPDX-License-Identifier: Apache-2.0
#include "compiler/function_compiler.h"
#include "value/objects.h"

namespace syn {

bool FunctionCompiler::is_top_scope(const Scope* scope) const {
  return scope == unit_.scopes.program()->top;
}

bool FunctionCompiler::is_protected(std::string_view name) const {
  return name == "print" || name == "eprint" || name == "private" || name == "declassify" ||
         name == "label_of" || name == "is_private";
}

FunctionCompiler::Place FunctionCompiler::place_of(Variable* variable) {
  bool here = variable->scope->function == function_;
  bool sure = here ? bound_[variable->reg] != 0 : variable->bound_on_entry;
  bool global = is_top_scope(variable->scope) && !unit_.options.is_module &&
                (variable->captured || unit_.options.top_level == TopLevel::Globals);
  if (global) return {VariableKind::Global, unit_.globals.index_of(variable->name), sure, variable};
  bool in_cell = variable->captured || (is_top_scope(variable->scope) && unit_.options.is_module);
  if (!here) return {VariableKind::Up, capture(variable), sure, variable};
  return {in_cell ? VariableKind::Cell : VariableKind::Local, variable->reg, sure, variable};
}

std::vector<FunctionCompiler::Place> FunctionCompiler::places(std::string_view name) {
  std::vector<Place> result;
  for (Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
    Variable* variable = scope->find(name);
    if (variable == nullptr) continue;
    result.push_back(place_of(variable));
    if (result.back().sure) break;
  }
  return result;
}

uint16_t FunctionCompiler::capture(const Variable* variable) {
  for (size_t i = 0; i < captured_.size(); ++i) {
    if (captured_[i] == variable) return static_cast<uint16_t>(i);
  }
  captured_.push_back(variable);
  auto index = static_cast<uint16_t>(captured_.size() - 1);
  code_->captures.push_back({});
  bool in_parent = variable->scope->function == parent_->function_;
  Capture source{in_parent, in_parent ? variable->reg : parent_->capture(variable)};
  code_->captures[index] = source;
  return index;
}

std::optional<FunctionCompiler::Reg> FunctionCompiler::bound_register(std::string_view name) {
  for (Scope* scope = scope_; scope != nullptr && scope->function == function_;
       scope = scope->parent) {
    Variable* variable = scope->find(name);
    if (variable == nullptr) continue;
    if (variable->is_module) return std::nullopt;
    Place place = place_of(variable);
    if (place.kind == VariableKind::Local && place.sure) return static_cast<Reg>(place.index);
    return std::nullopt;
  }
  return std::nullopt;
}

const BuiltinSpec* FunctionCompiler::builtin_of(std::string_view name) {
  for (Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
    if (scope->find(name) != nullptr) return nullptr;
  }
  if (unit_.options.is_module || unit_.options.top_level == TopLevel::Globals) {
    // The entry program, or another line of the repl, may rebind the name.
    uint32_t before = static_cast<uint32_t>(unit_.globals.size());
    if (unit_.globals.index_of(name) < before) return nullptr;
  }
  return unit_.builtins.find(name);
}

void FunctionCompiler::load_name(std::string_view name, Reg dst, Span span) {
  std::vector<Place> where = places(name);
  std::vector<size_t> done;
  for (size_t i = 0; i < where.size(); ++i) {
    const Place& place = where[i];
    bool last = i + 1 == where.size();
    if (place.kind == VariableKind::Global && last) {
      emit_wide(Op::LoadGlobal, dst, place.index, span);
      for (size_t jump : done) patch_jump(jump);
      return;
    }
    if (place.sure) {
      switch (place.kind) {
        case VariableKind::Local: emit(Op::Move, dst, place.index, 0, span); break;
        case VariableKind::Cell: emit(Op::LoadCell, dst, place.index, 0, span); break;
        case VariableKind::Up: emit(Op::LoadUp, dst, place.index, 0, span); break;
        case VariableKind::Global: emit_wide(Op::LoadGlobal, dst, place.index, span); break;
      }
      for (size_t jump : done) patch_jump(jump);
      return;
    }
    switch (place.kind) {
      case VariableKind::Local: emit(Op::IfBoundLocal, dst, place.index, 0, span); break;
      case VariableKind::Cell: emit(Op::IfBoundCell, dst, place.index, 0, span); break;
      case VariableKind::Up: emit(Op::IfBoundUp, dst, place.index, 0, span); break;
      case VariableKind::Global: emit_wide(Op::IfBoundGlobal, dst, place.index, span); break;
    }
    done.push_back(emit_jump(span));
  }
  bool known =
      unit_.builtins.find(name) != nullptr || unit_.builtins.find_constant(name) != nullptr;
  if (where.empty() && !known) unit_.unknown_names.push_back({std::string(name), span});
  load_fallback(name, dst, span);
  for (size_t jump : done) patch_jump(jump);
}

void FunctionCompiler::load_if_bound(std::string_view name, Reg dst, Span span) {
  std::vector<Place> where = places(name);
  bool dynamic = unit_.options.is_module || unit_.options.top_level == TopLevel::Globals;
  std::vector<size_t> done;
  bool sure = false;
  for (const Place& place : where) {
    sure = place.sure;
    switch (place.kind) {
      case VariableKind::Local:
        emit(sure ? Op::Move : Op::IfBoundLocal, dst, place.index, 0, span);
        break;
      case VariableKind::Cell:
        emit(sure ? Op::LoadCell : Op::IfBoundCell, dst, place.index, 0, span);
        break;
      case VariableKind::Up:
        emit(sure ? Op::LoadUp : Op::IfBoundUp, dst, place.index, 0, span);
        break;
      case VariableKind::Global:
        emit_wide(sure ? Op::LoadGlobal : Op::IfBoundGlobal, dst, place.index, span);
        break;
    }
    if (sure) break;
    done.push_back(emit_jump(span));
  }
  if (!sure && dynamic) {
    emit_wide(Op::IfBoundGlobal, dst, unit_.globals.index_of(name), span);
    done.push_back(emit_jump(span));
  }
  if (!sure) load_constant(dst, Value(), span);
  for (size_t jump : done) patch_jump(jump);
}

bool FunctionCompiler::is_module_name(std::string_view name) const {
  for (Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
    if (Variable* variable = scope->find(name)) return variable->is_module;
  }
  return false;
}

void FunctionCompiler::load_value(std::string_view name, Reg dst, Span span) {
  load_name(name, dst, span);
  if (is_module_name(name)) emit(Op::Snapshot, dst, dst, 0, span);
}

FunctionCompiler::Reg FunctionCompiler::object_operand(const ast::Expr* e, bool next_may_assign) {
  if (e->kind == ast::ExprKind::Name &&
      is_module_name(static_cast<const ast::NameExpr*>(e)->name)) {
    Reg dst = temp();
    load_name(static_cast<const ast::NameExpr*>(e)->name, dst, e->span);
    return dst;
  }
  return stable_operand(e, next_may_assign);
}

void FunctionCompiler::warn_old_name(std::string_view name, Span span) {
  constexpr std::pair<std::string_view, std::string_view> kOldNames[] = {
      {"replace_text", "replace"},     {"find_all", "regex_find_all"}, {"capture", "regex_capture"},
      {"replace_re", "regex_replace"}, {"fold", "fold_text"},          {"eye", "identity"},
  };
  for (const auto& [old_name, new_name] : kOldNames) {
    if (name != old_name) continue;
    for (const Error& warning : unit_.warnings) {
      if (warning.body().arguments[0] == name) return;
    }
    unit_.warnings.push_back(
        Error(runtime_errors::kOldName, {old_name, new_name}).at(unit_.program.file, span));
  }
}

void FunctionCompiler::load_fallback(std::string_view name, Reg dst, Span span) {
  if (unit_.options.is_module || unit_.options.top_level == TopLevel::Globals) {
    emit_wide(Op::LoadGlobal, dst, unit_.globals.index_of(name), span);
    return;
  }
  if (const BuiltinSpec* builtin = unit_.builtins.find(name)) {
    warn_old_name(name, span);
    load_constant(dst, Value::builtin(builtin), span);
  } else if (const ConstantSpec* known = unit_.builtins.find_constant(name)) {
    load_constant(dst, Value::number(known->value), span);
  } else {
    emit_wide(Op::LoadGlobal, dst, unit_.globals.index_of(name), span);
  }
}

void FunctionCompiler::store_new(std::string_view name, Reg value, Span span) {
  Variable* variable = scope_->find(name);
  Place place = place_of(variable);
  switch (place.kind) {
    case VariableKind::Local: move(place.index, value, span); break;
    case VariableKind::Cell: emit(Op::StoreCell, value, place.index, 0, span); break;
    case VariableKind::Up: emit(Op::StoreUp, value, place.index, 0, span); break;
    case VariableKind::Global: emit_wide(Op::StoreGlobal, value, place.index, span); break;
  }
  if (variable->scope->function == function_) bound_[variable->reg] = 1;
}

void FunctionCompiler::set_name(std::string_view name, Reg value, Span span) {
  std::vector<Place> where = places(name);
  std::vector<size_t> done;
  for (const Place& place : where) {
    if (place.sure) {
      switch (place.kind) {
        case VariableKind::Local: move(place.index, value, span); break;
        case VariableKind::Cell: emit(Op::StoreCell, value, place.index, 0, span); break;
        case VariableKind::Up: emit(Op::StoreUp, value, place.index, 0, span); break;
        case VariableKind::Global: emit_wide(Op::StoreGlobal, value, place.index, span); break;
      }
      for (size_t jump : done) patch_jump(jump);
      return;
    }
    switch (place.kind) {
      case VariableKind::Local: emit(Op::SetLocal, value, place.index, 0, span); break;
      case VariableKind::Cell: emit(Op::SetCell, value, place.index, 0, span); break;
      case VariableKind::Up: emit(Op::SetUp, value, place.index, 0, span); break;
      case VariableKind::Global: emit_wide(Op::SetGlobal, value, place.index, span); break;
    }
    done.push_back(emit_jump(span));
  }
  bool dynamic = unit_.options.is_module || unit_.options.top_level == TopLevel::Globals;
  if (dynamic && (where.empty() || where.back().kind != VariableKind::Global)) {
    emit_wide(Op::SetGlobal, value, unit_.globals.index_of(name), span);
    done.push_back(emit_jump(span));
  }
  fail(Error(runtime_errors::kSetUndefined, {name}), span);
  for (size_t jump : done) patch_jump(jump);
}

void FunctionCompiler::open_scope(const void* owner, Span span) {
  scope_ = unit_.scopes.scope_of(owner);
  prepare_variables(scope_, span);
}

void FunctionCompiler::close_scope() { scope_ = scope_->parent; }

void FunctionCompiler::prepare_variables(Scope* scope, Span span) {
  bool is_function_top = scope == function_->top;
  for (const auto& variable : scope->variables) {
    code_->names[variable->reg] = variable->name;
    Place place = place_of(variable.get());
    bool is_param = is_function_top && variable->bound_on_entry;
    if (place.kind == VariableKind::Cell) {
      emit(is_param ? Op::BoxParam : Op::NewCell, variable->reg, 0, 0, span);
    } else if (place.kind == VariableKind::Local && !is_function_top && !variable->bound_on_entry) {
      emit(Op::Unbind, variable->reg, 0, 0, span);
    }
    bound_[variable->reg] = is_param ? 1 : 0;
  }
}

}  // namespace syn
