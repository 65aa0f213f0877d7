// The broker: what a child asks for beyond files, done here and only as far as the ceilings that
// this host gave it reach. The child may be hostile; nothing that it says of its own rights counts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cap/capability_set.h"
#include "run/children.h"
#include "sandbox/run_child.h"

namespace syn {

class Broker final : public sandbox::ChildObserver {
 public:
  /// All are borrowed for the life of the broker, which is that of one child. `run` is what the
  /// child was started with; `own` takes the audit.
  Broker(const ChildRun& run, Children& children, host::Host& host, cap::CapabilitySet& own,
         const OutputListener& listener)
      : run_(run), children_(children), host_(host), own_(own), listener_(listener) {}

  bool on_output(std::string_view text) override { return !listener_ || listener_(text); }
  std::string on_ask(std::string_view question) override;

 private:
  std::string run_program(std::string_view body);
  std::string variable(std::string_view name, cap::CapabilityType type);
  std::string process(std::string_view body);
  std::string fetch(std::string_view body);
  bool allows(cap::CapabilityType type, std::string_view scope, std::string_view source);
  ChildRun bounded(ChildRun wanted) const;

  const ChildRun& run_;
  Children& children_;
  host::Host& host_;
  cap::CapabilitySet& own_;
  const OutputListener& listener_;
  uint64_t steps_lent_ = 0;
};

}  // namespace syn
