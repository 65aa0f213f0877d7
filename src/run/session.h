// One program while it runs: its heap, machine, capabilities and modules. Internal to `run`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "cap/capability_set.h"
#include "compiler/compiler.h"
#include "run/run.h"
#include "vm/machine.h"
#include "vm/services.h"

namespace syn {

class Session final : public Services {
 public:
  Session(RunRequest request, host::Host& host, cap::AuditLog& audit);
  ~Session() override;

  RunOutcome run();

  // Services
  Result<void> print(std::string_view line) override;
  Result<void> print_error(std::string_view line) override;
  Result<void> log(std::string_view line) override;
  void note(std::string text) override;
  Result<void> require(const RequireRequest& request) override;
  Result<void> sandbox_enter(const Value* caps) override;
  void sandbox_exit() override;
  Result<void> tool_enter(const std::vector<RequireRequest>& declared) override;
  void tool_exit() override;
  Result<Value> load_module(std::string_view path, std::string_view from) override;
  cap::CapabilitySet& capabilities() override { return capabilities_; }
  host::Host& host() override { return host_; }
  const std::vector<std::string>& arguments() const override { return request_.arguments; }
  Result<void> poll() override;
  int64_t left_ns() override;
  uint32_t num_threads() const override {
    return request_.may_start_threads ? request_.num_threads : 1;
  }
  bool is_pure_profile() const override { return request_.profile == cap::Profile::Pure; }
  bool may_start_threads() const override { return request_.may_start_threads; }

  std::unique_ptr<Kept>& sql_engine() override { return sql_engine_; }
  std::string_view sql_library_root() const override { return request_.sql_library_root; }

  Children& children();

  const RunRequest& request() const { return request_; }
  Machine& machine() { return *machine_; }
  Heap& heap() { return *heap_; }
  GlobalTable& globals() { return globals_; }
  /// Lets go of the machine and the modules: before any code that they may refer to goes away.
  void close();
  cap::Place place();

 private:
  struct Module {
    std::unique_ptr<ast::Program> program;
    std::unique_ptr<Code> code;
    Value exports;
    bool loading = true;
  };

  void collect_variables(RunOutcome& outcome, const Code& code);

  RunRequest request_;
  host::Host& host_;
  Budget budget_;
  std::unique_ptr<Heap> heap_;
  GlobalTable globals_;
  cap::CapabilitySet capabilities_;
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<ast::Program> program_;
  std::unique_ptr<Code> code_;  ///< the machine goes before it, the heap after it
  std::unique_ptr<Kept> sql_engine_;
  std::unique_ptr<Children> own_children_;
  std::map<std::string, Module> modules_;  ///< by path within the module root
  std::vector<std::string> notes_;
  std::vector<Module> failed_modules_;  ///< kept alive: their code may still be referred to
};

}  // namespace syn
