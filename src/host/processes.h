// Other programs, for `run` (security.md §18). No shell. What a program may start is the gate's to
// say.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace syn::host {

struct ProcessRequest {
  static constexpr uint64_t kDefaultMaxOutput = uint64_t{10} << 20;

  std::string command;  ///< looked up on PATH when it has no slash
  std::vector<std::string> arguments;
  std::vector<std::string> environment;  ///< NAME=value, all of it
  std::optional<std::string> cwd;
  std::string input;
  double timeout_seconds = 120;
  uint64_t max_output = kDefaultMaxOutput;  ///< bytes a stream; the rest is read and dropped
};

struct ProcessOutcome {
  int exit_code = 0;  ///< -1 when a signal ended it
  std::string output;
  std::string errors;
  bool output_truncated = false;
  bool errors_truncated = false;
};

class Processes {
 public:
  virtual ~Processes() = default;
  /// Waits for the end. At the timeout the whole process group is killed and an error is given,
  /// whoever still holds the pipes.
  virtual Result<ProcessOutcome> run(const ProcessRequest& request) = 0;
};

}  // namespace syn::host
