// Records cut ahead by a second thread are those that the reader cuts.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/csv_records.h"

#include <gtest/gtest.h>

#include <string>

namespace syn::tableio {
namespace {

std::string large_text(std::string_view end) {
  std::string text;
  for (size_t i = 0; text.size() < kMinBytesForThread + 1000; ++i) {
    text += std::to_string(i) + ",\"a \"\"b\"\"\nc\",plain";
    if (i % 100 == 0) text += ",one more";
    text += i % 3 == 0 ? "\r\n" : "\n";
    if (i % 1000 == 0) text += "\n";
  }
  return text + std::string(end);
}

void expect_same(const std::string& text) {
  CsvReader reader(text, {}, 5);
  CsvRecords records(text, {}, 5, 2);
  bool has_record = true;
  while (has_record) {
    has_record = reader.next();
    ASSERT_EQ(records.next(), has_record);
    ASSERT_EQ(records.line(), reader.line());
    ASSERT_EQ(records.offset(), reader.offset());
    ASSERT_EQ(records.unclosed_line(), reader.unclosed_line());
    ASSERT_EQ(records.skipped_empty_line(), reader.skipped_empty_line());
    ASSERT_EQ(records.line_of_text_after_quote(), reader.line_of_text_after_quote());
    if (!has_record) break;
    ASSERT_EQ(records.fields().size(), reader.fields().size());
    for (size_t i = 0; i < reader.fields().size(); ++i) {
      ASSERT_EQ(records.fields()[i].text, reader.fields()[i].text);
      ASSERT_EQ(records.fields()[i].needs_unescape, reader.fields()[i].needs_unescape);
    }
  }
  EXPECT_FALSE(records.next());
}

TEST(CsvRecords, AreThoseOfTheReader) { expect_same(large_text("")); }

TEST(CsvRecords, EndAtAQuoteThatIsNeverClosed) { expect_same(large_text("1,\"x\n2,3\n")); }

TEST(CsvRecords, TellOfTextAfterAQuote) { expect_same(large_text("1,\"x\"y\n2,3\n")); }

TEST(CsvRecords, MayBeLeftAtAnyRecord) {
  std::string text = large_text("");
  CsvRecords records(text, {}, 1, 2);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(records.next());
}

TEST(CsvRecords, RefuseARecordOfTooManyFields) {
  std::string text = "a,b\n" + std::string(CsvReader::kMaxFields + 5, ',') + "\n1,2\n";
  CsvRecords records(text, {}, 1, 1);
  EXPECT_TRUE(records.next());
  EXPECT_FALSE(records.next());
  EXPECT_EQ(records.crowded_line(), 2U);
  EXPECT_FALSE(records.next());
}

}  // namespace
}  // namespace syn::tableio
