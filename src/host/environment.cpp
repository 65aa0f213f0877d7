// A fixed environment.
// SPDX-License-Identifier: Apache-2.0
#include "host/environment.h"

#include <utility>

namespace syn::host {

EnvironmentMap::EnvironmentMap(std::map<std::string, std::string, std::less<>> variables)
    : variables_(std::move(variables)) {}

std::optional<std::string> EnvironmentMap::find(std::string_view name) {
  auto found = variables_.find(name);
  if (found == variables_.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> EnvironmentMap::inherited() {
  std::vector<std::string> out;
  for (const auto& [name, value] : variables_) out.push_back(name + "=" + value);
  return out;
}

}  // namespace syn::host
