// Checks and small steps that many builtins share: kinds of arguments, integers, flags, room for
// lists. Each failure has the message of the specification.
//
// A rule for all of these builtins: a call that fails leaves its arguments as they were. The
// machine moves a variable into its call (`set xs to append(xs, x)`) and puts it back when the call
// fails, so nothing is changed in place before the last step that can fail.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "vm/call.h"

namespace syn {

/// `type_of`, owned, for the texts of an Error.
std::string kind_of(const Value& value);
/// A number for the texts of an Error.
std::string count_text(uint64_t count);

/// `NAME expects a list, got KIND` unless it is a list.
Result<void> check_list(const Call& call, const Value& value);

/// Integers, whole floats and big integers (clamped) as int64. `what` names the argument: "size".
/// Fails with `expected a number, got KIND` or `NAME: WHAT must be an integer, got …`.
Result<int64_t> whole_argument(const Call& call, const Value& value, std::string_view what);
/// True for int, big integer, float and decimal.
bool is_real_number(const Value& value);

/// A flag given by position `index` or by the name at `name_index`; `fallback` when it was not
/// given.
Result<bool> flag_argument(const Call& call, size_t index, size_t name_index,
                           std::string_view what);

/// Room for a list of `count` items; charges one step an item.
Result<void> reserve_list(Call& call, uint64_t count);
/// Makes room in a list that only the caller holds for `extra` more items, asking the Budget first.
Result<void> reserve_push(Call& call, const Value& list);

/// Memory of containers of the C++ library, charged to the run while this lives.
class ScratchCharge {
 public:
  explicit ScratchCharge(Heap& heap) : heap_(heap) {}
  ScratchCharge(const ScratchCharge&) = delete;
  ScratchCharge& operator=(const ScratchCharge&) = delete;
  ~ScratchCharge() { heap_.uncharge(bytes_); }

  /// Charges `bytes` more, or fails when there is no room.
  Result<void> add(Call& call, uint64_t bytes);

 private:
  Heap& heap_;
  uint64_t bytes_ = 0;
};

/// The mix error with the builtin's name in front, from any failure of `equal` or `key_equal`.
Error mixed_in(std::string_view name);

/// Items of a list that only the caller holds, for writing.
std::span<Value> writable_items(List& list);
/// Keeps items [start, end) of a list that only the caller holds and drops the rest.
void keep_range(List& list, size_t start, size_t end);

}  // namespace syn
