// A host in memory, for tests: files in a map, a clock that is set, entropy that repeats, output
// that is kept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/clock.h"
#include "host/environment.h"
#include "host/files.h"
#include "host/host.h"
#include "host/input.h"
#include "host/network.h"
#include "host/output.h"
#include "host/processes.h"
#include "host/random.h"
#include "host/workers.h"

namespace syn::host {

/// Regular files by absolute path; directories exist where a file lies beneath them or one was
/// made.
class MemoryFiles final : public Files {
 public:
  void put(std::string absolute_path, std::string bytes);
  std::optional<std::string> find(std::string_view absolute_path) const;

  Result<std::unique_ptr<OpenFile>> open(const cap::PathPermit& permit) override;
  /// Nothing here has a descriptor to lend.
  Result<std::unique_ptr<LentFile>> lend(const cap::PathPermit& permit) override;
  Result<std::unique_ptr<LentFile>> lend_bytes(std::string_view bytes) override;
  Result<std::string> read(const cap::PathPermit& permit, const ReadLimits& limits) override;
  Result<std::unique_ptr<FileView>> view(const cap::PathPermit& permit,
                                         const ReadLimits& limits) override;
  Result<FileFacts> describe(const cap::PathPermit& permit) override;
  Result<std::vector<DirectoryEntry>> list(const cap::PathPermit& permit,
                                           uint32_t max_entries) override;
  Result<void> write(const cap::PathPermit& permit, std::string_view bytes) override;
  Result<void> append(const cap::PathPermit& permit, std::string_view bytes) override;
  Result<void> delete_file(const cap::PathPermit& permit) override;
  Result<void> delete_directory(const cap::PathPermit& permit, DeleteMode mode) override;
  Result<void> make_directory(const cap::PathPermit& permit) override;
  void pin_root(std::string_view) override {}

 private:
  bool is_directory(std::string_view path) const;
  const std::string* file_above(std::string_view path) const;

  std::map<std::string, std::string, std::less<>> files_;
  std::map<std::string, bool, std::less<>> directories_;
};

class MemoryClock final : public Clock {
 public:
  int64_t unix_ns() override { return now_ns_; }
  int64_t steady_ns() override { return now_ns_; }
  void sleep(int64_t duration_ns, int64_t deadline_ns) override;
  void set(int64_t now_ns) { now_ns_ = now_ns; }

 private:
  int64_t now_ns_ = 1'700'000'000'000'000'000;
};

/// The same bytes each time (splitmix64).
class MemoryRandom final : public Random {
 public:
  explicit MemoryRandom(uint64_t seed) : state_(seed) {}
  void fill(std::span<std::byte> out) override;

 private:
  uint64_t state_;
};

class MemoryOutput final : public Output {
 public:
  Result<void> print(std::string_view text) override;
  Result<void> write(std::string_view text) override;
  void print_error(std::string_view text) override;
  void flush() override {}

  const std::string& text() const { return text_; }
  const std::string& errors() const { return errors_; }

 private:
  std::string text_;
  std::string errors_;
};

class MemoryInput final : public Input {
 public:
  explicit MemoryInput(std::string text) : text_(std::move(text)) {}
  Result<std::optional<std::string>> read_line() override;
  Result<std::string> read_all(uint64_t max_bytes) override;

 private:
  std::string text_;
  size_t position_ = 0;
};

/// Starts nothing.
class NoProcesses final : public Processes {
 public:
  Result<ProcessOutcome> run(const ProcessRequest& request) override;
};

/// All of the above in one, with one `Host` over them.
struct MemoryHost {
  MemoryFiles files;
  MemoryClock clock;
  MemoryRandom random{1};
  EnvironmentMap environment{{}};
  MemoryOutput output;
  MemoryInput input{""};
  NoProcesses processes;
  NoWorkers workers;
  NoNetwork network;

  Host host() {
    return {files, clock, random, environment, output, input, processes, workers, network};
  }
};

}  // namespace syn::host
