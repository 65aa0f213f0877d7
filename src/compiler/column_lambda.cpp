// The column expression of a lambda of one parameter, for verbs that run on columns (DESIGN.md §4).
// Only what is pure and known at compile time takes part; for anything else there is none, and the
// bytecode alone runs.
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <limits>

#include "compiler/function_compiler.h"
#include "num/float_text.h"
#include "value/list_columns.h"

namespace syn {

using namespace ast;
using table::Expression;
using table::Operation;

namespace {

/// Deeper ones are not worth the stack.
constexpr int kMaxDepth = 40;

struct KnownCall {
  std::string_view name;
  size_t arguments;
  Operation operation;
};
constexpr KnownCall kCalls[] = {
    {"lower", 1, Operation::Lower},
    {"upper", 1, Operation::Upper},
    {"trim", 1, Operation::Trim},
    {"length", 1, Operation::Length},
    {"contains", 2, Operation::Contains},
    {"starts_with", 2, Operation::StartsWith},
    {"ends_with", 2, Operation::EndsWith},
    {"is_missing", 1, Operation::IsMissing},
    {"abs", 1, Operation::Abs},
    {"float", 1, Operation::ToFloat},
    {"int", 1, Operation::ToInt},
    {"round", 1, Operation::Round},
    {"date", 1, Operation::ToDate},
    {"datetime", 1, Operation::ToDateTime},
    {"timestamp", 1, Operation::Timestamp},
    {"text", 1, Operation::ToText},
};
/// Members of what `date_parts` gives.
constexpr KnownCall kDateParts[] = {
    {"year", 1, Operation::Year},       {"month", 1, Operation::Month},
    {"day", 1, Operation::Day},         {"hour", 1, Operation::Hour},
    {"minute", 1, Operation::Minute},   {"second", 1, Operation::Second},
    {"weekday", 1, Operation::Weekday},
};

Expression made_of(Operation operation, std::vector<Expression> operands) {
  Expression made;
  made.operation = operation;
  made.operands = std::move(operands);
  return made;
}

std::optional<Operation> operation_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: return Operation::Add;
    case BinaryOp::Subtract: return Operation::Subtract;
    case BinaryOp::Multiply: return Operation::Multiply;
    case BinaryOp::Divide: return Operation::Divide;
    case BinaryOp::FloorDivide: return Operation::FloorDivide;
    case BinaryOp::Modulo: return Operation::Modulo;
    case BinaryOp::Power: return std::nullopt;
  }
  return std::nullopt;
}

Operation operation_of(CompareOp op) {
  switch (op) {
    case CompareOp::Equal:
    case CompareOp::In:
    case CompareOp::NotIn: return Operation::Equal;
    case CompareOp::NotEqual: return Operation::NotEqual;
    case CompareOp::Less: return Operation::Less;
    case CompareOp::Greater: return Operation::Greater;
    case CompareOp::LessEqual: return Operation::LessEqual;
    case CompareOp::GreaterEqual: return Operation::GreaterEqual;
  }
  return Operation::Equal;
}

std::optional<Expression> constant_of(std::optional<table::Scalar> scalar) {
  if (!scalar.has_value()) return std::nullopt;
  Expression made;
  made.constant = std::move(*scalar);
  return made;
}

std::optional<int64_t> plain_integer(std::string_view digits) {
  if (digits.size() > 1 && digits[0] == '0') return std::nullopt;
  int64_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace

/// Turns the body of one lambda into column expressions.
class FunctionCompiler::ColumnWriter {
 public:
  ColumnWriter(FunctionCompiler& compiler, std::string_view param)
      : compiler_(compiler), param_(param) {}

  std::unique_ptr<table::ColumnLambda> write(const Expr* body) {
    if (body->kind == ExprKind::Map) {
      const auto& map = *static_cast<const MapExpr*>(body);
      for (const ast::MapEntry& entry : map.entries) {
        if (entry.key->kind != ExprKind::Text) return nullptr;
        std::string name(static_cast<const TextExpr*>(entry.key)->text);
        for (const std::string& known : made_->names) {
          if (known == name) return nullptr;
        }
        made_->names.push_back(std::move(name));
        if (!add(entry.value)) return nullptr;
      }
      return map.entries.empty() ? nullptr : std::move(made_);
    }
    return add(body) ? std::move(made_) : nullptr;
  }

 private:
  using Made = std::optional<Expression>;

  bool add(const Expr* e) {
    Made result = expression(e, 0);
    if (!result.has_value()) return false;
    made_->results.push_back(std::move(*result));
    return true;
  }

  Made expression(const Expr* e, int depth) {
    if (depth > kMaxDepth) return std::nullopt;
    ++depth;
    if (e->kind == ExprKind::Integer || e->kind == ExprKind::Float ||
        e->kind == ExprKind::Decimal || e->kind == ExprKind::Text || e->kind == ExprKind::Bool ||
        e->kind == ExprKind::Nothing) {
      return constant(e);
    }
    if (e->kind == ExprKind::Name) return name(static_cast<const NameExpr*>(e)->name);
    if (e->kind == ExprKind::Member || e->kind == ExprKind::Of) {
      const auto& member = *static_cast<const MemberExpr*>(e);
      return part(member.object, member.name, depth);
    }
    if (e->kind == ExprKind::Index) {
      const auto& index = *static_cast<const IndexExpr*>(e);
      if (index.index->kind != ExprKind::Text) return std::nullopt;
      return part(index.object, static_cast<const TextExpr*>(index.index)->text, depth);
    }
    if (e->kind == ExprKind::Unary) {
      const auto& unary = *static_cast<const UnaryExpr*>(e);
      return unary_of(unary.op == UnaryOp::Not ? Operation::Not : Operation::Negate, unary.operand,
                      depth);
    }
    if (e->kind == ExprKind::Binary) {
      const auto& binary = *static_cast<const BinaryExpr*>(e);
      auto operation = operation_of(binary.op);
      if (!operation.has_value()) return std::nullopt;
      return binary_of(*operation, binary.left, binary.right, depth);
    }
    if (e->kind == ExprKind::Logical) {
      const auto& logical = *static_cast<const LogicalExpr*>(e);
      return binary_of(logical.op == LogicalOp::And ? Operation::And : Operation::Or, logical.left,
                       logical.right, depth);
    }
    if (e->kind == ExprKind::Compare) return comparison(*static_cast<const CompareExpr*>(e), depth);
    if (e->kind == ExprKind::Template) {
      return template_text(*static_cast<const TemplateExpr*>(e), depth);
    }
    if (e->kind == ExprKind::When) return when(*static_cast<const WhenExpr*>(e), depth);
    if (e->kind == ExprKind::Call) return call(*static_cast<const CallExpr*>(e), depth);
    return std::nullopt;
  }

  Made constant(const Expr* e) {
    if (e->kind == ExprKind::Nothing) return Expression();
    table::Scalar scalar;
    scalar.is_missing = false;
    if (e->kind == ExprKind::Text) {
      scalar.kind = table::Kind::Text;
      scalar.text = static_cast<const TextExpr*>(e)->text;
    } else if (e->kind == ExprKind::Bool) {
      scalar.kind = table::Kind::Bool;
      scalar.integer = static_cast<const BoolExpr*>(e)->value ? 1 : 0;
    } else if (e->kind == ExprKind::Integer) {
      auto value = plain_integer(static_cast<const NumberExpr*>(e)->digits);
      if (!value.has_value()) return std::nullopt;
      scalar.kind = table::Kind::Int;
      scalar.integer = *value;
    } else if (e->kind == ExprKind::Float) {
      auto value = parse_float(static_cast<const NumberExpr*>(e)->digits);
      if (!value.has_value()) return std::nullopt;
      scalar.kind = table::Kind::Float;
      scalar.number = *value;
    } else {
      auto value = Decimal::parse(static_cast<const NumberExpr*>(e)->digits);
      if (!value.has_value()) return std::nullopt;
      Value decimal = make_decimal(compiler_.unit_.heap, std::move(*value));
      return constant_of(scalar_of(decimal));
    }
    return constant_of(std::move(scalar));
  }

  Made name(std::string_view text) {
    if (text == param_) return made_of(Operation::Item, {});
    std::vector<Place> where = compiler_.places(text);
    if (where.size() != 1 || !where[0].sure || compiler_.is_module_name(text)) return std::nullopt;
    if (where[0].kind != VariableKind::Up && where[0].kind != VariableKind::Global) {
      return std::nullopt;
    }
    Expression made;
    made.operation = Operation::Captured;
    made.variable = static_cast<uint32_t>(made_->captured.size());
    made_->captured.push_back({static_cast<uint8_t>(where[0].kind), where[0].index});
    return made;
  }

  bool is_param(const Expr* e) const {
    return e->kind == ExprKind::Name && static_cast<const NameExpr*>(e)->name == param_;
  }

  /// What `r`, `r.name`, `r.name.member` stand for.
  Made row_part(const Expr* e, int depth) {
    if (is_param(e)) return made_of(Operation::Item, {});
    bool is_part =
        e->kind == ExprKind::Member || e->kind == ExprKind::Of || e->kind == ExprKind::Index;
    return is_part ? expression(e, depth) : std::nullopt;
  }

  /// `r.name`, `r.name.member`, `date_parts(r.when).month`.
  Made part(const Expr* object, std::string_view wanted, int depth) {
    if (object->kind != ExprKind::Call) {
      Made from = row_part(object, depth);
      if (!from.has_value()) return std::nullopt;
      bool is_row = from->operation == Operation::Item;
      Made made =
          is_row ? made_of(Operation::Column, {}) : made_of(Operation::Field, {std::move(*from)});
      made->name = wanted;
      return made;
    }
    const auto& parts = *static_cast<const CallExpr*>(object);
    if (called_name(parts) != "date_parts" || parts.arguments.size() != 1) return std::nullopt;
    for (const KnownCall& known : kDateParts) {
      if (known.name == wanted && parts.arguments[0].name.empty()) {
        return unary_of(known.operation, parts.arguments[0].value, depth);
      }
    }
    return std::nullopt;
  }

  Made unary_of(Operation operation, const Expr* operand, int depth) {
    Made made = expression(operand, depth);
    if (!made.has_value()) return std::nullopt;
    return made_of(operation, {std::move(*made)});
  }

  Made binary_of(Operation operation, const Expr* left, const Expr* right, int depth) {
    Made first = expression(left, depth);
    if (!first.has_value()) return std::nullopt;
    Made second = expression(right, depth);
    if (!second.has_value()) return std::nullopt;
    return made_of(operation, {std::move(*first), std::move(*second)});
  }

  /// `x in [a, b]`: one equality after the other, as the list is searched.
  Made membership(const Expression& item, const Expr* list, int depth) {
    if (list->kind != ExprKind::List) return std::nullopt;
    Made result;
    for (const Expr* choice : static_cast<const ListExpr*>(list)->items) {
      Made made = expression(choice, depth);
      if (!made.has_value() || made->operation != Operation::Constant) return std::nullopt;
      Expression same = made_of(Operation::Equal, {item, std::move(*made)});
      if (result.has_value()) {
        result = made_of(Operation::Or, {std::move(*result), std::move(same)});
      } else {
        result = std::move(same);
      }
      if (++depth > kMaxDepth) return std::nullopt;
    }
    return result;
  }

  Made comparison(const CompareExpr& e, int depth) {
    Made left = expression(e.first, depth);
    if (!left.has_value()) return std::nullopt;
    Made result;
    for (const CompareLink& link : e.links) {
      Made step;
      bool is_membership = link.op == CompareOp::In || link.op == CompareOp::NotIn;
      if (is_membership) {
        if (e.links.size() != 1) return std::nullopt;
        step = membership(*left, link.right, depth);
        if (!step.has_value()) return std::nullopt;
        if (link.op == CompareOp::NotIn) step = made_of(Operation::Not, {std::move(*step)});
      } else {
        Made right = expression(link.right, depth);
        if (!right.has_value()) return std::nullopt;
        step = made_of(operation_of(link.op), {std::move(*left), *right});
        left = std::move(right);
      }
      if (result.has_value()) {
        result = made_of(Operation::And, {std::move(*result), std::move(*step)});
      } else {
        result = std::move(step);
      }
    }
    return result;
  }

  /// A template without marks: its parts as texts, one after the other.
  Made template_text(const TemplateExpr& e, int depth) {
    Expression result = text_constant("");
    for (const TemplatePart& part : e.parts) {
      if (!part.format.empty() || ++depth > kMaxDepth) return std::nullopt;
      Made made = expression(part.value, depth);
      if (!made.has_value()) return std::nullopt;
      if (part.is_hole) made = made_of(Operation::ToText, {std::move(*made)});
      result = made_of(Operation::Add, {std::move(result), std::move(*made)});
    }
    return result;
  }

  static Expression text_constant(std::string_view text) {
    Expression made;
    made.constant.is_missing = false;
    made.constant.kind = table::Kind::Text;
    made.constant.text = text;
    return made;
  }

  /// `slice(x, start, end)` with plain bounds of 0 or more.
  Made slice(const CallExpr& e, int depth) {
    size_t count = e.arguments.size();
    if (count < 2 || count > 3) return std::nullopt;
    Made made = unary_of(Operation::Slice, e.arguments[0].value, depth);
    if (!made.has_value()) return std::nullopt;
    int64_t bounds[2] = {0, UINT32_MAX};
    for (size_t i = 1; i < count; ++i) {
      const Expr* bound = e.arguments[i].value;
      if (bound->kind != ExprKind::Integer || !e.arguments[i].name.empty()) return std::nullopt;
      auto value = plain_integer(static_cast<const NumberExpr*>(bound)->digits);
      if (!value.has_value() || *value > UINT32_MAX) return std::nullopt;
      bounds[i - 1] = *value;
    }
    made->constant.integer = bounds[0];
    made->variable = static_cast<uint32_t>(bounds[1]);
    return made;
  }

  /// `round_to(x, 2)`.
  Made round_to(const CallExpr& e, int depth) {
    if (e.arguments.size() != 2 || !e.arguments[1].name.empty()) return std::nullopt;
    const Expr* places = e.arguments[1].value;
    if (places->kind != ExprKind::Integer) return std::nullopt;
    auto value = plain_integer(static_cast<const NumberExpr*>(places)->digits);
    if (!value.has_value()) return std::nullopt;
    Made made = unary_of(Operation::RoundTo, e.arguments[0].value, depth);
    if (made.has_value()) made->constant.integer = *value;
    return made;
  }

  Made when(const WhenExpr& e, int depth) {
    Made condition = expression(e.condition, depth);
    if (!condition.has_value()) return std::nullopt;
    Made then = expression(e.then, depth);
    if (!then.has_value()) return std::nullopt;
    Made otherwise = Expression();
    if (e.otherwise != nullptr) otherwise = expression(e.otherwise, depth);
    if (!otherwise.has_value()) return std::nullopt;
    return made_of(Operation::When,
                   {std::move(*condition), std::move(*then), std::move(*otherwise)});
  }

  /// The name of the builtin that is called, or empty.
  std::string_view called_name(const CallExpr& e) const {
    if (e.callee->kind != ExprKind::Name) return {};
    std::string_view callee = static_cast<const NameExpr*>(e.callee)->name;
    return compiler_.builtin_of(callee) != nullptr ? callee : std::string_view();
  }

  Made call(const CallExpr& e, int depth) {
    std::string_view callee = called_name(e);
    if (callee == "slice" && !e.arguments.empty() && e.arguments[0].name.empty())
      return slice(e, depth);
    if (callee == "round_to" && !e.arguments.empty() && e.arguments[0].name.empty())
      return round_to(e, depth);
    for (const KnownCall& known : kCalls) {
      if (known.name != callee || known.arguments != e.arguments.size()) continue;
      for (const Argument& argument : e.arguments) {
        if (!argument.name.empty()) return std::nullopt;
      }
      if (known.arguments == 1) return unary_of(known.operation, e.arguments[0].value, depth);
      return binary_of(known.operation, e.arguments[0].value, e.arguments[1].value, depth);
    }
    return std::nullopt;
  }

  FunctionCompiler& compiler_;
  std::string_view param_;
  std::unique_ptr<table::ColumnLambda> made_ = std::make_unique<table::ColumnLambda>();
};

void FunctionCompiler::write_columns(std::span<const Param> params, const Expr* body) {
  if (params.size() != 1 || params[0].fallback != nullptr) return;
  code_->columns = ColumnWriter(*this, params[0].name).write(body);
}

}  // namespace syn
