// Opening a relative path beneath a directory that is held open: the one way by which files are
// reached. The kernel resolves the whole path in one call (`openat2`), so nothing is checked first
// and opened later: a name swapped in between is seen by the same rules. Without `openat2` the path
// is walked a step at a time, following no link. Knows nothing of permits and messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

#include "cap/path_permit.h"
#include "host/posix/unique_fd.h"

namespace syn::host {

/// A descriptor, or an errno.
struct Opened {
  UniqueFd fd;
  int error_number = 0;

  bool ok() const { return error_number == 0; }
};

enum class MountPolicy : uint8_t { Cross, Stay };

struct BeneathRules {
  cap::LinkPolicy links = cap::LinkPolicy::Refuse;
  MountPolicy mounts = MountPolicy::Stay;
};

/// O_CLOEXEC, O_NONBLOCK and O_NOCTTY are added to `flags`. Under LinkPolicy::Refuse a link gives
/// ELOOP and a mount EXDEV; under FollowWithin a link that leads out gives EXDEV.
Opened open_beneath(int directory, const std::string& path, int flags, mode_t mode,
                    BeneathRules rules);
/// The same without `openat2`: refuses every link, whatever the rules say.
Opened walk_beneath(int directory, const std::string& path, int flags, mode_t mode,
                    MountPolicy mounts);

}  // namespace syn::host
