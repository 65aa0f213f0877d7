// Running another program to its end, with limits on time and output.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>

#include "cap/scope.h"
#include "host/errors.h"
#include "host/posix/os_error.h"
#include "host/posix/posix_host.h"
#include "host/posix/spawn_process.h"

namespace syn::host {

namespace {

constexpr std::string_view kDefaultSearchPath = "/usr/local/bin:/usr/bin:/bin";
/// How long pipes are read after the end of the program, when something it started holds them.
constexpr int64_t kDrainNs = 200'000'000;

int64_t steady_now() { return PosixClock().steady_ns(); }

/// One stream of the program: kept up to a limit, read to its end.
struct Stream {
  UniqueFd fd;
  std::string bytes;
  bool truncated = false;
  uint64_t limit = 0;

  void read_some() {
    std::array<char, 64 * 1024> chunk;
    ssize_t count = ::read(fd.get(), chunk.data(), chunk.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
      fd.close();
      return;
    }
    auto size = static_cast<size_t>(count);
    size_t kept = static_cast<size_t>(std::min<uint64_t>(size, limit - bytes.size()));
    bytes.append(chunk.data(), kept);
    if (kept < size) truncated = true;
  }
};

/// The program's standard input: a file in memory, so that nothing has to be fed to it.
UniqueFd make_input(const std::string& text) {
  if (text.empty()) return UniqueFd(open("/dev/null", O_RDONLY | O_CLOEXEC));
  UniqueFd fd(memfd_create("input", MFD_CLOEXEC));
  std::string_view rest = text;
  while (fd.is_open() && !rest.empty()) {
    ssize_t count = write(fd.get(), rest.data(), rest.size());
    if (count < 0 && errno != EINTR) return UniqueFd();
    if (count > 0) rest.remove_prefix(static_cast<size_t>(count));
  }
  if (fd.is_open()) lseek(fd.get(), 0, SEEK_SET);
  return fd;
}

bool make_pipe(UniqueFd& reader, UniqueFd& writer) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  reader = UniqueFd(ends[0]);
  writer = UniqueFd(ends[1]);
  return fcntl(reader.get(), F_SETFL, O_NONBLOCK) == 0;
}

std::string_view search_path_of(const std::vector<std::string>& environment) {
  for (std::string_view variable : environment) {
    if (variable.substr(0, 5) == "PATH=") return variable.substr(5);
  }
  return kDefaultSearchPath;
}

/// Waits until both streams have ended or time is up. True when the program ended in time.
bool watch(int pidfd, Stream& output, Stream& errors, int64_t deadline_ns) {
  bool ended = false;
  while (true) {
    int64_t left = deadline_ns - steady_now();
    if (left <= 0) return ended;
    std::array<pollfd, 3> polls{{{output.fd.get(), POLLIN, 0},
                                 {errors.fd.get(), POLLIN, 0},
                                 {ended ? -1 : pidfd, POLLIN, 0}}};
    timespec wait{left / 1'000'000'000, left % 1'000'000'000};
    if (ppoll(polls.data(), polls.size(), &wait, nullptr) < 0 && errno != EINTR) return ended;
    if (polls[0].revents != 0) output.read_some();
    if (polls[1].revents != 0) errors.read_some();
    if (polls[2].revents != 0) {
      ended = true;
      deadline_ns = std::min(deadline_ns, steady_now() + kDrainNs);
    }
    if (ended && !output.fd.is_open() && !errors.fd.is_open()) return true;
  }
}

int reap(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int64_t deadline_of(double timeout_seconds) {
  constexpr double kLongest = 1e9;
  double seconds = std::min(std::max(timeout_seconds, 0.0), kLongest);
  return steady_now() + static_cast<int64_t>(seconds * 1e9);
}

Error cannot_start(const ProcessRequest& request, int error_number) {
  return Error(host_errors::kCannotStart,
               {cap::printable_scope(request.command), os_error_text(error_number)});
}

/// A NUL would end a text early, so that another program or argument ran than was asked for.
bool has_nul(const ProcessRequest& request) {
  auto holds_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  return holds_nul(request.command) || (request.cwd && holds_nul(*request.cwd)) ||
         std::any_of(request.arguments.begin(), request.arguments.end(), holds_nul) ||
         std::any_of(request.environment.begin(), request.environment.end(), holds_nul);
}

}  // namespace

Result<ProcessOutcome> PosixProcesses::run(const ProcessRequest& request) {
  if (has_nul(request)) return cannot_start(request, EINVAL);
  std::optional<std::string> executable =
      find_executable(request.command, search_path_of(request.environment));
  if (!executable) return cannot_start(request, ENOENT);
  Stream output;
  Stream errors;
  output.limit = errors.limit = request.max_output;
  UniqueFd output_writer;
  UniqueFd errors_writer;
  UniqueFd input = make_input(request.input);
  if (!input.is_open() || !make_pipe(output.fd, output_writer) ||
      !make_pipe(errors.fd, errors_writer)) {
    return cannot_start(request, errno);
  }
  SpawnPlan plan;
  plan.executable = std::move(*executable);
  plan.arguments = request.arguments;
  plan.arguments.insert(plan.arguments.begin(), request.command);
  plan.environment = request.environment;
  plan.cwd = request.cwd;
  plan.descriptors = {input.get(), output_writer.get(), errors_writer.get()};
  int64_t deadline_ns = deadline_of(request.timeout_seconds);
  SpawnedProcess process = spawn_process(plan);
  if (!process.failed_step.empty()) return cannot_start(request, process.error_number);
  output_writer.close();
  errors_writer.close();

  bool in_time = watch(process.pidfd.get(), output, errors, deadline_ns);
  if (!in_time) kill(-process.pid, SIGKILL);
  ProcessOutcome outcome;
  outcome.exit_code = reap(process.pid);
  if (!in_time) {
    auto seconds = static_cast<long long>(std::floor(request.timeout_seconds));
    return Error(host_errors::kProcessTimedOut,
                 {cap::printable_scope(request.command), std::to_string(seconds)});
  }
  outcome.output = std::move(output.bytes);
  outcome.errors = std::move(errors.bytes);
  outcome.output_truncated = output.truncated;
  outcome.errors_truncated = errors.truncated;
  return outcome;
}

}  // namespace syn::host
