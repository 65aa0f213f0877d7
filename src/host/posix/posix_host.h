// The real host: clock, entropy, environment, standard streams and processes of this machine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/clock.h"
#include "host/env_file.h"
#include "host/environment.h"
#include "host/host.h"
#include "host/input.h"
#include "host/output.h"
#include "host/processes.h"
#include "host/random.h"

namespace syn::host {

class PosixClock final : public Clock {
 public:
  int64_t unix_ns() override;
  int64_t steady_ns() override;
  void sleep(int64_t duration_ns, int64_t deadline_ns) override;
};

class PosixRandom final : public Random {
 public:
  void fill(std::span<std::byte> out) override;
};

/// The process environment, then the variables of an env file.
class PosixEnvironment final : public Environment {
 public:
  explicit PosixEnvironment(EnvFile env_file);
  std::optional<std::string> find(std::string_view name) override;
  std::vector<std::string> inherited() override;

 private:
  EnvFile env_file_;
};

/// Standard output, buffered; flushed when 64 KiB are full, on `flush` and at the end. With
/// `Buffering::Line` after each text: a terminal.
class PosixOutput final : public Output {
 public:
  enum class Buffering : uint8_t { Full, Line };
  explicit PosixOutput(Buffering buffering) : buffering_(buffering) {}
  ~PosixOutput() override;
  Result<void> print(std::string_view text) override;
  Result<void> write(std::string_view text) override;
  void print_error(std::string_view text) override;
  void flush() override;
  /// From now on, where a stream is a terminal, control characters are shown as escapes.
  void escape_on_terminal();

 private:
  Result<void> add(std::string_view text, std::string_view end);

  Buffering buffering_;
  bool escapes_ = false;
  bool escapes_errors_ = false;
  std::string pending_;
  bool broken_ = false;
};

class PosixInput final : public Input {
 public:
  Result<std::optional<std::string>> read_line() override;
  Result<std::string> read_all(uint64_t max_bytes) override;

 private:
  Result<size_t> fill();

  std::string pending_;
  size_t start_ = 0;
};

class PosixProcesses final : public Processes {
 public:
  Result<ProcessOutcome> run(const ProcessRequest& request) override;
};

/// The working directory, absolute; nothing when it is gone.
std::optional<std::string> current_directory();
/// HOME as `~` uses it; nothing when unset or blank.
std::optional<std::string> home_directory();
bool is_terminal(int fd);

}  // namespace syn::host
