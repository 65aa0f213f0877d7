// The open primitive, and the walk that stands in for it on old kernels.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

namespace syn::host {

namespace {

constexpr int kAlwaysFlags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
/// O_PATH goes with few other flags.
int with_always_flags(int flags) {
  return (flags & O_PATH) != 0 ? flags | O_CLOEXEC : flags | kAlwaysFlags;
}

uint64_t resolve_flags(BeneathRules rules) {
  uint64_t flags = rules.mounts == MountPolicy::Stay ? uint64_t{RESOLVE_NO_XDEV} : 0;
  switch (rules.links) {
    case cap::LinkPolicy::Follow: return 0;
    case cap::LinkPolicy::FollowWithin: return flags | RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    case cap::LinkPolicy::Refuse:
      return flags | RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
  }
  return RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
}

Opened opened(int fd) {
  if (fd < 0) return {UniqueFd(), errno};
  return {UniqueFd(fd), 0};
}

/// One step of the walk: O_NOFOLLOW, and for O_PATH, which would open the link itself, a look at
/// it.
Opened open_step(int directory, const std::string& name, int flags, mode_t mode) {
  Opened step = opened(openat(directory, name.c_str(), flags | O_NOFOLLOW, mode));
  if (!step.ok() || (flags & O_PATH) == 0) return step;
  struct stat facts {};
  if (fstat(step.fd.get(), &facts) != 0) return {UniqueFd(), errno};
  if (S_ISLNK(facts.st_mode)) return {UniqueFd(), ELOOP};
  return step;
}

bool on_device(int fd, dev_t device) {
  struct stat facts {};
  return fstat(fd, &facts) == 0 && facts.st_dev == device;
}

}  // namespace

Opened open_beneath(int directory, const std::string& path, int flags, mode_t mode,
                    BeneathRules rules) {
  if (rules.links == cap::LinkPolicy::Follow) {
    return opened(openat(directory, path.c_str(), with_always_flags(flags), mode));
  }
  open_how how{};
  how.flags = static_cast<uint64_t>(with_always_flags(flags));
  how.mode = (flags & O_CREAT) != 0 ? mode : 0;
  how.resolve = resolve_flags(rules);
  constexpr int kTries = 32;  // a rename at the wrong moment gives EAGAIN
  for (int i = 0; i < kTries; ++i) {
    long fd = syscall(SYS_openat2, directory, path.c_str(), &how, sizeof how);
    if (fd >= 0) return {UniqueFd(static_cast<int>(fd)), 0};
    if (errno == ENOSYS || errno == EPERM) {
      // EPERM: seccomp filters that do not know the call. A real EPERM comes back from the walk.
      return walk_beneath(directory, path, flags, mode, rules.mounts);
    }
    if (errno != EAGAIN && errno != EINTR) return {UniqueFd(), errno};
  }
  return {UniqueFd(), EAGAIN};
}

Opened walk_beneath(int directory, const std::string& path, int flags, mode_t mode,
                    MountPolicy mounts) {
  struct stat facts {};
  if (fstat(directory, &facts) != 0) return {UniqueFd(), errno};
  const dev_t device = facts.st_dev;
  UniqueFd held;
  int current = directory;
  std::string_view rest = path;
  while (true) {
    size_t stop = std::min(rest.find('/'), rest.size());
    std::string name(rest.substr(0, stop));
    if (name == ".." || name.find('\0') != std::string::npos) return {UniqueFd(), EXDEV};
    bool is_last = stop == rest.size();
    int step_flags = is_last ? with_always_flags(flags) : O_PATH | O_DIRECTORY | O_CLOEXEC;
    Opened step = open_step(current, name, step_flags, mode);
    if (!step.ok()) {
      // A link where a directory should be gives ENOTDIR; say what it is.
      Opened itself = opened(openat(current, name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      bool is_link = itself.ok() && fstat(itself.fd.get(), &facts) == 0 && S_ISLNK(facts.st_mode);
      return {UniqueFd(), is_link ? ELOOP : step.error_number};
    }
    if (mounts == MountPolicy::Stay && !on_device(step.fd.get(), device)) {
      return {UniqueFd(), EXDEV};
    }
    if (is_last) return step;
    held = std::move(step.fd);
    current = held.get();
    rest.remove_prefix(stop + 1);
  }
}

}  // namespace syn::host
