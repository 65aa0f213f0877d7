// Writes a tree as indented lines. Inside the module; users call dump_ast.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "syntax/ast.h"
#include "syntax/dump.h"

namespace syn {

class TreeWriter {
 public:
  explicit TreeWriter(DumpPlaces places) : places_(places) {}

  void write_block(const ast::Block& block);
  std::string take() { return std::move(out_); }

 private:
  /// Children are written one step deeper while it lives.
  class Deeper {
   public:
    explicit Deeper(TreeWriter& writer) : writer_(writer) { ++writer_.depth_; }
    ~Deeper() { --writer_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    TreeWriter& writer_;
  };

  void line(std::string_view text, Span span);
  void write(const ast::Expr* expression);
  void write_labelled(std::string_view label, const ast::Expr* expression);
  void write_body(std::string_view label, const ast::Block& block);

  void write_leaf(const ast::Expr& expression);
  void write_template(const ast::TemplateExpr& expression);
  void write_list(const ast::ListExpr& expression);
  void write_map(const ast::MapExpr& expression);
  void write_lambda(const ast::LambdaExpr& expression);
  void write_params(std::span<const ast::Param> params);
  void write_operators(const ast::Expr* expression);
  void write_compare(const ast::CompareExpr& expression);
  void write_postfixes(const ast::Expr* expression);
  void write_arguments(std::span<const ast::Argument> arguments);
  void write_when_value(const ast::WhenExpr& expression);
  void write_unary(const ast::UnaryExpr& expression);

  void write(const ast::Pattern* pattern);
  void write_list_pattern(const ast::ListPattern& pattern);
  void write_variant_pattern(const ast::VariantPattern& pattern);

  void write(const ast::Stmt* statement);
  void write_set(const ast::SetStmt& statement);
  void write_named(const ast::NamedBlockStmt& statement);
  void write_use(const ast::UseStmt& statement);
  void write_when(const ast::WhenStmt& statement);
  void write_match(const ast::MatchStmt& statement);
  void write_task(const ast::TaskStmt& statement);
  void write_type(const ast::TypeStmt& statement);
  void write_enum(const ast::EnumStmt& statement);
  void write_try(const ast::TryStmt& statement);
  void write_sandbox(const ast::SandboxStmt& statement);
  void write_invariant(const ast::InvariantStmt& statement);
  void write_show(const ast::ShowStmt& statement);

  std::string out_;
  DumpPlaces places_;
  int depth_ = 0;
};

/// `text` in double quotes, on one line.
std::string quote_for_dump(std::string_view text);

}  // namespace syn
