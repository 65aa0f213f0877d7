// parallel_map in forked workers: what a case of the language cannot show. The same steps, errors
// and limits as in one process; no process and no descriptor left behind.
// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "bytecode/errors.h"
#include "host/memory/memory_host.h"
#include "host/posix/posix_host.h"
#include "host/posix/posix_workers.h"
#include "run/run.h"
#include "value/errors.h"

namespace syn {
namespace {

/// Two workers on any machine, and how often they were asked for.
class CountingWorkers final : public host::Workers {
 public:
  size_t num_processors() override { return 2; }
  Result<void> run(size_t count, const Body& body, const Receive& receive,
                   const Poll& poll) override {
    ++num_runs;
    return real_.run(count, body, receive, poll);
  }

  int num_runs = 0;

 private:
  host::PosixWorkers real_;
};

struct Ran {
  RunOutcome outcome;
  std::string output;
  int num_forks = 0;

  std::string error() const { return outcome.errors.empty() ? "" : outcome.errors[0].line(); }
};

enum class With : uint8_t { Workers, None };

Ran run(const std::string& source, With with, RunLimits limits = {}, int64_t deadline_ms = 0) {
  host::MemoryHost memory;
  host::PosixClock clock;
  CountingWorkers workers;
  host::Host none = memory.host();
  host::Workers& used = with == With::Workers ? static_cast<host::Workers&>(workers) : none.workers;
  host::Host host{none.files, clock,          none.random, none.environment, none.output,
                  none.input, none.processes, used,        none.network};
  cap::AuditLog audit(nullptr, [] { return int64_t{0}; });
  RunRequest request;
  request.source = source;
  request.file = "a.syn";
  request.limits = limits;
  if (deadline_ms != 0) request.deadline_ns = clock.steady_ns() + deadline_ms * 1'000'000;
  RunOutcome outcome = run_program_here(std::move(request), host, audit);
  return {std::move(outcome), memory.output.text(), workers.num_runs};
}

const std::string kSpin =
    "task spin(n)\n    let s be 0\n    each i in range(n)\n        set s to s + i\n    give s\n";

size_t num_descriptors() {
  size_t count = 0;
  DIR* folder = opendir("/proc/self/fd");
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

bool has_children() { return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

/// Both ways agree in everything that a program or its host can see.
void expect_same(const std::string& source, RunLimits limits = {}) {
  SCOPED_TRACE(source);
  Ran here = run(source, With::None, limits);
  Ran there = run(source, With::Workers, limits);
  EXPECT_EQ(here.num_forks, 0);
  EXPECT_EQ(there.num_forks, 1);
  EXPECT_EQ(there.output, here.output);
  EXPECT_EQ(there.error(), here.error());
  EXPECT_EQ(there.outcome.steps, here.outcome.steps);
  EXPECT_EQ(there.outcome.exit_code, here.outcome.exit_code);
}

TEST(ParallelMap, GivesTheResultsAndStepsOfOneProcess) {
  expect_same(kSpin + "print(parallel_map((n) => spin(n * 1000), range(60)))\n");
  expect_same(kSpin + "print(sum(parallel_map((n) => spin(20) + n, range(20000))))\n");
  expect_same(kSpin + "print(parallel_map((n) => [n, spin(9000), {\"t\": `<{n}>`}], range(20)))\n");
}

TEST(ParallelMap, GivesTheFirstErrorByPlace) {
  std::string divide = kSpin + "task f(n)\n    let s be spin(9000)\n    give s / (n - ";
  expect_same(divide + "13)\nprint(parallel_map(f, range(40)))\n");
  expect_same(kSpin +
              "task f(n)\n    let s be spin(9000)\n    when n > 20\n        raise(`no {n}`)\n"
              "    give n\nprint(parallel_map(f, range(40)))\n");
}

TEST(ParallelMap, AnEndlessItemBehindAnErrorIsStopped) {
  std::string source = kSpin +
                       "task f(n)\n    when n == 25\n        give 1 / 0\n"
                       "    when n == 28\n        while true\n            let x be 1\n"
                       "    give spin(9000)\nprint(parallel_map(f, range(40)))\n";
  Ran ran = run(source, With::Workers, {}, 20'000);
  EXPECT_EQ(ran.error(), "Runtime error: a.syn:8:16: Division by zero");
  EXPECT_FALSE(has_children());
}

TEST(ParallelMap, HoldsTheStepLimitAtTheSamePlace) {
  RunLimits limits;
  limits.steps = 400'000;
  std::string source = kSpin + "print(parallel_map((n) => spin(9000), range(60)))\n";
  expect_same(source, limits);
  EXPECT_TRUE(run(source, With::Workers, limits).outcome.errors[0].is(runtime_errors::kStepLimit));
}

TEST(ParallelMap, HoldsTheMemoryLimit) {
  RunLimits limits;
  limits.memory_bytes = 24 << 20;
  std::string large = kSpin +
                      "task f(n)\n    let s be spin(9000)\n    give length(range(n * 10000))\n"
                      "print(sum(parallel_map(f, range(50))))\n";
  expect_same(large, limits);
  std::string caught = kSpin +
                       "task f(n)\n    let s be spin(9000)\n    try\n"
                       "        give length(split(pad_left(\"a\", n * 1000), \"  \"))\n"
                       "    recover e\n        give \"short\"\n"
                       "print(parallel_map(f, range(120)))\n";
  expect_same(caught, limits);
  std::string never = kSpin +
                      "task f(n)\n    let s be spin(9000)\n    give range(n * 30000)\n"
                      "print(length(parallel_map(f, range(50))))\n";
  Ran ran = run(never, With::Workers, limits);
  ASSERT_FALSE(ran.outcome.ok);
  EXPECT_TRUE(ran.outcome.errors[0].is(value_errors::kMemoryLimit));
}

TEST(ParallelMap, HoldsTheDeadline) {
  std::string source = kSpin +
                       "task f(n)\n    when n > 20\n        while true\n            let x be 1\n"
                       "    give spin(9000)\nprint(parallel_map(f, range(60)))\n";
  host::PosixClock clock;
  int64_t start = clock.steady_ns();
  Ran ran = run(source, With::Workers, {}, 300);
  EXPECT_TRUE(ran.outcome.errors[0].is(runtime_errors::kTimeLimit));
  EXPECT_LT(clock.steady_ns() - start, 5'000'000'000);
  EXPECT_FALSE(has_children());
}

TEST(ParallelMap, LeavesNoProcessAndNoDescriptor) {
  size_t before = num_descriptors();
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(run(kSpin + "print(parallel_map((n) => spin(9000), range(40)))\n", With::Workers)
                    .outcome.ok);
  }
  EXPECT_FALSE(has_children());
  EXPECT_EQ(num_descriptors(), before);
}

TEST(ParallelMap, DoesNotForkForLittleWorkOrWithEffects) {
  auto forks = [](const std::string& source) { return run(source, With::Workers).num_forks; };
  EXPECT_EQ(forks("print(parallel_map((n) => n * 2, range(100)))\n"), 0);
  EXPECT_EQ(forks(kSpin + "task f(n)\n    print(n)\n    give spin(9000)\n"
                          "print(parallel_map(f, range(60)))\n"),
            0);
  EXPECT_EQ(forks(kSpin + "let c be 0\ntask f(n)\n    set c to c + 1\n    give spin(9000)\n"
                          "print(parallel_map(f, range(60)), c)\n"),
            0);
  EXPECT_EQ(forks(kSpin + "let r be rng(7)\nprint(parallel_map((n) => r() + spin(9000), "
                          "range(60)))\n"),
            0);
  EXPECT_EQ(forks(kSpin + "let fs be [print, length]\n"
                          "print(parallel_map((n) => [spin(9000), fs[1](\"ab\")], range(60)))\n"),
            0);
}

TEST(ParallelMap, WorkersStartNoWorkers) {
  expect_same(kSpin +
              "print(parallel_map((n) => sum(parallel_map((m) => spin(900) + m, range(40))), "
              "range(12)))\n");
}

}  // namespace
}  // namespace syn
