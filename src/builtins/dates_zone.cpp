// Zones and moments in them.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/dates_zone.h"

#include "base/iso_time.h"
#include "builtins/errors_b.h"
#include "builtins/text_arguments.h"
#include "value/civil_time.h"
#include "value/errors.h"

namespace syn {

std::string Zone::text() const {
  if (is_named()) return name;
  if (fixed_offset == 0) return "UTC";
  std::string out;
  append_offset(out, fixed_offset);
  return out;
}

Result<Zone> zone_of(std::string_view operation, std::string_view text) {
  Zone zone;
  if (text == "UTC" || text == "utc") return zone;
  if (std::optional<int32_t> offset = parse_offset(text)) {
    zone.fixed_offset = *offset;
    return zone;
  }
  zone.rules = TimeZone::find(text);
  if (zone.rules == nullptr) return Error(builtin_errors::kUnknownZone, {operation, text});
  zone.name = text;
  return zone;
}

Result<Zone> zone_argument(const Call& call, const Value* given) {
  if (given == nullptr || given->is_nothing()) return Zone();
  TRY_ASSIGN(std::string_view text, text_argument(call, *given, "time zone"));
  return zone_of(call.name(), text);
}

Zone zone_of(const DateTimeObject& time) {
  Zone zone;
  if (time.zone.is_text()) {
    zone.name = time.zone.view();
    zone.rules = TimeZone::find(zone.name);
  }
  zone.fixed_offset = time.offset_seconds;
  return zone;
}

LocalTime local_time(const DateTimeObject& time) {
  return {time.seconds + time.offset_seconds, time.nanoseconds};
}

Result<Value> at_instant(Call& call, int64_t seconds, int32_t nanoseconds, const Zone& zone) {
  if (!is_instant_in_range(seconds)) return Error(value_errors::kDateTimeOutOfRange);
  Value name = zone.is_named() ? make_text(call.heap(), zone.name) : Value();
  return make_date_time(call.heap(), seconds, nanoseconds, zone.offset_at(seconds),
                        std::move(name));
}

Result<Value> at_local_time(Call& call, LocalTime local, const Zone& zone, InGap in_gap,
                            const int32_t* offset_before) {
  if (!is_instant_in_range(local.seconds)) return Error(value_errors::kDateTimeOutOfRange);
  if (!zone.is_named()) {
    return at_instant(call, local.seconds - zone.fixed_offset, local.nanoseconds, zone);
  }
  LocalOffsets offsets = zone.rules->offsets_of_local(local.seconds);
  if (offsets.kind == LocalKind::Gap && in_gap == InGap::Refuse) {
    std::string text;
    append_local_time(text, local.seconds, local.nanoseconds);
    size_t letter = text.find('T');
    if (letter != std::string::npos) text[letter] = ' ';
    return Error(builtin_errors::kTimeInGap, {call.name(), text, zone.name});
  }
  int32_t offset = offsets.first;
  bool second_pass = offsets.kind == LocalKind::Repeated && offset_before != nullptr &&
                     *offset_before == offsets.second;
  if (second_pass) offset = offsets.second;
  return at_instant(call, local.seconds - offset, local.nanoseconds, zone);
}

}  // namespace syn
