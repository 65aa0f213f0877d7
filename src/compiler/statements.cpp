// Simple statements: let, set, give, stop, declarations.
// SPDX-License-Identifier: Apache-2.0
#include "cap/capability.h"
#include "cap/errors.h"
#include "compiler/function_compiler.h"
#include "value/objects.h"

namespace syn {

using namespace ast;  // NOLINT: this file is about the tree

void FunctionCompiler::result_nothing(int dst, Span span) {
  if (dst != kNoResult) emit(Op::LoadNothing, static_cast<uint32_t>(dst), 0, 0, span);
}

void FunctionCompiler::block(Block statements, int dst) {
  size_t count = statements.statements.size();
  if (count == 0) result_nothing(dst, {});
  if (count != 0 && dst == kNoResult) check_lost_let(statements);
  for (size_t i = 0; i < count; ++i) {
    statement(*statements.statements[i], i + 1 == count ? dst : kNoResult);
  }
}

void FunctionCompiler::statement(const Stmt& s, int dst) {
  Temps scope(*this);
  if (in_preamble_ && s.kind != StmtKind::Require && s.kind != StmtKind::Intent) {
    in_preamble_ = false;
  }
  check_braces(s);
  switch (s.kind) {
    case StmtKind::Expression: {
      const Expr* value = static_cast<const ExpressionStmt&>(s).value;
      if (dst == kNoResult) {
        check_discarded(value);
        discard(value);
      } else {
        expression(value, static_cast<Reg>(dst));
      }
      break;
    }
    case StmtKind::Let: let(static_cast<const LetStmt&>(s), dst); break;
    case StmtKind::Set: assign(static_cast<const SetStmt&>(s), dst); break;
    case StmtKind::When: when(static_cast<const WhenStmt&>(s), dst); break;
    case StmtKind::Each: each(static_cast<const EachStmt&>(s), dst); break;
    case StmtKind::While: while_loop(static_cast<const WhileStmt&>(s), dst); break;
    case StmtKind::Match: match(static_cast<const MatchStmt&>(s), dst); break;
    case StmtKind::Task: task(static_cast<const TaskStmt&>(s), dst); break;
    case StmtKind::Type: type(static_cast<const TypeStmt&>(s), dst); break;
    case StmtKind::Enum: enumeration(static_cast<const EnumStmt&>(s), dst); break;
    case StmtKind::Try: attempt(static_cast<const TryStmt&>(s), dst); break;
    case StmtKind::Give: give(static_cast<const ValueStmt&>(s)); break;
    case StmtKind::Stop: stop(static_cast<const ValueStmt&>(s)); break;
    case StmtKind::Require: require(static_cast<const RequireStmt&>(s), dst); break;
    case StmtKind::Sandbox: sandbox(static_cast<const SandboxStmt&>(s), dst); break;
    case StmtKind::Invariant: invariant(static_cast<const InvariantStmt&>(s), dst); break;
    case StmtKind::Intent: {
      if (is_main_ && in_preamble_) {
        preamble_intent_ = true;
      } else if (preamble_intent_ || (parent_ != nullptr && unit_.options.is_module)) {
        fail(Error(runtime_errors::kIntentFrozen), s.span);
      }
      result_nothing(dst, s.span);
      break;
    }
    case StmtKind::Use: {
      const auto& use = static_cast<const UseStmt&>(s);
      Reg module = temp();
      code_->uses.push_back({std::string(use.path), s.span});
      emit(Op::Use, module, static_cast<uint32_t>(code_->uses.size() - 1), 0, s.span);
      if (dst != kNoResult) emit(Op::Snapshot, static_cast<uint32_t>(dst), module, 0, s.span);
      store_new(use.alias, module, s.span);
      break;
    }
    case StmtKind::Export: export_statement(static_cast<const ExportStmt&>(s), dst); break;
    case StmtKind::Test: {
      const auto& test = static_cast<const NamedBlockStmt&>(s);
      if (unit_.options.keep_tests && is_main_ && scope_ == function_->top) {
        FunctionCompiler child(unit_, this, unit_.scopes.scope_of(&s)->function,
                               std::string(test.name));
        unit_.tests.push_back(
            {std::string(test.name), static_cast<uint32_t>(code_->children.size())});
        child.is_test_ = true;
        child.prepare_variables(child.function_->top, s.span);
        code_->children.push_back(child.compile_block_body(test.body));
      }
      result_nothing(dst, s.span);
      break;
    }
    case StmtKind::Raise: {
      Reg value = operand(static_cast<const ValueStmt&>(s).value);
      emit(Op::Raise, value, 0, 0, s.span);
      break;
    }
    case StmtKind::Show: {
      const auto& show = static_cast<const ShowStmt&>(s);
      Reg value = dst == kNoResult ? temp() : static_cast<Reg>(dst);
      expression(show.value, value);
      uint32_t label = UINT16_MAX;
      if (show.has_label) {
        label = constant(Value::adopt(unit_.heap.intern(show.label)));
      }
      emit(Op::Show, value, label, 0, s.span);
      break;
    }
    case StmtKind::Log: {
      Reg value = operand(static_cast<const ValueStmt&>(s).value);
      emit(Op::Log, value, 0, 0, s.span);
      result_nothing(dst, s.span);
      break;
    }
    case StmtKind::Checkpoint:
      discard(static_cast<const ValueStmt&>(s).value);
      result_nothing(dst, s.span);
      break;
    case StmtKind::Trace:
    case StmtKind::Measure: block(static_cast<const NamedBlockStmt&>(s).body, dst); break;
  }
}

void FunctionCompiler::let(const LetStmt& s, int dst) {
  Variable* variable = scope_->find(s.name);
  if (is_protected(s.name) && s.value->kind == ExprKind::Lambda) {
    set_error(Error(runtime_errors::kProtected, {s.name}).at(unit_.program.file, s.span));
  }
  Place place = place_of(variable);
  bool replaces = place.kind == VariableKind::Local && place.sure &&
                  count_name(s.value, s.name) == 1 && try_depth_ == 0;
  std::string_view taken = taken_name_;
  const Expr* root = take_root_;
  if (replaces) {
    taken_name_ = s.name;
    take_root_ = s.value;
  }
  // The register may be the target itself unless the value is read while it is built.
  bool direct = place.kind == VariableKind::Local && count_name(s.value, s.name) == 0 &&
                variable->scope->function == function_ && try_depth_ == 0;
  if (direct) {
    expression(s.value, static_cast<Reg>(place.index));
    bound_[variable->reg] = 1;
    if (dst != kNoResult) {
      emit(Op::Move, static_cast<uint32_t>(dst), place.index, 0, s.span);
    }
  } else {
    Reg value = operand(s.value);
    if (dst != kNoResult) emit(Op::Move, static_cast<uint32_t>(dst), value, 0, s.span);
    store_new(s.name, value, s.span);
  }
  taken_name_ = taken;
  take_root_ = root;
}

/// What a path is set to, in a register that nothing evaluated meanwhile changes. A variable other
/// than the path's own root needs no copy.
FunctionCompiler::Reg FunctionCompiler::path_value(const SetStmt& s) {
  bool plain = s.value->kind == ExprKind::Name && !may_assign(s.target) &&
               count_name(s.target, static_cast<const NameExpr*>(s.value)->name) == 0;
  return stable_operand(s.value, !plain);
}

/// `set xs to append(xs, x)` of a local list: one instruction where the list has one holder and
/// room; the call follows for the rest. The item may use the list, since it is computed before.
/// False: not of this form, nothing was emitted.
bool FunctionCompiler::append_in_place(const SetStmt& s, Reg list) {
  if (s.value->kind != ExprKind::Call) return false;
  std::string_view name = static_cast<const NameExpr*>(s.target)->name;
  const auto& call = *static_cast<const CallExpr*>(s.value);
  if (call.callee->kind != ExprKind::Name || call.arguments.size() != 2) return false;
  const BuiltinSpec* builtin = builtin_of(static_cast<const NameExpr*>(call.callee)->name);
  if (builtin == nullptr || builtin->name != "append") return false;
  const Argument& first = call.arguments[0];
  const Argument& second = call.arguments[1];
  if (!first.name.empty() || !second.name.empty() || first.value->kind != ExprKind::Name ||
      static_cast<const NameExpr*>(first.value)->name != name) {
    return false;
  }
  bool is_itself = second.value->kind == ExprKind::Name &&
                   static_cast<const NameExpr*>(second.value)->name == name;
  if (is_itself || may_assign(second.value)) return false;
  Reg item = operand(second.value);
  size_t quick = emit(Op::Push, list, item, 0, call.span);
  Reg base = temps(3);
  move(static_cast<uint32_t>(base + 2), item, second.value->span);
  emit(Op::Take, static_cast<uint32_t>(base + 1), list, static_cast<uint32_t>(VariableKind::Local),
       first.value->span);
  emit(Op::CallBuiltin, base, 2, constant(Value::builtin(builtin)), s.value->span);
  move(list, base, s.span);
  skip_from(quick);
  return true;
}

/// `set s to s + a + b`: one instruction where s is a text with one holder, the steps for the rest.
/// Not in between: an error at b would find s with a. False: not of this form, nothing was emitted.
bool FunctionCompiler::grow_in_place(const SetStmt& s, const Place& variable) {
  constexpr size_t kMostSteps = 16;
  std::string_view name = static_cast<const NameExpr*>(s.target)->name;
  std::vector<const BinaryExpr*> steps;
  const Expr* e = s.value;
  for (; e->kind == ExprKind::Binary; e = static_cast<const BinaryExpr*>(e)->left) {
    const auto* step = static_cast<const BinaryExpr*>(e);
    if (step->op != BinaryOp::Add || may_call(step->right) || steps.size() == kMostSteps) {
      return false;
    }
    steps.insert(steps.begin(), step);
  }
  bool is_own = e->kind == ExprKind::Name && static_cast<const NameExpr*>(e)->name == name;
  if (!is_own || steps.size() < 2) return false;
  Temps scope(*this);
  Reg base = temps(1 + steps.size());
  load_name(name, base, e->span);  // checks that it is bound, with its error
  for (size_t i = 0; i < steps.size(); ++i) {
    expression(steps[i]->right, static_cast<Reg>(base + 1 + i));
  }
  emit(Op::LoadNothing, base, 0, 0, s.value->span);
  emit(Op::Take, base, variable.index, static_cast<uint32_t>(variable.kind), s.value->span);
  size_t quick = emit(Op::GrowText, base, static_cast<uint16_t>(steps.size()), 0, s.value->span);
  set_name(name, base, s.span);
  load_name(name, base, e->span);
  for (size_t i = 0; i < steps.size(); ++i) {
    emit(Op::Add, base, base, static_cast<uint16_t>(base + 1 + i), steps[i]->span);
  }
  skip_from(quick);
  set_name(name, base, s.span);
  return true;
}

void FunctionCompiler::assign(const SetStmt& s, int dst) {
  if (s.target->kind != ExprKind::Name) {
    if (dst == kNoResult && assign_path_in_place(s)) return;
    Reg value = path_value(s);
    assign_path(s, value, dst == kNoResult && value >= code_->num_locals);
    if (dst != kNoResult) emit(Op::Move, static_cast<uint32_t>(dst), value, 0, s.span);
    return;
  }
  std::string_view name = static_cast<const NameExpr*>(s.target)->name;
  if (is_protected(name) && s.value->kind == ExprKind::Lambda) {
    set_error(Error(runtime_errors::kProtected, {name}).at(unit_.program.file, s.span));
  }
  std::vector<Place> where = places(name);
  std::string_view taken = taken_name_;
  const Expr* root = take_root_;
  taken_name_ = count_name(s.value, name) == 1 ? name : std::string_view();
  take_root_ = s.value;
  bool local = !where.empty() && where[0].kind == VariableKind::Local && where[0].sure;
  bool one_holder = where.size() == 1 || (!where.empty() && where[0].sure);
  const Expr* value = s.value;
  // `set s to s + x`: adding to the only holder of a text or list grows it in place.
  bool grows =
      value->kind == ExprKind::Binary && !taken_name_.empty() && one_holder &&
      static_cast<const BinaryExpr*>(value)->op == BinaryOp::Add &&
      static_cast<const BinaryExpr*>(value)->left->kind == ExprKind::Name &&
      static_cast<const NameExpr*>(static_cast<const BinaryExpr*>(value)->left)->name == name &&
      where[0].index <= UINT16_MAX;
  if (local && append_in_place(s, static_cast<Reg>(where[0].index))) {
    if (dst != kNoResult) emit(Op::Move, static_cast<uint32_t>(dst), where[0].index, 0, s.span);
  } else if ((!local || try_depth_ > 0) && one_holder && !taken_name_.empty() &&
             where[0].index <= UINT16_MAX && grow_in_place(s, where[0])) {
    if (dst != kNoResult) load_name(name, static_cast<Reg>(dst), s.span);
  } else if (local && (grows || (value->kind == ExprKind::Binary && count_name(value, name) <= 1 &&
                                 !may_call(value)))) {
    // The operator writes the variable's own register.
    expression(value, static_cast<Reg>(where[0].index));
    if (dst != kNoResult) emit(Op::Move, static_cast<uint32_t>(dst), where[0].index, 0, s.span);
  } else if (grows && !local && !may_call(static_cast<const BinaryExpr*>(value)->right)) {
    const auto& binary = *static_cast<const BinaryExpr*>(value);
    Reg left = temp();
    load_name(name, left, binary.left->span);  // checks that it is bound, with its error
    Reg right = operand(binary.right);
    emit(Op::LoadNothing, left, 0, 0, binary.span);
    emit(Op::Take, left, where[0].index, static_cast<uint32_t>(where[0].kind), binary.span);
    emit(Op::Add, left, left, right, binary.span);
    if (dst != kNoResult) emit(Op::Move, static_cast<uint32_t>(dst), left, 0, s.span);
    set_name(name, left, s.span);
  } else {
    Reg computed = stable_operand(value, true);
    if (dst != kNoResult) emit(Op::Move, static_cast<uint32_t>(dst), computed, 0, s.span);
    set_name(name, computed, s.span);
  }
  taken_name_ = taken;
  take_root_ = root;
}

void FunctionCompiler::give(const ValueStmt& s) {
  if (is_main_ || is_test_) {
    if (s.value != nullptr) discard(s.value);
    emit(Op::StrayStop, 0, 0, 0, s.span);
    return;
  }
  Temps scope(*this);
  const Expr* root = take_root_;
  giving_ = true;
  take_root_ = s.value;
  bool value = s.value != nullptr;
  Reg result = value ? operand(s.value) : Reg{0};
  giving_ = false;
  take_root_ = root;
  for (uint16_t i = 0; i < sandbox_depth_; ++i) emit(Op::SandboxExit, 0, 0, 0, s.span);
  if (value) {
    emit(Op::Return, result, 0, 0, s.span);
  } else {
    emit(Op::ReturnNothing, 0, 0, 0, s.span);
  }
}

void FunctionCompiler::stop(const ValueStmt& s) {
  if (s.value != nullptr) discard(s.value);
  if (loops_.empty()) {
    for (uint16_t i = 0; i < sandbox_depth_; ++i) emit(Op::SandboxExit, 0, 0, 0, s.span);
    emit(is_main_ || is_test_ ? Op::StrayStop : Op::ReturnStop, 0, 0, 0, s.span);
    return;
  }
  LoopContext& loop = loops_.back();
  for (uint16_t i = loop.sandbox_depth; i < sandbox_depth_; ++i) {
    emit(Op::SandboxExit, 0, 0, 0, s.span);
  }
  loop.exits.push_back(emit_jump(s.span));
}

void FunctionCompiler::task(const TaskStmt& s, int dst) {
  if (is_protected(s.name)) {
    set_error(Error(runtime_errors::kProtected, {s.name}).at(unit_.program.file, s.span));
  }
  // `require` statements directly in the body are declarations of the task, not steps of it.
  std::vector<Stmt*> body;
  std::vector<const RequireStmt*> declared;
  for (Stmt* statement : s.body.statements) {
    if (statement->kind == StmtKind::Require) {
      declared.push_back(static_cast<const RequireStmt*>(statement));
    } else {
      body.push_back(statement);
    }
  }
  FunctionCompiler child(unit_, this, unit_.scopes.scope_of(&s)->function, std::string(s.name));
  std::unique_ptr<Code> code = child.compile_task(s.params, {std::span<Stmt* const>(body)});
  for (const RequireStmt* require : declared) {
    check_capability(*require);
    code->tool_requires.push_back({std::string(require->capability), require->scope != nullptr});
  }
  size_t count = declared.size();
  Reg made = temp();
  closure(std::move(code), made, s.span);
  if (count != 0) {
    Reg scopes = temps(count);
    for (size_t i = 0; i < count; ++i) {
      auto reg = static_cast<Reg>(scopes + i);
      if (declared[i]->scope != nullptr) {
        expression(declared[i]->scope, reg);
      } else {
        emit(Op::LoadNothing, reg, 0, 0, s.span);
      }
    }
    emit(Op::DeclareTool, made, scopes, static_cast<uint32_t>(count), s.span);
  }
  if (dst != kNoResult) emit(Op::Move, static_cast<uint32_t>(dst), made, 0, s.span);
  store_new(s.name, made, s.span);
}

void FunctionCompiler::type(const TypeStmt& s, int dst) {
  if (is_protected(s.name)) {
    set_error(Error(runtime_errors::kProtected, {s.name}).at(unit_.program.file, s.span));
  }
  TypePlan plan{std::string(s.name), {}, s.span};
  for (const Field& field : s.fields) plan.fields.emplace_back(field.name);
  code_->types.push_back(std::move(plan));
  Reg made = temp();
  emit(Op::DefineType, made, static_cast<uint32_t>(code_->types.size() - 1), 0, s.span);
  store_new(s.name, made, s.span);
  result_nothing(dst, s.span);
}

void FunctionCompiler::enumeration(const EnumStmt& s, int dst) {
  if (is_protected(s.name)) {
    set_error(Error(runtime_errors::kProtected, {s.name}).at(unit_.program.file, s.span));
  }
  EnumPlan plan{std::string(s.name), {}, s.span};
  for (const ast::Variant& variant : s.variants) {
    VariantPlan row{std::string(variant.name), {}};
    for (std::string_view field : variant.fields) row.fields.emplace_back(field);
    plan.variants.push_back(std::move(row));
  }
  code_->enums.push_back(std::move(plan));
  Reg made = temp();
  emit(Op::DefineEnum, made, static_cast<uint32_t>(code_->enums.size() - 1), 0, s.span);
  if (dst != kNoResult) emit(Op::Move, static_cast<uint32_t>(dst), made, 0, s.span);
  store_new(s.name, made, s.span);
}

/// An unknown capability or kind is an error before anything runs (spec README, decision 1).
void FunctionCompiler::check_capability(const RequireStmt& s) {
  Result<cap::CapabilityName> parsed = cap::parse_capability_name(s.capability);
  if (parsed.ok()) return;
  constexpr uint32_t kAfterRequire = 8;
  Span name{s.span.line, s.span.column + kAfterRequire, s.span.line,
            s.span.column + kAfterRequire + static_cast<uint32_t>(s.capability.size())};
  set_error(std::move(parsed).error().at(unit_.program.file, name).with_phase(Phase::Parse));
}

void FunctionCompiler::require(const RequireStmt& s, int dst) {
  check_capability(s);
  Reg scope = temp();
  if (s.scope != nullptr) {
    expression(s.scope, scope);
  } else {
    emit(Op::LoadNothing, scope, 0, 0, s.span);
  }
  code_->requires_.push_back({std::string(s.capability), s.scope != nullptr});
  emit(Op::Require, scope, static_cast<uint32_t>(code_->requires_.size() - 1), 0, s.span);
  result_nothing(dst, s.span);
}

void FunctionCompiler::sandbox(const SandboxStmt& s, int dst) {
  Reg caps = temp();
  bool under = s.form == SandboxForm::Under;
  if (under) expression(s.value, caps);
  emit(Op::SandboxEnter, caps, under, 0, s.span);
  ++sandbox_depth_;
  open_scope(&s, s.span);
  if (s.form == SandboxForm::Expression) {
    if (dst == kNoResult) {
      discard(s.value);
    } else {
      expression(s.value, static_cast<Reg>(dst));
    }
  } else {
    block(s.body, dst);
  }
  close_scope();
  --sandbox_depth_;
  emit(Op::SandboxExit, 0, 0, 0, s.span);
}

void FunctionCompiler::invariant(const InvariantStmt& s, int dst) {
  Reg value = temp();
  expression(s.condition, value);
  code_->invariants.emplace_back(s.has_description ? s.description : "unnamed invariant");
  emit(Op::Invariant, value, static_cast<uint32_t>(code_->invariants.size() - 1), 0, s.span);
  if (dst != kNoResult) emit(Op::LoadBool, static_cast<uint32_t>(dst), 1, 0, s.span);
}

void FunctionCompiler::export_statement(const ExportStmt& s, int dst) {
  statement(*s.inner, dst);
  if (!unit_.options.is_module) return;
  Variable* variable = scope_->find(s.name);
  Place place = place_of(variable);
  // Exports share the variable's cell: the module's tasks and the importer see one variable.
  emit(Op::Export, place.index, constant(Value::adopt(unit_.heap.intern(s.name))), 0, s.span);
}

}  // namespace syn
