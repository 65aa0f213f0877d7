// From permits to descriptors, and from errno to messages.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/file_target.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/check.h"
#include "cap/scope.h"
#include "host/errors.h"
#include "host/posix/os_error.h"

namespace syn::host {

namespace {

struct SplitPath {
  std::string directory;
  std::string name;
};

/// Of an absolute path; "/" and "." for the root.
SplitPath split_last(const std::string& path) {
  size_t slash = path.rfind('/');
  std::string name = path.substr(slash + 1);
  std::string directory = slash == 0 ? "/" : path.substr(0, slash);
  return {std::move(directory), name.empty() ? "." : std::move(name)};
}

bool is_deleted(int fd) {
  struct stat facts {};
  return fstat(fd, &facts) != 0 || facts.st_nlink == 0;
}

Opened open_root(const std::string& directory) {
  int fd = openat(AT_FDCWD, directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return {UniqueFd(), errno};
  return {UniqueFd(fd), 0};
}

}  // namespace

Opened FileTarget::open(int flags, mode_t mode) const {
  return open_beneath(root_->get(), rest_, flags, mode, rules_);
}

Opened FileTarget::open_directory(int flags) const {
  flags |= O_DIRECTORY | O_CLOEXEC;
  if (!named_itself_) return open(flags);
  int fd = openat(root_->get(), rest_.c_str(), flags);
  if (fd < 0) return {UniqueFd(), errno};
  return {UniqueFd(fd), 0};
}

ParentDirectory FileTarget::open_parent(MissingParents missing) const {
  size_t slash = rest_.rfind('/');
  std::string directory = slash == std::string::npos ? "." : rest_.substr(0, slash);
  std::string name = slash == std::string::npos ? rest_ : rest_.substr(slash + 1);
  constexpr int kFlags = O_PATH | O_DIRECTORY;
  Opened parent = open_beneath(root_->get(), directory, kFlags, 0, rules_);
  if (parent.error_number == ENOENT && missing == MissingParents::Create) {
    parent = make_directories(directory);
  }
  return {std::move(parent.fd), std::move(name), parent.error_number};
}

/// Each step is reached from the root by the same rules, so a link that appears half-way is refused
/// like any other.
Opened FileTarget::make_directories(const std::string& path) const {
  constexpr int kFlags = O_PATH | O_DIRECTORY;
  constexpr mode_t kMode = 0777;
  Opened current = open_beneath(root_->get(), ".", kFlags, 0, rules_);
  for (size_t start = 0; current.ok() && start <= path.size();) {
    size_t stop = std::min(path.find('/', start), path.size());
    std::string name = path.substr(start, stop - start);
    Opened next = open_beneath(root_->get(), path.substr(0, stop), kFlags, 0, rules_);
    if (next.error_number == ENOENT) {
      if (mkdirat(current.fd.get(), name.c_str(), kMode) != 0 && errno != EEXIST) {
        return {UniqueFd(), errno};
      }
      next = open_beneath(root_->get(), path.substr(0, stop), kFlags, 0, rules_);
    }
    current = std::move(next);
    start = stop + 1;
  }
  return current;
}

/// The permit's root is opened as its grantor named it, links included; all below by the rules. A
/// root that does not exist yet is replaced by the nearest directory above it that does.
Result<FileTarget> RootDirectories::locate(const cap::PathPermit& permit) {
  if (permit.path.find('\0') != std::string::npos) return read_error(permit, ENOENT);
  const bool names_itself = permit.path == permit.root;
  std::string directory = permit.root;
  std::string rest;
  if (names_itself) {
    SplitPath split = split_last(permit.path);
    directory = std::move(split.directory);
    rest = std::move(split.name);
  } else {
    size_t skipped = directory == "/" ? 1 : directory.size() + 1;
    CHECK(permit.path.size() >= skipped &&
          permit.path.compare(0, directory.size(), directory) == 0);
    CHECK(permit.path[skipped - 1] == '/');
    rest = permit.path.substr(skipped);
  }
  const bool refuses = permit.links == cap::LinkPolicy::Refuse;
  BeneathRules rules{permit.links, MountPolicy::Cross};
  if (directory == "/") {
    // Nothing lies outside; and the kernel takes every absolute link for one that leads out.
    if (permit.links == cap::LinkPolicy::FollowWithin) rules.links = cap::LinkPolicy::Follow;
  } else if (refuses) {
    rules.mounts = MountPolicy::Stay;
  }
  std::shared_ptr<const UniqueFd> root = refuses ? find_pinned(directory) : nullptr;
  while (root == nullptr) {
    Opened opened = open_root(directory);
    if (opened.ok()) {
      root = std::make_shared<const UniqueFd>(std::move(opened.fd));
    } else if ((opened.error_number == ENOENT || opened.error_number == ENOTDIR) &&
               directory != "/") {
      SplitPath split = split_last(directory);
      rest = split.name + "/" + rest;
      directory = std::move(split.directory);
    } else {
      return read_error(permit, opened.error_number);
    }
  }
  FileTarget target(std::move(root), std::move(rest), rules);
  if (names_itself) target.set_named_itself();
  return target;
}

std::shared_ptr<const UniqueFd> RootDirectories::find_pinned(const std::string& directory) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = pinned_.find(directory);
  if (found != pinned_.end() && !is_deleted(found->second->get())) return found->second;
  Opened opened = open_root(directory);
  if (!opened.ok()) return nullptr;
  auto root = std::make_shared<const UniqueFd>(std::move(opened.fd));
  pinned_[directory] = root;
  return root;
}

void RootDirectories::pin(std::string_view directory) { find_pinned(std::string(directory)); }

std::string shown_path(const cap::PathPermit& permit) { return cap::printable_scope(permit.shown); }

namespace {

/// Errors that mean the same for reading and writing; null for the rest.
const ErrorRow* find_refusal_row(cap::LinkPolicy links, int error_number) {
  bool refuses = links == cap::LinkPolicy::Refuse;
  if (error_number == EXDEV) {
    return refuses ? &host_errors::kOtherFileSystem : &host_errors::kLinkLeavesGrant;
  }
  if (error_number != ELOOP) return nullptr;
  if (refuses) return &host_errors::kLinkRefused;
  return links == cap::LinkPolicy::FollowWithin ? &host_errors::kLinkLeavesGrant
                                                : &host_errors::kFileNotFound;
}

}  // namespace

Error read_error(const cap::PathPermit& permit, int error_number) {
  std::string shown = shown_path(permit);
  if (const ErrorRow* row = find_refusal_row(permit.links, error_number))
    return Error(*row, {shown});
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
    case EINVAL: return Error(host_errors::kFileNotFound, {shown});
    case EACCES:
    case EPERM: return Error(host_errors::kNoPermission, {shown});
    case EISDIR: return Error(host_errors::kIsADirectory, {shown});
    default: return Error(host_errors::kCannotRead, {shown, os_error_text(error_number)});
  }
}

Error write_error(const cap::PathPermit& permit, int error_number) {
  std::string shown = shown_path(permit);
  if (const ErrorRow* row = find_refusal_row(permit.links, error_number))
    return Error(*row, {shown});
  return Error(host_errors::kCannotWrite, {shown, os_error_text(error_number)});
}

Result<void> check_regular(const cap::PathPermit& permit, mode_t mode, uint64_t num_links) {
  std::string shown = shown_path(permit);
  switch (mode & S_IFMT) {
    case S_IFREG: break;
    case S_IFDIR: return Error(host_errors::kIsADirectory, {shown});
    case S_IFIFO: return Error(host_errors::kFifoRefused, {shown});
    case S_IFSOCK: return Error(host_errors::kSocketRefused, {shown});
    default: return Error(host_errors::kDeviceRefused, {shown});
  }
  if (permit.links == cap::LinkPolicy::Refuse && num_links > 1) {
    return Error(host_errors::kHardLinkRefused, {shown});
  }
  return {};
}

Result<void> refuse_folder(const cap::PathPermit& permit) {
  if (!permit.regular_only) return {};
  return Error(host_errors::kNotRegularRefused, {shown_path(permit)});
}

}  // namespace syn::host
