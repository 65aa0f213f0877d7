// Files of this machine. One open primitive stands behind all calls: `openat2` beneath the
// directory that the grant names, held open as a descriptor, so that no rename between check and
// use changes what is opened.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "host/files.h"
#include "host/posix/file_target.h"
#include "host/random.h"

namespace syn::host {

class PosixFiles final : public Files {
 public:
  /// `random` names temporary files; it must outlive this.
  explicit PosixFiles(Random& random) : random_(random) {}

  Result<std::unique_ptr<OpenFile>> open(const cap::PathPermit& permit) override;
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
  void pin_root(std::string_view directory) override;

 private:
  Random& random_;  // outlives this
  RootDirectories roots_;
};

}  // namespace syn::host
