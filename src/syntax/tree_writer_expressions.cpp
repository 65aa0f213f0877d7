// Expressions as indented lines. Chains that lean to the left are written in loops.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "syntax/tree_writer.h"

namespace syn {
namespace {

std::string_view sign_of(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::Add: return "+";
    case ast::BinaryOp::Subtract: return "-";
    case ast::BinaryOp::Multiply: return "*";
    case ast::BinaryOp::Divide: return "/";
    case ast::BinaryOp::FloorDivide: return "//";
    case ast::BinaryOp::Modulo: return "%";
    case ast::BinaryOp::Power: return "**";
  }
  return "";
}

std::string_view sign_of(ast::CompareOp op) {
  switch (op) {
    case ast::CompareOp::Equal: return "==";
    case ast::CompareOp::NotEqual: return "!=";
    case ast::CompareOp::Less: return "<";
    case ast::CompareOp::Greater: return ">";
    case ast::CompareOp::LessEqual: return "<=";
    case ast::CompareOp::GreaterEqual: return ">=";
    case ast::CompareOp::In: return "in";
    case ast::CompareOp::NotIn: return "not in";
  }
  return "";
}

bool is_operator(const ast::Expr* expression) {
  return expression->kind == ast::ExprKind::Binary || expression->kind == ast::ExprKind::Logical ||
         expression->kind == ast::ExprKind::Pipe;
}

bool is_postfix(const ast::Expr* expression) {
  return expression->kind == ast::ExprKind::Call || expression->kind == ast::ExprKind::Member ||
         expression->kind == ast::ExprKind::Index;
}

const ast::Expr* left_of(const ast::Expr* expression) {
  if (expression->kind == ast::ExprKind::Binary) {
    return static_cast<const ast::BinaryExpr*>(expression)->left;
  }
  if (expression->kind == ast::ExprKind::Logical) {
    return static_cast<const ast::LogicalExpr*>(expression)->left;
  }
  return static_cast<const ast::PipeExpr*>(expression)->value;
}

const ast::Expr* object_of(const ast::Expr* expression) {
  if (expression->kind == ast::ExprKind::Call) {
    return static_cast<const ast::CallExpr*>(expression)->callee;
  }
  if (expression->kind == ast::ExprKind::Index) {
    return static_cast<const ast::IndexExpr*>(expression)->object;
  }
  return static_cast<const ast::MemberExpr*>(expression)->object;
}

}  // namespace

void TreeWriter::write(const ast::Expr* expression) {
  switch (expression->kind) {
    case ast::ExprKind::Integer:
    case ast::ExprKind::Float:
    case ast::ExprKind::Decimal:
    case ast::ExprKind::Text:
    case ast::ExprKind::Bool:
    case ast::ExprKind::Nothing:
    case ast::ExprKind::Name: return write_leaf(*expression);
    case ast::ExprKind::Template:
      return write_template(*static_cast<const ast::TemplateExpr*>(expression));
    case ast::ExprKind::List: return write_list(*static_cast<const ast::ListExpr*>(expression));
    case ast::ExprKind::Map: return write_map(*static_cast<const ast::MapExpr*>(expression));
    case ast::ExprKind::Lambda:
      return write_lambda(*static_cast<const ast::LambdaExpr*>(expression));
    case ast::ExprKind::Call:
    case ast::ExprKind::Member:
    case ast::ExprKind::Index: return write_postfixes(expression);
    case ast::ExprKind::Of: {
      const auto* member = static_cast<const ast::MemberExpr*>(expression);
      line("of " + std::string(member->name), expression->span);
      Deeper deeper(*this);
      return write(member->object);
    }
    case ast::ExprKind::Unary: return write_unary(*static_cast<const ast::UnaryExpr*>(expression));
    case ast::ExprKind::Binary:
    case ast::ExprKind::Logical:
    case ast::ExprKind::Pipe: return write_operators(expression);
    case ast::ExprKind::Compare:
      return write_compare(*static_cast<const ast::CompareExpr*>(expression));
    case ast::ExprKind::When:
      return write_when_value(*static_cast<const ast::WhenExpr*>(expression));
    case ast::ExprKind::WhenBlock:
      return write(static_cast<const ast::Stmt*>(
          static_cast<const ast::WhenBlockExpr*>(expression)->statement));
    case ast::ExprKind::Sandbox:
      return write(static_cast<const ast::Stmt*>(
          static_cast<const ast::SandboxExpr*>(expression)->statement));
    case ast::ExprKind::Show:
      return write(
          static_cast<const ast::Stmt*>(static_cast<const ast::ShowExpr*>(expression)->statement));
  }
}

void TreeWriter::write_leaf(const ast::Expr& expression) {
  auto digits = [&] { return std::string(static_cast<const ast::NumberExpr&>(expression).digits); };
  std::string text = "nothing";
  if (expression.kind == ast::ExprKind::Integer) text = "integer " + digits();
  if (expression.kind == ast::ExprKind::Float) text = "float " + digits();
  if (expression.kind == ast::ExprKind::Decimal) text = "decimal " + digits();
  if (expression.kind == ast::ExprKind::Bool) {
    text = static_cast<const ast::BoolExpr&>(expression).value ? "true" : "false";
  }
  if (expression.kind == ast::ExprKind::Text) {
    text = "text " + quote_for_dump(static_cast<const ast::TextExpr&>(expression).text);
  }
  if (expression.kind == ast::ExprKind::Name) {
    text = "name " + std::string(static_cast<const ast::NameExpr&>(expression).name);
  }
  line(text, expression.span);
}

void TreeWriter::write_template(const ast::TemplateExpr& expression) {
  line("template", expression.span);
  Deeper deeper(*this);
  for (const ast::TemplatePart& part : expression.parts) {
    if (!part.is_hole) {
      write(part.value);
      continue;
    }
    std::string label = "hole";
    if (!part.format.empty()) label += " " + quote_for_dump(part.format);
    write_labelled(label, part.value);
  }
}

void TreeWriter::write_list(const ast::ListExpr& expression) {
  line("list", expression.span);
  Deeper deeper(*this);
  for (const ast::Expr* item : expression.items) write(item);
}

void TreeWriter::write_map(const ast::MapExpr& expression) {
  line("map", expression.span);
  Deeper deeper(*this);
  for (const ast::MapEntry& entry : expression.entries) {
    write(entry.key);
    write_labelled(":", entry.value);
  }
}

void TreeWriter::write_lambda(const ast::LambdaExpr& expression) {
  line("lambda", expression.span);
  Deeper deeper(*this);
  write_params(expression.params);
  write_labelled("=>", expression.body);
}

void TreeWriter::write_params(std::span<const ast::Param> params) {
  for (const ast::Param& param : params) {
    line("param " + std::string(param.name), param.span);
    Deeper deeper(*this);
    if (param.fallback != nullptr) write(param.fallback);
  }
}

void TreeWriter::write_operators(const ast::Expr* expression) {
  std::vector<const ast::Expr*> links;
  for (; is_operator(expression); expression = left_of(expression)) links.push_back(expression);
  line("operators", {});
  Deeper deeper(*this);
  write(expression);
  for (auto link = links.rbegin(); link != links.rend(); ++link) {
    std::string_view sign = "|>";
    const ast::Expr* right = nullptr;
    if ((*link)->kind == ast::ExprKind::Binary) {
      const auto* binary = static_cast<const ast::BinaryExpr*>(*link);
      sign = sign_of(binary->op);
      right = binary->right;
    } else if ((*link)->kind == ast::ExprKind::Logical) {
      const auto* logical = static_cast<const ast::LogicalExpr*>(*link);
      sign = logical->op == ast::LogicalOp::And ? "and" : "or";
      right = logical->right;
    } else {
      right = static_cast<const ast::PipeExpr*>(*link)->step;
    }
    line(sign, (*link)->span);
    Deeper operand(*this);
    write(right);
  }
}

void TreeWriter::write_compare(const ast::CompareExpr& expression) {
  line("compare", expression.span);
  Deeper deeper(*this);
  write(expression.first);
  for (const ast::CompareLink& link : expression.links) {
    line(sign_of(link.op), link.span);
    Deeper operand(*this);
    write(link.right);
  }
}

void TreeWriter::write_postfixes(const ast::Expr* expression) {
  std::vector<const ast::Expr*> links;
  for (; is_postfix(expression); expression = object_of(expression)) links.push_back(expression);
  line("postfix", {});
  Deeper deeper(*this);
  write(expression);
  for (auto link = links.rbegin(); link != links.rend(); ++link) {
    if ((*link)->kind == ast::ExprKind::Member) {
      line("." + std::string(static_cast<const ast::MemberExpr*>(*link)->name), (*link)->span);
    } else if ((*link)->kind == ast::ExprKind::Index) {
      line("[]", (*link)->span);
      Deeper index(*this);
      write(static_cast<const ast::IndexExpr*>(*link)->index);
    } else {
      line("()", (*link)->span);
      Deeper arguments(*this);
      write_arguments(static_cast<const ast::CallExpr*>(*link)->arguments);
    }
  }
}

void TreeWriter::write_arguments(std::span<const ast::Argument> arguments) {
  for (const ast::Argument& argument : arguments) {
    if (argument.name.empty()) {
      write(argument.value);
      continue;
    }
    line(std::string(argument.name) + " =", argument.name_span);
    Deeper deeper(*this);
    write(argument.value);
  }
}

void TreeWriter::write_when_value(const ast::WhenExpr& expression) {
  line("when value", expression.span);
  Deeper deeper(*this);
  write(expression.condition);
  write_labelled("then", expression.then);
  if (expression.otherwise != nullptr) write_labelled("otherwise", expression.otherwise);
}

void TreeWriter::write_unary(const ast::UnaryExpr& expression) {
  line(expression.op == ast::UnaryOp::Not ? "not" : "negate", expression.span);
  Deeper deeper(*this);
  write(expression.operand);
}

}  // namespace syn
