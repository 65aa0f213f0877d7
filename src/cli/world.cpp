// The real host of a command.
// SPDX-License-Identifier: Apache-2.0
#include "cli/world.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace syn::cli {

World::World()
    : files_(random_),
      output_(host::is_terminal(STDOUT_FILENO) ? host::PosixOutput::Buffering::Line
                                               : host::PosixOutput::Buffering::Full),
      environment_(std::make_unique<host::PosixEnvironment>(host::EnvFile{})) {
  base_.cwd = host::current_directory().value_or("/");
  base_.home = host::home_directory();
}

std::string World::sql_library_root() {
  const char* root = std::getenv("DUCKDB_ROOT");
  return root == nullptr ? std::string() : root;
}

uint32_t World::num_threads() {
  constexpr uint32_t kMost = 16;
  const char* text = std::getenv("SYNSEMA_THREADS");
  std::string_view asked = text == nullptr ? "" : text;
  uint32_t count = 0;
  auto [end, problem] = std::from_chars(asked.data(), asked.data() + asked.size(), count);
  bool is_count = problem == std::errc() && end == asked.data() + asked.size() && count != 0;
  if (is_count) return std::min(count, kMost);
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof processors, &processors) != 0) return 1;
  return std::min<uint32_t>(static_cast<uint32_t>(CPU_COUNT(&processors)), 2);
}

host::Host World::host() { return host_with(output_); }

host::Host World::host_with(host::Output& output) {
  return {files_, clock_, random_, *environment_, output, input_, processes_, workers_, network_};
}

void World::load_env_file(const std::optional<std::string>& option) {
  std::string path = ".env";
  bool asked = false;
  if (option) {
    path = *option;
    asked = true;
  } else if (const char* named = std::getenv("SYNSEMA_ENV_FILE")) {
    path = named;
    asked = true;
  }
  if (path.empty()) return;
  if (!asked && access(path.c_str(), F_OK) != 0) return;
  std::string absolute = cap::absolute_path(path, base_);
  auto text = files_.read(cap::PathPermit::unrestricted(absolute, path), {});
  if (!text.ok()) {
    int cause = access(path.c_str(), R_OK) != 0 ? errno : EIO;
    output_.print_error("synsema: warning: cannot read env file '" + path +
                        "': " + std::strerror(cause));
    return;
  }
  host::EnvFile parsed = host::parse_env_file(text.value());
  for (uint32_t line : parsed.bad_lines) {
    output_.print_error("synsema: warning: " + path + ":" + std::to_string(line) +
                        ": not a KEY=VALUE line");
  }
  environment_ = std::make_unique<host::PosixEnvironment>(std::move(parsed));
}

}  // namespace syn::cli
