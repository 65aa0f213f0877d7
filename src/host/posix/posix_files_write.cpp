// Writing, deleting and making directories.
// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "host/errors.h"
#include "host/posix/atomic_file.h"
#include "host/posix/os_error.h"
#include "host/posix/posix_files.h"

namespace syn::host {

namespace {

Error delete_error(const cap::PathPermit& permit, int error_number) {
  return Error(host_errors::kCannotDelete, {shown_path(permit), os_error_text(error_number)});
}

/// The mode of the file that a write would replace, none where there is none. Only regular files
/// and links are replaced.
Result<std::optional<mode_t>> mode_to_keep(const cap::PathPermit& permit,
                                           const ParentDirectory& parent) {
  struct stat status {};
  if (fstatat(parent.fd.get(), parent.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return std::optional<mode_t>();
    return write_error(permit, errno);
  }
  if (S_ISDIR(status.st_mode)) return write_error(permit, EISDIR);
  if (S_ISLNK(status.st_mode)) return std::optional<mode_t>();
  constexpr uint64_t kOneName = 1;  // a second name keeps the old bytes: nothing of it is touched
  TRY(check_regular(permit, status.st_mode, kOneName));
  return std::optional<mode_t>(status.st_mode);
}

/// Deletes all below a directory without following links and without recursion. `below` is the path
/// from `top` to the directory being emptied; at most two descriptors are open at a time.
class TreeRemover {
 public:
  explicit TreeRemover(int top) : top_(top) {}

  /// 0 or an errno; ENAMETOOLONG for a tree that is too deep.
  int remove_contents() {
    while (true) {
      int error = empty_directory();
      if (error != 0) return error;
      if (descended_) continue;
      if (below_.empty()) return 0;
      error = remove_current();
      if (error != 0) return error;
    }
  }

 private:
  static constexpr size_t kMaxPathBytes = 3500;

  Opened open_below(const std::string& path, int flags) const {
    return open_beneath(top_, path.empty() ? "." : path, flags, 0,
                        {cap::LinkPolicy::Refuse, MountPolicy::Stay});
  }

  /// Unlinks all but directories; stops at the first directory, which becomes the next to empty.
  int empty_directory() {
    descended_ = false;
    Opened opened = open_below(below_, O_RDONLY | O_DIRECTORY);
    if (!opened.ok()) return opened.error_number;
    std::unique_ptr<DIR, int (*)(DIR*)> stream(fdopendir(opened.fd.get()), closedir);
    if (stream == nullptr) return errno;
    int directory = opened.fd.release();
    while (const dirent* found = readdir(stream.get())) {
      std::string name = found->d_name;
      if (name == "." || name == "..") continue;
      if (unlinkat(directory, name.c_str(), 0) == 0 || errno == ENOENT) continue;
      if (errno != EISDIR && errno != EPERM) return errno;
      struct stat status {};
      if (fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return errno;
      if (!S_ISDIR(status.st_mode)) return EPERM;
      if (below_.size() + name.size() > kMaxPathBytes) return ENAMETOOLONG;
      below_ += below_.empty() ? name : "/" + name;
      descended_ = true;
      return 0;
    }
    return 0;
  }

  int remove_current() {
    size_t slash = below_.rfind('/');
    std::string parent = slash == std::string::npos ? "" : below_.substr(0, slash);
    std::string name = slash == std::string::npos ? below_ : below_.substr(slash + 1);
    Opened opened = open_below(parent, O_PATH | O_DIRECTORY);
    if (!opened.ok()) return opened.error_number;
    if (unlinkat(opened.fd.get(), name.c_str(), AT_REMOVEDIR) != 0) return errno;
    below_ = std::move(parent);
    return 0;
  }

  int top_;
  std::string below_;
  bool descended_ = false;
};

bool is_missing(int error_number) {
  return error_number == ENOENT || error_number == ENOTDIR || error_number == ENAMETOOLONG;
}

}  // namespace

Result<void> PosixFiles::write(const cap::PathPermit& permit, std::string_view bytes) {
  TRY_ASSIGN(FileTarget target, roots_.locate(permit));
  ParentDirectory parent = target.open_parent(MissingParents::Create);
  if (!parent.ok()) return write_error(permit, parent.error_number);
  TRY_ASSIGN(std::optional<mode_t> mode, mode_to_keep(permit, parent));
  int error = 0;
  for (TemporaryName naming : {TemporaryName::None, TemporaryName::Random}) {
    AtomicFile file(parent.fd.get(), random_, naming);
    error = file.create();
    if (error == 0) error = file.write(bytes);
    if (error == 0) error = file.commit(parent.name, mode);
    if (error == 0) return {};
    // The file system has no nameless files, or /proc is out of reach; else the second try fails
    // like the first.
  }
  return write_error(permit, error);
}

Result<void> PosixFiles::append(const cap::PathPermit& permit, std::string_view bytes) {
  TRY_ASSIGN(FileTarget target, roots_.locate(permit));
  ParentDirectory parent = target.open_parent(MissingParents::Create);
  if (!parent.ok()) return write_error(permit, parent.error_number);
  constexpr mode_t kMode = 0666;
  Opened opened = target.open(O_WRONLY | O_APPEND | O_CREAT, kMode);
  if (opened.error_number == ENXIO) opened = target.open(O_PATH);  // a FIFO or a socket
  if (!opened.ok()) return write_error(permit, opened.error_number);
  struct stat status {};
  if (fstat(opened.fd.get(), &status) != 0) return write_error(permit, errno);
  TRY(check_regular(permit, status.st_mode, status.st_nlink));
  while (!bytes.empty()) {
    ssize_t count = ::write(opened.fd.get(), bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return write_error(permit, errno);
    if (count > 0) bytes.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

Result<void> PosixFiles::delete_file(const cap::PathPermit& permit) {
  TRY_ASSIGN(FileTarget target, roots_.locate(permit));
  ParentDirectory parent = target.open_parent(MissingParents::Fail);
  if (!parent.ok()) return read_error(permit, parent.error_number);
  struct stat status {};
  int directory = parent.fd.get();
  if (fstatat(directory, parent.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return read_error(permit, errno);
  }
  if (S_ISDIR(status.st_mode)) {
    return Error(host_errors::kDeleteFileIsDirectory, {shown_path(permit)});
  }
  if (!S_ISREG(status.st_mode)) TRY(refuse_folder(permit));
  if (unlinkat(directory, parent.name.c_str(), 0) != 0) return delete_error(permit, errno);
  return {};
}

Result<void> PosixFiles::delete_directory(const cap::PathPermit& permit, DeleteMode mode) {
  TRY(refuse_folder(permit));
  TRY_ASSIGN(FileTarget target, roots_.locate(permit));
  ParentDirectory parent = target.open_parent(MissingParents::Fail);
  auto not_found = [&] { return Error(host_errors::kDirectoryNotFound, {shown_path(permit)}); };
  if (is_missing(parent.error_number)) return not_found();
  if (!parent.ok()) return read_error(permit, parent.error_number);
  Opened top = open_beneath(parent.fd.get(), parent.name, O_PATH | O_DIRECTORY, 0,
                            {cap::LinkPolicy::Refuse, MountPolicy::Stay});
  if (is_missing(top.error_number) || top.error_number == ELOOP) return not_found();
  if (!top.ok()) return read_error(permit, top.error_number);
  if (mode == DeleteMode::Recursive) {
    int error = TreeRemover(top.fd.get()).remove_contents();
    if (error == ENAMETOOLONG) return Error(host_errors::kTooDeep, {shown_path(permit)});
    if (error != 0) return delete_error(permit, error);
  }
  if (unlinkat(parent.fd.get(), parent.name.c_str(), AT_REMOVEDIR) == 0) return {};
  if (errno == ENOTEMPTY || errno == EEXIST) {
    return Error(host_errors::kDirectoryNotEmpty, {shown_path(permit)});
  }
  return delete_error(permit, errno);
}

Result<void> PosixFiles::make_directory(const cap::PathPermit& permit) {
  TRY(refuse_folder(permit));
  TRY_ASSIGN(FileTarget target, roots_.locate(permit));
  ParentDirectory parent = target.open_parent(MissingParents::Create);
  constexpr mode_t kMode = 0777;
  int error = parent.error_number;
  if (error == 0 && mkdirat(parent.fd.get(), parent.name.c_str(), kMode) != 0) error = errno;
  if (error == EEXIST && target.open_directory(O_PATH).ok()) return {};
  if (error == 0) return {};
  return Error(host_errors::kCannotCreateDirectory, {shown_path(permit), os_error_text(error)});
}

}  // namespace syn::host
