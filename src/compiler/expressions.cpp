// Expressions to registers.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/check.h"
#include "compiler/function_compiler.h"
#include "num/float_text.h"
#include "value/objects.h"

namespace syn {

using namespace ast;  // NOLINT: this file is about the tree

namespace {

Op binary_op(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: return Op::Add;
    case BinaryOp::Subtract: return Op::Sub;
    case BinaryOp::Multiply: return Op::Mul;
    case BinaryOp::Divide: return Op::Div;
    case BinaryOp::FloorDivide: return Op::FloorDiv;
    case BinaryOp::Modulo: return Op::Mod;
    case BinaryOp::Power: return Op::Pow;
  }
  CHECK(false);
  return Op::Add;
}

/// The form of an operator whose right side stands in the instruction.
std::optional<Op> immediate_op(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: return Op::AddI;
    case BinaryOp::Subtract: return Op::SubI;
    case BinaryOp::Multiply: return Op::MulI;
    case BinaryOp::FloorDivide: return Op::FloorDivI;
    case BinaryOp::Modulo: return Op::ModI;
    case BinaryOp::Divide:
    case BinaryOp::Power: break;
  }
  return std::nullopt;
}

Op compare_op(CompareOp op) {
  switch (op) {
    case CompareOp::Equal: return Op::Eq;
    case CompareOp::NotEqual: return Op::Ne;
    case CompareOp::Less: return Op::Lt;
    case CompareOp::LessEqual: return Op::Le;
    case CompareOp::Greater: return Op::Gt;
    case CompareOp::GreaterEqual: return Op::Ge;
    case CompareOp::In: return Op::In;
    case CompareOp::NotIn: return Op::NotIn;
  }
  CHECK(false);
  return Op::Eq;
}

/// A literal that fits the immediate operand of an instruction.
std::optional<int16_t> small_integer(const Expr* e) {
  if (e->kind != ExprKind::Integer) return std::nullopt;
  std::string_view digits = static_cast<const NumberExpr*>(e)->digits;
  if (digits.size() > 5 || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  int value = 0;
  for (char c : digits) value = value * 10 + (c - '0');
  if (value > INT16_MAX) return std::nullopt;
  return static_cast<int16_t>(value);
}

}  // namespace

FunctionCompiler::Reg FunctionCompiler::operand(const Expr* e) {
  if (e->kind == ExprKind::Name) {
    if (auto reg = bound_register(static_cast<const NameExpr*>(e)->name)) return *reg;
  }
  Reg dst = temp();
  expression(e, dst);
  return dst;
}

/// As `operand`, but safe when what is evaluated next may assign the variable.
FunctionCompiler::Reg FunctionCompiler::stable_operand(const Expr* e, bool next_may_assign) {
  if (!next_may_assign) return operand(e);
  Reg dst = temp();
  expression(e, dst);
  return dst;
}

void FunctionCompiler::discard(const Expr* e) {
  Temps scope(*this);
  if (e->kind == ExprKind::Name && bound_register(static_cast<const NameExpr*>(e)->name)) return;
  expression(e, temp());
}

void FunctionCompiler::expression(const Expr* e, Reg dst) {
  Temps scope(*this);
  switch (e->kind) {
    case ExprKind::Integer:
    case ExprKind::Float:
    case ExprKind::Decimal: number(*static_cast<const NumberExpr*>(e), dst); break;
    case ExprKind::Text: {
      Value text = Value::adopt(unit_.heap.intern(static_cast<const TextExpr*>(e)->text));
      load_constant(dst, text, e->span);
      break;
    }
    case ExprKind::Bool:
      emit(Op::LoadBool, dst, static_cast<const BoolExpr*>(e)->value, 0, e->span);
      break;
    case ExprKind::Nothing: emit(Op::LoadNothing, dst, 0, 0, e->span); break;
    case ExprKind::Name: load_value(static_cast<const NameExpr*>(e)->name, dst, e->span); break;
    case ExprKind::Template: template_text(*static_cast<const TemplateExpr*>(e), dst); break;
    case ExprKind::List: {
      const auto& items = static_cast<const ListExpr*>(e)->items;
      auto first = static_cast<Reg>(next_temp_);
      for (const Expr* item : items) expression(item, temp());
      emit(Op::List, dst, first, static_cast<uint32_t>(items.size()), e->span);
      break;
    }
    case ExprKind::Map: map_literal(*static_cast<const MapExpr*>(e), dst); break;
    case ExprKind::Lambda: lambda(*static_cast<const LambdaExpr*>(e), dst); break;
    case ExprKind::Call: {
      const auto* node = static_cast<const CallExpr*>(e);
      call(*node, e->span, dst);
      break;
    }
    case ExprKind::Member:
    case ExprKind::Of: member(*static_cast<const MemberExpr*>(e), dst); break;
    case ExprKind::Index: index(*static_cast<const IndexExpr*>(e), dst); break;
    case ExprKind::Unary: {
      const auto* node = static_cast<const UnaryExpr*>(e);
      Reg value = operand(node->operand);
      emit(node->op == UnaryOp::Not ? Op::Not : Op::Neg, dst, value, 0, e->span);
      break;
    }
    case ExprKind::Binary: binary_chain(e, dst); break;
    case ExprKind::Logical: logical(e, dst); break;
    case ExprKind::Compare: comparison(*static_cast<const CompareExpr*>(e), dst); break;
    case ExprKind::Pipe: pipe(*static_cast<const PipeExpr*>(e), dst); break;
    case ExprKind::When: when_expression(*static_cast<const WhenExpr*>(e), dst); break;
    case ExprKind::WhenBlock: when(*static_cast<const WhenBlockExpr*>(e)->statement, dst); break;
    case ExprKind::Sandbox: sandbox(*static_cast<const SandboxExpr*>(e)->statement, dst); break;
    case ExprKind::Show: statement(*static_cast<const ShowExpr*>(e)->statement, dst); break;
  }
}

void FunctionCompiler::number(const NumberExpr& e, Reg dst) {
  if (e.kind == ExprKind::Float) {
    auto value = parse_float(e.digits);
    load_constant(dst, Value::number(value ? *value : 0.0), e.span);
    return;
  }
  if (e.kind == ExprKind::Decimal) {
    auto value = Decimal::parse(e.digits);
    CHECK(value.has_value());
    load_constant(dst, make_decimal(unit_.heap, std::move(*value)), e.span);
    return;
  }
  std::string_view digits = e.digits;
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0') {
    char mark = static_cast<char>(digits[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
    if (base != 10) digits.remove_prefix(2);
  }
  auto value = BigInt::parse(digits, base);
  CHECK(value.has_value());
  Value made = make_big_int(unit_.heap, std::move(*value));
  if (made.is_int()) {
    load_int(dst, made.as_int(), e.span);
  } else {
    load_constant(dst, made, e.span);
  }
}

void FunctionCompiler::binary_chain(const Expr* e, Reg dst) {
  // Left-leaning chains may be very long: go down in a loop, then emit on the way up.
  std::vector<const BinaryExpr*> steps;
  while (e->kind == ExprKind::Binary) {
    steps.push_back(static_cast<const BinaryExpr*>(e));
    e = static_cast<const BinaryExpr*>(e)->left;
  }
  Reg left = stable_operand(e, may_assign(steps.back()->right));
  // `set s to s + a + b`: each step grows s where it is. An error between the steps would show, but
  // without a `try` here nothing looks at this variable any more.
  bool in_place =
      left == dst && try_depth_ == 0 &&
      std::none_of(steps.begin(), steps.end(), [](auto* step) { return may_assign(step->right); });
  for (size_t i = steps.size(); i-- > 0;) {
    bool last = i == 0;
    Reg target = last || in_place ? dst : (left >= code_->num_locals ? left : temp());
    Temps scope(*this);
    binary_step(*steps[i], left, target);
    left = target;
  }
}

void FunctionCompiler::binary_step(const BinaryExpr& e, Reg left, Reg dst) {
  std::optional<Op> small = immediate_op(e.op);
  if (auto immediate = small_integer(e.right); small && immediate) {
    emit(*small, dst, left, static_cast<uint16_t>(*immediate), e.span);
    return;
  }
  Reg right = operand(e.right);
  emit(binary_op(e.op), dst, left, right, e.span);
}

void FunctionCompiler::logical(const Expr* e, Reg dst) {
  std::vector<size_t> no;
  branch(e, true, no);
  emit(Op::LoadBool, dst, 1, 0, e->span);
  size_t end = emit_jump(e->span);
  for (size_t jump : no) patch_jump(jump);
  emit(Op::LoadBool, dst, 0, 0, e->span);
  patch_jump(end);
}

void FunctionCompiler::comparison(const CompareExpr& e, Reg dst) {
  if (e.links.size() == 1) {
    const CompareLink& link = e.links[0];
    Reg left = stable_operand(e.first, may_assign(link.right));
    Reg right = operand(link.right);
    emit(compare_op(link.op), dst, left, right, link.span);
    if (link.op == CompareOp::In || link.op == CompareOp::NotIn) let_go(right, dst, link.span);
    return;
  }
  std::vector<size_t> done;
  bool assigns = false;
  for (const CompareLink& link : e.links) assigns = assigns || may_assign(link.right);
  Reg left = stable_operand(e.first, assigns);
  for (size_t i = 0; i < e.links.size(); ++i) {
    const CompareLink& link = e.links[i];
    Reg right = stable_operand(link.right, assigns);
    emit(compare_op(link.op), dst, left, right, link.span);
    if (i + 1 < e.links.size()) {
      emit(Op::If, dst, 0, 0, link.span);
      done.push_back(emit_jump(link.span));
    }
    left = right;
  }
  for (size_t jump : done) patch_jump(jump);
}

void FunctionCompiler::branch(const Expr* e, bool wanted, std::vector<size_t>& jumps) {
  Temps scope(*this);
  if (e->kind == ExprKind::Unary && static_cast<const UnaryExpr*>(e)->op == UnaryOp::Not) {
    branch(static_cast<const UnaryExpr*>(e)->operand, !wanted, jumps);
    return;
  }
  if (e->kind == ExprKind::Logical) {
    LogicalOp op = static_cast<const LogicalExpr*>(e)->op;
    // a op b op c leans left: collect the operands of one operator in order.
    std::vector<const Expr*> parts;
    const Expr* left = e;
    while (left->kind == ExprKind::Logical && static_cast<const LogicalExpr*>(left)->op == op) {
      parts.push_back(static_cast<const LogicalExpr*>(left)->right);
      left = static_cast<const LogicalExpr*>(left)->left;
    }
    parts.push_back(left);
    for (size_t i = 0; i + 1 < parts.size(); ++i) check_logical(parts[i + 1], parts[i], op);
    if ((op == LogicalOp::And) == wanted) {
      // Every part must be `wanted`.
      for (size_t i = parts.size(); i-- > 0;) branch(parts[i], wanted, jumps);
      return;
    }
    // One part that is `wanted` is enough: it jumps to the end.
    std::vector<size_t> found;
    for (size_t i = parts.size(); i-- > 1;) branch(parts[i], !wanted, found);
    branch(parts[0], wanted, jumps);
    for (size_t jump : found) patch_jump(jump);
    return;
  }
  if (e->kind == ExprKind::Compare && static_cast<const CompareExpr*>(e)->links.size() == 1) {
    const auto& compare = *static_cast<const CompareExpr*>(e);
    const CompareLink& link = compare.links[0];
    CompareOp op = link.op;
    bool expect = !wanted;  // jump when the outcome is this
    if (op == CompareOp::NotEqual) {
      op = CompareOp::Equal;
      expect = !expect;
    }
    if (op != CompareOp::In && op != CompareOp::NotIn) {
      Reg left = stable_operand(compare.first, may_assign(link.right));
      Op plain = op == CompareOp::Equal       ? Op::IfEq
                 : op == CompareOp::Less      ? Op::IfLt
                 : op == CompareOp::LessEqual ? Op::IfLe
                 : op == CompareOp::Greater   ? Op::IfGt
                                              : Op::IfGe;
      if (auto immediate = small_integer(link.right)) {
        auto shifted =
            static_cast<Op>(static_cast<uint16_t>(plain) + static_cast<uint16_t>(Op::IfEqI) -
                            static_cast<uint16_t>(Op::IfEq));
        emit(shifted, left, static_cast<uint16_t>(*immediate), expect, link.span);
      } else if (op == CompareOp::Equal && link.right->kind == ExprKind::Text &&
                 code_->constants.size() < UINT16_MAX) {
        std::string_view text = static_cast<const TextExpr*>(link.right)->text;
        uint32_t literal = constant(Value::adopt(unit_.heap.intern(text)));
        emit(Op::IfEqK, left, literal, expect, link.span);
      } else {
        Reg right = operand(link.right);
        emit(plain, left, right, expect, link.span);
      }
      jumps.push_back(emit_jump(link.span));
      return;
    }
  }
  Reg value = operand(e);
  emit(Op::If, value, !wanted, 0, e->span);
  jumps.push_back(emit_jump(e->span));
}

void FunctionCompiler::template_text(const TemplateExpr& e, Reg dst) {
  check_dollar(e);
  Reg first = temps(e.parts.size());
  for (size_t i = 0; i < e.parts.size(); ++i) {
    auto reg = static_cast<Reg>(first + i);
    expression(e.parts[i].value, reg);
    if (!e.parts[i].format.empty()) {
      Value mark = Value::adopt(unit_.heap.intern(e.parts[i].format));
      emit(Op::Format, reg, reg, constant(mark), e.parts[i].value->span);
    }
  }
  emit(Op::Template, dst, first, static_cast<uint32_t>(e.parts.size()), e.span);
}

void FunctionCompiler::map_literal(const MapExpr& e, Reg dst) {
  bool fixed = e.entries.size() <= ShapeTable::kMaxGrownShape;
  for (size_t i = 0; fixed && i < e.entries.size(); ++i) {
    fixed = e.entries[i].key->kind == ExprKind::Text;
    for (size_t j = 0; fixed && j < i; ++j) {
      fixed = static_cast<const TextExpr*>(e.entries[i].key)->text !=
              static_cast<const TextExpr*>(e.entries[j].key)->text;
    }
  }
  if (fixed) {
    std::vector<std::string_view> keys;
    for (const auto& entry : e.entries) {
      keys.push_back(static_cast<const TextExpr*>(entry.key)->text);
    }
    auto first = static_cast<Reg>(next_temp_);
    for (const auto& entry : e.entries) expression(entry.value, temp());
    code_->shapes.push_back(unit_.heap.shapes().for_table(keys));
    emit(Op::MapShape, dst, first, static_cast<uint32_t>(code_->shapes.size() - 1), e.span);
    return;
  }
  Reg first = temps(e.entries.size() * 2);
  for (size_t i = 0; i < e.entries.size(); ++i) {
    expression(e.entries[i].key, static_cast<Reg>(first + 2 * i));
    expression(e.entries[i].value, static_cast<Reg>(first + 2 * i + 1));
  }
  emit(Op::Map, dst, first, static_cast<uint32_t>(e.entries.size()), e.span);
}

uint16_t FunctionCompiler::site(std::string_view name) {
  Text* key = unit_.heap.intern(name);
  key->hashed();
  code_->sites.push_back({key});
  if (code_->sites.size() > UINT16_MAX) {
    set_error(Error(runtime_errors::kTooComplex, {"one task reads more than 65535 members"}));
  }
  return static_cast<uint16_t>(code_->sites.size() - 1);
}

void FunctionCompiler::member(const MemberExpr& e, Reg dst) {
  // a.b.c.d leans left and may be long.
  std::vector<const MemberExpr*> steps{&e};
  while (steps.back()->object->kind == ExprKind::Member ||
         steps.back()->object->kind == ExprKind::Of) {
    steps.push_back(static_cast<const MemberExpr*>(steps.back()->object));
  }
  Reg object = object_operand(steps.back()->object, false);
  size_t enclosing = 0;
  for (const MemberExpr* step : steps) enclosing += step->kind == ExprKind::Of;
  for (size_t i = steps.size(); i-- > 0;) {
    enclosing -= steps[i]->kind == ExprKind::Of;
    uint16_t index = site(steps[i]->name);
    code_->sites[index].enclosing_of = static_cast<uint8_t>(enclosing < 255 ? enclosing : 255);
    emit(Op::GetMember, dst, object, index, steps[i]->span);
    let_go(object, dst, steps[i]->span);
    object = dst;
  }
}

bool FunctionCompiler::has_site_left() const { return code_->sites.size() < UINT16_MAX; }

void FunctionCompiler::index(const IndexExpr& e, Reg dst) {
  bool inner = e.object->kind == ExprKind::Index || e.object->kind == ExprKind::Member ||
               e.object->kind == ExprKind::Of;
  Reg object = dst;
  if (inner && dst >= code_->num_locals && !may_assign(e.index)) {
    expression(e.object, dst);  // no second holder of the inner list or map is left behind
  } else {
    object = object_operand(e.object, may_assign(e.index));
  }
  if (e.index->kind == ExprKind::Text && has_site_left()) {
    uint16_t key = site(static_cast<const TextExpr*>(e.index)->text);
    emit(Op::GetKey, dst, object, key, e.span);
  } else {
    emit(Op::GetIndex, dst, object, operand(e.index), e.span);
  }
  let_go(object, dst, e.span);
}

/// A temporary that held what was read from is no second holder of it: writers would copy it.
void FunctionCompiler::let_go(Reg object, Reg dst, Span span) {
  if (object != dst && object >= code_->num_locals) emit(Op::LoadNothing, object, 0, 0, span);
}

void FunctionCompiler::when_expression(const WhenExpr& e, Reg dst) {
  std::vector<size_t> ends;
  const WhenExpr* current = &e;
  while (true) {
    std::vector<size_t> no;
    branch(current->condition, true, no);
    BoundSet before = bound_;
    expression(current->then, dst);
    bound_ = before;
    ends.push_back(emit_jump(current->span));
    for (size_t jump : no) patch_jump(jump);
    if (current->otherwise == nullptr) {
      emit(Op::LoadNothing, dst, 0, 0, current->span);
      break;
    }
    if (current->otherwise->kind != ExprKind::When) {
      expression(current->otherwise, dst);
      bound_ = before;
      break;
    }
    current = static_cast<const WhenExpr*>(current->otherwise);
  }
  for (size_t jump : ends) patch_jump(jump);
}

void FunctionCompiler::closure(std::unique_ptr<Code> child, Reg dst, Span span) {
  code_->children.push_back(std::move(child));
  emit_wide(Op::Closure, dst, static_cast<int64_t>(code_->children.size() - 1), span);
}

void FunctionCompiler::lambda(const LambdaExpr& e, Reg dst) {
  FunctionCompiler child(unit_, this, unit_.scopes.scope_of(&e)->function, "<lambda>");
  closure(child.compile_lambda(e.params, e.body), dst, e.span);
}

}  // namespace syn
