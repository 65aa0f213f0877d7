// The launcher: children that are forked, armed, used once, given up; and walls that cannot stand.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/launcher.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "host/temporary_directory.h"
#include "sandbox/child_programs.h"
#include "sandbox/child_setup.h"
#include "sandbox/hand_over.h"
#include "sandbox/landlock.h"
#include "sandbox/launcher_message.h"
#include "sandbox/run_child.h"

namespace syn::sandbox {
namespace {

std::set<int> children_of_ours() {
  std::set<int> pids;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream children(task.path() / "children");
    for (int pid = 0; children >> pid;) pids.insert(pid);
  }
  return pids;
}

/// A program that prints its pid, by this launcher.
int pid_of_run(Launcher& launcher, const ChildRequest& request) {
  ChildOutcome outcome = run_child(request, launcher, nullptr);
  EXPECT_EQ(outcome.why, Why::Ok) << outcome.error().message();
  EXPECT_EQ(outcome.walls, request.spawn.policy.walls);
  return outcome.output.size() == 1 ? std::stoi(std::string(outcome.output[0])) : 0;
}

/// After the second run of a policy: the spare child is ordered after the armed ones.
std::set<int> all_but_the_spare(Launcher& launcher) {
  launcher.settle();
  std::set<int> waiting = children_of_ours();
  waiting.erase(std::prev(waiting.end()));
  return waiting;
}

TEST(Launcher, ForksAndArmsForPoliciesThatComeAgain) {
  std::set<int> before = children_of_ours();
  {
    Launcher launcher;
    std::set<int> used;
    for (int i = 0; i < 6; ++i) used.insert(pid_of_run(launcher, request_for("print_pid")));
    EXPECT_EQ(used.size(), 6u) << "a child serves one run";
    launcher.settle();
    EXPECT_EQ(children_of_ours().size(), before.size() + 2 + Launcher::kArmedPerPolicy)
        << "the launcher, a spare child, and the armed";
    // Of those that wait now one will be the next.
    launcher.settle();
    std::set<int> waiting = children_of_ours();
    EXPECT_TRUE(waiting.contains(pid_of_run(launcher, request_for("print_pid"))));
  }
  EXPECT_EQ(children_of_ours(), before);
}

/// One that sleeps begins on the processor of its host; what runs longer gets all that it may use,
/// and the host has what it had.
TEST(Launcher, AnArmedChildBeginsInThePlaceOfItsHost) {
  std::optional<cpu_set_t> own = processors_of(0);
  if (!own || CPU_COUNT(&*own) < 2) GTEST_SKIP() << "one processor";
  std::string all = std::to_string(CPU_COUNT(&*own));
  Launcher launcher;
  bool has_begun_here = false;
  for (int i = 0; i < 1000 && !has_begun_here; ++i) {
    launcher.settle();
    ChildOutcome outcome = run_child(request_for("wait_for_processors " + all), launcher, nullptr);
    ASSERT_EQ(outcome.why, Why::Ok) << outcome.error().message();
    has_begun_here = joined(outcome.output) == "1";
    std::optional<cpu_set_t> after = processors_of(0);
    ASSERT_TRUE(after && CPU_EQUAL(&*own, &*after));
  }
  EXPECT_TRUE(has_begun_here);
}

/// Also where there is nobody whose place it could take, for others run as well.
TEST(Launcher, AnArmedChildBesideOthersHasAllProcessors) {
  std::optional<cpu_set_t> own = processors_of(0);
  if (!own || CPU_COUNT(&*own) < 2) GTEST_SKIP() << "one processor";
  std::string all = std::to_string(CPU_COUNT(&*own));
  Launcher launcher;
  for (int i = 0; i < 20; ++i) {
    pid_of_run(launcher, request_for("print_pid"));
    launcher.settle();
    std::array<std::thread, 2> hosts;
    for (std::thread& host : hosts) {
      host = std::thread([&] {
        ChildRequest request = request_for("wait_for_processors " + all);
        std::chrono::nanoseconds now = std::chrono::steady_clock::now().time_since_epoch();
        request.deadline_ns = deadline_after(20, now.count(), INT64_MAX);
        EXPECT_EQ(run_child(request, launcher, nullptr).why, Why::Ok);
      });
    }
    for (std::thread& host : hosts) host.join();
  }
}

TEST(Launcher, AnArmedChildThatDiesIsReaped) {
  Launcher launcher;
  for (int i = 0; i < 2; ++i) pid_of_run(launcher, request_for("print_pid"));
  std::set<int> waiting = all_but_the_spare(launcher);
  ASSERT_EQ(waiting.size(), 1 + Launcher::kArmedPerPolicy);
  waiting.erase(waiting.begin());  // the launcher
  for (int pid : waiting) kill(pid, SIGKILL);
  auto is_there = [&](int pid) { return children_of_ours().contains(pid); };
  while (std::any_of(waiting.begin(), waiting.end(), is_there)) usleep(1000);
  EXPECT_GT(pid_of_run(launcher, request_for("print_pid")), 0);
}

/// The launcher does not take the processor from a host that orders a child for later; a child runs
/// as any process.
TEST(Launcher, WorksInTheBackgroundAndItsChildrenDoNot) {
  Launcher launcher;
  pid_of_run(launcher, request_for("print_pid"));
  launcher.settle();
  std::set<int> waiting = children_of_ours();
  ASSERT_EQ(waiting.size(), 2u) << "the launcher, a spare child";
  EXPECT_EQ(sched_getscheduler(*waiting.begin()), SCHED_BATCH);
  // It may still be on its way.
  bool is_usual = false;
  for (int i = 0; i < 1'000'000 && !is_usual; ++i) {
    is_usual = sched_getscheduler(*waiting.rbegin()) == SCHED_OTHER;
  }
  EXPECT_TRUE(is_usual);
}

/// A spare child has no policy until it is taken; then it stands behind the walls of that one.
TEST(Launcher, ANewPolicyTakesTheSpareChild) {
  Launcher launcher;
  pid_of_run(launcher, request_for("print_pid"));
  launcher.settle();
  std::set<int> waiting = children_of_ours();
  ChildRequest request = request_for("print_pid");
  request.spawn.policy.limits.max_steps = 77;
  EXPECT_TRUE(waiting.contains(pid_of_run(launcher, request)));
  request = request_for("show_confinement");
  request.spawn.policy.limits.max_files = 33;
  ChildOutcome outcome = run_child(request, launcher, nullptr);
  EXPECT_NE(joined(outcome.output).find("files 33"), std::string::npos) << joined(outcome.output);
}

/// A launcher that is killed with orders unread resets its socket; what it had answered still
/// counts.
TEST(Launcher, AnswersOfADeadLauncherGoToTheirOrders) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
  ASSERT_EQ(send_message(ends[0], "f", -1, -1), 0);
  ASSERT_TRUE(send_answer(ends[1], 5));
  close(ends[1]);
  int32_t answer = 0;
  EXPECT_EQ(receive_answer(ends[0], true, answer), 0);
  EXPECT_EQ(answer, 5);
  EXPECT_EQ(receive_answer(ends[0], true, answer), EPIPE);
  close(ends[0]);
}

TEST(Launcher, ASpareChildThatWasKilledIsReplaced) {
  Launcher launcher;
  pid_of_run(launcher, request_for("print_pid"));
  launcher.settle();
  for (int pid : children_of_ours()) {  // the launcher too
    kill(pid, SIGKILL);
    siginfo_t ended{};
    waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOWAIT);
  }
  ChildRequest request = request_for("print_pid");
  request.spawn.policy.limits.max_steps = 78;
  EXPECT_GT(pid_of_run(launcher, request), 0);
}

TEST(Launcher, APolicyThatChangesGetsAChildOfItsOwn) {
  Launcher launcher;
  ChildRequest request = request_for("print_pid");
  for (int i = 0; i < 2; ++i) pid_of_run(launcher, request);
  std::set<int> waiting = all_but_the_spare(launcher);
  ASSERT_EQ(waiting.size(), 1 + Launcher::kArmedPerPolicy);
  request.spawn.policy.limits.max_steps = 5;
  EXPECT_FALSE(waiting.contains(pid_of_run(launcher, request)));
}

TEST(Launcher, ChildrenArmedForAFolderThatIsGoneAreGivenUp) {
  TemporaryDirectory directory;
  std::filesystem::path folder = std::filesystem::path(directory.path()) / "data";
  Launcher launcher;
  ChildRequest request = request_for("print_pid");
  request.spawn.policy.paths = {{folder.string(), false, false}};
  std::filesystem::create_directory(folder);
  for (int i = 0; i < 2; ++i) pid_of_run(launcher, request);
  std::set<int> waiting = all_but_the_spare(launcher);
  ASSERT_EQ(waiting.size(), 1 + Launcher::kArmedPerPolicy);
  std::filesystem::rename(folder, folder.string() + ".old");
  std::filesystem::create_directory(folder);
  EXPECT_FALSE(waiting.contains(pid_of_run(launcher, request)));
}

TEST(Launcher, OfManyPoliciesTheOldestIsForgotten) {
  std::set<int> before = children_of_ours();
  Launcher launcher;
  for (uint64_t policy = 1; policy <= 8; ++policy) {
    ChildRequest request = request_for("print_pid");
    request.spawn.policy.limits.max_steps = policy;
    for (int i = 0; i < 3; ++i) pid_of_run(launcher, request);
  }
  launcher.settle();
  size_t most = Launcher::kMaxPolicies * Launcher::kArmedPerPolicy + 2;
  EXPECT_LE(children_of_ours().size(), before.size() + most);
}

/// The kernel stacks at most sixteen rulesets, so the next cannot stand. In a process of its own.
int exit_code_after_full_stack(WallDemand demand) {
  pid_t pid = fork();
  if (pid == 0) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ChildPolicy policy;
    policy.demand = demand;
    policy.walls.remove(Wall::Limits);
    policy.walls.remove(Wall::Seccomp);
    for (int i = 0; i < 16; ++i) {
      if (confine_by_landlock(policy) != 0) _exit(9);
    }
    SetupOutcome outcome = set_up_child({3, policy});
    if (outcome.failure) _exit(outcome.failure->step == "landlock" ? 1 : 8);
    _exit(outcome.walls.has(Wall::Landlock) ? 7 : 2);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Walls, OneThatCannotStandEndsTheRunOrIsLeftOut) {
  if (landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_EQ(exit_code_after_full_stack(WallDemand::Require), 1);
  EXPECT_EQ(exit_code_after_full_stack(WallDemand::BestEffort), 2);
}

}  // namespace
}  // namespace syn::sandbox
