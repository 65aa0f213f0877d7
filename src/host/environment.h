// Variables that `env` and `secret` see: the process environment first, then an env file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syn::host {

class Environment {
 public:
  virtual ~Environment() = default;
  virtual std::optional<std::string> find(std::string_view name) = 0;
  /// The same for a value that must stay sealed.
  virtual std::optional<std::string> find_secret(std::string_view name) { return find(name); }
  /// NAME=value of what programs started by `run` inherit: without what the env file names.
  virtual std::vector<std::string> inherited() = 0;
};

/// A fixed set of variables: children of `run_program`, tests.
class EnvironmentMap final : public Environment {
 public:
  explicit EnvironmentMap(std::map<std::string, std::string, std::less<>> variables);
  std::optional<std::string> find(std::string_view name) override;
  std::vector<std::string> inherited() override;

 private:
  std::map<std::string, std::string, std::less<>> variables_;
};

}  // namespace syn::host
