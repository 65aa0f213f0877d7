// Building the scope tree: collect what a scope binds, then walk what it contains.
// SPDX-License-Identifier: Apache-2.0
#include "sema/scopes.h"

#include "base/check.h"
#include "sema/query_tables.h"

namespace syn {
namespace {

using namespace ast;  // NOLINT: this file is about the tree

constexpr uint16_t kMaxLocals = 40000;

}  // namespace

Variable* Scope::find(std::string_view name) const {
  for (const auto& variable : variables) {
    if (variable->name == name) return variable.get();
  }
  return nullptr;
}

class ScopeBuilder {
 public:
  explicit ScopeBuilder(Scopes& scopes) : scopes_(scopes) {}

  void program(const Program& program) {
    scopes_.program_ = open_function(&program);
    collect(program.body);
    walk(program.body);
    close_function();
  }

 private:
  FunctionScope* open_function(const void* node) {
    auto function = std::make_unique<FunctionScope>();
    function->node = node;
    function->parent = function_;
    function_ = function.get();
    scopes_.functions_.push_back(std::move(function));
    open(node);
    function_->top = scope_;
    return function_;
  }
  void close_function() {
    close();
    function_ = function_->parent;
  }
  void open(const void* owner) {
    auto scope = std::make_unique<Scope>();
    scope->owner = owner;
    scope->parent = scope_;
    scope->function = function_;
    scope_ = scope.get();
    scopes_.scopes_[owner] = scope_;
    scopes_.all_scopes_.push_back(std::move(scope));
  }
  void close() { scope_ = scope_->parent; }

  void bind(std::string_view name, bool on_entry = false) {
    if (Variable* old = find_here(name)) {
      old->bound_on_entry = old->bound_on_entry || on_entry;
      return;
    }
    auto variable = std::make_unique<Variable>();
    variable->name = name;
    variable->scope = scope_;
    variable->bound_on_entry = on_entry;
    variable->reg = function_->num_locals;
    if (function_->num_locals < kMaxLocals) {
      ++function_->num_locals;
    } else {
      scopes_.too_many_ = true;
    }
    index_[{scope_, name}] = variable.get();
    scope_->variables.push_back(std::move(variable));
  }
  Variable* find_here(std::string_view name) const { return find_in(scope_, name); }
  Variable* find_in(const Scope* scope, std::string_view name) const {
    auto found = index_.find({scope, name});
    return found == index_.end() ? nullptr : found->second;
  }

  void use(std::string_view name) {
    for (Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
      Variable* variable = find_in(scope, name);
      if (variable == nullptr) continue;
      if (scope->function != function_) variable->captured = true;
      if (variable->bound_on_entry) return;
    }
  }

  // --- collect: names that the statements of a scope bind, without entering inner scopes ---

  void collect(Block block) {
    for (const Stmt* statement : block.statements) collect(*statement);
  }

  void collect(const Stmt& s) {
    switch (s.kind) {
      case StmtKind::Let: {
        const auto& let = static_cast<const LetStmt&>(s);
        collect(let.value);
        bind(let.name);
        break;
      }
      case StmtKind::Set:
        collect(static_cast<const SetStmt&>(s).target);
        collect(static_cast<const SetStmt&>(s).value);
        break;
      case StmtKind::When: {
        const auto* when = static_cast<const WhenStmt*>(&s);
        collect_when(*when);
        break;
      }
      case StmtKind::Each: collect(static_cast<const EachStmt&>(s).iterable); break;
      case StmtKind::While:
        collect(static_cast<const WhileStmt&>(s).condition);
        collect(static_cast<const WhileStmt&>(s).body);
        break;
      case StmtKind::Match: {
        const auto& match = static_cast<const MatchStmt&>(s);
        collect(match.subject);
        if (match.has_otherwise) collect(match.otherwise);
        break;
      }
      case StmtKind::Task: bind(static_cast<const TaskStmt&>(s).name); break;
      case StmtKind::Type: bind(static_cast<const TypeStmt&>(s).name); break;
      case StmtKind::Enum: bind(static_cast<const EnumStmt&>(s).name); break;
      case StmtKind::Try: collect(static_cast<const TryStmt&>(s).body); break;
      case StmtKind::Expression: collect(static_cast<const ExpressionStmt&>(s).value); break;
      case StmtKind::Give:
      case StmtKind::Stop:
      case StmtKind::Raise:
      case StmtKind::Log:
      case StmtKind::Checkpoint: {
        const auto& value = static_cast<const ValueStmt&>(s);
        if (value.value != nullptr) collect(value.value);
        break;
      }
      case StmtKind::Use:
        bind(static_cast<const UseStmt&>(s).alias);
        find_here(static_cast<const UseStmt&>(s).alias)->is_module = true;
        break;
      case StmtKind::Export: collect(*static_cast<const ExportStmt&>(s).inner); break;
      case StmtKind::Show: collect(static_cast<const ShowStmt&>(s).value); break;
      case StmtKind::Trace:
      case StmtKind::Measure: collect(static_cast<const NamedBlockStmt&>(s).body); break;
      case StmtKind::Require: {
        const auto& require = static_cast<const RequireStmt&>(s);
        if (require.scope != nullptr) collect(require.scope);
        break;
      }
      case StmtKind::Invariant: collect(static_cast<const InvariantStmt&>(s).condition); break;
      case StmtKind::Sandbox:
        if (static_cast<const SandboxStmt&>(s).form == SandboxForm::Under) {
          collect(static_cast<const SandboxStmt&>(s).value);
        }
        break;
      case StmtKind::Intent:
      case StmtKind::Test: break;
    }
  }

  void collect_when(const WhenStmt& when) {
    for (const WhenStmt* w = &when; w != nullptr; w = w->otherwise_when) {
      collect(w->condition);
      collect(w->then);
      if (w->has_otherwise) collect(w->otherwise);
    }
  }

  /// Only block-form `when` operands bind anything from inside an expression.
  void collect(const Expr* e) {
    if (e->kind == ExprKind::WhenBlock) {
      collect_when(*static_cast<const WhenBlockExpr*>(e)->statement);
    } else {
      each_child(*e, [this](const Expr* child) { collect(child); });
    }
  }

  /// Calls `f` for the direct operands of an expression that run in the same scope.
  template <typename F>
  void each_child(const Expr& e, F f) {
    switch (e.kind) {
      case ExprKind::Template:
        for (const TemplatePart& p : static_cast<const TemplateExpr&>(e).parts) f(p.value);
        break;
      case ExprKind::List:
        for (const Expr* item : static_cast<const ListExpr&>(e).items) f(item);
        break;
      case ExprKind::Map:
        for (const auto& entry : static_cast<const MapExpr&>(e).entries) {
          f(entry.key);
          f(entry.value);
        }
        break;
      case ExprKind::Call:
        f(static_cast<const CallExpr&>(e).callee);
        for (const Argument& a : static_cast<const CallExpr&>(e).arguments) f(a.value);
        break;
      case ExprKind::Member:
      case ExprKind::Of: f(static_cast<const MemberExpr&>(e).object); break;
      case ExprKind::Index:
        f(static_cast<const IndexExpr&>(e).object);
        f(static_cast<const IndexExpr&>(e).index);
        break;
      case ExprKind::Unary: f(static_cast<const UnaryExpr&>(e).operand); break;
      case ExprKind::Binary: walk_left_spine(e, f); break;
      case ExprKind::Logical: walk_left_spine(e, f); break;
      case ExprKind::Compare:
        f(static_cast<const CompareExpr&>(e).first);
        for (const CompareLink& l : static_cast<const CompareExpr&>(e).links) f(l.right);
        break;
      case ExprKind::Pipe: walk_left_spine(e, f); break;
      case ExprKind::When: {
        const auto& when = static_cast<const WhenExpr&>(e);
        f(when.condition);
        f(when.then);
        if (when.otherwise != nullptr) f(when.otherwise);
        break;
      }
      case ExprKind::Show: f(static_cast<const ShowExpr&>(e).statement->value); break;
      case ExprKind::Sandbox: {
        const SandboxStmt& sandbox = *static_cast<const SandboxExpr&>(e).statement;
        if (sandbox.form == SandboxForm::Under) f(sandbox.value);
        break;
      }
      case ExprKind::WhenBlock:
      case ExprKind::Integer:
      case ExprKind::Float:
      case ExprKind::Decimal:
      case ExprKind::Text:
      case ExprKind::Bool:
      case ExprKind::Nothing:
      case ExprKind::Name:
      case ExprKind::Lambda: break;
    }
  }

  /// Chains of 200,000 terms lean left: walk them in a loop.
  template <typename F>
  void walk_left_spine(const Expr& e, F f) {
    std::vector<const Expr*> rights;
    const Expr* current = &e;
    while (true) {
      if (current->kind == ExprKind::Binary) {
        rights.push_back(static_cast<const BinaryExpr*>(current)->right);
        current = static_cast<const BinaryExpr*>(current)->left;
      } else if (current->kind == ExprKind::Logical) {
        rights.push_back(static_cast<const LogicalExpr*>(current)->right);
        current = static_cast<const LogicalExpr*>(current)->left;
      } else if (current->kind == ExprKind::Pipe) {
        rights.push_back(static_cast<const PipeExpr*>(current)->step);
        current = static_cast<const PipeExpr*>(current)->value;
      } else {
        break;
      }
    }
    f(current);
    for (auto right = rights.rbegin(); right != rights.rend(); ++right) f(*right);
  }

  // --- walk: resolve uses and enter inner scopes ---

  void walk(Block block) {
    for (const Stmt* statement : block.statements) walk(*statement);
  }

  void walk(const Stmt& s) {
    switch (s.kind) {
      case StmtKind::Let: walk(static_cast<const LetStmt&>(s).value); break;
      case StmtKind::Set:
        walk(static_cast<const SetStmt&>(s).value);
        walk(static_cast<const SetStmt&>(s).target);
        break;
      case StmtKind::When: walk_when(static_cast<const WhenStmt&>(s)); break;
      case StmtKind::Each: {
        const auto& each = static_cast<const EachStmt&>(s);
        walk(each.iterable);
        open(&s);
        bind(each.name, true);
        collect(each.body);
        walk(each.body);
        close();
        break;
      }
      case StmtKind::While:
        walk(static_cast<const WhileStmt&>(s).condition);
        walk(static_cast<const WhileStmt&>(s).body);
        break;
      case StmtKind::Match: walk_match(static_cast<const MatchStmt&>(s)); break;
      case StmtKind::Task: {
        const auto& task = static_cast<const TaskStmt&>(s);
        walk_function(&task, task.params, task.body, nullptr);
        break;
      }
      case StmtKind::Try: {
        const auto& attempt = static_cast<const TryStmt&>(s);
        walk(attempt.body);
        open(&s);
        bind(attempt.error_name, true);
        collect(attempt.recover);
        walk(attempt.recover);
        close();
        break;
      }
      case StmtKind::Expression: walk(static_cast<const ExpressionStmt&>(s).value); break;
      case StmtKind::Give:
      case StmtKind::Stop:
      case StmtKind::Raise:
      case StmtKind::Log:
      case StmtKind::Checkpoint: {
        const auto& value = static_cast<const ValueStmt&>(s);
        if (value.value != nullptr) walk(value.value);
        break;
      }
      case StmtKind::Use: scopes_.uses_modules_ = true; break;
      case StmtKind::Export: walk(*static_cast<const ExportStmt&>(s).inner); break;
      case StmtKind::Show: walk(static_cast<const ShowStmt&>(s).value); break;
      case StmtKind::Trace:
      case StmtKind::Measure: walk(static_cast<const NamedBlockStmt&>(s).body); break;
      case StmtKind::Test: {
        open_function(&s);
        collect(static_cast<const NamedBlockStmt&>(s).body);
        walk(static_cast<const NamedBlockStmt&>(s).body);
        close_function();
        break;
      }
      case StmtKind::Require: {
        const auto& require = static_cast<const RequireStmt&>(s);
        if (require.scope != nullptr) walk(require.scope);
        break;
      }
      case StmtKind::Invariant: walk(static_cast<const InvariantStmt&>(s).condition); break;
      case StmtKind::Sandbox: walk_sandbox(static_cast<const SandboxStmt&>(s)); break;
      case StmtKind::Type:
      case StmtKind::Enum:
      case StmtKind::Intent: break;
    }
  }

  void walk_when(const WhenStmt& when) {
    for (const WhenStmt* w = &when; w != nullptr; w = w->otherwise_when) {
      walk(w->condition);
      walk(w->then);
      if (w->has_otherwise) walk(w->otherwise);
    }
  }

  void walk_sandbox(const SandboxStmt& sandbox) {
    if (sandbox.form == SandboxForm::Under) walk(sandbox.value);
    open(&sandbox);
    if (sandbox.form == SandboxForm::Expression) {
      collect(sandbox.value);
      walk(sandbox.value);
    } else {
      collect(sandbox.body);
      walk(sandbox.body);
    }
    close();
  }

  void walk_match(const MatchStmt& match) {
    walk(match.subject);
    for (const MatchArm& arm : match.arms) {
      open(&arm);
      walk_pattern(*arm.pattern);
      if (arm.guard != nullptr) collect(arm.guard);
      collect(arm.body);
      if (arm.guard != nullptr) walk(arm.guard);
      walk(arm.body);
      close();
    }
    if (match.has_otherwise) walk(match.otherwise);
  }

  void walk_pattern(const Pattern& p) {
    switch (p.kind) {
      case PatternKind::Wildcard: break;
      case PatternKind::Bind: bind(static_cast<const BindPattern&>(p).name, true); break;
      case PatternKind::Value: walk(static_cast<const ValuePattern&>(p).value); break;
      case PatternKind::List: {
        const auto& list = static_cast<const ListPattern&>(p);
        for (const Pattern* item : list.before) walk_pattern(*item);
        if (list.has_spread && !list.rest_name.empty() && list.rest_name != "_") {
          bind(list.rest_name, true);
        }
        for (const Pattern* item : list.after) walk_pattern(*item);
        break;
      }
      case PatternKind::Map:
        for (const auto& field : static_cast<const MapPattern&>(p).fields) {
          walk_pattern(*field.value);
        }
        break;
      case PatternKind::Variant: {
        const auto& variant = static_cast<const VariantPattern&>(p);
        walk(variant.owner);
        for (const Pattern* item : variant.payload) walk_pattern(*item);
        if (variant.as_value != nullptr) walk(variant.as_value);
        break;
      }
    }
  }

  void walk_function(const void* node, std::span<const Param> params, Block body,
                     const Expr* expression) {
    // Defaults run in the scope where the task is defined, each as a function of its own.
    for (const Param& param : params) {
      if (param.fallback == nullptr) continue;
      open_function(&param);
      collect(param.fallback);
      walk(param.fallback);
      close_function();
    }
    open_function(node);
    // Parameters own the first registers; of a repeated name the last one wins.
    for (size_t i = 0; i < params.size(); ++i) {
      function_->num_locals = static_cast<uint16_t>(i);
      bind(params[i].name, true);
      find_here(params[i].name)->reg = static_cast<uint16_t>(i);
    }
    function_->num_locals = static_cast<uint16_t>(params.size());
    if (expression != nullptr) {
      collect(expression);
      walk(expression);
    } else {
      collect(body);
      walk(body);
    }
    close_function();
  }

  void walk(const Expr* e) {
    if (e->kind == ExprKind::Name) {
      use(static_cast<const NameExpr*>(e)->name);
    } else if (e->kind == ExprKind::Lambda) {
      const auto* lambda = static_cast<const LambdaExpr*>(e);
      walk_function(lambda, lambda->params, {}, lambda->body);
    } else if (e->kind == ExprKind::WhenBlock) {
      walk_when(*static_cast<const WhenBlockExpr*>(e)->statement);
    } else if (e->kind == ExprKind::Sandbox) {
      walk_sandbox(*static_cast<const SandboxExpr*>(e)->statement);
    } else {
      if (e->kind == ExprKind::Call) use_tables(*static_cast<const CallExpr*>(e));
      each_child(*e, [this](const Expr* child) { walk(child); });
    }
  }

  /// A query reads the variables that it names.
  void use_tables(const CallExpr& call) {
    std::optional<QueryNames> names = query_names(call);
    if (!names) return;
    for (const Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
      for (const auto& variable : scope->variables) {
        if (!variable->is_module && names->may_name(variable->name)) use(variable->name);
      }
    }
  }

  struct KeyHash {
    size_t operator()(const std::pair<const Scope*, std::string_view>& key) const {
      return std::hash<std::string_view>()(key.second) ^
             (reinterpret_cast<uintptr_t>(key.first) * 0x9E3779B97F4A7C15ULL);
    }
  };

  Scopes& scopes_;
  Scope* scope_ = nullptr;
  FunctionScope* function_ = nullptr;
  std::unordered_map<std::pair<const Scope*, std::string_view>, Variable*, KeyHash> index_;
};

Scopes Scopes::resolve(const ast::Program& program) {
  Scopes scopes;
  ScopeBuilder(scopes).program(program);
  return scopes;
}

}  // namespace syn
