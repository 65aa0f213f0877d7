// The parts of a child's world that are the host's to give: variables that the ceiling names, other
// programs, the network.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/environment.h"
#include "host/network.h"
#include "host/processes.h"
#include "sandbox/child_channel.h"

namespace syn {

/// First what the caller put into `env`, then what the host lets through. Asked for after the gate
/// of the child has agreed.
class BrokeredEnvironment final : public host::Environment {
 public:
  BrokeredEnvironment(std::map<std::string, std::string, std::less<>> variables,
                      sandbox::ChildChannel& channel)
      : own_(std::move(variables)), channel_(channel) {}
  std::optional<std::string> find(std::string_view name) override;
  std::optional<std::string> find_secret(std::string_view name) override;
  /// What the host adds is the host's to know.
  std::vector<std::string> inherited() override { return {}; }

 private:
  host::EnvironmentMap own_;
  sandbox::ChildChannel& channel_;  // outlives this
};

class BrokeredProcesses final : public host::Processes {
 public:
  explicit BrokeredProcesses(sandbox::ChildChannel& channel) : channel_(channel) {}
  Result<host::ProcessOutcome> run(const host::ProcessRequest& request) override;

 private:
  sandbox::ChildChannel& channel_;  // outlives this
};

class BrokeredNetwork final : public host::Network {
 public:
  explicit BrokeredNetwork(sandbox::ChildChannel& channel) : channel_(channel) {}
  host::HttpResponse fetch(const host::HttpRequest& request) override;

 private:
  sandbox::ChildChannel& channel_;  // outlives this
};

}  // namespace syn
