// The table grows by more than is asked for, so that dates in order do not make it anew each time.
// SPDX-License-Identifier: Apache-2.0
#include "table/day_parts.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/civil_date.h"

namespace syn::table {
namespace {

constexpr int32_t kUnknown = std::numeric_limits<int32_t>::min();
constexpr int64_t kMostDays = int64_t{1} << 17;  // 358 years
/// Days beyond are not in the language's calendar, and may not be in the machine's.
constexpr int64_t kFarthest = int64_t{1} << 40;

int32_t part_of(Operation part, int64_t days) {
  if (part == Operation::Weekday) {
    int32_t weekday = weekday_of_days(days);
    return weekday == 0 ? 7 : weekday;  // Monday is 1
  }
  CivilDate date = civil_of_days(days);
  if (part == Operation::Year) return date.year;
  return part == Operation::Month ? date.month : date.day;
}

}  // namespace

void DayParts::cover(int64_t least, int64_t most) {
  auto size = static_cast<int64_t>(parts_.size());
  if (size > 0 && least >= first_ && most < first_ + size) return;
  int64_t from = size == 0 ? least : std::min(least, first_);
  int64_t to = size == 0 ? most + 1 : std::max(most + 1, first_ + size);
  if (to - from > kMostDays) {
    from = least;
    to = most + 1;
    size = 0;
  }
  if (size > 0 && from < first_) from -= to - from;
  if (size > 0 && to > first_ + size) to += to - from;
  Buffer<int32_t> grown(static_cast<size_t>(to - from), kUnknown);
  if (size > 0) std::copy(parts_.begin(), parts_.end(), grown.begin() + (first_ - from));
  parts_ = std::move(grown);
  first_ = from;
}

void DayParts::widen_bounds(Operation part, int64_t least, int64_t most) {
  if (part == Operation::Year) {
    bounds_.least = std::min<int64_t>(bounds_.least, part_of(part, least));
    bounds_.most = std::max<int64_t>(bounds_.most, part_of(part, most));
  } else {
    bounds_ = {1, part == Operation::Month ? 12 : part == Operation::Weekday ? 7 : 31};
  }
}

void DayParts::prepare(Operation part, const Bounds& days, size_t num_rows) {
  constexpr size_t kRowsPerDay = 16;  // so that finding them all is a small share of the work
  if (days.least > days.most || days.least < -kFarthest || days.most > kFarthest) return;
  auto size = static_cast<size_t>(days.most - days.least + 1);
  if (size > num_rows / kRowsPerDay || size > static_cast<size_t>(kMostDays)) return;
  first_ = days.least;
  parts_.resize(size);
  for (size_t i = 0; i < size; ++i) parts_[i] = part_of(part, first_ + static_cast<int64_t>(i));
  widen_bounds(part, days.least, days.most);
  is_prepared_ = true;
}

void DayParts::find(Operation part, const int64_t* days, size_t count, int64_t* out) {
  if (count == 0) return;
  if (is_prepared_) {
    const int32_t* parts = parts_.data();
    for (size_t i = 0; i < count; ++i) out[i] = parts[days[i] - first_];
    return;
  }
  int64_t least = days[0];
  int64_t most = days[0];
  for (size_t i = 1; i < count; ++i) {
    least = std::min(least, days[i]);
    most = std::max(most, days[i]);
  }
  if (least < -kFarthest || most > kFarthest || most - least >= kMostDays) {
    is_far_ = true;
    for (size_t i = 0; i < count; ++i)
      out[i] = part_of(part, std::clamp(days[i], -kFarthest, kFarthest));
    return;
  }
  widen_bounds(part, least, most);
  cover(least, most);
  int32_t* parts = parts_.data();
  for (size_t i = 0; i < count; ++i) {
    int32_t& known = parts[days[i] - first_];
    if (known == kUnknown) [[unlikely]]
      known = part_of(part, days[i]);
    out[i] = known;
  }
}

}  // namespace syn::table
