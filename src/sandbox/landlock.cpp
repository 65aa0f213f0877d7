// Rules to descriptors to a ruleset. The numbers of the interface stand here and not in the
// system's header, which on the build machine may be older than the kernel that runs this.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "host/posix/unique_fd.h"

namespace syn::sandbox {

namespace {

/// landlock_ruleset_attr of version 6.
struct RulesetAttributes {
  uint64_t file_access;
  uint64_t net_access;
  uint64_t scoped;
};

// Rights of version 1 are bits 0 to 12.
constexpr uint64_t kFirstRights = (uint64_t{1} << 13) - 1;
constexpr uint64_t kRefer = uint64_t{1} << 13;          // version 2
constexpr uint64_t kTruncate = uint64_t{1} << 14;       // version 3
constexpr uint64_t kDeviceControl = uint64_t{1} << 15;  // version 5
constexpr uint64_t kAllTcp = 3;                         // version 4: bind, connect
constexpr uint64_t kAllScopes = 3;                      // version 6: abstract sockets, signals

constexpr uint64_t kReadFile = LANDLOCK_ACCESS_FS_READ_FILE;
constexpr uint64_t kReadFolder = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr uint64_t kWriteFolder = kReadFolder | LANDLOCK_ACCESS_FS_WRITE_FILE |
                                  LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR |
                                  LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                  kTruncate;
constexpr const char* kZoneFolder = "/usr/share/zoneinfo";

RulesetAttributes attributes_of(int version) {
  RulesetAttributes all{kFirstRights, 0, 0};
  if (version >= 2) all.file_access |= kRefer;
  if (version >= 3) all.file_access |= kTruncate;
  if (version >= 4) all.net_access = kAllTcp;
  if (version >= 5) all.file_access |= kDeviceControl;
  if (version >= 6) all.scoped = kAllScopes;
  return all;
}

/// An older kernel refuses a structure that is longer than its own.
size_t attributes_size(int version) {
  if (version >= 6) return sizeof(RulesetAttributes);
  return version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
}

/// The folder that a grant to write names, with those above it.
void make_folder(const std::string& path) {
  constexpr mode_t kMode = 0777;
  for (size_t stop = path.find('/', 1); stop != std::string::npos;
       stop = path.find('/', stop + 1)) {
    mkdir(path.substr(0, stop).c_str(), kMode);
  }
  mkdir(path.c_str(), kMode);
}

std::string parent_of(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

class Ruleset {
 public:
  Ruleset(host::UniqueFd fd, uint64_t handled) : fd_(std::move(fd)), handled_(handled) {}

  int add(const std::string& path, uint64_t folder_rights, uint64_t file_rights) {
    host::UniqueFd target(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!target.is_open()) return errno;
    struct stat facts {};
    if (fstat(target.get(), &facts) != 0) return errno;
    uint64_t rights = (S_ISDIR(facts.st_mode) ? folder_rights : file_rights) & handled_;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = rights;
    rule.parent_fd = target.get();
    constexpr unsigned kNoFlags = 0;
    long result =
        syscall(SYS_landlock_add_rule, fd_.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, kNoFlags);
    return result == 0 ? 0 : errno;
  }

  int restrict_self() const {
    return syscall(SYS_landlock_restrict_self, fd_.get(), 0U) == 0 ? 0 : errno;
  }

 private:
  host::UniqueFd fd_;
  uint64_t handled_;
};

bool is_missing(int error) { return error == ENOENT || error == ENOTDIR; }

int add_rule(Ruleset& ruleset, const PathRule& rule) {
  if (!rule.write) {
    int error = ruleset.add(rule.path, kReadFolder, kReadFile);
    // What is not there, or not ours to open, cannot be read behind the wall either.
    return is_missing(error) || error == EACCES || error == ELOOP ? 0 : error;
  }
  struct stat facts {};
  const bool exists = stat(rule.path.c_str(), &facts) == 0;
  if (exists && !S_ISDIR(facts.st_mode)) {
    // A file is replaced by a new one beside it, so the right is its folder's.
    return ruleset.add(parent_of(rule.path), kWriteFolder, 0);
  }
  if (!exists && rule.names_file) {
    make_folder(parent_of(rule.path));
    return ruleset.add(parent_of(rule.path), kWriteFolder, 0);
  }
  if (!exists) make_folder(rule.path);
  int error = ruleset.add(rule.path, kWriteFolder, 0);
  return is_missing(error) || error == EACCES ? 0 : error;
}

/// How much memory the machine has for us. The rule is about the file that the name leads to now; a
/// name of /proc leads to another once the kernel forgets it, which an open descriptor prevents.
void add_engine_rules(Ruleset& ruleset) {
  (void)host::UniqueFd(open("/proc/self/cgroup", O_PATH | O_CLOEXEC)).release();
  for (const char* path : {"/proc/self/cgroup", "/sys/fs/cgroup"}) {
    (void)ruleset.add(path, kReadFolder, kReadFile);  // absent on some machines
  }
}

}  // namespace

int landlock_version() {
  long version =
      syscall(SYS_landlock_create_ruleset, nullptr, size_t{0}, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : static_cast<int>(version);
}

int confine_by_landlock(const ChildPolicy& policy) {
  int version = landlock_version();
  if (version == 0) return ENOSYS;
  RulesetAttributes attributes = attributes_of(version);
  long fd = syscall(SYS_landlock_create_ruleset, &attributes, attributes_size(version), 0U);
  if (fd < 0) return errno;
  Ruleset ruleset(host::UniqueFd(static_cast<int>(fd)), attributes.file_access);
  for (const PathRule& rule : policy.paths) {
    int error = add_rule(ruleset, rule);
    if (error != 0) return error;
  }
  if (policy.engine) add_engine_rules(ruleset);
  int error = ruleset.add(kZoneFolder, kReadFolder, kReadFile);
  if (error != 0 && !is_missing(error)) return error;
  return ruleset.restrict_self();
}

}  // namespace syn::sandbox
