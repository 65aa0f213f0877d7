// `use`: finding a module's file, loading it once, giving its exports (language.md §19).
//
// A module stays inside the folder of the entry program. That folder is lent to a program that a
// person started; a program under `run_program` has to hold `file.read` for what it loads.
// SPDX-License-Identifier: Apache-2.0
#include "bytecode/errors.h"
#include "cap/errors.h"
#include "host/files.h"
#include "host/host.h"
#include "run/registry.h"
#include "run/session.h"
#include "syntax/parser.h"

namespace syn {
namespace {

constexpr uint64_t kMaxModuleBytes = 64 << 20;

std::string_view folder_of(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

/// Joins and removes `.` and `..`; nothing when it climbs above where it starts.
std::optional<std::string> join_inside(std::string_view folder, std::string_view path) {
  std::vector<std::string_view> parts;
  std::string whole = std::string(folder) + std::string(path);
  std::string_view rest = whole;
  while (!rest.empty()) {
    size_t slash = rest.find('/');
    std::string_view part = rest.substr(0, slash);
    rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.empty()) return std::nullopt;
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  std::string joined;
  for (std::string_view part : parts) {
    if (!joined.empty()) joined += '/';
    joined += part;
  }
  return joined;
}

bool has_top_level_require(const ast::Program& program) {
  for (const ast::Stmt* statement : program.body.statements) {
    if (statement->kind == ast::StmtKind::Require) return true;
  }
  return false;
}

}  // namespace

/// Path of a module relative to the entry program's folder. `shown` is the name for messages.
Result<std::string> Session::resolve_module(std::string_view path, std::string_view from,
                                            std::string& shown) const {
  if (!path.ends_with(".syn")) return Error(runtime_errors::kModuleExtension, {path});
  bool absolute = path.starts_with('/') || path.starts_with('\\') || path.starts_with('~') ||
                  path.find('\0') != std::string_view::npos;
  if (absolute) return Error(runtime_errors::kModuleAbsolute, {path});
  std::string_view entry = folder_of(request_.file);
  bool from_entry = from == request_.file;
  std::string_view inner = folder_of(from);
  if (inner.starts_with(entry)) inner.remove_prefix(entry.size());
  auto joined = join_inside(inner, path);
  if (!joined) {
    return Error(from_entry ? runtime_errors::kModuleEscapes : runtime_errors::kModuleEscapesRoot,
                 {path});
  }
  std::string prefix(entry);
  while (prefix.starts_with("./")) prefix.erase(0, 2);
  shown = prefix + *joined;
  return std::move(*joined);
}

Result<Value> Session::load_module(std::string_view path, std::string_view from) {
  std::string shown;
  TRY_ASSIGN(std::string relative, resolve_module(path, from, shown));
  auto found = modules_.find(relative);
  if (found != modules_.end()) {
    if (found->second.loading) return Error(runtime_errors::kModuleCircular, {path});
    return found->second.exports;
  }
  cap::PathPermit permit;
  if (request_.module_root.empty()) {
    if (is_pure_profile()) {
      return Error(cap_errors::kNotInPureProfile, {"use", "this run has no filesystem"});
    }
    TRY_ASSIGN(permit,
               capabilities_.demand_path(cap::CapabilityType::FileRead, relative, "use", place()));
  } else {
    permit = cap::PathPermit{request_.module_root + "/" + relative, shown, request_.module_root,
                             cap::LinkPolicy::FollowWithin};
  }
  host::ReadLimits limits;
  limits.max_bytes = kMaxModuleBytes;
  auto source = host::read_text(host_.files, permit, limits);
  if (!source.ok()) return Error(runtime_errors::kModuleNotFound, {path});
  ParseResult parsed = parse_program(std::move(source).value(), shown);
  if (!parsed.errors.empty()) {
    return std::move(parsed.errors.front()).with_phase(Phase::Runtime);
  }
  if (has_top_level_require(*parsed.program)) {
    return Error(runtime_errors::kModuleRequire, {path});
  }
  CompileOptions options;
  options.is_module = true;
  options.top_level = TopLevel::Globals;
  auto compiled = compile_program(*parsed.program, *heap_, globals_, builtin_registry(), options);
  if (!compiled.ok()) return std::move(compiled).error();
  Module& module = modules_[relative];
  module.program = std::move(parsed.program);
  module.code = std::move(compiled.value().main);
  auto exports = machine_->run_module(
      *module.code, [this](uint32_t index) -> const std::string& { return globals_.name(index); });
  if (!exports.ok()) {
    // A failed load may be tried again; the code stays, since tasks of it may be referred to.
    failed_modules_.push_back(std::move(module));
    modules_.erase(relative);
    return std::move(exports).error();
  }
  module.exports = std::move(exports).value();
  module.loading = false;
  return module.exports;
}

}  // namespace syn
