// Children: what comes back, what they inherit, how they are stopped, and what they cannot forge.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/run_child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <thread>

#include "host/posix/posix_host.h"
#include "host/posix/spawn_process.h"
#include "host/temporary_directory.h"
#include "sandbox/child_programs.h"
#include "sandbox/child_setup.h"
#include "sandbox/errors.h"

namespace syn::sandbox {
namespace {

#ifdef SYN_ASAN
const std::string kDataLimited = "0";  // the sanitizer needs the address space
#else
const std::string kDataLimited = "1";
#endif

int64_t now_ns() { return host::PosixClock().steady_ns(); }

ChildOutcome run(ChildRequest request) {
  ExecSpawner spawner;
  return run_child(request, spawner, nullptr);
}

ChildRequest with_timeout(const std::string& payload, double seconds) {
  ChildRequest request = request_for(payload);
  request.deadline_ns = deadline_after(seconds, now_ns(), INT64_MAX);
  return request;
}

std::vector<int> pids_of(const ItemList& output) {
  std::vector<int> pids;
  for (size_t i = 0; i < output.size(); ++i) {
    pids.push_back(std::atoi(std::string(output[i]).c_str()));
  }
  return pids;
}

size_t num_descriptors() {
  auto entries = std::filesystem::directory_iterator("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(entries), end(entries)));
}

TEST(RunChild, GivesOutputResultAndReport) {
  ChildOutcome outcome = run_program_named("echo hello");
  EXPECT_EQ(outcome.why, Why::Ok);
  EXPECT_TRUE(outcome.complete);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(joined(outcome.output), "hello");
  EXPECT_EQ(outcome.result, "result of hello");
  EXPECT_EQ(outcome.steps, 7u);
  EXPECT_GT(outcome.wall_seconds, 0);
  outcome = run_program_named("fail");
  EXPECT_EQ(outcome.why, Why::Denied);
  EXPECT_EQ(outcome.exit_code, 1);
}

TEST(RunChild, CarriesMuchBothWays) {
  ChildOutcome outcome = run_program_named("echo " + std::string(3 << 20, 'x'));
  EXPECT_EQ(outcome.output.num_bytes(), size_t{3} << 20);
  outcome = run_program_named("print_many 100000");
  EXPECT_EQ(outcome.why, Why::Ok);
  EXPECT_EQ(outcome.output.size(), 100'000u);
  EXPECT_EQ(outcome.output[99'999], "99999");
  ChildRequest request = request_for("big_result 1000001");
  request.spawn.policy.limits.max_result_bytes = 1'000'001;
  EXPECT_EQ(run(request).result.size(), 1'000'001u);
  request.spawn.policy.limits.max_result_bytes = 1'000'000;
  EXPECT_EQ(run(request).why, Why::Output);
}

TEST(RunChild, ManyAtOnce) {
  std::vector<std::thread> threads;
  std::array<bool, 8> good{};
  for (size_t i = 0; i < good.size(); ++i) {
    threads.emplace_back([&good, i] {
      good[i] = true;
      for (int j = 0; j < 10; ++j) {
        std::string text = std::to_string(i * 100 + static_cast<size_t>(j));
        ChildOutcome outcome = run_program_named("echo " + text);
        good[i] = good[i] && outcome.why == Why::Ok && joined(outcome.output) == text;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (bool each : good) EXPECT_TRUE(each);
}

TEST(RunChild, LeavesNoDescriptorAndNoZombieBehind) {
  size_t before = num_descriptors();
  for (int i = 0; i < 20; ++i) {
    run_program_named("echo x");
    run(with_timeout("print_then_sleep", 0.001));
  }
  EXPECT_EQ(num_descriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // no child is left
}

TEST(Confinement, OnlyTheChannelIsInherited) {
  host::UniqueFd leak(open("/etc/passwd", O_RDONLY));  // without O_CLOEXEC
  EXPECT_EQ(joined(run_program_named("list_descriptors").output),
            "0=/dev/null 1=/dev/null 2=pipe 3=socket ");
}

TEST(Confinement, NoEnvironmentIsInherited) {
  setenv("SYN_TEST_SECRET", "x", 1);
  setenv("LD_PRELOAD", "", 1);
  EXPECT_TRUE(run_program_named("list_environment").output.empty());
  unsetenv("LD_PRELOAD");
}

TEST(Confinement, StepsHold) {
  ChildRequest request = request_for("show_confinement");
  request.spawn.policy.limits.max_files = 20;
  request.spawn.policy.limits.max_file_bytes = 4096;
  request.spawn.policy.limits.cpu_seconds = 9;
  EXPECT_EQ(joined(run(request).output),
            "pdeathsig 9|dumpable 0|privileges 1|leader 1|core 0|files 20|size 4096|cpu 9|data " +
                kDataLimited + "|cwd /");
}

TEST(Confinement, AFailedStepIsNamedAndNothingRuns) {
  ChildOutcome outcome = run_program_named("forge setup");
  EXPECT_EQ(outcome.why, Why::Setup);
  EXPECT_EQ(outcome.failed_step, "landlock");
  EXPECT_EQ(outcome.error().message(),
            "the child could not be confined: step 'landlock' failed: Operation not permitted (os "
            "error 1)");
}

/// In a process of its own, for the step stays.
TEST(Confinement, AChildOfAnotherParentStops) {
  pid_t pid = fork();
  if (pid == 0) {
    ChildPolicy policy;
    policy.parent_pid = 1 << 22;
    auto failure = set_up_child({3, policy}).failure;
    _exit(failure && failure->step == "parent" ? 0 : 1);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Start, FaultsNameTheStep) {
  ChildRequest request = request_for("echo x");
  request.spawn.executable = "/no/such/binary";
  ChildOutcome outcome = run(request);
  EXPECT_EQ(outcome.why, Why::Setup);
  EXPECT_EQ(outcome.failed_step, "exec");
  EXPECT_TRUE(outcome.is_start_failure());
  EXPECT_EQ(outcome.error().message(),
            "cannot start the child process: No such file or directory (os error 2)");
  request.spawn.executable = "/bin/false";  // starts, and is no child of ours
  outcome = run(request);
  EXPECT_EQ(outcome.why, Why::Killed);
  EXPECT_EQ(outcome.error().message(), "child exited 1 without a report: ");
}

TEST(Deadline, KeepsWhatWasPrinted) {
  int64_t start = now_ns();
  ChildOutcome outcome = run(with_timeout("print_then_sleep", 0.1));
  EXPECT_EQ(outcome.why, Why::Timeout);
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_EQ(joined(outcome.output), "one|two");
  EXPECT_EQ(joined(outcome.audit), "an entry");
  EXPECT_FALSE(outcome.exit_code.has_value());
  EXPECT_EQ(outcome.signal, SIGKILL);
  EXPECT_GT(outcome.peak_memory_bytes, 0u);
  EXPECT_LT(now_ns() - start, 1'000'000'000);
}

TEST(Deadline, AChildThatEndsItselfKeepsItsReport) {
  ChildRequest request = with_timeout("end_in_time", 0.1);
  request.kill_grace_ns = 2'000'000'000;  // the test machine may be busy
  ChildOutcome outcome = run(request);
  EXPECT_EQ(outcome.why, Why::Timeout);
  EXPECT_TRUE(outcome.complete);
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_EQ(outcome.result, "all of it");
  EXPECT_EQ(joined(outcome.output), "kept");
}

TEST(Deadline, ThePastIsADeadlineToo) {
  EXPECT_EQ(run(with_timeout("print_then_sleep", 0)).why, Why::Timeout);
}

TEST(Deadline, OfNestedChildrenIsTheEarlier) {
  EXPECT_EQ(deadline_after(1, 100, INT64_MAX), 1'000'000'100);
  EXPECT_EQ(deadline_after(1, 100, 500), 500);
  EXPECT_EQ(deadline_after(1e300, 0, INT64_MAX), int64_t{86'400} * 1'000'000'000);
  EXPECT_EQ(deadline_after(-1, 100, INT64_MAX), 100);
}

TEST(Limits, Output) {
  ChildRequest request = request_for("print_without_end");
  request.spawn.policy.limits.max_output_bytes = 100'000;
  ChildOutcome outcome = run(request);
  EXPECT_EQ(outcome.why, Why::Output);
  EXPECT_TRUE(outcome.complete);
  EXPECT_TRUE(outcome.output_truncated);
  EXPECT_EQ(outcome.output.size(), 99u);  // 1000 characters and a line end each
}

TEST(Limits, StandardErrorIsKeptInPartAndNeverRead) {
  ChildOutcome outcome = run_program_named("flood_errors");
  EXPECT_EQ(outcome.why, Why::Killed);
  EXPECT_EQ(outcome.signal, SIGABRT);
  EXPECT_LE(outcome.stderr_tail.size(), 8192u);
  std::string message = outcome.error().message();
  EXPECT_EQ(message.substr(0, 40), "child exited (killed) without a report: ");
  EXPECT_EQ(message.substr(message.size() - 7), "the end");
}

TEST(Limits, Cpu) {
  ChildRequest request = request_for("spin");
  request.spawn.policy.limits.cpu_seconds = 1;
  ChildOutcome outcome = run(request);
  EXPECT_EQ(outcome.why, Why::Timeout);
  EXPECT_GE(outcome.cpu_seconds, 0.5);
  EXPECT_LT(outcome.cpu_seconds, 3);
}

TEST(Limits, Memory) {
#ifdef SYN_ASAN
  GTEST_SKIP() << "the sanitizer needs the address space: not tested";
#else
  ChildRequest request = request_for("eat_memory");
  request.spawn.policy.limits.memory_bytes = 64 << 20;
  ChildOutcome outcome = run(request);
  EXPECT_EQ(outcome.why, Why::Memory);
  EXPECT_LE(std::atoi(joined(outcome.output).c_str()), 640);
#endif
}

TEST(Limits, FilesAndDescriptors) {
  TemporaryDirectory directory;
  ChildRequest request = request_for("write_big_file " + directory.at("big"));
  request.spawn.policy.limits.max_file_bytes = 3 << 20;
  EXPECT_EQ(joined(run(request).output), "EFBIG");
  EXPECT_EQ(std::filesystem::file_size(directory.at("big")), uint64_t{3} << 20);
  EXPECT_EQ(joined(run_program_named("open_many").output), "stopped");
}

TEST(Limits, Processes) {
  if (geteuid() == 0) GTEST_SKIP() << "the kernel does not limit root's processes: not tested";
  ChildRequest request = request_for("fork_many");
  request.spawn.policy.limits.max_processes = 50;
  EXPECT_EQ(joined(run(request).output), "stopped");
}

TEST(Forgery, NothingButAWholeReportCounts) {
  for (std::string how : {"stdout", "nonce", "garbage", "nothing"}) {
    ChildOutcome outcome = run_program_named("forge " + how);
    EXPECT_EQ(outcome.why, Why::Killed) << how;
    EXPECT_FALSE(outcome.complete) << how;
    EXPECT_EQ(outcome.result, "") << how;
    EXPECT_TRUE(outcome.output.empty()) << how;
  }
}

/// What it prints, how it exits, whether it exits at all.
TEST(Forgery, NothingAfterTheEndCounts) {
  for (std::string how : {"after-end", "exit-code", "crash", "linger"}) {
    ChildOutcome outcome = run_program_named("forge " + how);
    EXPECT_EQ(outcome.why, Why::Ok) << how;
    EXPECT_EQ(outcome.exit_code, 0) << how;
    EXPECT_FALSE(outcome.signal) << how;
    EXPECT_TRUE(outcome.output.empty()) << how;
    EXPECT_LT(outcome.wall_seconds, 10) << how;
  }
}

TEST(Retired, AChildThatStaysAfterItsEndIsKilledAndReaped) {
  ExecSpawner spawner;
  ChildOutcome outcome = run_child(request_for("forge stay"), spawner, nullptr);
  EXPECT_EQ(outcome.why, Why::Ok);
  std::vector<int> pids = pids_of(outcome.output);
  ASSERT_EQ(pids.size(), 1u);
  ASSERT_GT(pids[0], 0);
  spawner.settle();
  EXPECT_EQ(kill(pids[0], 0), -1);
}

TEST(Retired, AreReapedByTheNextRunsAndKeepNoDescriptor) {
  ExecSpawner spawner;
  size_t before = 0;
  constexpr int kRuns = 100;
  for (int i = 0; i < kRuns; ++i) {
    EXPECT_EQ(run_child(request_for("echo x"), spawner, nullptr).why, Why::Ok);
    if (i == kRuns / 2) before = num_descriptors();
  }
  constexpr size_t kAtMostUnreaped = 33;
  EXPECT_LE(num_descriptors(), before + kAtMostUnreaped);
  spawner.settle();
  EXPECT_LT(num_descriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // no child is left
}

/// The engine of the child is taken over: it speaks the protocol, and lies.
TEST(Forgery, AChildThatKnowsTheProtocolIsBoundedByTheHost) {
  auto attack = [](const std::string& name, double seconds = 30) {
    ChildRequest request = with_timeout(name, seconds);
    request.spawn.policy.limits.max_result_bytes = 4 << 20;
    request.spawn.policy.limits.max_audit_entries = 10;
    request.spawn.mode_argument = "--hostile";
    return run(request);
  };
  ChildOutcome outcome = attack("output");
  EXPECT_EQ(outcome.why, Why::Output);
  EXPECT_TRUE(outcome.output_truncated);
  EXPECT_LE(outcome.output.num_bytes(), uint64_t{8} << 20);
  outcome = attack("empty-output");
  EXPECT_EQ(outcome.why, Why::Output);
  EXPECT_LE(outcome.output.size(), uint64_t{8} << 20);
  outcome = attack("audit", 1);
  EXPECT_EQ(outcome.why, Why::Timeout);
  EXPECT_TRUE(outcome.audit_truncated);
  EXPECT_EQ(outcome.audit.size(), 11u);
  outcome = attack("results", 0.5);
  EXPECT_EQ(outcome.why, Why::Timeout);
  EXPECT_EQ(outcome.result, "");
  for (std::string name : {"bad-item", "huge-frame", "hello", "no-result", "bad-end"}) {
    outcome = attack(name);
    EXPECT_EQ(outcome.why, Why::Killed) << name;
    EXPECT_FALSE(outcome.complete) << name;
  }
}

/// C3: a grandchild outlived the deadline of its grandparent.
TEST(Tree, NestedChildrenEndWithTheirParent) {
  ChildOutcome outcome = run(with_timeout("nest nest print_pid_then_sleep", 0.5));
  // All generations share the deadline: the first may see its child die and end by itself within
  // the grace, or be killed. Either way nothing of the tree is left.
  EXPECT_TRUE(outcome.why == Why::Timeout || outcome.complete);
  EXPECT_LT(outcome.wall_seconds, 5.0);
  std::vector<int> pids = pids_of(outcome.output);
  ASSERT_GE(pids.size(), 3u);
  for (int pid : pids) EXPECT_TRUE(pid == 0 || dies(pid)) << pid;
}

TEST(Tree, WhatAChildLeavesBehindIsKilled) {
  ChildOutcome outcome = run_program_named("leave_orphan");
  EXPECT_EQ(outcome.why, Why::Ok);
  EXPECT_TRUE(dies(pids_of(outcome.output).at(0)));
}

/// C4: children outlived a host that was killed. The same for its grandchildren.
TEST(Tree, AllEndWhenTheHostIsKilled) {
  for (int signal : {SIGTERM, SIGKILL}) {
    std::array<int, 2> pipe_ends{};
    ASSERT_EQ(pipe2(pipe_ends.data(), O_CLOEXEC), 0);
    host::UniqueFd reader(pipe_ends[0]);
    host::UniqueFd writer(pipe_ends[1]);
    host::SpawnPlan plan;
    plan.executable = "/proc/self/exe";
    plan.arguments = {"host", "--host", "nest print_pid_then_sleep"};
    plan.descriptors = {0, 1, 2, writer.get()};
    host::SpawnedProcess process = host::spawn_process(plan);
    ASSERT_GT(process.pid, 0);
    writer.close();
    std::string text;
    while (std::count(text.begin(), text.end(), '\n') < 2) {
      std::array<char, 256> chunk{};
      ssize_t count = read(reader.get(), chunk.data(), chunk.size());
      ASSERT_GT(count, 0);
      text.append(chunk.data(), static_cast<size_t>(count));
    }
    int child = std::atoi(text.c_str());
    int grandchild = std::atoi(text.c_str() + text.find('\n'));
    EXPECT_TRUE(is_alive(child) && is_alive(grandchild));
    ::kill(process.pid, signal);
    EXPECT_TRUE(dies(process.pid));
    EXPECT_TRUE(dies(child));
    EXPECT_TRUE(dies(grandchild));
  }
}

}  // namespace
}  // namespace syn::sandbox
