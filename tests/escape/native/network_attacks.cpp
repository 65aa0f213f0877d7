// Sockets of every family.
// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "attack.h"

namespace syn::escape {
namespace {

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

Evidence connect_tcp(const World& w) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return std::nullopt;
  sockaddr_in address = loopback(w.tcp_port);
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return std::nullopt;
  return succeeded(send(fd, "canary", 6, MSG_NOSIGNAL));
}

Evidence connect_tcp6(const World& w) {
  int fd = socket(AF_INET6, SOCK_STREAM, 0);
  if (fd < 0) return std::nullopt;
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(static_cast<uint16_t>(w.tcp_port));
  inet_pton(AF_INET6, "::ffff:127.0.0.1", &address.sin6_addr);
  return succeeded(connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address));
}

Evidence send_udp(const World& w) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  if (fd < 0) return std::nullopt;
  sockaddr_in address = loopback(w.udp_port);
  return succeeded(
      sendto(fd, "canary", 6, 0, reinterpret_cast<sockaddr*>(&address), sizeof address));
}

/// What a name server would be asked: data leaves in the name itself.
Evidence ask_name_server(const World& w) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_UDP);
  if (fd < 0) return std::nullopt;
  sockaddr_in address = loopback(w.udp_port);
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return std::nullopt;
  constexpr std::array<unsigned char, 12> kHeader{0, 1, 1, 0, 0, 1};
  return succeeded(send(fd, kHeader.data(), kHeader.size(), MSG_NOSIGNAL));
}

Evidence listen_tcp(const World&) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return std::nullopt;
  sockaddr_in address = loopback(0);
  if (bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return std::nullopt;
  return succeeded(listen(fd, 1));
}

Evidence connect_unix(const std::string& path, bool is_abstract) {
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0) return std::nullopt;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + (is_abstract ? 1 : 0), path.data(), path.size());
  size_t size = offsetof(sockaddr_un, sun_path) + path.size() + 1;
  return succeeded(
      connect(fd, reinterpret_cast<sockaddr*>(&address), static_cast<socklen_t>(size)));
}

Evidence pair_of_sockets(const World&) {
  std::array<int, 2> ends{};
  return succeeded(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()));
}

Evidence of_family(int family, int type, int protocol) {
  return succeeded(socket(family, type, protocol));
}

/// Handing the host's channel a descriptor.
Evidence pass_descriptor(const World&) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) ends = {0, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  char byte = 0;
  iovec part{&byte, 0};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), ends.data(), sizeof(int));
  for (int fd = 3; fd < 16; ++fd) {
    if (sendmsg(fd, &message, MSG_NOSIGNAL) >= 0) return "sent";
  }
  return std::nullopt;
}

constexpr Attack kAttacks[] = {
    {"tcp-connect", "send bytes to a listener", kByBoth, connect_tcp},
    {"tcp6-connect", "the same over IPv6", kByBoth, connect_tcp6},
    {"tcp-listen", "listen for orders", kByBoth, listen_tcp},
    {"udp-send", "a datagram", kBySeccomp, send_udp},
    {"dns", "a question to a name server", kBySeccomp, ask_name_server},
    {"unix-connect", "a Unix socket in the file system", kBySeccomp,
     [](const World& w) { return connect_unix(w.socket, false); }},
    {"unix-abstract", "an abstract Unix socket", kByBoth,
     [](const World& w) { return connect_unix(w.name, true); }},
    {"socketpair", "a pair of sockets", kBySeccomp, pair_of_sockets},
    {"pass-descriptor", "pass a descriptor to the host", kBySeccomp, pass_descriptor},
    {"netlink", "a netlink socket", kBySeccomp,
     [](const World&) { return of_family(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE); }},
    {"raw-socket", "a raw socket", kBySeccomp,
     [](const World&) { return of_family(AF_INET, SOCK_RAW, IPPROTO_ICMP); }, Needs::Root},
    {"packet-socket", "a packet socket", kBySeccomp,
     [](const World&) { return of_family(AF_PACKET, SOCK_RAW, 0); }, Needs::Root},
    {"vsock", "a socket to the hypervisor", kBySeccomp,
     [](const World&) { return of_family(40, SOCK_STREAM, 0); }},
    {"kernel-crypto", "AF_ALG, the kernel's ciphers", kBySeccomp,
     [](const World&) { return of_family(38, SOCK_SEQPACKET, 0); }},
};

}  // namespace

std::span<const Attack> network_attacks() { return kAttacks; }

}  // namespace syn::escape
