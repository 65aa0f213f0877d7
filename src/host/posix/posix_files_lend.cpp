// Lending open files to libraries that want a name.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "host/errors.h"
#include "host/posix/os_error.h"
#include "host/posix/posix_files.h"

namespace syn::host {

namespace {

/// Where the kernel says that an open file lies.
std::string resolved_path(const std::string& path) {
  std::string target(PATH_MAX, '\0');
  ssize_t length = readlink(path.c_str(), target.data(), target.size());
  if (length <= 0 || target[0] != '/' || target.compare(0, 7, "/memfd:") == 0) return path;
  target.resize(static_cast<size_t>(length));
  return target;
}

class PosixLentFile final : public LentFile {
 public:
  PosixLentFile(UniqueFd fd, FileFacts facts)
      : fd_(std::move(fd)),
        facts_(facts),
        path_("/proc/self/fd/" + std::to_string(fd_.get())),
        resolved_(resolved_path(path_)) {
    (void)fstat(fd_.get(), &status_);
  }
  const FileFacts& facts() const override { return facts_; }
  const std::string& path() const override { return path_; }
  const std::string& resolved() const override { return resolved_; }
  bool has_changed() const override {
    struct stat now {};
    return fstat(fd_.get(), &now) != 0 || now.st_size != status_.st_size ||
           now.st_mtim.tv_sec != status_.st_mtim.tv_sec ||
           now.st_mtim.tv_nsec != status_.st_mtim.tv_nsec;
  }
  Result<size_t> read_at(uint64_t offset, std::span<char> out) override {
    while (true) {
      ssize_t count = pread(fd_.get(), out.data(), out.size(), static_cast<off_t>(offset));
      if (count >= 0) return static_cast<size_t>(count);
      if (errno != EINTR) return Error(host_errors::kCannotLend, {os_error_text(errno)});
    }
  }

 private:
  UniqueFd fd_;
  FileFacts facts_;
  struct stat status_ {};
  std::string path_;
  std::string resolved_;
};

Result<void> write_whole(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Error(host_errors::kCannotLend, {os_error_text(errno)});
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<LentFile>> PosixFiles::lend(const cap::PathPermit& permit) {
  TRY_ASSIGN(FileTarget target, roots_.locate(permit));
  Opened opened = target.open(O_RDONLY);
  if (opened.error_number == ENXIO) opened = target.open(O_PATH);
  if (!opened.ok()) return read_error(permit, opened.error_number);
  struct stat status {};
  if (fstat(opened.fd.get(), &status) != 0) return read_error(permit, errno);
  TRY(check_regular(permit, status.st_mode, status.st_nlink));
  FileFacts facts;
  facts.kind = FileKind::Regular;
  facts.size = static_cast<uint64_t>(status.st_size);
  return std::unique_ptr<LentFile>(std::make_unique<PosixLentFile>(std::move(opened.fd), facts));
}

Result<std::unique_ptr<LentFile>> PosixFiles::lend_bytes(std::string_view bytes) {
  UniqueFd fd(memfd_create("synsema", MFD_CLOEXEC));
  if (!fd.is_open()) return Error(host_errors::kCannotLend, {os_error_text(errno)});
  TRY(write_whole(fd.get(), bytes));
  FileFacts facts;
  facts.kind = FileKind::Regular;
  facts.size = bytes.size();
  return std::unique_ptr<LentFile>(std::make_unique<PosixLentFile>(std::move(fd), facts));
}

}  // namespace syn::host
