// The abstract syntax tree. Nodes live in the arena of their Program and hold no resources; texts
// are views into that arena. Positions follow the specification (language.md §6.5).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "base/span.h"

namespace syn::ast {

enum class ExprKind : uint8_t {
  Integer,
  Float,
  Decimal,
  Text,
  Bool,
  Nothing,
  Name,
  Template,
  List,
  Map,
  Lambda,
  Call,
  Member,
  Index,
  Of,
  Unary,
  Binary,
  Logical,
  Compare,
  Pipe,
  When,
  WhenBlock,
  Sandbox,
  Show,
};

enum class UnaryOp : uint8_t { Negate, Not };
enum class BinaryOp : uint8_t { Add, Subtract, Multiply, Divide, FloorDivide, Modulo, Power };
enum class LogicalOp : uint8_t { And, Or };
enum class CompareOp : uint8_t {
  Equal,
  NotEqual,
  Less,
  Greater,
  LessEqual,
  GreaterEqual,
  In,
  NotIn,
};

struct Stmt;
struct Pattern;

/// Base of all expressions. `span` starts at the position that errors report.
struct Expr {
  ExprKind kind;
  Span span;
};

struct Block {
  std::span<Stmt* const> statements;
};

/// Integer (digits, any base prefix, `_` removed), Float (digits) or Decimal (digits without `d`).
struct NumberExpr : Expr {
  std::string_view digits;
};
/// Text after escapes.
struct TextExpr : Expr {
  std::string_view text;
};
struct BoolExpr : Expr {
  bool value;
};
struct NameExpr : Expr {
  std::string_view name;
};
/// Parts in order; text parts are TextExpr. `is_hole[i]` says which parts are holes.
struct TemplatePart {
  const Expr* value;
  bool is_hole;
  std::string_view format;  ///< the mark after `:` in `{x:.2f}`, empty without one
};
struct TemplateExpr : Expr {
  std::span<const TemplatePart> parts;
};
struct ListExpr : Expr {
  std::span<const Expr* const> items;
};
struct MapEntry {
  const Expr* key;
  const Expr* value;
};
struct MapExpr : Expr {
  std::span<const MapEntry> entries;
};
struct Param {
  std::string_view name;
  Span span;
  const Expr* fallback;  ///< default value, or null
};
struct LambdaExpr : Expr {
  std::span<const Param> params;
  const Expr* body;
};
struct Argument {
  std::string_view name;  ///< empty for a positional argument
  Span name_span;
  const Expr* value;
};
struct CallExpr : Expr {
  const Expr* callee;
  std::span<const Argument> arguments;
};
/// `object.name` and, as kind Of, `name of object`.
struct MemberExpr : Expr {
  const Expr* object;
  std::string_view name;
};
struct IndexExpr : Expr {
  const Expr* object;
  const Expr* index;
};
struct UnaryExpr : Expr {
  UnaryOp op;
  const Expr* operand;
};
struct BinaryExpr : Expr {
  BinaryOp op;
  const Expr* left;
  const Expr* right;
};
struct LogicalExpr : Expr {
  LogicalOp op;
  const Expr* left;
  const Expr* right;
};
struct CompareLink {
  CompareOp op;
  Span span;  ///< the operator
  const Expr* right;
};
/// One comparison or a chain: first op links[0].right op links[1].right …
struct CompareExpr : Expr {
  const Expr* first;
  std::span<const CompareLink> links;
};
/// `value |> step`: one node a step, nested to the left. `span` is the first `|>` of the chain.
struct PipeExpr : Expr {
  const Expr* value;
  const Expr* step;
};
/// Inline `when c then a otherwise b`; `otherwise` may be null.
struct WhenExpr : Expr {
  const Expr* condition;
  const Expr* then;
  const Expr* otherwise;
};
struct WhenStmt;
/// A `when` statement used as an operand.
struct WhenBlockExpr : Expr {
  const WhenStmt* statement;
};
struct SandboxStmt;
/// `sandbox expr`, `sandbox` + block, `sandbox under caps` + block, as an operand.
struct SandboxExpr : Expr {
  const SandboxStmt* statement;
};
struct ShowStmt;
struct ShowExpr : Expr {
  const ShowStmt* statement;
};

enum class PatternKind : uint8_t { Wildcard, Bind, Value, List, Map, Variant };
struct Pattern {
  PatternKind kind;
  Span span;
};
struct BindPattern : Pattern {
  std::string_view name;
};
struct ValuePattern : Pattern {
  const Expr* value;
};
struct ListPattern : Pattern {
  std::span<const Pattern* const> before;  ///< items before the spread (all items without one)
  std::span<const Pattern* const> after;
  bool has_spread;
  std::string_view rest_name;  ///< empty, "_" or the name bound to the middle
};
struct MapPatternField {
  std::string_view key;
  const Pattern* value;
};
struct MapPattern : Pattern {
  std::span<const MapPatternField> fields;
};
/// `E.v` or `E.v(p…)`: a variant if `owner` evaluates to an enum namespace at run time; otherwise
/// `as_value` is evaluated and compared. `has_payload` tells `E.v` from `E.v()`.
struct VariantPattern : Pattern {
  const Expr* owner;
  std::string_view variant;
  Span variant_span;
  bool has_payload;
  std::span<const Pattern* const> payload;
  const Expr* as_value;
};

enum class StmtKind : uint8_t {
  Expression,
  Let,
  Set,
  When,
  Each,
  While,
  Match,
  Task,
  Type,
  Enum,
  Try,
  Give,
  Stop,
  Require,
  Sandbox,
  Invariant,
  Intent,
  Use,
  Export,
  Test,
  Raise,
  Show,
  Log,
  Trace,
  Measure,
  Checkpoint,
};

/// Base of all statements. `span` is the first token.
struct Stmt {
  StmtKind kind;
  Span span;
};
struct ExpressionStmt : Stmt {
  const Expr* value;
};
struct LetStmt : Stmt {
  std::string_view name;
  Span name_span;
  const Expr* value;
};
struct SetStmt : Stmt {
  const Expr* target;  ///< any expression; the compiler refuses those that are no place
  const Expr* value;
};
/// `otherwise_when` and `otherwise` exclude each other.
struct WhenStmt : Stmt {
  const Expr* condition;
  Block then;
  const WhenStmt* otherwise_when;
  bool has_otherwise;
  Block otherwise;
};
struct EachStmt : Stmt {
  std::string_view name;
  Span name_span;
  const Expr* iterable;
  Block body;
};
struct WhileStmt : Stmt {
  const Expr* condition;
  Block body;
};
struct MatchArm {
  const Pattern* pattern;
  const Expr* guard;  ///< or null
  Block body;
};
struct MatchStmt : Stmt {
  const Expr* subject;
  std::span<const MatchArm> arms;
  bool has_otherwise;
  Block otherwise;
};
struct TaskStmt : Stmt {
  std::string_view name;
  Span name_span;
  std::span<const Param> params;
  Block body;
};
struct Field {
  std::string_view name;
  Span span;
  std::string_view type;
};
struct TypeStmt : Stmt {
  std::string_view name;
  Span name_span;
  std::span<const Field> fields;
};
struct Variant {
  std::string_view name;
  Span span;
  std::span<const std::string_view> fields;
};
struct EnumStmt : Stmt {
  std::string_view name;
  Span name_span;
  std::span<const Variant> variants;
};
struct TryStmt : Stmt {
  Block body;
  std::string_view error_name;  ///< "error" when not written
  Block recover;
};
/// Give, Stop, Raise, Log and Checkpoint: `value` is null where none is written.
struct ValueStmt : Stmt {
  const Expr* value;
};
struct RequireStmt : Stmt {
  std::string_view capability;  ///< as written: "file.read", "net"
  const Expr* scope;            ///< or null
};
enum class SandboxForm : uint8_t { Block, Expression, Under };
struct SandboxStmt : Stmt {
  SandboxForm form;
  const Expr* value;  ///< the expression of `sandbox expr`, the caps of `sandbox under caps`
  Block body;
};
struct InvariantStmt : Stmt {
  std::string_view description;  ///< empty without one
  bool has_description;
  const Expr* condition;
};
struct IntentStmt : Stmt {
  std::string_view text;
};
struct UseStmt : Stmt {
  std::string_view path;
  Span path_span;
  std::string_view alias;
};
/// `inner` is a Task, Type, Let or Enum statement.
struct ExportStmt : Stmt {
  const Stmt* inner;
  std::string_view name;
};
/// Test, Trace and Measure.
struct NamedBlockStmt : Stmt {
  std::string_view name;
  Block body;
};
struct ShowStmt : Stmt {
  const Expr* value;
  std::string_view label;
  bool has_label;
};

/// A parsed file. Owns everything its nodes point to, the source text included.
struct Program {
  std::string file;    ///< the name that messages show
  std::string source;  ///< valid UTF-8
  Arena arena;
  Block body;
};

}  // namespace syn::ast
