// Files that were not granted, and changes where only reading was.
// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <vector>

#include "attack.h"

namespace syn::escape {
namespace {

Evidence list(const std::string& path) {
  DIR* folder = opendir(path.c_str());
  if (folder == nullptr) return std::nullopt;
  int count = 0;
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return std::to_string(count) + " names";
}

Evidence write_file(const std::string& path, int flags) {
  int fd = open(path.c_str(), flags | O_WRONLY, 0600);
  if (fd < 0) return std::nullopt;
  ssize_t count = write(fd, "owned", 5);
  close(fd);
  return succeeded(count == 5 ? 5 : -1);
}

Evidence read_fifo(const World& w) {
  int fd = open((w.root + "/outside/fifo").c_str(), O_RDWR | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  close(fd);
  return "opened";
}

/// By a handle, which needs no path: root only.
Evidence open_by_handle(const World& w) {
  alignas(file_handle) std::array<char, sizeof(file_handle) + MAX_HANDLE_SZ> bytes{};
  auto* handle = reinterpret_cast<file_handle*>(bytes.data());
  handle->handle_bytes = MAX_HANDLE_SZ;
  int mount = 0;
  if (name_to_handle_at(AT_FDCWD, (w.root + "/.env").c_str(), handle, &mount, 0) != 0) {
    return std::nullopt;
  }
  int root = open(w.data().c_str(), O_RDONLY | O_DIRECTORY);
  int fd = open_by_handle_at(root, handle, O_RDONLY);
  if (fd < 0) return std::nullopt;
  return "opened by handle";
}

Evidence open_without_rules(const World& w) {
  open_how how{};
  how.flags = O_RDONLY;
  long fd = syscall(SYS_openat2, AT_FDCWD, (w.root + "/.env").c_str(), &how, sizeof how);
  return succeeded(fd);
}

/// A path descriptor may be had for anything; reading through it is what must fail.
Evidence reopen_path(const World& w) {
  int path = open((w.root + "/.env").c_str(), O_PATH);
  if (path < 0) return std::nullopt;
  return read_file("/proc/self/fd/" + std::to_string(path));
}

/// Descriptors above the standard ones and the channel that lead anywhere.
Evidence inherited_descriptors(const World&) {
  int found = 0;
  for (int fd = 3; fd < 1024; ++fd) {
    struct stat facts {};
    if (fstat(fd, &facts) == 0 && !S_ISSOCK(facts.st_mode)) ++found;
  }
  if (found == 0) return std::nullopt;
  return std::to_string(found) + " open descriptors";
}

Evidence temporary_in_data(const World& w) {
  return succeeded(open(w.data().c_str(), O_TMPFILE | O_WRONLY, 0600));
}

Evidence rename_swap(const World& w) {
  return succeeded(rename((w.data() + "/victim.csv").c_str(), (w.data() + "/moved.csv").c_str()));
}

Evidence link_into_data(const World& w) {
  return succeeded(link((w.root + "/.env").c_str(), (w.data() + "/stolen.csv").c_str()));
}

Evidence set_attribute(const World& w) {
  return came_through(setxattr((w.data() + "/ok.csv").c_str(), "user.x", "y", 1, 0));
}

Evidence change_times(const World& w) {
  return succeeded(utimensat(AT_FDCWD, (w.data() + "/ok.csv").c_str(), nullptr, 0));
}

constexpr Attack kAttacks[] = {
    {"read-env", "read the .env beside the data folder", kByLandlock,
     [](const World& w) { return read_file(w.root + "/.env"); }},
    {"read-dot-dot", "the same through data/../.env", kByLandlock,
     [](const World& w) { return read_file(w.data() + "/../.env"); }},
    {"read-symlink", "through a link planted in the data folder", kByLandlock,
     [](const World& w) { return read_file(w.data() + "/link.csv"); }},
    {"read-linked-folder", "through a linked folder in the data folder", kByLandlock,
     [](const World& w) { return read_file(w.data() + "/up/.env"); }},
    {"read-etc-passwd", "an absolute path of the system", kByLandlock,
     [](const World&) { return read_file("/etc/passwd"); }},
    {"read-openat2", "openat2 without any rule of resolution", kByLandlock, open_without_rules},
    {"read-reopened-path", "a path descriptor, opened again by /proc/self/fd", kByLandlock,
     reopen_path},
    {"read-by-handle", "open_by_handle_at, which needs no path", kByBoth, open_by_handle,
     Needs::Root},
    {"read-own-status", "/proc/self/status: users, parents, filters", kByLandlock,
     [](const World&) { return read_file("/proc/self/status"); }},
    {"read-own-maps", "/proc/self/maps: where the code lies", kByLandlock,
     [](const World&) { return read_file("/proc/self/maps"); }},
    {"read-own-cmdline", "/proc/self/cmdline: arguments", kByLandlock,
     [](const World&) { return read_file("/proc/self/cmdline"); }},
    {"read-host-environ", "/proc/HOST/environ: the host's variables", kByLandlock,
     [](const World& w) { return read_file("/proc/" + std::to_string(w.host) + "/environ"); }},
    {"read-host-maps", "/proc/HOST/maps", kByLandlock,
     [](const World& w) { return read_file("/proc/" + std::to_string(w.host) + "/maps"); }},
    {"open-host-memory", "/proc/HOST/mem for writing", kByBoth,
     [](const World& w) {
       return succeeded(open(("/proc/" + std::to_string(w.host) + "/mem").c_str(), O_RDWR));
     }},
    {"read-root-link", "/proc/1/root as another way to /", kByLandlock,
     [](const World&) { return read_file("/proc/1/root/etc/passwd"); }, Needs::Root},
    {"read-kernel-symbols", "/proc/kallsyms: where the kernel lies", kByLandlock,
     [](const World&) { return read_file("/proc/kallsyms"); }},
    {"read-device", "/dev/urandom: a device", kByLandlock,
     [](const World&) { return read_file("/dev/urandom"); }},
    {"open-disk", "a block device, made and opened", kByBoth,
     [](const World& w) {
       std::string path = w.root + "/outside/disk";
       long made = mknod(path.c_str(), S_IFBLK | 0600, makedev(7, 0));
       unlink(path.c_str());
       return succeeded(made);
     },
     Needs::Root},
    {"open-fifo", "a FIFO that would block", kByBoth, read_fifo},
    {"list-parent", "list the folder above the data", kByLandlock,
     [](const World& w) { return list(w.root); }},
    {"list-root", "list /", kByLandlock, [](const World&) { return list("/"); }},
    {"list-proc", "list /proc: other processes", kByLandlock,
     [](const World&) { return list("/proc"); }},
    {"write-data", "overwrite a file that may only be read", kByBoth,
     [](const World& w) { return write_file(w.data() + "/victim.csv", O_TRUNC); }},
    {"create-in-data", "create a file in the data folder", kByBoth,
     [](const World& w) { return write_file(w.data() + "/new.csv", O_CREAT); }},
    {"write-env", "overwrite .env", kByBoth,
     [](const World& w) { return write_file(w.root + "/.env.copy", O_CREAT); }},
    {"append-outside", "append to a file outside", kByBoth,
     [](const World& w) { return write_file(w.root + "/outside/log", O_APPEND); }},
    {"write-tmp", "leave a file in /tmp", kByBoth,
     [](const World&) {
       Evidence done = write_file("/tmp/synsema-escape-test", O_CREAT);
       unlink("/tmp/synsema-escape-test");
       return done;
     }},
    {"temporary-file", "a file without a name in the data folder", kByBoth, temporary_in_data},
    {"truncate", "truncate by path", kByBoth,
     [](const World& w) { return succeeded(truncate((w.data() + "/victim.csv").c_str(), 0)); }},
    {"delete", "delete a file", kByBoth,
     [](const World& w) { return succeeded(unlink((w.data() + "/victim.csv").c_str())); }},
    {"rename", "rename a file", kByBoth, rename_swap},
    {"hard-link", "link .env into the data folder", kByBoth, link_into_data},
    {"make-symlink", "plant a symbolic link", kByBoth,
     [](const World& w) {
       return succeeded(symlink("/etc/shadow", (w.data() + "/planted.csv").c_str()));
     }},
    {"make-folder", "make a folder", kByBoth,
     [](const World& w) { return succeeded(mkdir((w.data() + "/made").c_str(), 0700)); }},
    {"make-fifo", "make a FIFO", kByBoth,
     [](const World& w) { return succeeded(mkfifo((w.data() + "/pipe").c_str(), 0600)); }},
    {"change-mode", "chmod a file", kBySeccomp,
     [](const World& w) { return succeeded(chmod((w.data() + "/ok.csv").c_str(), 0644)); }},
    {"change-owner", "chown a file", kBySeccomp,
     [](const World& w) {
       return succeeded(chown((w.data() + "/ok.csv").c_str(), getuid(), getgid()));
     }},
    {"change-times", "touch a file", kBySeccomp, change_times},
    {"set-attribute", "set an extended attribute", kBySeccomp, set_attribute},
    {"inherited-descriptors", "use descriptors that the host left open",
     walls({}), inherited_descriptors},
};

}  // namespace

std::span<const Attack> file_attacks() { return kAttacks; }

}  // namespace syn::escape
