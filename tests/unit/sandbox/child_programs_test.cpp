// The programs of the children, hostile ones among them, and the entry point of the binary.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/child_programs.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <new>
#include <string_view>
#include <vector>

#include "sandbox/launcher.h"
#include "sandbox/wire.h"

extern char** environ;

namespace syn::sandbox {

namespace {

using Program = std::function<ChildReport(ChildChannel&, const std::string&)>;

int64_t steady_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

void print(ChildChannel& channel, const std::string& text) { (void)channel.print(text).ok(); }

[[noreturn]] void sleep_forever() {
  while (true) pause();
}

ChildReport echo(ChildChannel& channel, const std::string& argument) {
  print(channel, argument);
  ChildReport report;
  report.result = "result of " + argument;
  report.steps = 7;
  return report;
}

ChildReport fail(ChildChannel&, const std::string&) {
  ChildReport report;
  report.why = Why::Denied;
  report.exit_code = 1;
  return report;
}

ChildReport print_many(ChildChannel& channel, const std::string& argument) {
  for (int i = 0; i < std::stoi(argument); ++i) print(channel, std::to_string(i));
  return {};
}

ChildReport print_pid(ChildChannel& channel, const std::string&) {
  print(channel, std::to_string(getpid()));
  return {};
}

/// How many processors it has at first; then waits until it has as many as the argument says.
ChildReport wait_for_processors(ChildChannel& channel, const std::string& argument) {
  auto count = [] {
    cpu_set_t found;
    return sched_getaffinity(0, sizeof found, &found) == 0 ? CPU_COUNT(&found) : 0;
  };
  print(channel, std::to_string(count()));
  while (count() != std::stoi(argument)) {
  }
  return {};
}

ChildReport print_then_sleep(ChildChannel& channel, const std::string&) {
  print(channel, "one");
  print(channel, "two");
  channel.audit("an entry");
  channel.flush();
  sleep_forever();
}

/// Ends itself at its deadline, as the machine does.
ChildReport end_in_time(ChildChannel& channel, const std::string&) {
  print(channel, "kept");
  while (steady_now() < channel.deadline_ns()) {
  }
  ChildReport report;
  report.why = Why::Timeout;
  report.exit_code = 1;
  report.result = "all of it";
  return report;
}

ChildReport print_without_end(ChildChannel& channel, const std::string&) {
  const std::string text(1000, 'x');
  while (channel.print(text).ok()) {
  }
  ChildReport report;
  report.why = Why::Output;
  report.exit_code = 1;
  return report;
}

ChildReport flood_errors(ChildChannel&, const std::string&) {
  const std::string text(10'000, 'e');
  for (int i = 0; i < 2000; ++i) (void)!write(STDERR_FILENO, text.data(), text.size());
  (void)!write(STDERR_FILENO, "the end\n", 8);
  abort();
}

std::string frame_with(const Nonce& nonce, FrameType type, const std::string& body) {
  return encode_frame(type, nonce, body);
}

ChildReport forge(ChildChannel& channel, const std::string& how) {
  const std::string json = "{\"ok\":true,\"output\":[\"forged\"],\"errors\":[],\"audit\":[]}\n";
  ChildEnd end;
  end.has_result = true;
  Nonce nonce{};
  if (how == "stdout") {
    (void)!write(STDOUT_FILENO, json.data(), json.size());
    (void)!write(STDERR_FILENO, json.data(), json.size());
    _exit(0);
  }
  if (how == "nonce") {
    std::string bytes = frame_with(nonce, FrameType::Result, "forged") +
                        frame_with(nonce, FrameType::End, encode_end(end));
    (void)!write(channel.fd(), bytes.data(), bytes.size());
    _exit(0);
  }
  if (how == "garbage") {
    (void)!write(channel.fd(), json.data(), json.size());
    sleep_forever();
  }
  if (how == "after-end") {
    channel.finish({});
    print(channel, "late");
    channel.flush();
    _exit(0);
  }
  if (how == "exit-code") {
    channel.finish({});
    _exit(3);
  }
  if (how == "crash") {
    channel.finish({});
    abort();
  }
  if (how == "linger" || how == "stay") {
    if (how == "stay") print(channel, std::to_string(getpid()));
    channel.finish({});
    sleep_forever();
  }
  if (how == "setup") {
    channel.fail_setup({"landlock", EPERM});
    _exit(126);
  }
  _exit(0);  // no end at all
}

ChildReport list_descriptors(ChildChannel& channel, const std::string&) {
  std::string text;
  DIR* directory = opendir("/proc/self/fd");
  while (const dirent* entry = readdir(directory)) {
    int fd = std::atoi(entry->d_name);
    if (entry->d_name[0] == '.' || fd == dirfd(directory)) continue;
    std::vector<char> target(256);
    ssize_t size = readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), target.data(), 255);
    std::string name(target.data(), static_cast<size_t>(size));
    text += std::to_string(fd) + "=" + name.substr(0, name.find(':')) + " ";
  }
  closedir(directory);
  print(channel, text);
  return {};
}

ChildReport list_environment(ChildChannel& channel, const std::string&) {
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    print(channel, *variable);
  }
  return {};
}

uint64_t soft_limit(__rlimit_resource_t resource) {
  rlimit limit{};
  getrlimit(resource, &limit);
  return limit.rlim_cur;
}

ChildReport show_confinement(ChildChannel& channel, const std::string&) {
  int signal_number = 0;
  prctl(PR_GET_PDEATHSIG, &signal_number);
  print(channel, "pdeathsig " + std::to_string(signal_number));
  print(channel, "dumpable " + std::to_string(prctl(PR_GET_DUMPABLE)));
  print(channel, "privileges " + std::to_string(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)));
  print(channel, "leader " + std::to_string(getsid(0) == getpid() && getpgrp() == getpid()));
  print(channel, "core " + std::to_string(soft_limit(RLIMIT_CORE)));
  print(channel, "files " + std::to_string(soft_limit(RLIMIT_NOFILE)));
  print(channel, "size " + std::to_string(soft_limit(RLIMIT_FSIZE)));
  print(channel, "cpu " + std::to_string(soft_limit(RLIMIT_CPU)));
  print(channel, "data " + std::to_string(soft_limit(RLIMIT_DATA) != RLIM_INFINITY));
  std::vector<char> path(4096);
  print(channel, std::string("cwd ") + getcwd(path.data(), path.size()));
  return {};
}

ChildReport eat_memory(ChildChannel& channel, const std::string&) {
  constexpr size_t kChunk = size_t{64} << 20;
  std::vector<char*> chunks;
  try {
    while (true) {
      char* chunk = new char[kChunk];
      std::memset(chunk, 1, kChunk);
      chunks.push_back(chunk);
    }
  } catch (const std::bad_alloc&) {
    print(channel, std::to_string(chunks.size() * kChunk >> 20));
  }
  ChildReport report;
  report.why = Why::Memory;
  report.exit_code = 1;
  _exit((channel.finish(report), 1));
}

ChildReport spin(ChildChannel&, const std::string&) {
  volatile uint64_t count = 0;
  while (true) count = count + 1;
}

/// A nested child; prints both pids and waits for ever.
ChildReport nest(ChildChannel& channel, const std::string& program) {
  class Forward final : public ChildObserver {
   public:
    explicit Forward(ChildChannel& outer) : outer_(outer) {}
    bool on_output(std::string_view text) override {
      print(outer_, std::string(text));
      outer_.flush();
      return true;
    }
    std::string on_ask(std::string_view) override { return {}; }

   private:
    ChildChannel& outer_;
  };
  print(channel, std::to_string(getpid()));
  channel.flush();
  Forward forward(channel);
  ExecSpawner spawner;
  ChildRequest request = request_for(program);
  request.deadline_ns = deadline_after(60, steady_now(), channel.deadline_ns());
  ChildOutcome outcome = run_child(request, spawner, &forward);
  print(channel, std::string(why_name(outcome.why)));
  return {};
}

ChildReport print_pid_then_sleep(ChildChannel& channel, const std::string&) {
  print(channel, std::to_string(getpid()));
  channel.flush();
  sleep_forever();
}

/// Leaves a process behind in its group and ends well.
ChildReport leave_orphan(ChildChannel& channel, const std::string&) {
  pid_t pid = fork();
  if (pid == 0) sleep_forever();
  print(channel, std::to_string(pid));
  return {};
}

ChildReport fork_many(ChildChannel& channel, const std::string&) {
  int num_forked = 0;
  while (num_forked < 500) {
    pid_t pid = fork();
    if (pid == 0) sleep_forever();
    if (pid < 0) break;
    ++num_forked;
  }
  print(channel, num_forked < 500 ? "stopped" : "unbounded");
  return {};
}

ChildReport write_big_file(ChildChannel& channel, const std::string& path) {
  int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const std::string block(1 << 20, 'x');
  ssize_t count = 0;
  do {
    count = write(fd, block.data(), block.size());
  } while (count > 0);
  print(channel, std::string(strerrorname_np(errno)));
  close(fd);
  return {};
}

ChildReport open_many(ChildChannel& channel, const std::string&) {
  int num_open = 0;
  while (open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) ++num_open;
  print(channel, num_open < 100 ? "stopped" : "unbounded");
  return {};
}

ChildReport big_result(ChildChannel&, const std::string& size) {
  ChildReport report;
  report.result = std::string(std::stoul(size), 'r');
  return report;
}

const std::map<std::string, Program>& programs() {
  static const std::map<std::string, Program> kPrograms = {
      {"echo", echo},
      {"fail", fail},
      {"print_many", print_many},
      {"print_pid", print_pid},
      {"wait_for_processors", wait_for_processors},
      {"print_then_sleep", print_then_sleep},
      {"end_in_time", end_in_time},
      {"print_without_end", print_without_end},
      {"flood_errors", flood_errors},
      {"forge", forge},
      {"list_descriptors", list_descriptors},
      {"list_environment", list_environment},
      {"show_confinement", show_confinement},
      {"eat_memory", eat_memory},
      {"spin", spin},
      {"nest", nest},
      {"print_pid_then_sleep", print_pid_then_sleep},
      {"leave_orphan", leave_orphan},
      {"fork_many", fork_many},
      {"write_big_file", write_big_file},
      {"open_many", open_many},
      {"big_result", big_result},
  };
  return kPrograms;
}

}  // namespace

int run_hostile_child(int fd) {
  FrameParser parser(std::nullopt, kMaxPayloadBytes);
  std::string attack;
  std::vector<char> chunk(65536);
  while (attack.empty()) {
    ssize_t count = read(fd, chunk.data(), chunk.size());
    if (count <= 0) return 1;
    parser.append({chunk.data(), static_cast<size_t>(count)});
    while (std::optional<Frame> frame = parser.next()) {
      if (frame->type == FrameType::Payload) attack = std::string(frame->body.substr(8));
    }
  }
  auto send = [&](const std::string& bytes) { (void)!write(fd, bytes.data(), bytes.size()); };
  auto send_frame = [&](FrameType type, const std::string& body) {
    send(encode_frame(type, parser.nonce(), body));
  };
  auto item = [](uint32_t size, const std::string& text) {
    WireWriter length;
    length.u32(size);
    return length.take() + text;
  };
  const std::string large = item(500'000, std::string(500'000, 'x'));
  std::string empties;
  for (int i = 0; i < 100'000; ++i) empties += item(0, "");
  ChildEnd end;
  end.has_result = true;
  while (attack == "output") send_frame(FrameType::Output, large);
  while (attack == "empty-output") send_frame(FrameType::Output, empties);
  while (attack == "audit") send_frame(FrameType::Audit, large);
  while (attack == "results") send_frame(FrameType::Result, std::string(1 << 20, 'r'));
  if (attack == "bad-item") send_frame(FrameType::Output, item(99, "short"));
  if (attack == "huge-frame") {
    send(encode_frame_header(FrameType::Result, parser.nonce(), 0xFFFF'FFFF));
  }
  if (attack == "hello") send_frame(FrameType::Hello, encode_policy({}));
  if (attack == "no-result") send_frame(FrameType::End, encode_end(end));
  if (attack == "bad-end") send_frame(FrameType::End, "x");
  return 0;
}

ChildReport run_test_program(ChildChannel& channel, const std::string& payload) {
  size_t space = payload.find(' ');
  std::string argument = space == std::string::npos ? "" : payload.substr(space + 1);
  return programs().at(payload.substr(0, space))(channel, argument);
}

int run_test_host(const std::string& payload) {
  class Tell final : public ChildObserver {
   public:
    bool on_output(std::string_view text) override {
      std::string line = std::string(text) + "\n";
      (void)!write(3, line.data(), line.size());
      return true;
    }
    std::string on_ask(std::string_view) override { return {}; }
  };
  Tell tell;
  ExecSpawner spawner;
  run_child(request_for(payload), spawner, &tell);
  return 0;
}

ChildRequest request_for(const std::string& payload) {
  ChildRequest request;
  request.payload = payload;
  // The programs here do what the kernel's walls forbid; tests/escape is about those.
  request.spawn.policy.walls.remove(Wall::Landlock);
  request.spawn.policy.walls.remove(Wall::Seccomp);
  request.deadline_ns = deadline_after(30, steady_now(), INT64_MAX);
  return request;
}

ChildOutcome run_program_named(const std::string& payload) {
  ExecSpawner spawner;
  return run_child(request_for(payload), spawner, nullptr);
}

std::string joined(const ItemList& items) {
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += "|";
    out += items[i];
  }
  return out;
}

/// A zombie is dead; whoever inherited it may take its time to notice.
bool is_alive(int pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(stat, line)) return false;
  return line.compare(line.rfind(')') + 2, 1, "Z") != 0;
}

bool dies(int pid) {
  for (int i = 0; i < 5000; ++i) {
    if (!is_alive(pid)) return true;
    timespec wait{0, 1'000'000};
    nanosleep(&wait, nullptr);
  }
  return false;
}

}  // namespace syn::sandbox

/// Children leave by _exit: what a test binary does at its end is not theirs.
int main(int argc, char** argv) {
  std::string_view mode = argc == 3 ? argv[1] : "";
  auto run = [](syn::sandbox::ChildChannel& channel, const std::string& payload) {
    return syn::sandbox::run_test_program(channel, payload);
  };
  if (mode == "--child") {
    _exit(syn::sandbox::serve_child(std::atoi(argv[2]),
                                    {nullptr, nullptr, run, syn::sandbox::BaseFilter::Missing}));
  }
  if (mode == "--launcher") {
    syn::sandbox::LauncherWork work;
    work.child = [run](int fd, syn::sandbox::BaseFilter base_filter) {
      return syn::sandbox::serve_child(fd, {nullptr, nullptr, run, base_filter});
    };
    _exit(syn::sandbox::serve_launcher(std::atoi(argv[2]), work));
  }
  if (mode == "--hostile") _exit(syn::sandbox::run_hostile_child(std::atoi(argv[2])));
  if (mode == "--host") _exit(syn::sandbox::run_test_host(argv[2]));
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
