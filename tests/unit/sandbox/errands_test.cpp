// Errands: in order, all of them, and at once where too many wait.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/errands.h"

#include <gtest/gtest.h>
#include <sched.h>

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

}  // namespace
}  // namespace syn::sandbox
