// Clock, entropy, environment and standard streams of this machine.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/posix_host.h"

#include <poll.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "base/check.h"
#include "base/utf8.h"
#include "host/errors.h"
#include "host/posix/os_error.h"
#include "host/terminal_text.h"

extern char** environ;

namespace syn::host {

namespace {

constexpr int64_t kSecondNs = 1'000'000'000;

int64_t read_clock(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<int64_t>(now.tv_sec) * kSecondNs + now.tv_nsec;
}

/// 0 or an errno. Waits where the descriptor does not block.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<size_t>(count));
    } else if (errno == EAGAIN) {
      pollfd ready{fd, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/// Keys of providers of language models are not for programs that a program starts.
bool is_provider_key(std::string_view name) {
  constexpr std::string_view kEnd = "_API_KEY";
  return name.size() > kEnd.size() && name.substr(name.size() - kEnd.size()) == kEnd;
}

}  // namespace

int64_t PosixClock::unix_ns() { return read_clock(CLOCK_REALTIME); }

int64_t PosixClock::steady_ns() { return read_clock(CLOCK_MONOTONIC); }

void PosixClock::sleep(int64_t duration_ns, int64_t deadline_ns) {
  int64_t now = steady_ns();
  int64_t end = duration_ns > kNever - now ? kNever : now + duration_ns;
  end = std::min(end, deadline_ns);
  timespec until{end / kSecondNs, end % kSecondNs};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

void PosixRandom::fill(std::span<std::byte> out) {
  while (!out.empty()) {
    ssize_t count = getrandom(out.data(), out.size(), 0);
    CHECK(count > 0 || errno == EINTR);
    if (count > 0) out = out.subspan(static_cast<size_t>(count));
  }
}

PosixEnvironment::PosixEnvironment(EnvFile env_file) : env_file_(std::move(env_file)) {}

std::optional<std::string> PosixEnvironment::find(std::string_view name) {
  if (const char* value = std::getenv(std::string(name).c_str())) return std::string(value);
  const auto& variables = env_file_.variables;
  auto found = std::find_if(variables.rbegin(), variables.rend(),
                            [&](const auto& variable) { return variable.first == name; });
  if (found == variables.rend()) return std::nullopt;
  return found->second;
}

std::vector<std::string> PosixEnvironment::inherited() {
  std::vector<std::string> out;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    std::string_view text = *variable;
    std::string_view name = text.substr(0, text.find('='));
    const auto& variables = env_file_.variables;
    bool is_from_file = std::any_of(variables.begin(), variables.end(),
                                    [&](const auto& known) { return known.first == name; });
    if (!is_from_file && !is_provider_key(name)) out.emplace_back(text);
  }
  return out;
}

PosixOutput::~PosixOutput() { flush(); }

void PosixOutput::escape_on_terminal() {
  escapes_ = is_terminal(STDOUT_FILENO);
  escapes_errors_ = is_terminal(STDERR_FILENO);
}

Result<void> PosixOutput::print(std::string_view text) { return add(text, "\n"); }

Result<void> PosixOutput::write(std::string_view text) { return add(text, ""); }

Result<void> PosixOutput::add(std::string_view text, std::string_view end) {
  constexpr size_t kFull = 64 * 1024;
  if (escapes_) {
    pending_ += escape_controls(text);
  } else {
    pending_ += text;
  }
  pending_ += end;
  if (buffering_ == Buffering::Line || pending_.size() >= kFull) flush();
  if (broken_) return Error(host_errors::kCannotWriteOutput, {os_error_text(EPIPE)});
  return {};
}

void PosixOutput::flush() {
  if (!broken_ && write_all(STDOUT_FILENO, pending_) != 0) broken_ = true;
  pending_.clear();
}

void PosixOutput::print_error(std::string_view text) {
  flush();
  std::string line = escapes_errors_ ? escape_controls(text) : std::string(text);
  line += '\n';
  write_all(STDERR_FILENO, line);
}

Result<size_t> PosixInput::fill() {
  if (start_ > 0) {
    pending_.erase(0, start_);
    start_ = 0;
  }
  std::array<char, 64 * 1024> chunk;
  while (true) {
    ssize_t count = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (count >= 0) {
      pending_.append(chunk.data(), static_cast<size_t>(count));
      return static_cast<size_t>(count);
    }
    if (errno == EAGAIN) {
      pollfd ready{STDIN_FILENO, POLLIN, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return Error(host_errors::kCannotReadInput, {os_error_text(errno)});
    }
  }
}

Result<std::optional<std::string>> PosixInput::read_line() {
  size_t searched = start_;
  size_t stop = pending_.find('\n', searched);
  while (stop == std::string::npos) {
    if (pending_.size() - start_ > kMaxLineBytes) {
      return Error(host_errors::kInputTooLong, {std::to_string(kMaxLineBytes)});
    }
    searched = pending_.size() - start_;
    TRY_ASSIGN(size_t count, fill());
    if (count == 0) break;
    stop = pending_.find('\n', searched);
  }
  if (start_ == pending_.size()) return std::optional<std::string>();
  size_t end = stop == std::string::npos ? pending_.size() : stop;
  std::string line = pending_.substr(start_, end - start_);
  start_ = stop == std::string::npos ? pending_.size() : stop + 1;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (std::optional<size_t> bad = find_invalid_utf8(line)) {
    return Error(host_errors::kInputNotUtf8, {std::to_string(*bad)});
  }
  return std::optional<std::string>(std::move(line));
}

Result<std::string> PosixInput::read_all(uint64_t max_bytes) {
  size_t count = 1;
  while (count > 0 && pending_.size() - start_ <= max_bytes) {
    TRY_ASSIGN(count, fill());
  }
  if (pending_.size() - start_ > max_bytes) {
    return Error(host_errors::kFileTooLarge, {"-", std::to_string(max_bytes)});
  }
  std::string all = pending_.substr(start_);
  pending_.clear();
  start_ = 0;
  return all;
}

std::optional<std::string> current_directory() {
  std::array<char, 4096> path{};
  if (getcwd(path.data(), path.size()) == nullptr || path[0] != '/') return std::nullopt;
  return std::string(path.data());
}

std::optional<std::string> home_directory() {
  const char* home = std::getenv("HOME");
  if (home == nullptr) return std::nullopt;
  std::string text = home;
  bool is_blank = text.find_first_not_of(" \t") == std::string::npos;
  if (is_blank) return std::nullopt;
  return text;
}

bool is_terminal(int fd) { return isatty(fd) == 1; }

}  // namespace syn::host
