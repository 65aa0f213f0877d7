// What other languages write and Synsema would run with another meaning, refused before anything
// runs: `x or "default"`, values in plain quotes, `${x}`, swapped arguments (data.md §5: rows 152,
// 172, 174, 367, 369). Only forms that a program never means: each check says what it lets pass.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "compiler/function_compiler.h"
#include "compiler/source_text.h"

namespace syn {
namespace {

using namespace ast;  // NOLINT: this file is about the tree

#define ROW SYN_ERROR_ROW
#include "compiler/silent_habits.def"
#undef ROW

/// Builtins of a text and a pattern, in this order.
constexpr std::string_view kTextThenPattern[] = {
    "matches",  "regex_find_all", "regex_capture", "regex_replace",
    "find_all", "capture",        "replace_re",
};
/// Words of programs that fill texts with braces themselves.
constexpr std::string_view kFillers[] = {"fmt", "replace"};
constexpr std::string_view kShowing[] = {"print", "eprint", "raise"};
/// Longer literals are not repeated in an error.
constexpr size_t kLongestShown = 40;

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_value_literal(const Expr* e) {
  switch (e->kind) {
    case ExprKind::Integer:
    case ExprKind::Float:
    case ExprKind::Decimal:
    case ExprKind::Text:
    case ExprKind::Template:
    case ExprKind::List:
    case ExprKind::Map: return true;
    case ExprKind::Bool:
    case ExprKind::Nothing:
    case ExprKind::Name:
    case ExprKind::Lambda:
    case ExprKind::Call:
    case ExprKind::Member:
    case ExprKind::Of:
    case ExprKind::Index:
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
  return false;
}

bool is_text(const Expr* e) { return e->kind == ExprKind::Text; }
std::string_view text_of(const Expr* e) { return static_cast<const TextExpr*>(e)->text; }

bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
bool is_name_part(char c) { return is_letter(c) || c == '_' || (c >= '0' && c <= '9'); }

/// Signs that a text hardly has and a pattern often.
bool looks_like_pattern(std::string_view text) {
  if (text.starts_with('^') || (text.size() > 1 && text.ends_with('$'))) return true;
  for (std::string_view sign :
       {".*", ".+", "]+", "]*", "]{", ")+", ")*", "(?", "[^", "[0-9", "[a-z"}) {
    if (text.find(sign) != std::string_view::npos) return true;
  }
  size_t escape = text.find('\\');
  return escape + 1 < text.size() && escape != std::string_view::npos &&
         std::string_view("dwsbDWSB.").find(text[escape + 1]) != std::string_view::npos;
}

/// `{name}`, `{name.key}`, `{name:.2f}` from `at`, with the `$` of `${name}`. Empty for anything
/// else; `name` is the first name.
std::string_view hole_at(std::string_view text, size_t at, std::string_view& name) {
  size_t brace = at + (text[at] == '$' ? 1 : 0);
  if (brace >= text.size() || text[brace] != '{') return {};
  size_t start = brace + 1;
  size_t end = start;
  while (end < text.size() && is_name_part(text[end])) ++end;
  if (end == start || !(is_letter(text[start]) || text[start] == '_')) return {};
  name = text.substr(start, end - start);
  while (end < text.size() && (is_name_part(text[end]) || text[end] == '.')) ++end;
  if (end < text.size() && text[end] == ':') end = text.find('}', end);
  if (end >= text.size() || text[end] != '}') return {};
  return text.substr(at, end + 1 - at);
}

/// The literal in backticks, without the `$` before its holes. Empty when it needs a closer look.
std::string as_template(std::string_view literal, size_t num_holes) {
  std::string_view inner = literal.substr(1, literal.size() - 2);
  if (inner.find_first_of("`\\") != std::string_view::npos) return {};
  if (static_cast<size_t>(std::count(inner.begin(), inner.end(), '{')) != num_holes) return {};
  std::string text = "`";
  for (size_t i = 0; i < inner.size(); ++i) {
    bool before_hole = inner[i] == '$' && i + 1 < inner.size() && inner[i + 1] == '{';
    if (!before_hole) text += inner[i];
  }
  return text + "`";
}

}  // namespace

void FunctionCompiler::refuse(Error error, Span place) {
  set_error(std::move(error).at(unit_.program.file, place).with_phase(Phase::Parse));
}

void FunctionCompiler::refuse(Error error, Span place, Span mended, std::string fix) {
  if (!fix.empty()) error = std::move(error).with_fix(mended, std::move(fix));
  refuse(std::move(error), place);
}

bool FunctionCompiler::is_variable(std::string_view name) const {
  for (Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
    if (scope->find(name) != nullptr) return true;
  }
  return false;
}

/// `x or "d"` and `x == "a" or "b"`. Sides that are literals on both sides show what the operator
/// does, and pass.
void FunctionCompiler::check_logical(const Expr* left, const Expr* right, LogicalOp op) {
  bool left_literal =
      is_value_literal(left) || left->kind == ExprKind::Nothing || left->kind == ExprKind::Bool;
  if (!is_value_literal(right) || left_literal) return;
  std::string_view source = unit_.program.source;
  std::string_view literal = literal_source(source, right->span);
  bool shown = !literal.empty() && literal.size() <= kLongestShown;
  std::string value = shown ? std::string(literal) : "…";
  bool is_condition = left->kind == ExprKind::Compare || left->kind == ExprKind::Logical ||
                      left->kind == ExprKind::Unary;
  bool is_or = op == LogicalOp::Or;
  if (is_condition) {
    refuse(Error(kLogicalLiteral, {is_or ? "or" : "and", value}), right->span);
    return;
  }
  bool named = left->kind == ExprKind::Name;
  std::string name = named ? std::string(static_cast<const NameExpr*>(left)->name) : "x";
  Error error(is_or ? kOrDefault : kAndValue, {name, value});
  std::string fix;
  if (named && shown && left->span.line == right->span.line) {
    std::string condition = is_or ? name + " == nothing" : name;
    std::string otherwise = is_or ? name : "nothing";
    fix = "(when " + condition + " then " + value + " otherwise " + otherwise + ")";
  }
  refuse(std::move(error), right->span, span_through(left->span, right->span, literal), fix);
}

/// Two literals in the wrong order. `contains("aeiou", letter)` asks for one of some letters, and
/// passes.
void FunctionCompiler::check_arguments(const CallExpr& e, std::string_view name) {
  if (is_one_of(kShowing, name)) {
    for (const Argument& argument : e.arguments) check_braces(argument.value);
  }
  if (e.arguments.size() < 2) return;
  const Expr* first = e.arguments[0].value;
  const Expr* second = e.arguments[1].value;
  if (!is_text(first)) return;
  std::string_view source = unit_.program.source;
  std::string_view one = literal_source(source, first->span);
  std::string_view two = is_text(second) ? literal_source(source, second->span) : "";
  std::string fix;
  if (!one.empty() && !two.empty()) fix = std::string(two) + ", " + std::string(one);
  Span both = span_through(first->span, second->span, two);
  if (name == "contains" && is_text(second)) {
    bool swapped = text_of(second).size() > text_of(first).size() && !text_of(first).empty() &&
                   text_of(second).find(text_of(first)) != std::string_view::npos;
    if (swapped) refuse(Error(kContainsSwapped, {one, two}), first->span, both, fix);
    return;
  }
  if (!is_one_of(kTextThenPattern, name) || !looks_like_pattern(text_of(first))) return;
  if (is_text(second) && looks_like_pattern(text_of(second))) return;
  std::string other = "text";
  if (second->kind == ExprKind::Name) other = static_cast<const NameExpr*>(second)->name;
  if (!two.empty()) other = two;
  if (second->kind == ExprKind::Name && !one.empty()) {
    fix = other + ", " + std::string(one);
    both = span_through(first->span, second->span, other);
  }
  refuse(Error(kPatternFirst, {name, one, other}), first->span, both, fix);
}

/// `${x}` in backticks prints a dollar sign before the value.
void FunctionCompiler::check_dollar(const TemplateExpr& e) {
  for (size_t i = 0; i + 1 < e.parts.size(); ++i) {
    const TemplatePart& part = e.parts[i];
    if (part.is_hole || !e.parts[i + 1].is_hole || !is_text(part.value)) continue;
    if (!text_of(part.value).ends_with('$')) continue;
    Span hole = e.parts[i + 1].value->span;
    size_t at = source_offset(unit_.program.source, hole);
    bool exact = at >= 2 && hole.column > 2 &&
                 std::string_view(unit_.program.source).substr(at - 2, 2) == "${";
    Error error(kDollarHole);
    if (exact) {
      Span dollar{hole.line, hole.column - 2, hole.line, hole.column - 1};
      set_error(std::move(error)
                    .at(unit_.program.file, dollar)
                    .with_fix(dollar, "")
                    .with_phase(Phase::Parse));
    } else {
      refuse(std::move(error), hole);
    }
    return;
  }
}

/// Texts that a statement shows or keeps. A text that is kept may be filled later, so it passes
/// where the program names a function that fills.
void FunctionCompiler::check_braces(const Stmt& s) {
  const Expr* kept = nullptr;
  switch (s.kind) {
    case StmtKind::Raise:
    case StmtKind::Log: check_braces(static_cast<const ValueStmt&>(s).value); return;
    case StmtKind::Show: check_braces(static_cast<const ShowStmt&>(s).value); return;
    case StmtKind::Give: kept = static_cast<const ValueStmt&>(s).value; break;
    case StmtKind::Let: kept = static_cast<const LetStmt&>(s).value; break;
    case StmtKind::Set: kept = static_cast<const SetStmt&>(s).value; break;
    case StmtKind::Expression:
    case StmtKind::When:
    case StmtKind::Each:
    case StmtKind::While:
    case StmtKind::Match:
    case StmtKind::Task:
    case StmtKind::Type:
    case StmtKind::Enum:
    case StmtKind::Try:
    case StmtKind::Stop:
    case StmtKind::Require:
    case StmtKind::Sandbox:
    case StmtKind::Invariant:
    case StmtKind::Intent:
    case StmtKind::Use:
    case StmtKind::Export:
    case StmtKind::Test:
    case StmtKind::Trace:
    case StmtKind::Measure:
    case StmtKind::Checkpoint: return;
  }
  if (kept == nullptr || (kept->kind != ExprKind::Text && kept->kind != ExprKind::Binary)) return;
  for (std::string_view word : kFillers) {
    if (unit_.program.source.find(word) != std::string::npos) return;
  }
  check_braces(kept);
}

void FunctionCompiler::check_braces(const Expr* shown) {
  // a + b + c leans left.
  while (shown != nullptr && shown->kind == ExprKind::Binary) {
    const auto* sum = static_cast<const BinaryExpr*>(shown);
    if (sum->op != BinaryOp::Add) return;
    if (is_text(sum->right)) check_braces(sum->right);
    shown = sum->left;
  }
  if (shown == nullptr || !is_text(shown)) return;
  std::string_view text = text_of(shown);
  std::string_view first;
  size_t num_holes = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '{' && text[at] != '$') continue;
    std::string_view name;
    std::string_view hole = hole_at(text, at, name);
    if (hole.empty() || !is_variable(name)) continue;
    if (first.empty()) first = hole;
    ++num_holes;
    at += hole.size() - 1;
  }
  if (first.empty()) return;
  std::string_view literal = literal_source(unit_.program.source, shown->span);
  std::string fix = literal.empty() ? std::string() : as_template(literal, num_holes);
  refuse(Error(kPlainBraces, {first}), shown->span, span_through(shown->span, shown->span, literal),
         fix);
}

}  // namespace syn
