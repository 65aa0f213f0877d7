// Where a permit points: a directory held open, and the rest of the path beneath it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cap/path_permit.h"
#include "host/posix/beneath.h"
#include "host/posix/unique_fd.h"

namespace syn::host {

enum class MissingParents : uint8_t { Fail, Create };

/// The directory that holds a file, and the file's name in it.
struct ParentDirectory {
  UniqueFd fd;
  std::string name;
  int error_number = 0;

  bool ok() const { return error_number == 0; }
};

class FileTarget {
 public:
  FileTarget(std::shared_ptr<const UniqueFd> root, std::string rest, BeneathRules rules)
      : root_(std::move(root)), rest_(std::move(rest)), rules_(rules) {}

  Opened open(int flags, mode_t mode = 0) const;
  /// Where the grant names this very path, a link to a directory is what was granted.
  Opened open_directory(int flags) const;
  ParentDirectory open_parent(MissingParents missing) const;
  cap::LinkPolicy links() const { return rules_.links; }
  void set_named_itself() { named_itself_ = true; }

 private:
  Opened make_directories(const std::string& path) const;

  std::shared_ptr<const UniqueFd> root_;
  std::string rest_;  ///< not empty; "." for the root itself
  BeneathRules rules_;
  bool named_itself_ = false;
};

/// The directories that grants own. Under a ceiling each is opened once and kept, so what a name
/// leads to is settled by then; without one it is looked up each time.
class RootDirectories {
 public:
  /// Fails with an errno row of its own only when the root cannot be opened at all.
  [[nodiscard]] Result<FileTarget> locate(const cap::PathPermit& permit);
  void pin(std::string_view directory);

 private:
  std::shared_ptr<const UniqueFd> find_pinned(const std::string& directory);

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const UniqueFd>, std::less<>> pinned_;
};

/// The row for an errno of opening a path to read or look at it.
Error read_error(const cap::PathPermit& permit, int error_number);
/// The row for an errno of writing it.
Error write_error(const cap::PathPermit& permit, int error_number);
/// Error where the mode is not that of a regular file, or where it has a second name under a
/// ceiling.
[[nodiscard]] Result<void> check_regular(const cap::PathPermit& permit, mode_t mode,
                                         uint64_t num_links);
/// Error where the grant is of a kind of files: for whatever is no regular file.
[[nodiscard]] Result<void> refuse_folder(const cap::PathPermit& permit);
std::string shown_path(const cap::PathPermit& permit);

}  // namespace syn::host
