// Reading ISO 8601 texts, and encodings of files.
// SPDX-License-Identifier: Apache-2.0
#include "base/iso_time.h"

#include <gtest/gtest.h>

#include "tableio/text_encoding.h"

namespace syn::tableio {
namespace {

TEST(IsoTime, ReadsDates) {
  EXPECT_TRUE(parse_iso_date("2024-02-29"));
  EXPECT_FALSE(parse_iso_date("2023-02-29"));
  EXPECT_FALSE(parse_iso_date("2023-2-9"));
  EXPECT_FALSE(parse_iso_date("2023-02-09 "));
  EXPECT_FALSE(parse_iso_date("1900-02-29"));
  EXPECT_TRUE(parse_iso_date("2000-02-29"));
}

TEST(IsoTime, ReadsTimes) {
  auto time = parse_iso_date_time("2026-01-03T10:15:30.25+05:30");
  ASSERT_TRUE(time);
  EXPECT_EQ(time->hour, 10);
  EXPECT_EQ(time->second, 30);
  EXPECT_EQ(time->nanoseconds, 250'000'000);
  EXPECT_EQ(time->offset_seconds, 19'800);
  EXPECT_TRUE(parse_iso_date_time("2026-01-03 10:15"));
  EXPECT_TRUE(parse_iso_date_time("2026-01-03"));
  EXPECT_EQ(parse_iso_date_time("2026-01-03T10:00[Europe/Madrid]")->zone, "Europe/Madrid");
  EXPECT_EQ(parse_iso_date_time("2026-01-03T10:00:00Z[UTC]")->zone, "UTC");
  for (std::string_view wrong :
       {"2026-01-03T", "2026-01-03T10", "2026-01-03T25:00", "2026-01-03T10:60",
        "2026-01-03T10:00:60", "2026-01-03T10:00:00.", "2026-01-03T10:00:00+5",
        "2026-01-03T10:00:00Zx", "2026-01-03T10:00[", "2026-01-03T10:00[]",
        "2026-01-03T10:00:00+05:3"}) {
    EXPECT_FALSE(parse_iso_date_time(wrong)) << wrong;
  }
}

TEST(IsoTime, ReadsOffsets) {
  EXPECT_EQ(parse_offset("Z"), 0);
  EXPECT_EQ(parse_offset("-03"), -10'800);
  EXPECT_EQ(parse_offset("+0530"), 19'800);
  EXPECT_EQ(parse_offset("+05:30:15"), 19'815);
  EXPECT_FALSE(parse_offset("0530"));
  EXPECT_FALSE(parse_offset("+24"));
  EXPECT_FALSE(parse_offset("+"));
}

TEST(TextEncoding, KnowsUtf16AndSingleBytes) {
  std::string out;
  std::string_view little(
      "\xFF\xFE"
      "a\0\x3D\xD8\x00\xDE",
      8);
  EXPECT_EQ(guess_encoding(little), Encoding::Utf16Le);
  EXPECT_FALSE(decode_text(little, Encoding::Utf16Le, out));
  EXPECT_EQ(out, "a😀");
  EXPECT_EQ(guess_encoding(std::string_view("\0i\0d\0,", 6)), Encoding::Utf16Be);
  EXPECT_EQ(guess_encoding("id,name"), Encoding::Utf8);
  out.clear();
  EXPECT_EQ(decode_text(std::string_view("a\0\x00\xD8", 4), Encoding::Utf16Le, out), 2u);
  out.clear();
  EXPECT_FALSE(decode_text("caf\xE9 \x80", Encoding::Windows1252, out));
  EXPECT_EQ(out, "café €");
  out.clear();
  EXPECT_EQ(decode_text("a\x81", Encoding::Windows1252, out), 1u);
  EXPECT_EQ(encoding_named("ISO-8859-1"), Encoding::Latin1);
  EXPECT_FALSE(encoding_named("ebcdic"));
}

}  // namespace
}  // namespace syn::tableio
