// The world as text, and what counts as having worked.
// SPDX-License-Identifier: Apache-2.0
#include "attack.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>

namespace syn::escape {

std::string World::encode() const {
  std::ostringstream out;
  out << root << '\n' << tcp_port << ' ' << udp_port << ' ' << host << ' ' << victim << '\n'
      << socket << '\n' << name << '\n';
  return out.str();
}

World World::decode(std::string_view text) {
  std::istringstream in{std::string(text)};
  World world;
  std::getline(in, world.root);
  in >> world.tcp_port >> world.udp_port >> world.host >> world.victim;
  in.ignore();
  std::getline(in, world.socket);
  std::getline(in, world.name);
  return world;
}

Evidence came_through(long result) {
  if (result >= 0) return "it returned " + std::to_string(result);
  int error = errno;
  bool refused = error == EPERM || error == EACCES || error == ENOSYS || error == EAFNOSUPPORT ||
                 error == EPROTONOSUPPORT || error == EOPNOTSUPP;
  if (refused) return std::nullopt;
  return std::string("the kernel looked at it: ") + std::strerror(error);
}

Evidence succeeded(long result) {
  if (result < 0) return std::nullopt;
  return "it returned " + std::to_string(result);
}

Evidence read_file(const std::string& path) {
  int fd = open(path.c_str(), O_RDONLY | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  std::array<char, 64> chunk;
  ssize_t count = read(fd, chunk.data(), chunk.size());
  close(fd);
  if (count <= 0) return std::nullopt;
  std::string text(chunk.data(), static_cast<size_t>(count));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '.';
  }
  return "read: " + text;
}

}  // namespace syn::escape
