// Packets with descriptors.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/launcher_message.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace syn::sandbox {

namespace {

constexpr size_t kMaxTextBytes = 8192;
constexpr size_t kMaxDescriptors = 2;

}  // namespace

int send_message(int fd, std::string_view text, int first, int second) {
  std::array<int, kMaxDescriptors> descriptors{first, second};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof descriptors)> control{};
  iovec part{const_cast<char*>(text.data()), text.size()};  // sendmsg only reads it
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (first >= 0) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptors);
    std::memcpy(CMSG_DATA(header), descriptors.data(), sizeof descriptors);
  }
  while (true) {
    if (sendmsg(fd, &message, MSG_NOSIGNAL) >= 0) return 0;
    if (errno != EINTR) return errno;
  }
}

std::optional<LauncherMessage> receive_message(int fd) {
  std::array<char, kMaxTextBytes> text;
  std::array<int, kMaxDescriptors> descriptors{-1, -1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof descriptors)> control{};
  iovec part{text.data(), text.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t count = 0;
  do {
    count = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  if (count <= 0 || (message.msg_flags & MSG_TRUNC) != 0) return std::nullopt;
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t size = header->cmsg_len - CMSG_LEN(0);
    std::memcpy(descriptors.data(), CMSG_DATA(header), std::min(size, sizeof descriptors));
  }
  LauncherMessage received;
  received.text.assign(text.data(), static_cast<size_t>(count));
  received.first = host::UniqueFd(descriptors[0]);
  received.second = host::UniqueFd(descriptors[1]);
  return received;
}

bool send_answer(int fd, int32_t answer) {
  ssize_t count = 0;
  do {
    count = send(fd, &answer, sizeof answer, MSG_NOSIGNAL);
  } while (count < 0 && errno == EINTR);
  return count == static_cast<ssize_t>(sizeof answer);
}

int receive_answer(int fd, bool wait, int32_t& answer) {
  ssize_t count = 0;
  do {
    count = recv(fd, &answer, sizeof answer, wait ? 0 : MSG_DONTWAIT);
    // A reset is told once, before the answers that were sent before it: taking it for the end
    // would give each of them to the order after its own.
  } while (count < 0 && (errno == EINTR || errno == ECONNRESET));
  if (count == static_cast<ssize_t>(sizeof answer)) return 0;
  return count < 0 ? errno : EPIPE;
}

}  // namespace syn::sandbox
