// `check`: errors of a program and its modules without running anything: syntax, what the compiler
// refuses, names that nothing binds, modules that are missing, broken or use each other in a
// circle.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <unordered_set>

#include "bytecode/errors.h"
#include "host/files.h"
#include "host/host.h"
#include "run/module_files.h"
#include "run/registry.h"
#include "run/run.h"
#include "run/session.h"
#include "syntax/parser.h"
#include "vm/name_hints.h"

namespace syn {
namespace {

constexpr size_t kMaxErrors = 20;
constexpr size_t kMaxNesting = 200;

class Checker {
 public:
  Checker(const RunRequest& request, host::Host& host)
      : request_(request), host_(host), heap_(budget_) {}

  CheckOutcome run() {
    ParseResult parsed = parse_program(request_.source, request_.file);
    if (!parsed.errors.empty()) {
      outcome_.errors = std::move(parsed.errors);
      return std::move(outcome_);
    }
    outcome_.num_statements = parsed.program->body.statements.size();
    check_unit(*parsed.program, {});
    std::stable_sort(outcome_.errors.begin(), outcome_.errors.end(), is_before);
    return std::move(outcome_);
  }

 private:
  /// Errors of one file by place; those of modules after those of the program that uses them.
  static bool is_before(const Error& a, const Error& b) {
    if (a.body().file != b.body().file) return false;
    const Span& left = a.body().span;
    const Span& right = b.body().span;
    return std::pair(left.line, left.column) < std::pair(right.line, right.column);
  }

  void add(Error error) {
    if (outcome_.errors.size() < kMaxErrors) outcome_.errors.push_back(std::move(error));
  }

  void check_unit(const ast::Program& program, CompileOptions options) {
    bool is_entry = !options.is_module;
    options.keep_tests = true;
    auto compiled = compile_program(program, heap_, globals_, builtin_registry(), options);
    if (!compiled.ok()) return add(std::move(compiled).error());
    CompiledProgram& unit = compiled.value();
    if (is_entry) outcome_.warnings = std::move(unit.warnings);
    std::unordered_set<std::string_view> bound;
    collect_names(*unit.main, bound);
    if (is_entry) {
      for (uint32_t i = 0; i < globals_.size(); ++i) entry_names_.insert(globals_.name(i));
      for (std::string_view name : bound) entry_names_.emplace(name);
      for (const UnknownName& each : unit.unknown_names) entry_names_.erase(each.name);
    }
    for (const UnknownName& each : unit.unknown_names) report(each, program.file, bound, is_entry);
    for (const UsePlan& use : unit.main->uses) check_module(use, program.file, true);
    for (const auto& child : unit.main->children) check_nested_uses(*child, program.file);
  }

  static void collect_names(const Code& code, std::unordered_set<std::string_view>& names) {
    for (const std::string& name : code.names) names.insert(name);
    for (const auto& child : code.children) collect_names(*child, names);
  }

  void report(const UnknownName& unknown, std::string_view file,
              const std::unordered_set<std::string_view>& bound, bool is_entry) {
    if (!is_entry && entry_names_.contains(unknown.name)) return;
    NearestName nearest(unknown.name);
    for (std::string_view name : bound) nearest.offer(name, NameOrigin::Local);
    if (is_entry) {
      for (const std::string& name : entry_names_) nearest.offer(name, NameOrigin::Global);
    }
    nearest.offer(builtin_registry());
    add(undefined_name(unknown.name, nearest, {}, unknown.span).at(file, unknown.span));
  }

  void check_nested_uses(const Code& code, const std::string& file) {
    for (const UsePlan& use : code.uses) check_module(use, file, false);
    for (const auto& child : code.children) check_nested_uses(*child, file);
  }

  /// The modules that are being loaded, from the one that is asked for again.
  std::string circle_to(const std::string& relative) const {
    std::string text;
    for (auto at = std::find(loading_.begin(), loading_.end(), relative); at != loading_.end();
         ++at) {
      text += *at + " → ";
    }
    return text + relative;
  }

  void check_module(const UsePlan& use, const std::string& file, bool at_load) {
    auto fail = [&](Error error) { add(std::move(error).at(file, use.span)); };
    std::string shown;
    auto relative = resolve_module(request_.file, use.path, file, shown);
    if (!relative.ok()) return fail(std::move(relative).error());
    const std::string& path = relative.value();
    if (std::find(loading_.begin(), loading_.end(), path) != loading_.end()) {
      if (!at_load) return;
      Error circle(runtime_errors::kModuleCircular, {use.path});
      return fail(std::move(circle).with_hint(circle_to(path)));
    }
    if (request_.module_root.empty() || loading_.size() >= kMaxNesting) return;
    if (!done_.insert(path).second) return;
    auto source = read_module(host_.files, request_.module_root, path, shown);
    if (!source.ok()) return fail(Error(runtime_errors::kModuleNotFound, {use.path}));
    ParseResult parsed = parse_program(std::move(source).value(), shown);
    if (!parsed.errors.empty()) {
      for (Error& error : parsed.errors) add(std::move(error));
      return;
    }
    if (has_top_level_require(*parsed.program)) {
      return fail(Error(runtime_errors::kModuleRequire, {use.path}));
    }
    CompileOptions options;
    options.is_module = true;
    options.top_level = TopLevel::Globals;
    loading_.push_back(path);
    check_unit(*parsed.program, options);
    loading_.pop_back();
  }

  const RunRequest& request_;
  host::Host& host_;
  Budget budget_;
  Heap heap_;
  GlobalTable globals_;
  CheckOutcome outcome_;
  std::set<std::string, std::less<>> entry_names_;
  std::set<std::string> done_;
  std::vector<std::string> loading_;
};

}  // namespace

CheckOutcome check_program(const RunRequest& request, host::Host& host) {
  return Checker(request, host).run();
}

}  // namespace syn
