// Errands: in order, all of them, and at once where too many wait.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/errands.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <condition_variable>
#include <string>
#include <vector>

namespace syn::sandbox {
namespace {

Errand errand(const std::string& name) {
  Errand made;
  made.next.executable = name;
  return made;
}

/// Keeps what was run, and by whom; can be made to wait with the first.
class Diary {
 public:
  void write(const Errand& ran) {
    std::unique_lock<std::mutex> lock(mutex_);
    bool is_own = std::this_thread::get_id() == reader_;
    if (!is_own) changed_.wait(lock, [this] { return !is_held_; });
    names_.push_back(ran.next.executable);
    num_own_ += is_own ? 1 : 0;
    if (!is_own) policy_ = sched_getscheduler(0);
  }
  void hold() { set_held(true); }
  void release() { set_held(false); }
  std::vector<std::string> names() {
    std::lock_guard<std::mutex> lock(mutex_);
    return names_;
  }
  int policy() {
    std::lock_guard<std::mutex> lock(mutex_);
    return policy_;
  }
  size_t num_own() {
    std::lock_guard<std::mutex> lock(mutex_);
    return num_own_;
  }

 private:
  void set_held(bool is_held) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      is_held_ = is_held;
    }
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_held_ = false;
  std::vector<std::string> names_;
  size_t num_own_ = 0;
  int policy_ = -1;
  std::thread::id reader_ = std::this_thread::get_id();
};

TEST(Errands, AreRunInOrderByAnotherThread) {
  Diary diary;
  Errands errands([&](Errand ran) { diary.write(ran); });
  errands.finish();
  for (const char* name : {"a", "b", "c"}) errands.add(errand(name));
  errands.finish();
  EXPECT_EQ(diary.names(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(diary.num_own(), 0u);
  EXPECT_EQ(diary.policy(), SCHED_BATCH) << "who gives an errand goes on";
}

TEST(Errands, AreRunAtOnceWhereTooManyWait) {
  Diary diary;
  constexpr size_t kNum = 50;
  {
    Errands errands([&](Errand ran) { diary.write(ran); });
    diary.hold();
    for (size_t i = 0; i < kNum; ++i) errands.add(errand(std::to_string(i)));
    EXPECT_GT(diary.num_own(), kNum / 2);
    EXPECT_LT(diary.num_own(), kNum);
    diary.release();
  }
  EXPECT_EQ(diary.names().size(), kNum) << "what was left is run before the end";
}

/// Only its end matters, which the test brings about.
class Mortal final : public ChildProcess {
 public:
  explicit Mortal(int end) : end_(end) {}
  int channel_fd() const override { return -1; }
  int stderr_fd() const override { return -1; }
  int pidfd() const override { return end_; }
  int pid() const override { return 0; }
  const Nonce& nonce() const override { return nonce_; }
  std::string_view read_ahead() const override { return {}; }
  const cpu_set_t* sleeps_within() const override { return nullptr; }
  void kill() override {}
  ExitStatus wait() override { return {}; }
  double cpu_seconds() const override { return 0; }
  bool has_ended(int) const override { return true; }
  void close_channel() override {}

 private:
  int end_;
  Nonce nonce_{};
};

/// Watches one descriptor until something is seen there.
class OneWatched final : public Watch {
 public:
  explicit OneWatched(int fd) : fd_(fd) {}
  void list(std::vector<pollfd>& descriptors) override {
    std::lock_guard<std::mutex> lock(mutex_);
    if (num_looks_ == 0) descriptors.push_back({fd_, POLLIN, 0});
    ++num_lists_;
  }
  void look() override {
    std::lock_guard<std::mutex> lock(mutex_);
    ++num_looks_;
  }
  int num_lists() {
    std::lock_guard<std::mutex> lock(mutex_);
    return num_lists_;
  }
  int num_looks() {
    std::lock_guard<std::mutex> lock(mutex_);
    return num_looks_;
  }

 private:
  int fd_;
  std::mutex mutex_;
  int num_lists_ = 0;
  int num_looks_ = 0;
};

Errand errand_after(const std::string& name, int end) {
  Errand made = errand(name);
  made.departed = std::make_unique<Mortal>(end);
  return made;
}

void pause_for_a_moment() { usleep(20'000); }

class WatchedErrands : public testing::Test {
 protected:
  WatchedErrands() : end_(eventfd(0, EFD_CLOEXEC)), watch_(end_.get()) {}

  /// The thread has been started, and lies in wait for `end_`.
  void start(Errands& errands) {
    int before = watch_.num_lists();
    errands.add(errand("start"));
    errands.finish();
    while (watch_.num_lists() == before) pause_for_a_moment();
    pause_for_a_moment();
  }
  void bring_about_the_end() { ASSERT_EQ(eventfd_write(end_.get(), 1), 0); }

  host::UniqueFd end_;
  OneWatched watch_;
  Diary diary_;
};

/// An errand that waited for ever would hold up `finish` as well.
TEST_F(WatchedErrands, OneThatLetsGoOfAChildIsRunWhenTheChildEnds) {
  Errands errands([&](Errand ran) { diary_.write(ran); }, &watch_);
  start(errands);
  errands.add(errand_after("a", end_.get()));
  pause_for_a_moment();
  EXPECT_EQ(diary_.names(), (std::vector<std::string>{"start"})) << "its giver woke the thread";
  bring_about_the_end();
  while (diary_.names().size() < 2) pause_for_a_moment();
  EXPECT_EQ(watch_.num_looks(), 1);
}

TEST_F(WatchedErrands, TheOneAfterItWaitsForNothing) {
  Errands errands([&](Errand ran) { diary_.write(ran); }, &watch_);
  start(errands);
  errands.add(errand_after("a", end_.get()));
  errands.add(errand_after("b", end_.get()));
  while (diary_.names().size() < 3) pause_for_a_moment();
  EXPECT_EQ(diary_.names(), (std::vector<std::string>{"start", "a", "b"}));
}

TEST_F(WatchedErrands, OthersAreRunAtOnce) {
  Errands errands([&](Errand ran) { diary_.write(ran); }, &watch_);
  start(errands);
  host::UniqueFd another(eventfd(0, EFD_CLOEXEC));
  errands.add(errand_after("a child that is not watched", another.get()));
  while (diary_.names().size() < 2) pause_for_a_moment();
  errands.add(errand("no child"));
  while (diary_.names().size() < 3) pause_for_a_moment();
}

TEST_F(WatchedErrands, WhoWaitsForAllIsNotHeldUp) {
  {
    Errands errands([&](Errand ran) { diary_.write(ran); }, &watch_);
    start(errands);
    errands.add(errand_after("a", end_.get()));
    errands.finish();
    EXPECT_EQ(diary_.names().size(), 2u);
    start(errands);
    errands.add(errand_after("b", end_.get()));
  }
  EXPECT_EQ(diary_.names().back(), "b") << "nor is the end of the errands";
}

}  // namespace
}  // namespace syn::sandbox
