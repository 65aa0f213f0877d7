// `use`: finding a module's file, loading it once, giving its exports (language.md §19).
//
// A module stays inside the folder of the entry program. That folder is lent to a program that a
// person started; a program under `run_program` has to hold `file.read` for what it loads.
// SPDX-License-Identifier: Apache-2.0
#include "bytecode/errors.h"
#include "cap/errors.h"
#include "host/files.h"
#include "host/host.h"
#include "run/module_files.h"
#include "run/registry.h"
#include "run/session.h"
#include "syntax/parser.h"

namespace syn {
Result<Value> Session::load_module(std::string_view path, std::string_view from) {
  std::string shown;
  TRY_ASSIGN(std::string relative, resolve_module(request_.file, path, from, shown));
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
    permit = module_permit(request_.module_root, relative, shown);
  }
  auto source = read_module(host_.files, permit);
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
