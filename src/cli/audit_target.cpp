// Opening and writing audit targets.
// SPDX-License-Identifier: Apache-2.0
#include "cli/audit_target.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "host/terminal_text.h"

namespace syn::cli {
namespace {

int open_descriptor(const std::string& target, std::string& error) {
  std::string digits = target.substr(3);
  bool number = !digits.empty() && digits.size() < 6 &&
                digits.find_first_not_of("0123456789") == std::string::npos;
  if (!number) {
    error = "--audit: invalid fd '" + target + "'";
    return -1;
  }
  int fd = std::stoi(digits);
  if (fd < 3) {
    error = "--audit fd:N needs N >= 3 (0-2 are stdin/stdout/stderr)";
    return -1;
  }
  int flags = fcntl(fd, F_GETFD);
  if (flags < 0) {
    error = "--audit: fd " + digits + " is not open";
    return -1;
  }
  fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
  return fd;
}

int open_socket(const std::string& path, std::string& error) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) {
    error = "--audit: the socket path is too long: " + path;
    return -1;
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (fd < 0 || connect(fd, generic, sizeof(address)) != 0) {
    error = "--audit: cannot connect to unix socket " + path + ": " + std::strerror(errno) +
            " (is the collector listening?)";
    if (fd >= 0) close(fd);
    return -1;
  }
  return fd;
}

}  // namespace

std::unique_ptr<AuditTarget> AuditTarget::open(const std::string& target, std::string& error) {
  int fd = -1;
  bool owned = true;
  if (target == "json") {
    fd = STDERR_FILENO;
    owned = false;
  } else if (target.starts_with("fd:")) {
    fd = open_descriptor(target, error);
  } else if (target.starts_with("unix:")) {
    fd = open_socket(target.substr(5), error);
  } else {
    fd = ::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0) error = "--audit: cannot create " + target + ": " + std::strerror(errno);
  }
  if (fd < 0) return nullptr;
  return std::unique_ptr<AuditTarget>(new AuditTarget(fd, owned));
}

AuditTarget::~AuditTarget() {
  if (owned_) close(fd_);
}

void AuditTarget::write_line(std::string line) {
  if (isatty(fd_) == 1) line = host::escape_controls(line);
  line += '\n';
  size_t done = 0;
  while (done < line.size()) {
    ssize_t count = write(fd_, line.data() + done, line.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    done += static_cast<size_t>(count);
  }
}

}  // namespace syn::cli
