// The audit: one record a decision, JSON lines, a summary. Counting and the limit on entries live
// here; where records go is the sink's business. Safe to share between threads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syn::cap {

enum class Origin : uint8_t { Program, Runtime };

/// Where in the program an operation stands; `line` 0 means unknown.
struct Place {
  std::string_view file;
  uint32_t line = 0;
};

/// The keys of security.md §14.
struct AuditEntry {
  int64_t unix_ms = 0;
  std::string context;     ///< `program`, `parallel`
  std::string capability;  ///< display form
  bool granted = false;
  std::string source;  ///< `read_file()`, `ambient`, `ceiling`, …
  std::string reason;
  Origin origin = Origin::Program;
  std::optional<std::string> file;
  std::optional<uint32_t> line;

  /// One compact JSON object, without the line end.
  std::string to_json_line() const;
  bool operator==(const AuditEntry&) const = default;
};

struct AuditSummary {
  uint64_t granted = 0;
  uint64_t denied = 0;
  /// `{"summary":{…}}`, without the line end.
  std::string to_json_line(int exit_code) const;
};

/// `YYYY-MM-DDTHH:MM:SS.mmmZ`.
std::string audit_time(int64_t unix_ms);

class AuditSink {
 public:
  virtual ~AuditSink() = default;
  virtual void record(const AuditEntry& entry) = 0;
};

/// Keeps the entries: reports and tests.
class AuditMemory final : public AuditSink {
 public:
  void record(const AuditEntry& entry) override { entries_.push_back(entry); }
  const std::vector<AuditEntry>& entries() const { return entries_; }
  std::vector<AuditEntry> take() { return std::move(entries_); }

 private:
  std::vector<AuditEntry> entries_;
};

class AuditLog {
 public:
  static constexpr uint64_t kDefaultMaxEntries = 10'000;
  using UnixMilliseconds = std::function<int64_t()>;

  /// `sink` (may be null: counting only) must outlive the log.
  AuditLog(AuditSink* sink, UnixMilliseconds now, uint64_t max_entries = kDefaultMaxEntries);
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  /// Stamps and passes on. Past the limit it counts only, after one entry `audit truncated`.
  void record(AuditEntry entry);
  AuditSummary summary() const;

 private:
  mutable std::mutex mutex_;
  AuditSink* sink_;  // outlives the log
  UnixMilliseconds now_;
  uint64_t max_entries_;
  uint64_t num_recorded_ = 0;
  AuditSummary summary_;
};

}  // namespace syn::cap
