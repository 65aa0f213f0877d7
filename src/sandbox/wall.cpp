// Names of walls, as results and documents say them.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/wall.h"

namespace syn::sandbox {

std::string_view wall_name(Wall wall) {
  switch (wall) {
    case Wall::Gate: return "gate";
    case Wall::Paths: return "paths";
    case Wall::Landlock: return "landlock";
    case Wall::Seccomp: return "seccomp";
    case Wall::Limits: return "limits";
    case Wall::Watch: return "watch";
  }
  return "";
}

}  // namespace syn::sandbox
