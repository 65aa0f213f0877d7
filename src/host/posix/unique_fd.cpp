// Closing descriptors.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/unique_fd.h"

#include <unistd.h>

namespace syn::host {

UniqueFd& UniqueFd::operator=(UniqueFd&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

UniqueFd::~UniqueFd() { close(); }

void UniqueFd::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

}  // namespace syn::host
