// Time zones against known instants of the database.
// SPDX-License-Identifier: Apache-2.0
#include "value/time_zone.h"

#include <gtest/gtest.h>

#include "value/civil_time.h"

namespace syn {
namespace {

int64_t at(int32_t year, int32_t month, int32_t day, int32_t hour = 0, int32_t minute = 0) {
  return days_of_civil({year, month, day}) * kSecondsPerDay + hour * 3600 + minute * 60;
}

TEST(TimeZone, OffsetsOfListedChanges) {
  const TimeZone* madrid = TimeZone::find("Europe/Madrid");
  ASSERT_NE(madrid, nullptr);
  EXPECT_EQ(madrid->offset_at(at(2026, 3, 29, 0, 59)), 3600);
  EXPECT_EQ(madrid->offset_at(at(2026, 3, 29, 1)), 7200);
  EXPECT_EQ(madrid->offset_at(at(2026, 10, 25, 0, 59)), 7200);
  EXPECT_EQ(madrid->offset_at(at(2026, 10, 25, 1)), 3600);
  EXPECT_EQ(madrid->offset_at(at(1850, 1, 1)), -884);  // local mean time
  EXPECT_EQ(TimeZone::find("Asia/Kolkata")->offset_at(at(2026, 1, 1)), 19800);
  EXPECT_EQ(TimeZone::find("UTC")->offset_at(0), 0);
}

TEST(TimeZone, OffsetsByTheRule) {
  const TimeZone* madrid = TimeZone::find("Europe/Madrid");
  EXPECT_EQ(madrid->offset_at(at(2100, 7, 1)), 7200);
  EXPECT_EQ(madrid->offset_at(at(2100, 1, 1)), 3600);
  EXPECT_EQ(madrid->offset_at(at(2100, 3, 28, 0, 59)), 3600);
  EXPECT_EQ(madrid->offset_at(at(2100, 3, 28, 1)), 7200);
  const TimeZone* sydney = TimeZone::find("Australia/Sydney");
  EXPECT_EQ(sydney->offset_at(at(2100, 1, 1)), 39600);
  EXPECT_EQ(sydney->offset_at(at(2100, 7, 1)), 36000);
}

TEST(TimeZone, LocalTimes) {
  const TimeZone* madrid = TimeZone::find("Europe/Madrid");
  LocalOffsets noon = madrid->offsets_of_local(at(2026, 6, 1, 12));
  EXPECT_EQ(noon.kind, LocalKind::Unique);
  EXPECT_EQ(noon.first, 7200);
  LocalOffsets gap = madrid->offsets_of_local(at(2026, 3, 29, 2, 30));
  EXPECT_EQ(gap.kind, LocalKind::Gap);
  EXPECT_EQ(gap.first, 3600);
  EXPECT_EQ(gap.second, 7200);
  EXPECT_EQ(madrid->offsets_of_local(at(2026, 3, 29, 1, 59)).first, 3600);
  EXPECT_EQ(madrid->offsets_of_local(at(2026, 3, 29, 1, 59)).kind, LocalKind::Unique);
  EXPECT_EQ(madrid->offsets_of_local(at(2026, 3, 29, 3)).first, 7200);
  LocalOffsets twice = madrid->offsets_of_local(at(2026, 10, 25, 2, 30));
  EXPECT_EQ(twice.kind, LocalKind::Repeated);
  EXPECT_EQ(twice.first, 7200);
  EXPECT_EQ(twice.second, 3600);
  EXPECT_EQ(madrid->offsets_of_local(at(2026, 10, 25, 3)).kind, LocalKind::Unique);
  EXPECT_EQ(madrid->offsets_of_local(at(2026, 10, 25, 1, 59)).first, 7200);
}

TEST(TimeZone, ADayThatWasSkipped) {
  // Samoa went from 2011-12-29 to 2011-12-31: its offset moved by 24 hours.
  LocalOffsets gap = TimeZone::find("Pacific/Apia")->offsets_of_local(at(2011, 12, 30, 12));
  EXPECT_EQ(gap.kind, LocalKind::Gap);
  EXPECT_EQ(gap.second - gap.first, 86400);
}

TEST(TimeZone, NamesStayInsideTheFolder) {
  for (std::string_view name :
       {"", "Mars/Base", "../../../etc/passwd", "/etc/passwd", "Europe", "Europe/",
        "Europe//Madrid", "./UTC", "posix/UTC", "right/UTC", "localtime", "tzdata.zi", "zone.tab",
        "Europe/Madrid\n", "leapseconds", "Etc/.."}) {
    EXPECT_EQ(TimeZone::find(name), nullptr) << name;
  }
  EXPECT_NE(TimeZone::find("Etc/GMT+5"), nullptr);
  EXPECT_NE(TimeZone::find("America/Argentina/Buenos_Aires"), nullptr);
  EXPECT_EQ(zone_offset("Mars/Base", 0), std::nullopt);
  EXPECT_EQ(zone_offset("Etc/GMT+5", 0), -18000);
}

TEST(TimeZone, Rules) {
  auto rule = parse_zone_rule("CET-1CEST,M3.5.0,M10.5.0/3");
  ASSERT_TRUE(rule.has_value());
  EXPECT_EQ(rule->standard_offset, 3600);
  EXPECT_EQ(rule->summer_offset, 7200);
  EXPECT_EQ(rule->summer_end.seconds, 10800);
  EXPECT_EQ(parse_zone_rule("<-03>3")->standard_offset, -10800);
  EXPECT_EQ(parse_zone_rule("<+0330>-3:30")->standard_offset, 12600);
  EXPECT_EQ(parse_zone_rule("EST5EDT4:30,J60/0,300/-1")->summer_offset, -16200);
  EXPECT_EQ(parse_zone_rule("EST5EDT,J60/0,300/-1")->summer_end.seconds, -3600);
  for (std::string_view bad :
       {"", "CET", "E5", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0",
        "CET-1CEST,M3.5.0,M10.5.0x", "<CET-1", "CET-200"}) {
    EXPECT_FALSE(parse_zone_rule(bad).has_value()) << bad;
  }
}

TEST(TimeZone, BrokenFiles) {
  EXPECT_FALSE(TimeZone::parse("").has_value());
  EXPECT_FALSE(TimeZone::parse(std::string(100, '\0')).has_value());
  std::string head = "TZif2" + std::string(15, '\0') + std::string(24, '\xff');
  EXPECT_FALSE(TimeZone::parse(head).has_value());
  std::string empty = "TZif2" + std::string(39, '\0');
  EXPECT_FALSE(TimeZone::parse(empty + empty).has_value());
}

}  // namespace
}  // namespace syn
