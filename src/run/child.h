// The processes behind `run_program`: `synsema --child FD` and `synsema --launcher FD`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace syn {

/// Serves one run over the channel and gives the exit code of the process.
int run_child_process(int fd);

/// Forks children until the host is gone; in each of them it does not return.
int run_launcher_process(int fd);

}  // namespace syn
