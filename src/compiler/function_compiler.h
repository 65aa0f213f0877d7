// Compiles one body (program, module, task, lambda, default value) into one Code. Internal to the
// compiler module.
//
// Registers: variables first (numbered by the scope pass), temporaries above, used as a stack. A
// variable that inner tasks use lives in a Cell (or, at the top level, in a global).
//
// "Bound" here means: on every path that reaches this point the variable has a value. Only then is
// its register used directly; otherwise the code asks each scope that may bind the name in turn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "bytecode/errors.h"
#include "compiler/compiler.h"

namespace syn {

struct CompileUnit {
  const ast::Program& program;
  Heap& heap;
  GlobalTable& globals;
  const BuiltinRegistry& builtins;
  const CompileOptions& options;
  const Scopes& scopes;
  std::vector<TestBlock> tests;
  std::vector<Error> warnings;
  std::vector<UnknownName> unknown_names;
  std::optional<Error> error;  ///< the first; the rest of the work goes on harmlessly
};

struct QueryNames;

class FunctionCompiler {
 public:
  using Reg = uint16_t;
  static constexpr int kNoResult = -1;

  FunctionCompiler(CompileUnit& unit, FunctionCompiler* parent, FunctionScope* function,
                   std::string name);

  std::unique_ptr<Code> compile_main();
  std::unique_ptr<Code> compile_task(std::span<const ast::Param> params, ast::Block body);
  std::unique_ptr<Code> compile_lambda(std::span<const ast::Param> params, const ast::Expr* body);
  std::unique_ptr<Code> compile_block_body(ast::Block body);

 private:
  /// Where a name may live; `sure` ends the search.
  struct Place {
    VariableKind kind;
    uint32_t index;
    bool sure;
    const Variable* variable;
  };
  /// Frees the temporaries made since it was made.
  class Temps {
   public:
    explicit Temps(FunctionCompiler& compiler) : compiler_(compiler), mark_(compiler.next_temp_) {}
    ~Temps() { compiler_.next_temp_ = mark_; }
    Temps(const Temps&) = delete;
    Temps& operator=(const Temps&) = delete;

   private:
    FunctionCompiler& compiler_;
    uint32_t mark_;
  };
  using BoundSet = std::vector<char>;
  struct LoopContext {
    uint16_t sandbox_depth;
    std::vector<size_t> exits;  ///< jumps to patch to the loop's end
  };

  // emitting (emit.cpp)
  size_t emit(Op op, uint32_t a, uint32_t b, uint32_t c, Span span);
  size_t emit_wide(Op op, uint32_t a, int64_t wide, Span span);
  size_t emit_jump(Span span);
  void patch_jump(size_t at);
  void emit_jump_to(size_t target, Span span);
  size_t here() const { return code_->instructions.size(); }
  Reg temp();
  Reg temps(size_t count);
  /// Where a call that gives `dst` stands: there, when no temporary lives above it. Arguments
  /// follow.
  Reg call_base(Reg dst);
  uint32_t constant(const Value& value);
  void load_constant(Reg dst, const Value& value, Span span);
  void load_int(Reg dst, int64_t value, Span span);
  void fail(Error error, Span span);
  void set_error(Error error);
  /// dst = src; a temporary lets go of its value, so that no stale holder makes writers copy.
  void move(uint32_t dst, uint32_t src, Span span);
  std::unique_ptr<Code> finish(Span span);
  void list_private_names();
  void start_params(std::span<const ast::Param> params);

  // lambdas on columns (column_lambda.cpp)
  class ColumnWriter;
  void write_columns(std::span<const ast::Param> params, const ast::Expr* body);

  // names (names.cpp)
  std::vector<Place> places(std::string_view name);
  Place place_of(Variable* variable);
  uint16_t capture(const Variable* variable);
  std::optional<Reg> bound_register(std::string_view name);
  /// The value of a variable, or nothing where it has none yet.
  void load_if_bound(std::string_view name, Reg dst, Span span);
  void load_name(std::string_view name, Reg dst, Span span);
  /// A name as an operand: a module is copied, so that no one else sees its live variables.
  void load_value(std::string_view name, Reg dst, Span span);
  bool is_module_name(std::string_view name) const;
  Reg object_operand(const ast::Expr* e, bool next_may_assign);
  void load_fallback(std::string_view name, Reg dst, Span span);
  void store_new(std::string_view name, Reg value, Span span);
  void set_name(std::string_view name, Reg value, Span span);
  void open_scope(const void* owner, Span span);
  void close_scope();
  void prepare_variables(Scope* scope, Span span);
  void warn_old_name(std::string_view name, Span span);
  const BuiltinSpec* builtin_of(std::string_view name);
  bool is_top_scope(const Scope* scope) const;
  bool is_protected(std::string_view name) const;

  // expressions (expressions.cpp, calls.cpp)
  void expression(const ast::Expr* e, Reg dst);
  Reg operand(const ast::Expr* e);
  Reg stable_operand(const ast::Expr* e, bool next_may_assign);
  void discard(const ast::Expr* e);
  void number(const ast::NumberExpr& e, Reg dst);
  void binary_chain(const ast::Expr* e, Reg dst);
  void binary_step(const ast::BinaryExpr& e, Reg left, Reg dst);
  void logical(const ast::Expr* e, Reg dst);
  void comparison(const ast::CompareExpr& e, Reg dst);
  void template_text(const ast::TemplateExpr& e, Reg dst);
  void map_literal(const ast::MapExpr& e, Reg dst);
  void member(const ast::MemberExpr& e, Reg dst);
  void index(const ast::IndexExpr& e, Reg dst);
  void let_go(Reg object, Reg dst, Span span);
  void when_expression(const ast::WhenExpr& e, Reg dst);
  void lambda(const ast::LambdaExpr& e, Reg dst);
  void closure(std::unique_ptr<Code> child, Reg dst, Span span);
  /// Emits code that falls through when `e` is `wanted` and jumps otherwise; gives the jumps.
  void branch(const ast::Expr* e, bool wanted, std::vector<size_t>& jumps);
  void call(const ast::CallExpr& e, Span span, Reg dst);
  void pipe(const ast::PipeExpr& e, Reg dst);
  void call_positional(const ast::CallExpr& e, Span span, Reg dst);
  void call_query(const ast::CallExpr& e, const QueryNames& names, const BuiltinSpec* builtin,
                  Span span, Reg dst);
  void call_named(const ast::CallExpr& e, Span span, Reg dst);
  void arguments(const ast::CallExpr& e);
  bool length_call(const ast::CallExpr& e, const BuiltinSpec* builtin, Span span, Reg dst);
  void take_arguments(const ast::CallExpr& e, Reg base, const BuiltinSpec* builtin);
  uint16_t site(std::string_view name);
  bool has_site_left() const;
  void skip_from(size_t at);
  bool append_in_place(const ast::SetStmt& s, Reg list);
  bool grow_in_place(const ast::SetStmt& s, const Place& variable);
  static bool may_call(const ast::Expr* e);
  static bool may_assign(const ast::Expr* e);
  static int count_name(const ast::Expr* e, std::string_view name);

  // statements that do nothing (discarded.cpp)
  void check_discarded(const ast::Expr* e);
  void check_lost_let(ast::Block statements);
  static bool has_quiet_callbacks(const ast::Expr* e);
  bool is_task_name(std::string_view name) const;

  // what other languages mean by it (silent_habits.cpp)
  void check_logical(const ast::Expr* left, const ast::Expr* right, ast::LogicalOp op);
  void check_arguments(const ast::CallExpr& e, std::string_view name);
  void check_dollar(const ast::TemplateExpr& e);
  void check_braces(const ast::Stmt& s);
  void check_braces(const ast::Expr* shown);
  bool is_variable(std::string_view name) const;
  void refuse(Error error, Span place);
  void refuse(Error error, Span place, Span mended, std::string fix);

  // statements (statements.cpp, blocks.cpp)
  void block(ast::Block block, int dst);
  void statement(const ast::Stmt& s, int dst);
  void result_nothing(int dst, Span span);
  void let(const ast::LetStmt& s, int dst);
  void assign(const ast::SetStmt& s, int dst);
  Reg path_value(const ast::SetStmt& s);
  void assign_path(const ast::SetStmt& s, Reg value, bool consume);
  const ast::CallExpr* got_from_target(const ast::Expr* target, const ast::Expr* value);
  void get_fallback(const ast::CallExpr* got, Reg dst);
  bool assign_path_in_place(const ast::SetStmt& s);
  bool is_quiet(const ast::Expr* e);
  std::vector<const ast::Expr*> path_steps(const ast::Expr* e, const ast::Expr*& root) const;
  void assign_item(const ast::Expr* step, SetPathPlan plan, Reg value, bool consume, Span root);
  void path_keys(const std::vector<const ast::Expr*>& steps, Reg first);
  static bool same_expression(const ast::Expr* a, const ast::Expr* b);
  void when(const ast::WhenStmt& s, int dst);
  void each(const ast::EachStmt& s, int dst);
  bool each_range(const ast::EachStmt& s, Reg state);
  uint16_t used_members_of(Reg item, size_t start);
  void while_loop(const ast::WhileStmt& s, int dst);
  void match(const ast::MatchStmt& s, int dst);
  void task(const ast::TaskStmt& s, int dst);
  void type(const ast::TypeStmt& s, int dst);
  void enumeration(const ast::EnumStmt& s, int dst);
  void attempt(const ast::TryStmt& s, int dst);
  void give(const ast::ValueStmt& s);
  void stop(const ast::ValueStmt& s);
  void require(const ast::RequireStmt& s, int dst);
  void check_capability(const ast::RequireStmt& s);
  void sandbox(const ast::SandboxStmt& s, int dst);
  void invariant(const ast::InvariantStmt& s, int dst);
  void export_statement(const ast::ExportStmt& s, int dst);
  void loop_back(size_t top, Span span);
  void loop_again(Op op, Reg item, Reg state, size_t body_start, Span span);
  void loop_end(size_t body_start, size_t body_end, LoopContext& loop);

  // patterns (patterns.cpp)
  void pattern(const ast::Pattern& p, Reg subject, std::vector<size_t>& failed);
  void list_pattern(const ast::ListPattern& p, Reg subject, std::vector<size_t>& failed);
  void variant_pattern(const ast::VariantPattern& p, Reg subject, std::vector<size_t>& failed);
  void value_pattern(const ast::Expr* value, Reg subject, Span span, std::vector<size_t>& failed);

  CompileUnit& unit_;
  FunctionCompiler* parent_;
  FunctionScope* function_;
  std::unique_ptr<Code> code_;
  Scope* scope_;
  uint32_t next_temp_;
  BoundSet bound_;
  std::vector<const Variable*> captured_;  ///< variable behind each captured cell
  std::vector<LoopContext> loops_;
  uint16_t sandbox_depth_ = 0;
  int try_depth_ = 0;
  bool is_main_ = false;
  bool is_test_ = false;  ///< a `test` block: like main, it is nothing that `give` could leave
  bool in_preamble_ = false;
  bool preamble_intent_ = false;
  /// The variable that the current `set` overwrites, whose value a call may take over.
  std::string_view taken_name_;
  const ast::Expr* take_root_ = nullptr;  ///< the whole value that is computed
  bool giving_ = false;  ///< compiling the operand of `give`: every local may be taken
};

}  // namespace syn
