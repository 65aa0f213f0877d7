// Cutting CSV into records and fields (data.md §3.13).
// SPDX-License-Identifier: Apache-2.0
#include "tableio/csv_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "tableio/csv_dialect.h"

namespace syn::tableio {
namespace {

/// `1:a|[b]` for each record: its line, its fields, quoted ones in brackets.
std::string cut(std::string_view text, CsvDialect dialect = {}) {
  CsvReader reader(text, dialect);
  std::string out;
  while (reader.next()) {
    if (!out.empty()) out += ' ';
    out += std::to_string(reader.line()) + ":";
    bool first = true;
    for (const CsvField& field : reader.fields()) {
      if (!first) out += '|';
      first = false;
      std::string value(field.text);
      if (field.needs_unescape) {
        value.clear();
        unescape_csv(field.text, dialect.quote, value);
      }
      out += field.is_quoted ? "[" + value + "]" : value;
    }
  }
  if (reader.has_unclosed_quote()) out += " unclosed " + std::to_string(reader.unclosed_line());
  return out;
}

TEST(CsvReader, EndsLinesInThreeWays) {
  EXPECT_EQ(cut("a,b\n1,2\n"), "1:a|b 2:1|2");
  EXPECT_EQ(cut("a,b\r\n1,2\r\n"), "1:a|b 2:1|2");
  EXPECT_EQ(cut("a,b\r1,2\r"), "1:a|b 2:1|2");
  EXPECT_EQ(cut("a,b\n1,2"), "1:a|b 2:1|2");
  EXPECT_EQ(cut("\xEF\xBB\xBF"
                "a"),
            "1:a");
  EXPECT_EQ(cut(""), "");
}

TEST(CsvReader, SkipsEmptyLinesOnly) { EXPECT_EQ(cut("\n\na\n\r\n \n\n1\n\n"), "3:a 5:  7:1"); }

TEST(CsvReader, KeepsEmptyFields) {
  EXPECT_EQ(cut(",\n"), "1:|");
  EXPECT_EQ(cut("a,,\n,b"), "1:a|| 2:|b");
  EXPECT_EQ(cut("a,"), "1:a|");
}

TEST(CsvReader, ReadsQuotes) {
  EXPECT_EQ(cut("\"a,b\",\"c\"\"d\",\"\"\n"), "1:[a,b]|[c\"d]|[]");
  EXPECT_EQ(cut("\"x\"y,z\n"), "1:[xy]|z");
  EXPECT_EQ(cut("\"x\"\"y\"z\"w\n"), "1:[x\"yz\"w]");
  EXPECT_EQ(cut("a\"b,27\" c\n"), "1:a\"b|27\" c");
  EXPECT_EQ(cut("\"one\ntwo\r\nthree\rfour\",x\ny,z\n"), "1:[one\ntwo\r\nthree\rfour]|x 5:y|z");
  EXPECT_EQ(cut("a\n\"b\nc"), "1:a unclosed 2");
  EXPECT_EQ(cut("\"\"\"\""), "1:[\"]");
}

TEST(CsvReader, KnowsOtherDialects) {
  EXPECT_EQ(cut("a;'b;c'\n", {';', '\'', BlankBeforeQuote::IsText}), "1:a|[b;c]");
  EXPECT_EQ(cut("a|\"b\"\n", {'|', '\0', BlankBeforeQuote::IsText}), "1:a|\"b\"");
  CsvDialect lenient{',', '"', BlankBeforeQuote::Skipped};
  EXPECT_EQ(cut("1, \"S, J\" , 5\n", lenient), "1:1|[S, J]| 5");
  EXPECT_EQ(cut("1, \"S\" J, 5\n", lenient), "1:1| \"S\" J| 5");
  EXPECT_EQ(cut("1, \"S, J\", 5\n"), "1:1| \"S| J\"| 5");
}

TEST(CsvReader, FindsSeparatorsAcrossBlocks) {
  for (size_t size = 1; size < 200; ++size) {
    std::string field(size, 'x');
    EXPECT_EQ(cut(field + "," + field + "\n" + field), "1:" + field + "|" + field + " 2:" + field);
  }
}

TEST(CsvReader, RefusesARecordOfTooManyFields) {
  std::string text = "a,b\n" + std::string(CsvReader::kMaxFields + 5, ',') + "\n1,2\n";
  CsvReader reader(text, {});
  EXPECT_TRUE(reader.next());
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.crowded_line(), 2U);
  EXPECT_FALSE(reader.next());
}

TEST(CsvReader, GoesOnWhereItIsTold) {
  std::string text = "a,b\n\"1\n2\",c\n3,4\n";
  CsvReader reader(text, {});
  EXPECT_TRUE(reader.next());
  reader.seek(text.find('3'), 4);
  EXPECT_TRUE(reader.next());
  EXPECT_EQ(reader.line(), 4U);
  EXPECT_EQ(reader.fields()[0].text, "3");
  reader.seek(4, 2);
  EXPECT_TRUE(reader.next());
  EXPECT_EQ(reader.fields()[1].text, "c");
  EXPECT_EQ(reader.next_line(), 4U);
}

TEST(CsvDialect, FindsTheDelimiter) {
  EXPECT_EQ(guess_delimiter("a;b\n1,5;2\n2,5;3\n", {}), ';');
  EXPECT_EQ(guess_delimiter("a\tb\n1,2\t3\n", {}), '\t');
  EXPECT_EQ(guess_delimiter("a|b|c\n1|x, y|3\n", {}), '|');
  EXPECT_EQ(guess_delimiter("a,b\n\"x;y\",2\n", {}), ',');
  EXPECT_EQ(guess_delimiter("only\none, two\n", {}), ',');
  EXPECT_EQ(guess_delimiter("", {}), ',');
}

}  // namespace
}  // namespace syn::tableio
