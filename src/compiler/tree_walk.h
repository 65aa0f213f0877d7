// Looking for something inside an expression, without recursion on operator chains.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "syntax/ast.h"

namespace syn {

/// True when `found` holds for `root` or an expression inside it. Does not enter the bodies of
/// lambdas, block-form `when` and sandboxes (they are reported themselves).
template <typename F>
bool any_expression(const ast::Expr* root, F found) {
  using namespace ast;  // NOLINT: this function is about the tree
  std::vector<const Expr*> todo{root};
  while (!todo.empty()) {
    const Expr* e = todo.back();
    todo.pop_back();
    if (e == nullptr) continue;
    if (found(*e)) return true;
    switch (e->kind) {
      case ExprKind::Template:
        for (const auto& part : static_cast<const TemplateExpr*>(e)->parts) {
          todo.push_back(part.value);
        }
        break;
      case ExprKind::List:
        for (const Expr* item : static_cast<const ListExpr*>(e)->items) todo.push_back(item);
        break;
      case ExprKind::Map:
        for (const auto& entry : static_cast<const MapExpr*>(e)->entries) {
          todo.push_back(entry.key);
          todo.push_back(entry.value);
        }
        break;
      case ExprKind::Call:
        todo.push_back(static_cast<const CallExpr*>(e)->callee);
        for (const auto& a : static_cast<const CallExpr*>(e)->arguments) todo.push_back(a.value);
        break;
      case ExprKind::Member:
      case ExprKind::Of: todo.push_back(static_cast<const MemberExpr*>(e)->object); break;
      case ExprKind::Index:
        todo.push_back(static_cast<const IndexExpr*>(e)->object);
        todo.push_back(static_cast<const IndexExpr*>(e)->index);
        break;
      case ExprKind::Unary: todo.push_back(static_cast<const UnaryExpr*>(e)->operand); break;
      case ExprKind::Binary:
        todo.push_back(static_cast<const BinaryExpr*>(e)->left);
        todo.push_back(static_cast<const BinaryExpr*>(e)->right);
        break;
      case ExprKind::Logical:
        todo.push_back(static_cast<const LogicalExpr*>(e)->left);
        todo.push_back(static_cast<const LogicalExpr*>(e)->right);
        break;
      case ExprKind::Compare:
        todo.push_back(static_cast<const CompareExpr*>(e)->first);
        for (const auto& l : static_cast<const CompareExpr*>(e)->links) todo.push_back(l.right);
        break;
      case ExprKind::Pipe:
        todo.push_back(static_cast<const PipeExpr*>(e)->value);
        todo.push_back(static_cast<const PipeExpr*>(e)->step);
        break;
      case ExprKind::When:
        todo.push_back(static_cast<const WhenExpr*>(e)->condition);
        todo.push_back(static_cast<const WhenExpr*>(e)->then);
        todo.push_back(static_cast<const WhenExpr*>(e)->otherwise);
        break;
      case ExprKind::Show: todo.push_back(static_cast<const ShowExpr*>(e)->statement->value); break;
      case ExprKind::Integer:
      case ExprKind::Float:
      case ExprKind::Decimal:
      case ExprKind::Text:
      case ExprKind::Bool:
      case ExprKind::Nothing:
      case ExprKind::Name:
      case ExprKind::Lambda:
      case ExprKind::WhenBlock:
      case ExprKind::Sandbox: break;
    }
  }
  return false;
}

}  // namespace syn
