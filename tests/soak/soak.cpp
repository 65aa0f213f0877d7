// Long tests of running children, by the way that hosts do it: many runs of which some are hostile,
// many at once, and processes killed at random moments. `soak` prints what it counted and exits
// with 1 when something leaked or failed. Not for what a program may do: tests/escape.
// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "cap/capability_set.h"
#include "host/network.h"
#include "host/posix/posix_files.h"
#include "host/posix/posix_host.h"
#include "host/workers.h"
#include "run/child.h"
#include "run/children.h"
#include "run/report.h"
#include "sandbox/run_child.h"

namespace syn {
namespace {

int64_t now_ns() { return host::PosixClock().steady_ns(); }

/// A real host, without input and output.
class World {
 public:
  World() : files_(random_), environment_({}), output_(host::PosixOutput::Buffering::Full) {}
  host::Host host() {
    return {files_, clock_, random_, environment_, output_, input_, processes_, workers_, network_};
  }

 private:
  host::PosixRandom random_;
  host::PosixFiles files_;
  host::PosixClock clock_;
  host::EnvironmentMap environment_;
  host::PosixOutput output_;
  host::PosixInput input_;
  host::PosixProcesses processes_;
  host::NoWorkers workers_;
  host::NoNetwork network_;
};

struct Program {
  std::string source;
  sandbox::Why why;
};

/// What each must come to, under the ceiling and limits of `make_run`.
const std::vector<Program>& hostile_programs() {
  using sandbox::Why;
  static const std::vector<Program> programs = {
      {"require file.read(\"./data/*\")\nprint(read_file(\".env\"))", Why::Denied},
      {"require file.read(\"./data/*\")\nprint(read_file(\"data/link.csv\"))", Why::Denied},
      {"require file.write(\"./data/*\")\nwrite_file(\"data/new.csv\", \"x\")", Why::Denied},
      {"require exec(\"sh\")\nprint(run(\"sh\", [\"-c\", \"id\"]))", Why::Denied},
      {"require net(\"127.0.0.1\")\nprint(fetch(\"http://127.0.0.1/\"))", Why::Denied},
      {"let n be 0\nwhile true\n    set n to n + 1", Why::Timeout},
      {"let s be \"xxxxxxxxxxxxxxxx\"\nwhile true\n    set s to s + s", Why::Memory},
      {"while true\n    print(\"flood flood flood flood flood flood flood flood\")", Why::Output},
      {"task f(n)\n    return f(n + 1)\nf(0)", Why::Error},
      {"print(\"\\u001b[2Jcleared\")\nprint([1][5])", Why::Error},
  };
  return programs;
}

const Program& good_program() {
  static const Program program = {
      "require file.read(\"./data/*\")\nprint(sum(apply(read_csv(\"data/ok.csv\"), (r) => r.a)))",
      sandbox::Why::Ok};
  return program;
}

/// The folder of a soak: `data` with a file and a link, `.env` beside it.
class Folder {
 public:
  Folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "synsema-soak-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
    std::filesystem::create_directory(path_ + "/data");
    std::ofstream(path_ + "/.env") << "KEY=canary\n";
    std::ofstream(path_ + "/data/ok.csv") << "a,b\n1,2\n3,4\n";
    std::filesystem::create_symlink("../.env", path_ + "/data/link.csv");
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }
  size_t num_entries() const {
    size_t count = 0;
    for ([[maybe_unused]] const auto& each : std::filesystem::recursive_directory_iterator(path_)) {
      ++count;
    }
    return count;
  }

 private:
  std::string path_;
};

ChildRun make_run(const Program& program, const Folder& folder, SpawnKind spawn) {
  ChildRun run;
  run.payload.source = program.source;
  run.payload.filename = "<soak>";
  run.payload.base.cwd = folder.path();
  run.payload.profile = cap::Profile::Native;
  auto ceiling = cap::parse_ceiling("stdout,file.read=./data/*", run.payload.base);
  run.payload.ceilings.push_back(std::move(ceiling).value());
  run.limits.memory_bytes = uint64_t{16} << 20;
  run.limits.max_output_bytes = 64 << 10;
  run.spawn = spawn;
  double seconds = program.why == sandbox::Why::Timeout ? 0.02 : 30;
  run.deadline_ns = sandbox::deadline_after(seconds, now_ns(), INT64_MAX);
  return run;
}

size_t count_names(const std::string& path) {
  size_t count = 0;
  DIR* folder = opendir(path.c_str());
  if (folder == nullptr) return 0;
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

uint64_t resident_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::strtoull(line.c_str() + 6, nullptr, 10);
  }
  return 0;
}

struct Process {
  pid_t pid;
  pid_t parent;
  char state;
};

/// All processes that run this binary, or that were forked by one that does.
std::vector<Process> processes_of_ours() {
  static const std::string own = std::filesystem::read_symlink("/proc/self/exe");
  std::vector<Process> found;
  DIR* folder = opendir("/proc");
  while (dirent* entry = readdir(folder)) {
    pid_t pid = std::atoi(entry->d_name);
    if (pid <= 0) continue;
    std::error_code error;
    std::string base = "/proc/" + std::to_string(pid);
    std::filesystem::path executable = std::filesystem::read_symlink(base + "/exe", error);
    if (!error && executable != own) continue;
    std::ifstream stat(base + "/stat");
    std::string line;
    if (!std::getline(stat, line)) continue;
    Process process{pid, 0, 0};
    std::sscanf(line.c_str() + line.rfind(')') + 1, " %c %d", &process.state, &process.parent);
    if (error && process.state != 'Z') continue;
    found.push_back(process);
  }
  closedir(folder);
  return found;
}

/// What the program said of its end, or what the host found.
std::string said_by(const sandbox::ChildOutcome& outcome) {
  auto result = decode_child_result(outcome.result);
  bool has_said = result.ok() && !result.value().errors.empty();
  std::string said = has_said ? result.value().errors[0] : outcome.error().message();
  return said.substr(0, 200);
}

struct Tally {
  uint64_t runs = 0;
  uint64_t wrong = 0;
  std::string first_wrong;

  void take(const Program& program, const sandbox::ChildOutcome& outcome) {
    ++runs;
    bool right = outcome.why == program.why;
    if (program.why == sandbox::Why::Ok) {
      right = right && outcome.output.size() == 1 && outcome.output[0] == "4";
    }
    if (right) return;
    if (wrong++ == 0) {
      first_wrong = fmt::format("'{}' ended as {}, not {}: {}", program.source.substr(0, 60),
                                sandbox::why_name(outcome.why), sandbox::why_name(program.why),
                                said_by(outcome));
    }
  }
};

struct Caller {
  World world;
  host::Host host = world.host();
  cap::AuditLog log{nullptr, [] { return int64_t{0}; }};
  cap::CapabilitySet own{"program", {"/", std::nullopt}, {}, log};
};

int report(const Tally& tally, bool leaked) {
  if (tally.wrong > 0) fmt::print("FAIL {} of {} runs: {}\n", tally.wrong, tally.runs, tally.first_wrong);
  fmt::print("{}\n", tally.wrong == 0 && !leaked ? "ok" : "FAILED");
  return tally.wrong == 0 && !leaked ? 0 : 1;
}

/// Every tenth run is hostile; processes, descriptors, memory and files are counted before and after.
int soak_runs(uint64_t num_runs) {
  Folder folder;
  Caller caller;
  auto children = make_local_children(caller.host);
  Tally tally;
  struct Counts {
    size_t descriptors, processes, zombies, entries;
    uint64_t kib;
  };
  auto count = [&] {
    children->settle();
    auto all = processes_of_ours();
    auto zombies = std::count_if(all.begin(), all.end(), [](const Process& process) {
      return process.parent == getpid() && process.state == 'Z';
    });
    return Counts{count_names("/proc/self/fd"), all.size(), static_cast<size_t>(zombies),
                  folder.num_entries(), resident_kib()};
  };
  auto one = [&](uint64_t i) {
    constexpr uint64_t kEvery = 10;
    const Program& program = i % kEvery == 0
                                 ? hostile_programs()[i / kEvery % hostile_programs().size()]
                                 : good_program();
    tally.take(program, children->run(make_run(program, folder, SpawnKind::Warm), caller.own, {}));
  };
  uint64_t warm_up = std::min<uint64_t>(num_runs / 10, 1000);
  for (uint64_t i = 0; i < warm_up; ++i) one(i);
  Counts before = count();
  int64_t start = now_ns();
  for (uint64_t i = warm_up; i < num_runs; ++i) {
    one(i);
    if (isatty(2) && i % 1000 == 0) fmt::print(stderr, "\r{} of {}", i, num_runs);
  }
  double seconds = static_cast<double>(now_ns() - start) / 1e9;
  Counts after = count();
  bool leaked = after.descriptors > before.descriptors || after.zombies > 0 ||
                after.processes > before.processes + 2 || after.entries != before.entries ||
                after.kib > before.kib + 2048;
  fmt::print("{} runs, every tenth hostile, {:.2f} ms each\n", num_runs,
             seconds * 1e3 / static_cast<double>(num_runs - warm_up));
  fmt::print("descriptors {} -> {}, processes {} -> {}, zombies {}, files {} -> {}, memory {} -> {} KiB\n",
             before.descriptors, after.descriptors, before.processes, after.processes,
             after.zombies, before.entries, after.entries, before.kib, after.kib);
  return report(tally, leaked);
}

/// Seconds that a run takes: many, one after the other (the median), and with a thread for each, all
/// started together (a share of the whole).
struct Pace {
  double serial;
  double at_once;
  double ratio() const { return at_once / serial; }
};

Pace measure_pace(Caller& caller, Children& children, const Folder& folder, uint64_t num_runs,
                  Tally& tally) {
  constexpr int kSerial = 50;
  std::vector<double> serial;
  for (int i = 0; i < kSerial; ++i) {
    auto outcome = children.run(make_run(good_program(), folder, SpawnKind::Warm), caller.own, {});
    tally.take(good_program(), outcome);
    serial.push_back(outcome.wall_seconds);
  }
  std::sort(serial.begin(), serial.end());
  std::vector<sandbox::ChildOutcome> outcomes(num_runs);
  int64_t start = now_ns();
  {
    std::vector<std::jthread> threads;
    for (uint64_t i = 0; i < num_runs; ++i) {
      threads.emplace_back([&, i] {
        cap::CapabilitySet own("program", {"/", std::nullopt}, {}, caller.log);
        outcomes[i] = children.run(make_run(good_program(), folder, SpawnKind::Warm), own, {});
      });
    }
  }
  double each = static_cast<double>(now_ns() - start) / 1e9 / static_cast<double>(num_runs);
  for (const auto& outcome : outcomes) tally.take(good_program(), outcome);
  return {serial[kSerial / 2], each};
}

/// What else the machine does takes a share of the processors from many runs at once, and hardly
/// anything from one that is woken now and then; so the best of some rounds counts.
int soak_at_once(uint64_t num_runs) {
  Folder folder;
  Caller caller;
  auto children = make_local_children(caller.host);
  Tally tally;
  constexpr int kRounds = 5;
  constexpr double kAllowed = 2;
  Pace best = measure_pace(caller, *children, folder, num_runs, tally);
  for (int i = 1; i < kRounds && best.ratio() > kAllowed; ++i) {
    Pace pace = measure_pace(caller, *children, folder, num_runs, tally);
    if (pace.ratio() < best.ratio()) best = pace;
  }
  fmt::print("{} runs at once: {:.2f} ms of time for each; one after the other: {:.2f} ms (median)\n",
             num_runs, best.at_once * 1e3, best.serial * 1e3);
  fmt::print("at once ÷ serial: {:.2f}\n", best.ratio());
  return report(tally, best.ratio() > kAllowed);
}

/// What is killed at random: runs without end, some warm, some fresh.
[[noreturn]] void be_host() {
  Folder folder;
  Caller caller;
  auto children = make_local_children(caller.host);
  for (uint64_t i = 0;; ++i) {
    const Program& program = i % 3 == 0 ? hostile_programs()[5] : good_program();
    SpawnKind spawn = i % 5 == 4 ? SpawnKind::Fresh : SpawnKind::Warm;
    (void)children->run(make_run(program, folder, spawn), caller.own, {});
  }
}

bool all_gone(pid_t but) {
  constexpr int kTries = 2000;
  for (int i = 0; i < kTries; ++i) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    auto all = processes_of_ours();
    bool left = std::any_of(all.begin(), all.end(), [&](const Process& process) {
      return process.pid != but && process.state != 'Z';
    });
    if (!left) return true;
    usleep(1000);
  }
  return false;
}

/// Kills the host, its launcher or a child; then the host, and nothing may be left.
int soak_kills(uint64_t num_kills) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::mt19937 random(static_cast<unsigned>(getpid()));
  std::map<std::string, int> killed;
  Tally tally;
  int survivors = 0;
  // Where hosts that are killed leave their folders; other tests have theirs beside it.
  Folder scratch;
  for (uint64_t i = 0; i < num_kills; ++i) {
    pid_t host = fork();
    if (host == 0) {
      setenv("TMPDIR", scratch.path().c_str(), 1);
      execl("/proc/self/exe", "soak", "host", nullptr);
      _exit(127);
    }
    usleep(static_cast<useconds_t>(random() % 12'000));
    std::vector<Process> below;
    for (const Process& process : processes_of_ours()) {
      if (process.parent == host) below.push_back(process);
    }
    unsigned choice = random() % 3;
    if (choice != 0 && !below.empty()) {
      kill(below[random() % below.size()].pid, SIGKILL);
      ++killed["launcher or child"];
      usleep(static_cast<useconds_t>(random() % 3'000));
    } else {
      ++killed["host"];
    }
    kill(host, SIGKILL);
    waitpid(host, nullptr, 0);
    if (!all_gone(getpid())) ++survivors;
    if (i % 50 == 0) {
      Folder folder;
      Caller caller;
      auto children = make_local_children(caller.host);
      tally.take(good_program(),
                 children->run(make_run(good_program(), folder, SpawnKind::Warm), caller.own, {}));
    }
  }
  for (const auto& [what, count] : killed) fmt::print("killed first: {} {} times\n", what, count);
  fmt::print("survivors after {} kills: {}\n", num_kills, survivors);
  return report(tally, survivors > 0);
}

void await_death(pid_t pid) {
  constexpr int kTries = 2000;
  for (int i = 0; i < kTries; ++i) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    if (!std::getline(stat, line) || line.compare(line.rfind(')') + 2, 1, "Z") == 0) return;
    usleep(1000);
  }
}

/// A launcher or a child that dies under a host that lives: the next run works.
int soak_deaths(uint64_t num_deaths) {
  Folder folder;
  Caller caller;
  auto children = make_local_children(caller.host);
  std::mt19937 random(static_cast<unsigned>(getpid()));
  Tally tally;
  uint64_t deaths = 0;
  for (uint64_t i = 0; i < num_deaths; ++i) {
    pid_t victim = 0;
    std::jthread killer([&, wait = random() % 4'000] {
      usleep(static_cast<useconds_t>(wait));
      std::vector<Process> below;
      for (const Process& process : processes_of_ours()) {
        if (process.parent == getpid() && process.state != 'Z') below.push_back(process);
      }
      if (below.empty()) return;
      victim = below[wait % below.size()].pid;
      kill(victim, SIGKILL);
      ++deaths;
    });
    Program endless = hostile_programs()[5];
    (void)children->run(make_run(endless, folder, SpawnKind::Warm), caller.own, {});
    killer.join();
    if (victim != 0) await_death(victim);  // a signal that was sent takes its time
    tally.take(good_program(), children->run(make_run(good_program(), folder, SpawnKind::Warm), caller.own, {}));
  }
  children.reset();
  auto left = processes_of_ours();
  auto below = std::count_if(left.begin(), left.end(),
                             [](const Process& process) { return process.parent == getpid(); });
  fmt::print("{} launchers and children killed under a living host; left at its end: {}\n", deaths, below);
  return report(tally, below > 0);
}

}  // namespace
}  // namespace syn

int main(int argc, char** argv) {
  std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "--child") _exit(syn::run_child_process(std::atoi(argv[2])));
  if (mode == "--launcher") _exit(syn::run_launcher_process(std::atoi(argv[2])));
  if (mode == "host") syn::be_host();
  uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if (mode == "runs" && count > 10) return syn::soak_runs(count);
  if (mode == "at-once" && count > 0) return syn::soak_at_once(count);
  if (mode == "kills" && count > 0) return syn::soak_kills(count);
  if (mode == "deaths" && count > 0) return syn::soak_deaths(count);
  fmt::print(stderr, "usage: soak runs N | at-once N | kills N | deaths N\n");
  return 2;
}
