// What a column holds, from all of its values.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/column_guess.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace syn::tableio {
namespace {

ColumnGuess seen(std::initializer_list<std::string_view> values) {
  ColumnGuess guess;
  size_t line = 1;
  for (std::string_view value : values) guess.see(value, ++line);
  return guess;
}
ColumnKind kind(std::initializer_list<std::string_view> values) { return seen(values).kind(); }

TEST(ColumnGuess, FindsNumbers) {
  EXPECT_EQ(kind({"1", "-2", "0", "-0", " 5 "}), ColumnKind::Int);
  EXPECT_EQ(kind({"9223372036854775808", "1"}), ColumnKind::Int);
  EXPECT_EQ(kind({"1", "2.50"}), ColumnKind::Float);
  EXPECT_EQ(kind({"1.5", ".5", "7."}), ColumnKind::Float);
  EXPECT_EQ(kind({"1.5e-07", "2E3", "7."}), ColumnKind::Float);
  EXPECT_EQ(kind({}), ColumnKind::Text);
}

TEST(ColumnGuess, LosesNothing) {
  EXPECT_EQ(kind({"712", "007"}), ColumnKind::Text);
  EXPECT_EQ(kind({"1", "+5"}), ColumnKind::Text);
  EXPECT_EQ(kind({"1E5", "2E3", "100"}), ColumnKind::Text);
  EXPECT_EQ(kind({"1.", "2."}), ColumnKind::Text);
  EXPECT_EQ(kind({"1", "NA"}), ColumnKind::Text);
  EXPECT_EQ(kind({"NaN", "1.5"}), ColumnKind::Text);
  EXPECT_EQ(kind({"1_000", "1"}), ColumnKind::Text);
  EXPECT_EQ(kind({"0x1"}), ColumnKind::Text);
  EXPECT_EQ(seen({"712", "007"}).note(), "kept as text: leading zeros");
  EXPECT_EQ(seen({"712", "n/a"}).note(), "kept as text: line 3 \"n/a\" is no number");
}

TEST(ColumnGuess, KeepsDigitsThatAFloatCannot) {
  EXPECT_EQ(kind({"0.1", "3.14159265358979312"}), ColumnKind::Float);
  EXPECT_EQ(kind({"0.1", "12345678901234567.89"}), ColumnKind::Decimal);
  EXPECT_EQ(kind({"0.5", "9007199254740993"}), ColumnKind::Decimal);
}

TEST(ColumnGuess, FindsBoolsInOneSpelling) {
  EXPECT_EQ(kind({"true", "false"}), ColumnKind::Bool);
  EXPECT_EQ(kind({"TRUE", "TRUE"}), ColumnKind::Bool);
  EXPECT_EQ(kind({"True", "false"}), ColumnKind::Text);
  EXPECT_EQ(kind({"yes", "no"}), ColumnKind::Text);
  EXPECT_EQ(kind({"true", "1"}), ColumnKind::Text);
}

TEST(ColumnGuess, FindsDates) {
  EXPECT_EQ(kind({"2026-01-31", "2024-02-29"}), ColumnKind::Date);
  EXPECT_EQ(kind({"2026-01-31", "2026-02-30"}), ColumnKind::Text);
  EXPECT_EQ(kind({"2026-01-31T10:00:00Z", "2026-01-31T10:00:00.5+02:00"}), ColumnKind::DateTime);
  EXPECT_EQ(kind({"2026-01-31T10:00:00"}), ColumnKind::Text);
  EXPECT_EQ(kind({"03/04/2024", "25/04/2024"}), ColumnKind::DayMonthYear);
  EXPECT_EQ(kind({"03/04/2024", "04/25/2024"}), ColumnKind::MonthDayYear);
  EXPECT_EQ(kind({"25/04/2024", "04/25/2024"}), ColumnKind::Text);
  EXPECT_EQ(kind({"25/04/2024", "25-04-2024"}), ColumnKind::Text);
  EXPECT_EQ(kind({"03/04/2024"}), ColumnKind::Text);
  EXPECT_EQ(seen({"03/04/2024"}).note(),
            "kept as text: day and month cannot be told apart; convert with "
            "parse_date(x, \"%d/%m/%Y\")");
  EXPECT_EQ(seen({"25/04/2024", "04/25/2024"}).note(),
            "kept as text: two orders of dates: line 2 \"25/04/2024\" has the day first, line 3 "
            "\"04/25/2024\" the month");
  EXPECT_EQ(seen({"2026-01-31T10:00:00Z", "2026-01-31 10:00"}).note(),
            "kept as text: times without an offset, line 3 \"2026-01-31 10:00\"; convert with "
            "datetime(x, zone)");
  EXPECT_EQ(kind({"16-07-31"}), ColumnKind::Text);
}

TEST(ColumnGuess, SeesNotationsThatContradict) {
  auto conflict = seen({"1.250", "1,250", "2.5", "3,75"}).conflict();
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->point.text, "2.5");
  EXPECT_EQ(conflict->point.line, 4u);
  EXPECT_EQ(conflict->comma.text, "3,75");
  EXPECT_EQ(conflict->comma.line, 5u);
  EXPECT_FALSE(seen({"1,204", "12", "-3,000.50", "1,000,000", "0.25"}).conflict());
  EXPECT_FALSE(seen({"3,75", "2,5"}).conflict());
  EXPECT_FALSE(seen({"2.5", "3,75", "none"}).conflict());
}

ColumnGuess seen_as(NumberNotation notation, std::initializer_list<std::string_view> values) {
  ColumnGuess guess(std::move(notation));
  size_t line = 1;
  for (std::string_view value : values) guess.see(value, ++line);
  return guess;
}

TEST(ColumnGuess, ReadsTheGivenNotation) {
  NumberNotation european{',', ""};
  EXPECT_EQ(seen_as(european, {"3,75", "1.250,00", "7"}).kind(), ColumnKind::Float);
  EXPECT_EQ(seen_as(european, {"1.250", "7"}).kind(), ColumnKind::Int);
  EXPECT_EQ(seen_as(european, {"3,75", "2.5"}).kind(), ColumnKind::Text);
  NumberNotation grouped{'.', ","};
  EXPECT_EQ(seen_as(grouped, {"1,204", "-3,000.50"}).kind(), ColumnKind::Float);
  EXPECT_EQ(seen_as(grouped, {"1,204", "12,34"}).kind(), ColumnKind::Text);
  EXPECT_EQ(seen_as(grouped, {"007", "1,204"}).kind(), ColumnKind::Text);
  EXPECT_EQ(seen_as(grouped, {"1,204.5e3", "2"}).kind(), ColumnKind::Float);
}

TEST(ColumnGuess, SaysHowToReadWhatItKeeps) {
  EXPECT_EQ(seen({"3,75", "2,5"}).note(),
            "kept as text: numbers with a decimal comma, line 2 \"3,75\"; read them with "
            "{\"decimal\": \",\"}");
  EXPECT_NE(seen({"3,75", "2,5"}).decimal_comma(), nullptr);
  EXPECT_EQ(seen({"1,250", "3"}).decimal_comma(), nullptr);
  EXPECT_EQ(seen({"1,204", "-3,000.50"}).note(),
            "kept as text: numbers with commas between thousands; read them with "
            "{\"thousands\": \",\"}");
  EXPECT_TRUE(seen({"1.250", "12.000", "7"}).may_be_grouped());
  EXPECT_FALSE(seen({"1.250", "12.5"}).may_be_grouped());
  EXPECT_FALSE(seen({"0.250"}).may_be_grouped());
}

TEST(NumberNotation, AdvisesOnTextsAmongNumbers) {
  EXPECT_EQ(advice_for("N/A"), "if it means a missing value, read with {\"missing\": \"N/A\"}");
  EXPECT_EQ(advice_for("1,204.5"), "read with {\"thousands\": \",\"}, or convert each value");
  EXPECT_EQ(advice_for("3,75"), "read with {\"decimal\": \",\"}, or convert each value");
  EXPECT_EQ(advice_for("$12"), "convert each value first, for example decimal(x)");
  EXPECT_EQ(advice_for("Paris"), "");
}

}  // namespace
}  // namespace syn::tableio
