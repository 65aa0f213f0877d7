// Zone files, and the offsets they give.
// SPDX-License-Identifier: Apache-2.0
#include "value/time_zone.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>

#include "value/civil_time.h"

namespace syn {
namespace {

constexpr std::string_view kFolder = "/usr/share/zoneinfo/";
constexpr size_t kMaxNameBytes = 64;
/// The largest file of the database has some 4 KiB.
constexpr size_t kMaxFileBytes = 64 * 1024;

/// Big-endian integers off the front of a zone file.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool has(size_t count) const { return rest_.size() >= count; }
  void skip(size_t count) { rest_.remove_prefix(count); }
  uint8_t read_byte() {
    auto byte = static_cast<uint8_t>(rest_[0]);
    skip(1);
    return byte;
  }
  uint32_t read_u32() {
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | read_byte();
    return value;
  }
  int32_t read_i32() { return static_cast<int32_t>(read_u32()); }
  int64_t read_i64() {
    uint64_t high = read_u32();
    return static_cast<int64_t>(high << 32 | read_u32());
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

struct ZoneHead {
  uint8_t version = 0;
  uint32_t num_utc_marks = 0;
  uint32_t num_standard_marks = 0;
  uint32_t num_leaps = 0;
  uint32_t num_times = 0;
  uint32_t num_types = 0;
  uint32_t num_name_bytes = 0;

  /// Bytes of the block after the head, with times of so many bytes.
  uint64_t block_bytes(uint64_t time_bytes) const {
    return num_times * (time_bytes + 1) + uint64_t{num_types} * 6 + num_name_bytes +
           num_leaps * (time_bytes + 4) + num_standard_marks + num_utc_marks;
  }
};

std::optional<ZoneHead> read_head(ByteReader& reader) {
  constexpr size_t kHeadBytes = 44;
  if (!reader.has(kHeadBytes) || !reader.rest().starts_with("TZif")) return std::nullopt;
  reader.skip(4);
  ZoneHead head;
  head.version = reader.read_byte();
  reader.skip(15);
  head.num_utc_marks = reader.read_u32();
  head.num_standard_marks = reader.read_u32();
  head.num_leaps = reader.read_u32();
  head.num_times = reader.read_u32();
  head.num_types = reader.read_u32();
  head.num_name_bytes = reader.read_u32();
  return head;
}

/// A plain relative name: nothing that leaves the folder, and neither of its copies of itself.
bool is_zone_name(std::string_view name) {
  if (name.empty() || name.size() > kMaxNameBytes) return false;
  if (name.starts_with("posix/") || name.starts_with("right/")) return false;
  bool starts_part = true;
  for (char c : name) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    bool other = (c >= '0' && c <= '9') || c == '_' || c == '+' || c == '-';
    if (c == '/' ? starts_part : !letter && !other) return false;
    starts_part = c == '/';
  }
  return !starts_part && name != "localtime" && name != "posixrules";
}

std::optional<std::string> read_zone_file(std::string_view name) {
  std::string path(kFolder);
  path += name;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"),
                                                       &std::fclose);
  if (!file) return std::nullopt;
  std::string bytes(kMaxFileBytes, '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  return bytes;
}

int64_t day_of_moment(int32_t year, const YearlyMoment& moment) {
  int64_t new_year = days_of_civil({year, 1, 1});
  switch (moment.form) {
    case YearlyMoment::Form::DayOfYear: return new_year + moment.day;
    case YearlyMoment::Form::DayWithoutLeap: {
      constexpr int32_t kLastDayOfFebruary = 59;
      bool shifted = is_leap_year(year) && moment.day > kLastDayOfFebruary;
      return new_year + moment.day - 1 + (shifted ? 1 : 0);
    }
    case YearlyMoment::Form::WeekdayOfMonth: break;
  }
  int64_t first = days_of_civil({year, moment.month, 1});
  int32_t until = (moment.day - weekday_of_days(first) + 7) % 7;
  int32_t day = until + (moment.week - 1) * 7;
  if (day >= days_in_month(year, moment.month)) day -= 7;
  return first + day;
}

/// The instant of a moment of a year, on clocks that show `offset`.
int64_t instant_of_moment(int32_t year, const YearlyMoment& moment, int32_t offset) {
  return day_of_moment(year, moment) * kSecondsPerDay + moment.seconds - offset;
}

}  // namespace

std::optional<TimeZone> TimeZone::parse(std::string_view bytes) {
  ByteReader reader(bytes);
  std::optional<ZoneHead> head = read_head(reader);
  if (!head || head->version < '2') return std::nullopt;
  // The first block has 32-bit times; the second repeats it with 64 bits.
  if (!reader.has(head->block_bytes(4))) return std::nullopt;
  reader.skip(head->block_bytes(4));
  head = read_head(reader);
  if (!head || head->num_types == 0 || !reader.has(head->block_bytes(8))) return std::nullopt;
  ByteReader times = reader;
  ByteReader kinds = reader;
  kinds.skip(size_t{head->num_times} * 8);
  ByteReader types = kinds;
  types.skip(head->num_times);
  std::vector<int32_t> offsets;
  for (uint32_t i = 0; i < head->num_types; ++i) {
    offsets.push_back(types.read_i32());
    types.skip(2);
  }
  TimeZone zone;
  zone.first_offset_ = offsets[0];
  for (uint32_t i = 0; i < head->num_times; ++i) {
    uint8_t kind = kinds.read_byte();
    if (kind >= offsets.size()) return std::nullopt;
    zone.changes_.push_back({times.read_i64(), offsets[kind]});
  }
  std::string_view footer = reader.rest().substr(head->block_bytes(8));
  if (footer.size() > 2 && footer.front() == '\n') {
    zone.rule_ = parse_zone_rule(footer.substr(1, footer.find('\n', 1) - 1));
  }
  return zone;
}

const TimeZone* TimeZone::find(std::string_view name) {
  // Process-wide on purpose (see the header). Holds names of real files only, so it is bounded.
  static std::mutex mutex;
  static std::map<std::string, TimeZone, std::less<>> zones;
  if (!is_zone_name(name)) return nullptr;
  std::lock_guard lock(mutex);
  auto found = zones.find(name);
  if (found != zones.end()) return &found->second;
  std::optional<std::string> bytes = read_zone_file(name);
  if (!bytes) return nullptr;
  std::optional<TimeZone> zone = parse(*bytes);
  if (!zone) return nullptr;
  return &zones.emplace(std::string(name), std::move(*zone)).first->second;
}

int32_t TimeZone::offset_at(int64_t seconds) const {
  bool past = changes_.empty() || seconds >= changes_.back().at;
  if (past && rule_) return offset_by_rule(seconds);
  auto after = std::upper_bound(changes_.begin(), changes_.end(), seconds,
                                [](int64_t at, const Change& change) { return at < change.at; });
  return after == changes_.begin() ? first_offset_ : std::prev(after)->offset;
}

int32_t TimeZone::offset_by_rule(int64_t seconds) const {
  if (!rule_->has_summer) return rule_->standard_offset;
  int64_t local_day = (seconds + rule_->standard_offset) / kSecondsPerDay;
  int32_t year = civil_of_days(local_day).year;
  int64_t start = instant_of_moment(year, rule_->summer_start, rule_->standard_offset);
  int64_t end = instant_of_moment(year, rule_->summer_end, rule_->summer_offset);
  // South of the equator summer spans the new year.
  bool summer = start < end ? seconds >= start && seconds < end : seconds >= start || seconds < end;
  return summer ? rule_->summer_offset : rule_->standard_offset;
}

LocalOffsets TimeZone::offsets_of_local(int64_t local_seconds) const {
  // The two offsets in question hold a day before and a day after, unless the zone changes twice in
  // two days, which the database does not have where the difference would show.
  int32_t before = offset_at(local_seconds - kSecondsPerDay);
  int32_t after = offset_at(local_seconds + kSecondsPerDay);
  bool before_holds = offset_at(local_seconds - before) == before;
  bool after_holds = offset_at(local_seconds - after) == after;
  if (before == after || (before_holds && !after_holds)) return {LocalKind::Unique, before, before};
  if (after_holds && !before_holds) return {LocalKind::Unique, after, after};
  return {before_holds ? LocalKind::Repeated : LocalKind::Gap, before, after};
}

std::optional<int32_t> zone_offset(std::string_view zone, int64_t seconds) {
  const TimeZone* found = TimeZone::find(zone);
  if (found == nullptr) return std::nullopt;
  return found->offset_at(seconds);
}

}  // namespace syn
