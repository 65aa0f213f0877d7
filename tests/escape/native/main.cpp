// Runs the attacks: `escape_native` prints one JSON object a line, an attack each, with how it
// ended bare, behind each wall of the kernel alone, and behind all. It says what it saw; whether
// that is right is for tests/escape/native.py to say.
// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "attack.h"
#include "host/clock.h"
#include "host/posix/posix_host.h"
#include "sandbox/child_channel.h"
#include "sandbox/launcher.h"
#include "sandbox/run_child.h"

namespace syn::escape {
namespace {

using sandbox::Wall;
using sandbox::WallSet;

std::vector<Attack> all_attacks() {
  std::vector<Attack> all;
  for (std::span<const Attack> family : {file_attacks(), network_attacks(), process_attacks(),
                                         kernel_attacks(), resource_attacks()}) {
    all.insert(all.end(), family.begin(), family.end());
  }
  return all;
}

const Attack& attack_named(std::string_view name) {
  static const std::vector<Attack> all = all_attacks();
  for (const Attack& attack : all) {
    if (attack.name == name) return attack;
  }
  std::abort();
}

// The child.

sandbox::ChildReport run_attack(sandbox::ChildChannel& channel, const std::string& payload) {
  size_t line = payload.find('\n');
  const Attack& attack = attack_named(std::string_view(payload).substr(0, line));
  Evidence evidence = attack.run(World::decode(std::string_view(payload).substr(line + 1)));
  (void)channel.print(evidence ? "worked: " + *evidence : "stopped: " + std::string(strerror(errno)))
      .ok();
  return {};
}

/// Without any step of set-up: what the machine allows a process of this user.
int serve_bare(int fd) {
  auto opened = sandbox::ChildChannel::open(fd);
  if (!opened.ok()) return 1;
  auto payload = opened.value()->receive_payload();
  if (!payload.ok()) return 1;
  opened.value()->finish(run_attack(*opened.value(), payload.value()));
  return 0;
}

// The host.

/// The files and listeners of one attempt; gone with this.
class Stage {
 public:
  Stage() {
    std::string pattern = std::filesystem::temp_directory_path() / "synsema-escape-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) std::abort();
    world_.root = pattern;
    std::filesystem::create_directory(world_.data());
    std::filesystem::create_directory(pattern + "/outside");
    std::ofstream(pattern + "/.env") << "KEY=canary-7f3a\n";
    std::ofstream(pattern + "/outside/log") << "log\n";
    std::ofstream(world_.data() + "/ok.csv") << "a\n1\n";
    std::ofstream(world_.data() + "/victim.csv") << "a\n1\n";
    std::filesystem::create_symlink("../.env", world_.data() + "/link.csv");
    std::filesystem::create_symlink("..", world_.data() + "/up");
    mkfifo((pattern + "/outside/fifo").c_str(), 0600);
    listen_all();
    world_.host = getpid();
    world_.victim = fork();
    if (world_.victim == 0) {
      while (true) pause();
    }
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage() {
    kill(world_.victim, SIGKILL);
    waitpid(world_.victim, nullptr, 0);
    std::error_code ignored;
    std::filesystem::remove_all(world_.root, ignored);
  }

  const World& world() const { return world_; }

 private:
  int bind_loopback(int type) {
    listeners_.emplace_back(socket(AF_INET, type, 0));
    int fd = listeners_.back().get();
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(fd, reinterpret_cast<sockaddr*>(&address), size) != 0) std::abort();
    if (type == SOCK_STREAM && listen(fd, 8) != 0) std::abort();
    getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(address.sin_port);
  }

  void bind_unix(const std::string& name, bool is_abstract) {
    listeners_.emplace_back(socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + (is_abstract ? 1 : 0), name.data(), name.size());
    size_t size = offsetof(sockaddr_un, sun_path) + name.size() + 1;
    int fd = listeners_.back().get();
    if (bind(fd, reinterpret_cast<sockaddr*>(&address), static_cast<socklen_t>(size)) != 0) {
      std::abort();
    }
    if (listen(fd, 8) != 0) std::abort();
  }

  void listen_all() {
    world_.tcp_port = bind_loopback(SOCK_STREAM);
    world_.udp_port = bind_loopback(SOCK_DGRAM);
    world_.socket = world_.root + "/outside/socket";
    world_.name = "synsema-escape-" + std::to_string(getpid());
    bind_unix(world_.socket, false);
    bind_unix(world_.name, true);
  }

  World world_;
  std::vector<host::UniqueFd> listeners_;
};

sandbox::ChildOutcome attempt(const Attack& attack, WallSet walls, bool bare) {
  Stage stage;
  sandbox::ChildRequest request;
  request.payload = std::string(attack.name) + "\n" + stage.world().encode();
  sandbox::ChildPolicy& policy = request.spawn.policy;
  policy.walls = walls;
  policy.paths = {{stage.world().data(), false, false}};
  policy.limits.memory_bytes = uint64_t{64} << 20;
  if (bare) request.spawn.mode_argument = "--bare";
  double seconds = attack.needs == Needs::Deadline ? 0.05 : 5;
  request.deadline_ns =
      sandbox::deadline_after(seconds, host::PosixClock().steady_ns(), INT64_MAX);
  sandbox::ExecSpawner spawner;
  return sandbox::run_child(request, spawner, nullptr);
}

std::string words_for(const sandbox::ChildOutcome& outcome) {
  if (outcome.why == sandbox::Why::Setup) return "setup: " + outcome.failed_step;
  if (outcome.why == sandbox::Why::Timeout) return "watch: stopped at the deadline";
  if (outcome.signal) return fmt::format("killed: signal {}", *outcome.signal);
  if (outcome.exit_code == 77) return "worked: it became another program";
  if (outcome.output.size() == 0) return "stopped: no answer";
  return std::string(outcome.output[0]);
}

void show(const Attack& attack) {
  std::string claimed;
  for (Wall wall : sandbox::kWalls) {
    if (!attack.walls.has(wall)) continue;
    claimed += fmt::format("{}\"{}\"", claimed.empty() ? "" : ", ", sandbox::wall_name(wall));
  }
  std::string needs = attack.needs == Needs::Root       ? "root"
                      : attack.needs == Needs::Deadline ? "deadline"
                                                        : "";
  auto tell = [&](std::string_view key, WallSet walls, bool bare) {
    std::string words = words_for(attempt(attack, walls, bare));
    for (char& c : words) {
      if (c == '"' || c == '\\' || c < ' ') c = '\'';
    }
    fmt::print(", \"{}\": \"{}\"", key, words);
  };
  fmt::print("{{\"attack\": \"{}\", \"what\": \"{}\", \"claimed\": [{}], \"needs\": \"{}\"",
             attack.name, attack.what, claimed, needs);
  tell("bare", WallSet(), true);
  for (Wall wall : {Wall::Landlock, Wall::Seccomp, Wall::Limits}) {
    WallSet only;
    only.add(wall);
    tell(sandbox::wall_name(wall), only, false);
  }
  tell("all", WallSet::all(), false);
  fmt::print("}}\n");
  std::fflush(stdout);
}

}  // namespace
}  // namespace syn::escape

int main(int argc, char** argv) {
  using namespace syn;
  std::string_view mode = argc == 3 ? argv[1] : "";
  if (mode == "--child") {
    auto run = [](sandbox::ChildChannel& channel, const std::string& payload) {
      return escape::run_attack(channel, payload);
    };
    _exit(sandbox::serve_child(std::atoi(argv[2]), {nullptr, nullptr, run, sandbox::BaseFilter::Missing}));
  }
  if (mode == "--bare") _exit(escape::serve_bare(std::atoi(argv[2])));
  for (const escape::Attack& attack : escape::all_attacks()) {
    if (argc == 2 && attack.name != argv[1]) continue;
    escape::show(attack);
  }
  return 0;
}
