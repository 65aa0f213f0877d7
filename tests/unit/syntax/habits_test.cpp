// Habits of other languages: every case of habits.txt gives its error, hint and fix, and the fix
// mends it. The cases hold all syntactic rows of data.md §5 and more.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "syntax/errors.h"
#include "syntax/parser.h"
#include "test_sources.h"

namespace syn {
namespace {

struct HabitCase {
  std::string code;
  std::string place;
  bool parses = false;
  bool is_row = false;
  std::string source;
  std::string hint;
  bool has_fix = false;
  std::string fixed;
};

HabitCase read_header(const std::string& line) {
  HabitCase result;
  std::istringstream words(line);
  std::string word;
  words >> word >> result.code >> result.place;
  while (words >> word) {
    if (word == "parses") result.parses = true;
    if (word == "row") result.is_row = true;
  }
  return result;
}

std::vector<HabitCase> read_cases() {
  std::vector<HabitCase> cases;
  std::istringstream lines(
      test::read_text(std::filesystem::path(SYN_SOURCE_DIR) / "tests/unit/syntax/habits.txt"));
  std::string line;
  bool in_fixed = false;
  while (std::getline(lines, line)) {
    if (line.rfind("=== S", 0) == 0) {
      cases.push_back(read_header(line));
      in_fixed = false;
    } else if (cases.empty()) {
      continue;
    } else if (line.rfind("--- ", 0) == 0) {
      cases.back().hint = line.substr(4);
    } else if (line == "+++") {
      cases.back().has_fix = true;
      in_fixed = true;
    } else {
      (in_fixed ? cases.back().fixed : cases.back().source) += line + "\n";
    }
  }
  return cases;
}

std::string place_of(const Error& error) {
  return std::to_string(error.body().span.line) + ":" + std::to_string(error.body().span.column);
}

TEST(Habits, EveryCaseGivesItsErrorHintAndFix) {
  for (const HabitCase& c : read_cases()) {
    SCOPED_TRACE(c.source);
    ParseResult result = parse_program(c.source, "ex.syn");
    ASSERT_FALSE(result.errors.empty());
    const Error& error = result.errors[0];
    EXPECT_EQ(error.row().code, c.code);
    EXPECT_EQ(place_of(error), c.place);
    EXPECT_EQ(error.hint(), c.hint);
    ASSERT_EQ(error.body().fix.has_value(), c.has_fix);
    if (!c.has_fix) continue;
    std::string fixed = test::apply_fix(c.source, *error.body().fix);
    if (fixed.empty() || fixed.back() != '\n') fixed += '\n';
    EXPECT_EQ(fixed, c.fixed);
  }
}

TEST(Habits, AFixRemovesItsError) {
  for (const HabitCase& c : read_cases()) {
    if (!c.has_fix) continue;
    SCOPED_TRACE(c.source);
    ParseResult before = parse_program(c.source, "ex.syn");
    ASSERT_FALSE(before.errors.empty());
    std::string fixed = test::apply_fix(c.source, *before.errors[0].body().fix);
    for (const Error& error : parse_program(fixed, "ex.syn").errors) {
      bool is_same =
          &error.row() == &before.errors[0].row() && place_of(error) == place_of(before.errors[0]);
      EXPECT_FALSE(is_same) << fixed;
    }
  }
}

TEST(Habits, FixAfterFixEnds) {
  for (const HabitCase& c : read_cases()) {
    SCOPED_TRACE(c.source);
    std::string source = c.source;
    bool parses = false;
    for (int round = 0; round < 40 && !parses; ++round) {
      ParseResult result = parse_program(source, "ex.syn");
      parses = result.errors.empty();
      if (parses || !result.errors[0].body().fix) break;
      source = test::apply_fix(source, *result.errors[0].body().fix);
    }
    EXPECT_EQ(parses, c.parses) << source;
  }
}

TEST(Habits, CoverTheTablesOfTheSpecification) {
  size_t num_rows = 0;
  size_t num_fixes = 0;
  std::set<std::string> codes;
  for (const HabitCase& c : read_cases()) {
    num_rows += c.is_row ? 1 : 0;
    num_fixes += c.has_fix ? 1 : 0;
    codes.insert(c.code);
  }
  EXPECT_GE(num_rows, 117U);
  EXPECT_GE(num_fixes, 250U);
  constexpr std::string_view kCodes[] = {
#undef SYN_ERROR_ROW  // No row is defined below.
#define SYN_ERROR_ROW(name, code, category, english, spanish, hint_english, hint_spanish) code,
#include "syntax/habits.def"
#undef SYN_ERROR_ROW
  };
  for (std::string_view code : kCodes) {
    EXPECT_TRUE(codes.contains(std::string(code))) << "no case raises " << code;
  }
}

TEST(Habits, SpanishIsNeverMixedWithEnglish) {
  for (const HabitCase& c : read_cases()) {
    ParseResult result = parse_program(c.source, "ex.syn");
    ASSERT_FALSE(result.errors.empty());
    const Error& error = result.errors[0];
    std::string spanish = error.message(Language::Spanish);
    EXPECT_NE(spanish, error.message()) << c.source;
    for (std::string_view word : {"Expected ", "Unexpected ", "unexpected ", " got "}) {
      EXPECT_EQ(spanish.find(word), std::string::npos) << spanish;
    }
    EXPECT_EQ(error.hint().empty(), error.hint(Language::Spanish).empty()) << c.source;
  }
}

TEST(Habits, WordsOfOtherLanguagesStayNames) {
  constexpr std::string_view kPrograms[] = {
      "let end be 5\nend\n",
      "let record be {\"a\": 1}\nrecord.a\nprint(record)\n",
      "task from(from, import)\n    give from + import\nprint(from(1, 2))\n",
      "let select be [1]\nselect[0]\n",
      "let default be 1\nset default to default + 1\nprint(default)\n",
      "task loop(do)\n    do\nprint(loop(1))\n",
      "let if be 1\nprint(if + 1)\n",
      "let f be (async, await) => async + await\nprint(f(1, 2))\n",
      "let yield be 5\nyield - 1\n",
      "let x be 5\nx -- a remark\n",
      "let x be 5 // 2\nlet y be `{x:.2f} {x:,} ${x}`\n",
      "let lambda be 1\nlet mod be 2\nprint(lambda, mod)\n",
      "task f(global, var, const)\n    give [global, var, const]\n",
  };
  for (std::string_view program : kPrograms) {
    EXPECT_EQ(test::error_lines(std::string(program)), std::vector<std::string>()) << program;
  }
}

}  // namespace
}  // namespace syn
