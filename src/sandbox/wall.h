// The six walls between a program and the machine, and sets of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace syn::sandbox {

/// Outermost last. The first two stand in the interpreter, the next three are the kernel's, set up
/// by the child before it reads what it should run; the last is the host's.
enum class Wall : uint8_t {
  Gate,      ///< every builtin that touches the world asks the capability set
  Paths,     ///< files are opened beneath a directory that the grant owns, following no link
  Landlock,  ///< the kernel opens what the ceiling grants, no TCP, no signal to others
  Seccomp,   ///< a list of system calls; no program, socket, process or namespace
  Limits,    ///< rlimits behind the Budget
  Watch      ///< the host's deadline and output limit, kill and reap
};
inline constexpr std::array kWalls = {Wall::Gate,    Wall::Paths,  Wall::Landlock,
                                      Wall::Seccomp, Wall::Limits, Wall::Watch};

std::string_view wall_name(Wall wall);

class WallSet {
 public:
  constexpr WallSet() = default;
  static constexpr WallSet all() { return from_bits(kAllBits); }
  /// Bits that are no wall are dropped.
  static constexpr WallSet from_bits(uint8_t bits) {
    WallSet set;
    set.bits_ = bits & kAllBits;
    return set;
  }

  constexpr bool has(Wall wall) const { return (bits_ & bit(wall)) != 0; }
  constexpr void add(Wall wall) { bits_ |= bit(wall); }
  constexpr void remove(Wall wall) { bits_ &= static_cast<uint8_t>(~bit(wall)); }
  constexpr uint8_t bits() const { return bits_; }
  bool operator==(const WallSet&) const = default;

 private:
  static constexpr uint8_t kAllBits = (1U << kWalls.size()) - 1;
  static constexpr uint8_t bit(Wall wall) {
    return static_cast<uint8_t>(1U << static_cast<unsigned>(wall));
  }

  uint8_t bits_ = 0;
};

}  // namespace syn::sandbox
