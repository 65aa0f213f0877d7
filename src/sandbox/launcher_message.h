// What goes over a launcher's control socket, a packet each: to it, a text and at most two
// descriptors; from it, a pid or a negative errno. Knows nothing of what they mean.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "host/posix/unique_fd.h"

namespace syn::sandbox {

struct LauncherMessage {
  std::string text;
  host::UniqueFd first;
  host::UniqueFd second;
};

/// 0, or an errno. `first` and `second` stay the caller's; -1 for none.
int send_message(int fd, std::string_view text, int first, int second);
/// Nothing when the other end is closed or the message is none of ours.
std::optional<LauncherMessage> receive_message(int fd);

bool send_answer(int fd, int32_t answer);
/// 0, or an errno: EAGAIN when there is none yet and `wait` is false, EPIPE when none will come.
int receive_answer(int fd, bool wait, int32_t& answer);

}  // namespace syn::sandbox
