// A child as a new process of the same binary.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "host/posix/spawn_process.h"
#include "sandbox/child_process.h"
#include "sandbox/spawner.h"

namespace syn::sandbox {

namespace {

constexpr int kChannelInChild = 3;

}  // namespace

std::unique_ptr<ChildProcess> ExecSpawner::spawn(const SpawnRequest& request,
                                                 SpawnFailure& failure) {
  failure.step = "start";
  ChildPipes pipes;
  failure.error_number = pipes.open();
  if (failure.error_number != 0) return nullptr;
  host::UniqueFd nowhere(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nowhere.is_open()) {
    failure.error_number = errno;
    return nullptr;
  }
  failure.error_number = pipes.greet(request.policy);
  if (failure.error_number != 0) return nullptr;
  host::SpawnPlan plan;
  plan.executable = request.executable;
  plan.arguments = {"synsema", request.mode_argument, std::to_string(kChannelInChild)};
  plan.descriptors = {nowhere.get(), nowhere.get(), pipes.child_errors.get(),
                      pipes.child_channel.get()};
  plan.cwd = "/";
  plan.group = host::ProcessGroupMode::NewSession;
  host::SpawnedProcess process = host::spawn_process(std::move(plan));
  if (!process.failed_step.empty()) {
    failure.step = process.failed_step;
    failure.error_number = process.error_number;
    return nullptr;
  }
  return std::make_unique<StartedProcess>(process.pid, std::move(process.pidfd), std::move(pipes));
}

}  // namespace syn::sandbox
