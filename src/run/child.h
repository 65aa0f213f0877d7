// The child's side of `run_program`: `synsema --child FD`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace syn {

/// Serves one run over the channel and gives the exit code of the process.
int run_child_process(int fd);

}  // namespace syn
