// The Budget: what one run may use. Memory and work are counted here and nowhere else; going over
// is an ordinary error that the next poll reports.
//
// Memory is soft at the allocation and hard at the poll: an allocation that goes over marks the
// budget as exhausted and succeeds, and the next poll (every loop turn, call, and item of a long
// builtin) turns that into the error. Anything whose size comes from the program's data asks
// `has_room` first, so that one huge request fails before it is made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/error.h"

namespace syn {

class Budget {
 public:
  static constexpr uint64_t kUnlimited = UINT64_MAX;

  uint64_t memory_limit = kUnlimited;  ///< bytes
  /// Counts down once per allocation; reaching 0 fails that allocation (fault sweeps). 0 is off.
  uint64_t fail_allocation = 0;

  /// Charges `bytes`. False when that went over the limit (the budget is then exhausted).
  bool charge(size_t bytes) {
    used_ += bytes;
    if (used_ > peak_) peak_ = used_;
    if (used_ > memory_limit) mark_exhausted();
    return !exhausted_;
  }
  void release(size_t bytes) { used_ -= bytes; }
  bool has_room(uint64_t bytes) const {
    return used_ <= memory_limit && bytes <= memory_limit - used_;
  }
  void mark_exhausted() {
    exhausted_ = true;
    ++refusals_;
    poll_at = 0;
  }
  /// True after an allocation went over. Reporting the error clears it (`take_exhausted`).
  bool exhausted() const { return exhausted_; }
  bool take_exhausted() {
    bool was = exhausted_;
    exhausted_ = false;
    set_poll();
    return was;
  }

  /// An error where none can be returned (a column that is read when it is first looked at): the
  /// next poll reports it. The first one stays.
  void fail_later(Error error) {
    if (late_error_ == nullptr) late_error_ = std::make_unique<Error>(std::move(error));
    mark_exhausted();
  }
  bool has_late_error() const { return late_error_ != nullptr; }
  /// Null when there is none.
  std::unique_ptr<Error> take_late_error() { return std::move(late_error_); }
  /// A request for room was turned down by an error of its own.
  void count_refusal() { ++refusals_; }
  /// How often memory was short, also where the program caught the error.
  uint64_t refusals() const { return refusals_; }

  uint64_t used() const { return used_; }
  uint64_t peak() const { return peak_; }

  void set_step_limit(uint64_t limit) {
    step_limit_ = limit;
    set_poll();
  }
  /// The next look at the clock: `steps` from now.
  void set_checkpoint(uint64_t from_now) {
    checkpoint_ = steps + from_now;
    set_poll();
  }
  bool at_checkpoint() const { return steps > checkpoint_; }
  uint64_t step_limit() const { return step_limit_; }
  bool out_of_steps() const { return steps > step_limit_; }

  uint64_t steps = 0;  ///< work units so far; one per instruction, row, cell or 64 bytes of text
  /// Going past this many steps is the moment to look: the step limit, the next checkpoint, or 0
  /// once memory is exhausted. One compare serves all limits in hot loops.
  uint64_t poll_at = kUnlimited;

 private:
  void set_poll() {
    if (!exhausted_) poll_at = step_limit_ < checkpoint_ ? step_limit_ : checkpoint_;
  }

  uint64_t checkpoint_ = kUnlimited;
  uint64_t used_ = 0;
  uint64_t peak_ = 0;
  uint64_t refusals_ = 0;
  uint64_t step_limit_ = kUnlimited;
  bool exhausted_ = false;
  std::unique_ptr<Error> late_error_;
};

}  // namespace syn
