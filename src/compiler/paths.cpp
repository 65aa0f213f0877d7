// `set a.b[c] to value`: writing through paths, and changing what a path leads to in place.
// SPDX-License-Identifier: Apache-2.0
#include "compiler/function_compiler.h"
#include "compiler/tree_walk.h"
#include "value/objects.h"

namespace syn {

using namespace ast;  // NOLINT: this file is about the tree

/// The accesses of a path from the root outwards; `root` is what they start from.
std::vector<const Expr*> FunctionCompiler::path_steps(const Expr* e, const Expr*& root) const {
  std::vector<const Expr*> steps;
  while (e->kind == ExprKind::Member || e->kind == ExprKind::Of || e->kind == ExprKind::Index) {
    steps.push_back(e);
    e = e->kind == ExprKind::Index ? static_cast<const IndexExpr*>(e)->object
                                   : static_cast<const MemberExpr*>(e)->object;
  }
  root = e;
  return {steps.rbegin(), steps.rend()};
}

void FunctionCompiler::path_keys(const std::vector<const Expr*>& steps, Reg first) {
  for (size_t i = 0; i < steps.size(); ++i) {
    auto key = static_cast<Reg>(first + i);
    if (steps[i]->kind == ExprKind::Index) {
      expression(static_cast<const IndexExpr*>(steps[i])->index, key);
    } else {
      Value text = Value::adopt(unit_.heap.intern(static_cast<const MemberExpr*>(steps[i])->name));
      load_constant(key, text, steps[i]->span);
    }
  }
}

/// Runs nothing but pure builtins: cannot change a variable.
bool FunctionCompiler::is_quiet(const Expr* e) {
  return !any_expression(e, [this](const Expr& x) {
    if (x.kind == ExprKind::Call) {
      const Expr* callee = static_cast<const CallExpr&>(x).callee;
      const BuiltinSpec* builtin = callee->kind == ExprKind::Name
                                       ? builtin_of(static_cast<const NameExpr*>(callee)->name)
                                       : nullptr;
      return builtin == nullptr || builtin->purity != Purity::Pure;
    }
    return x.kind == ExprKind::Pipe || x.kind == ExprKind::WhenBlock ||
           x.kind == ExprKind::Sandbox || x.kind == ExprKind::Show;
  });
}

bool FunctionCompiler::same_expression(const Expr* a, const Expr* b) {
  while (true) {
    if (a->kind != b->kind) return false;
    switch (a->kind) {
      case ExprKind::Name:
        return static_cast<const NameExpr*>(a)->name == static_cast<const NameExpr*>(b)->name;
      case ExprKind::Text:
        return static_cast<const TextExpr*>(a)->text == static_cast<const TextExpr*>(b)->text;
      case ExprKind::Integer:
        return static_cast<const NumberExpr*>(a)->digits ==
               static_cast<const NumberExpr*>(b)->digits;
      case ExprKind::Member:
      case ExprKind::Of: {
        const auto* left = static_cast<const MemberExpr*>(a);
        const auto* right = static_cast<const MemberExpr*>(b);
        if (left->name != right->name) return false;
        a = left->object;
        b = right->object;
        break;
      }
      case ExprKind::Index: {
        const auto* left = static_cast<const IndexExpr*>(a);
        const auto* right = static_cast<const IndexExpr*>(b);
        if (!same_expression(left->index, right->index)) return false;
        a = left->object;
        b = right->object;
        break;
      }
      case ExprKind::Float:
      case ExprKind::Decimal:
      case ExprKind::Bool:
      case ExprKind::Nothing:
      case ExprKind::Template:
      case ExprKind::List:
      case ExprKind::Map:
      case ExprKind::Lambda:
      case ExprKind::Call:
      case ExprKind::Unary:
      case ExprKind::Binary:
      case ExprKind::Logical:
      case ExprKind::Compare:
      case ExprKind::Pipe:
      case ExprKind::When:
      case ExprKind::WhenBlock:
      case ExprKind::Sandbox:
      case ExprKind::Show: return false;
    }
  }
}

/// The call where `value` is `get(m, k)` or `get(m, k, otherwise)` and the target `m[k]` (or `m.k`
/// for a text); else null.
const CallExpr* FunctionCompiler::got_from_target(const Expr* target, const Expr* value) {
  if (value->kind != ExprKind::Call) return nullptr;
  const auto* call = static_cast<const CallExpr*>(value);
  size_t count = call->arguments.size();
  if (call->callee->kind != ExprKind::Name || count < 2 || count > 3) return nullptr;
  const BuiltinSpec* builtin = builtin_of(static_cast<const NameExpr*>(call->callee)->name);
  if (builtin == nullptr || builtin->name != "get" || !is_quiet(value)) return nullptr;
  for (const Argument& argument : call->arguments) {
    if (!argument.name.empty()) return nullptr;
  }
  const Expr* container = call->arguments[0].value;
  const Expr* key = call->arguments[1].value;
  if (target->kind == ExprKind::Index) {
    const auto* item = static_cast<const IndexExpr*>(target);
    bool same = same_expression(item->object, container) && same_expression(item->index, key);
    return same ? call : nullptr;
  }
  if (target->kind != ExprKind::Member || key->kind != ExprKind::Text) return nullptr;
  const auto* member = static_cast<const MemberExpr*>(target);
  bool same = same_expression(member->object, container) &&
              member->name == static_cast<const TextExpr*>(key)->text;
  return same ? call : nullptr;
}

/// What `get` gives for an absent key.
void FunctionCompiler::get_fallback(const CallExpr* got, Reg dst) {
  if (got == nullptr) return;
  if (got->arguments.size() == 3) {
    expression(got->arguments[2].value, dst);
  } else {
    emit(Op::LoadNothing, dst, 0, 0, got->span);
  }
}

/// `set m[k] to append(m[k], x)` and `set m[k] to m[k] + x`, also with `get(m, k, [])` for the old
/// value: it is moved out of its place, so that the operation is its only holder and changes it in
/// place. Only where nothing that runs in between can see the hole. False: not of this form,
/// nothing was emitted.
bool FunctionCompiler::assign_path_in_place(const SetStmt& s) {
  const Expr* root = nullptr;
  std::vector<const Expr*> steps = path_steps(s.target, root);
  if (steps.empty() || root->kind != ExprKind::Name || !is_quiet(s.target)) return false;
  std::vector<Place> where = places(static_cast<const NameExpr*>(root)->name);
  if (where.size() != 1 || is_module_name(static_cast<const NameExpr*>(root)->name)) return false;
  const Expr* value = s.value;
  const Expr* old_value = nullptr;
  const BuiltinSpec* builtin = nullptr;
  const auto* call = static_cast<const CallExpr*>(value);
  const auto* sum = static_cast<const BinaryExpr*>(value);
  if (value->kind == ExprKind::Call && call->callee->kind == ExprKind::Name &&
      !call->arguments.empty()) {
    builtin = builtin_of(static_cast<const NameExpr*>(call->callee)->name);
    if (builtin == nullptr || builtin->purity != Purity::Pure) return false;
    for (const Argument& argument : call->arguments) {
      if (!argument.name.empty() || !is_quiet(argument.value)) return false;
    }
    old_value = call->arguments[0].value;
  } else if (value->kind == ExprKind::Binary && sum->op == BinaryOp::Add) {
    if (!is_quiet(sum->right) || sum->right->kind == ExprKind::Integer) return false;
    old_value = sum->left;
  }
  if (old_value == nullptr) return false;
  const CallExpr* got = got_from_target(s.target, old_value);
  if (got == nullptr && !same_expression(s.target, old_value)) return false;
  // Another use of the root would see the hole.
  std::string_view name = static_cast<const NameExpr*>(root)->name;
  if (count_name(value, name) != count_name(s.target, name)) return false;

  SetPathPlan plan;
  plan.statement = s.span;
  plan.root_name = name;
  plan.root_kind = where[0].kind;
  plan.root_index = where[0].index;
  const Expr* old_root = nullptr;
  for (const Expr* step : path_steps(got == nullptr ? old_value : s.target, old_root)) {
    plan.steps.push_back({step->kind != ExprKind::Index, step->span});
  }
  plan.first_key = temps(steps.size());
  path_keys(steps, plan.first_key);
  code_->paths.push_back(plan);
  auto take = static_cast<uint32_t>(code_->paths.size() - 1);
  for (size_t i = 0; i < steps.size(); ++i) plan.steps[i].span = steps[i]->span;
  code_->paths.push_back(plan);
  auto write = static_cast<uint32_t>(code_->paths.size() - 1);
  if (builtin != nullptr) {
    size_t count = call->arguments.size();
    Reg base = temps(count + 1);
    for (size_t i = 1; i < count; ++i) {
      expression(call->arguments[i].value, static_cast<Reg>(base + 1 + i));
    }
    get_fallback(got, static_cast<Reg>(base + 1));
    emit(Op::TakePath, static_cast<uint32_t>(base + 1), take, got != nullptr, old_root->span);
    emit(Op::CallBuiltin, base, static_cast<uint32_t>(count), constant(Value::builtin(builtin)),
         call->span);
    emit(Op::SetPath, base, write, 1, root->span);
  } else {
    Reg left = temp();
    get_fallback(got, left);
    Reg right = operand(sum->right);
    emit(Op::TakePath, left, take, got != nullptr, old_root->span);
    emit(Op::Add, left, left, right, sum->span);
    emit(Op::SetPath, left, write, 1, root->span);
  }
  return true;
}

/// `set m[k] to value` and `set m.name to value` of a local variable: one instruction that does it
/// where it can; otherwise the general one after it does.
void FunctionCompiler::assign_item(const Expr* step, SetPathPlan plan, Reg value, bool consume,
                                   Span root) {
  auto path = static_cast<uint32_t>(code_->paths.size());
  std::string_view name;
  if (step->kind != ExprKind::Index) {
    name = static_cast<const MemberExpr*>(step)->name;
  } else if (const Expr* key = static_cast<const IndexExpr*>(step)->index;
             key->kind == ExprKind::Text) {
    name = static_cast<const TextExpr*>(key)->text;
  }
  if (name.data() != nullptr && has_site_left()) {
    plan.first_key = temp();
    emit(Op::SetMember, value, plan.root_index, site(name), root);
    path_keys({step}, plan.first_key);
  } else if (step->kind == ExprKind::Index) {
    plan.first_key = operand(static_cast<const IndexExpr*>(step)->index);
    emit(Op::SetItem, value, plan.root_index, plan.first_key, root);
  } else {
    plan.first_key = temp();
    path_keys({step}, plan.first_key);
  }
  code_->paths.push_back(std::move(plan));
  emit(Op::SetPath, value, path, consume, root);
}

void FunctionCompiler::assign_path(const SetStmt& s, Reg value, bool consume) {
  const Expr* current = nullptr;
  std::vector<const Expr*> steps = path_steps(s.target, current);
  if (steps.empty()) {
    fail(Error(runtime_errors::kInvalidSetTarget), s.span);
    return;
  }
  if (current->kind != ExprKind::Name) {
    fail(Error(runtime_errors::kSetTargetRoot), s.span);
    return;
  }
  std::string_view name = static_cast<const NameExpr*>(current)->name;
  std::vector<Place> where = places(name);
  SetPathPlan plan;
  plan.statement = s.span;
  plan.root_name = name;
  if (where.empty()) {
    bool dynamic = unit_.options.is_module || unit_.options.top_level == TopLevel::Globals;
    if (!dynamic) {
      // Reading the root gives its error (or a builtin's, which no path can enter).
      load_name(name, temp(), current->span);
      fail(Error(runtime_errors::kInvalidSetTarget), s.span);
      return;
    }
    where.push_back({VariableKind::Global, unit_.globals.index_of(name), false, nullptr});
  }
  for (const Expr* step : steps) {
    plan.steps.push_back({step->kind != ExprKind::Index, step->span});
  }
  plan.root_kind = where[0].kind;
  plan.root_index = where[0].index;
  if (where.size() == 1 && steps.size() == 1 && where[0].kind == VariableKind::Local) {
    assign_item(steps[0], plan, value, consume, current->span);
    return;
  }
  Reg first = temps(steps.size());
  path_keys(steps, first);
  plan.first_key = first;
  std::vector<size_t> done;
  for (size_t i = 0; i < where.size(); ++i) {
    size_t skip = 0;
    bool last = i + 1 == where.size();
    if (!last) {
      // Not this place unless it is bound.
      Reg probe = temp();
      Op op = where[i].kind == VariableKind::Local  ? Op::IfBoundLocal
              : where[i].kind == VariableKind::Cell ? Op::IfBoundCell
              : where[i].kind == VariableKind::Up   ? Op::IfBoundUp
                                                    : Op::IfBoundGlobal;
      if (op == Op::IfBoundGlobal) {
        emit_wide(op, probe, where[i].index, s.span);
      } else {
        emit(op, probe, where[i].index, 0, s.span);
      }
      size_t bound = emit_jump(s.span);
      skip = emit_jump(s.span);
      patch_jump(bound);
      emit(Op::LoadNothing, probe, 0, 0, s.span);  // drop the extra reference
    }
    plan.root_kind = where[i].kind;
    plan.root_index = where[i].index;
    code_->paths.push_back(plan);
    emit(Op::SetPath, value, static_cast<uint32_t>(code_->paths.size() - 1), consume,
         current->span);
    if (!last) {
      done.push_back(emit_jump(s.span));
      patch_jump(skip);
    }
  }
  for (size_t jump : done) patch_jump(jump);
}

}  // namespace syn
