// Where `--audit` writes: standard error, a descriptor, a Unix socket or a file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "cap/audit.h"

namespace syn::cli {

/// Writes each entry as one line. Owns the descriptor it opened.
class AuditTarget final : public cap::AuditSink {
 public:
  /// Opens the target. On failure `error` has the text of the usage error and null is returned.
  static std::unique_ptr<AuditTarget> open(const std::string& target, std::string& error);
  ~AuditTarget() override;
  AuditTarget(const AuditTarget&) = delete;
  AuditTarget& operator=(const AuditTarget&) = delete;

  void record(const cap::AuditEntry& entry) override { write_line(entry.to_json_line()); }
  void write_line(std::string line);

 private:
  AuditTarget(int fd, bool owned) : fd_(fd), owned_(owned) {}
  int fd_;
  bool owned_;
};

}  // namespace syn::cli
