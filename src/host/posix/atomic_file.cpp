// Writing aside and putting in place.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/atomic_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace syn::host {

namespace {
constexpr mode_t kNewFileMode = 0666;  // less the umask
constexpr int kTries = 16;
}  // namespace

AtomicFile::~AtomicFile() {
  if (!temporary_name_.empty()) unlinkat(directory_, temporary_name_.c_str(), 0);
}

std::string AtomicFile::random_name() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<std::byte, 12> bytes{};
  random_.fill(bytes);
  std::string name = ".synsema-";
  for (std::byte byte : bytes) {
    name += kDigits[std::to_integer<size_t>(byte >> 4)];
    name += kDigits[std::to_integer<size_t>(byte & std::byte{15})];
  }
  return name + ".tmp";
}

int AtomicFile::create() {
  if (naming_ == TemporaryName::None) {
    fd_ = UniqueFd(openat(directory_, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, kNewFileMode));
    return fd_.is_open() ? 0 : errno;
  }
  for (int i = 0; i < kTries; ++i) {
    std::string name = random_name();
    fd_ = UniqueFd(openat(directory_, name.c_str(),
                          O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, kNewFileMode));
    if (fd_.is_open()) {
      temporary_name_ = std::move(name);
      return 0;
    }
    if (errno != EEXIST) return errno;
  }
  return EEXIST;
}

int AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(fd_.get(), bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) bytes.remove_prefix(static_cast<size_t>(count));
  }
  return 0;
}

int AtomicFile::link_as(const std::string& name) const {
  std::string self = "/proc/self/fd/" + std::to_string(fd_.get());
  int result = linkat(AT_FDCWD, self.c_str(), directory_, name.c_str(), AT_SYMLINK_FOLLOW);
  return result == 0 ? 0 : errno;
}

int AtomicFile::commit(const std::string& name, std::optional<mode_t> mode) {
  if (mode && fchmod(fd_.get(), *mode & 0777) != 0) return errno;
  if (fdatasync(fd_.get()) != 0) return errno;
  if (temporary_name_.empty()) {
    int error = link_as(name);
    if (error != EEXIST) return error;
    for (int i = 0; i < kTries && error == EEXIST; ++i) {
      temporary_name_ = random_name();
      error = link_as(temporary_name_);
    }
    if (error != 0) {
      temporary_name_.clear();
      return error;
    }
  }
  if (renameat(directory_, temporary_name_.c_str(), directory_, name.c_str()) != 0) return errno;
  temporary_name_.clear();
  return 0;
}

}  // namespace syn::host
