// A child on its host's processor: while it is handed over, and what each has afterwards.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/hand_over.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace syn::sandbox {
namespace {

/// A process that waits until it is ended.
class Sleeper {
 public:
  Sleeper() : pid_(fork()) {
    while (pid_ == 0) pause();
  }
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;
  ~Sleeper() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

bool same(const std::optional<cpu_set_t>& a, const std::optional<cpu_set_t>& b) {
  return a && b && CPU_EQUAL(&*a, &*b);
}

TEST(HandOver, KeepsBothToOneProcessorAndGivesBackWhatEachHad) {
  std::optional<cpu_set_t> own = processors_of(0);
  ASSERT_TRUE(own);
  if (CPU_COUNT(&*own) < 2) GTEST_SKIP() << "one processor";
  Sleeper child;
  {
    HandOver hand_over(child.pid(), *own);
    std::optional<cpu_set_t> here = processors_of(0);
    ASSERT_TRUE(here);
    EXPECT_EQ(CPU_COUNT(&*here), 1);
    EXPECT_TRUE(same(processors_of(child.pid()), here));
    hand_over.free_caller();
    EXPECT_TRUE(same(processors_of(0), own));
    hand_over.free_child();
    EXPECT_TRUE(same(processors_of(child.pid()), own));
  }
  { HandOver again(child.pid(), *own); }
  EXPECT_TRUE(same(processors_of(0), own)) << "the caller is free at the latest when it is over";
}

TEST(HandOver, LeavesACallerWhereItWasMovedMeanwhile) {
  std::optional<cpu_set_t> own = processors_of(0);
  ASSERT_TRUE(own);
  if (CPU_COUNT(&*own) < 2) GTEST_SKIP() << "one processor";
  Sleeper child;
  cpu_set_t other = *own;
  {
    HandOver hand_over(child.pid(), *own);
    CPU_CLR(sched_getcpu(), &other);
    ASSERT_EQ(sched_setaffinity(0, sizeof other, &other), 0);
  }
  EXPECT_TRUE(same(processors_of(0), other));
  ASSERT_EQ(sched_setaffinity(0, sizeof *own, &*own), 0);
}

/// A child that may not run where the caller is, or that is gone, changes nothing.
TEST(HandOver, LeavesThingsAsTheyAreWhereItCannotBe) {
  std::optional<cpu_set_t> own = processors_of(0);
  ASSERT_TRUE(own);
  if (CPU_COUNT(&*own) < 2) GTEST_SKIP() << "one processor";
  Sleeper child;
  cpu_set_t elsewhere = *own;
  CPU_CLR(sched_getcpu(), &elsewhere);
  // With two that are elsewhere, only the place of the caller speaks against it.
  for (int i = 0; CPU_COUNT(&elsewhere) < 2; ++i) {
    if (!CPU_ISSET(i, &*own)) CPU_SET(i, &elsewhere);
  }
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(sched_getcpu(), &only);
  ASSERT_EQ(sched_setaffinity(0, sizeof only, &only), 0);  // so that it stays there
  CPU_CLR(sched_getcpu(), &elsewhere);
  { HandOver none(child.pid(), elsewhere); }
  EXPECT_TRUE(same(processors_of(child.pid()), own));
  ASSERT_EQ(sched_setaffinity(0, sizeof *own, &*own), 0);
  pid_t gone = 0;
  {
    Sleeper ended;
    gone = ended.pid();
  }
  HandOver none(gone, *own);
  EXPECT_TRUE(same(processors_of(0), own));
}

}  // namespace
}  // namespace syn::sandbox
