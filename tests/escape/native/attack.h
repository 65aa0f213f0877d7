// Attacks by native code in the child's place, as if the interpreter or the SQL engine had been
// taken over. Each is tried in a bare child (to show that it works), behind each wall of the kernel
// alone, and behind all; the table says which walls must stop it by themselves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sandbox/policy.h"

namespace syn::escape {

/// What the attacker knows: where things are, and whom to hit. Made by the host of the tests.
struct World {
  std::string root;    ///< holds `data` (granted, read only), `.env` with the canary, `outside`
  int tcp_port = 0;    ///< a listener on 127.0.0.1
  int udp_port = 0;    ///< likewise
  std::string socket;  ///< path of a listening Unix socket
  std::string name;    ///< of a listening abstract Unix socket
  int host = 0;        ///< the process of the tests
  int victim = 0;      ///< another process of this user

  std::string data() const { return root + "/data"; }
  std::string encode() const;
  static World decode(std::string_view text);
};

/// Evidence that it worked, or nothing.
using Evidence = std::optional<std::string>;

enum class Needs : uint8_t {
  Nothing,
  Root,       ///< the bare attempt works for root only
  Deadline,   ///< ends by the host's watch
};

struct Attack {
  std::string_view name;
  std::string_view what;
  /// Each of these stops it alone.
  sandbox::WallSet walls;
  Evidence (*run)(const World& world);
  Needs needs = Needs::Nothing;
};

constexpr sandbox::WallSet walls(std::initializer_list<sandbox::Wall> each) {
  sandbox::WallSet set;
  for (sandbox::Wall wall : each) set.add(wall);
  return set;
}
inline constexpr sandbox::WallSet kByLandlock = walls({sandbox::Wall::Landlock});
inline constexpr sandbox::WallSet kBySeccomp = walls({sandbox::Wall::Seccomp});
inline constexpr sandbox::WallSet kByLimits = walls({sandbox::Wall::Limits});
inline constexpr sandbox::WallSet kByWatch = walls({sandbox::Wall::Watch});
inline constexpr sandbox::WallSet kByBoth = walls({sandbox::Wall::Landlock, sandbox::Wall::Seccomp});

std::span<const Attack> file_attacks();
std::span<const Attack> network_attacks();
std::span<const Attack> process_attacks();
std::span<const Attack> kernel_attacks();
std::span<const Attack> resource_attacks();

/// The result of a call that succeeded, or that the kernel refused for its arguments only: it came
/// through. Nothing when permission was refused.
Evidence came_through(long result);
/// For calls that must succeed to count.
Evidence succeeded(long result);
/// The start of a file, if it can be read.
Evidence read_file(const std::string& path);

}  // namespace syn::escape
