// The layout of programs: what changes, what stays, and that nothing changes twice.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/printer.h"

#include <gtest/gtest.h>

#include "syntax/dump.h"
#include "syntax/parser.h"
#include "test_sources.h"

namespace syn {
namespace {

std::string formatted(std::string source) {
  FormatResult result = format_source(std::move(source), "ex.syn");
  return result.errors.empty() ? result.text : result.errors[0].line();
}

TEST(Printer, PutsOneBlankAroundOperators) {
  EXPECT_EQ(formatted("let   x be(1+2 )*  -3**2//a .b [ 0 ]( y=1 ,z)\n"),
            "let x be (1 + 2) * -3 ** 2 // a.b[0](y = 1, z)\n");
  EXPECT_EQ(formatted("f( (a ,b)=>a|>g , {\"k\" :[1 ,2,],} )\n"),
            "f((a, b) => a |> g, {\"k\": [1, 2,],})\n");
  EXPECT_EQ(formatted("let x be not(a)and - -1<b or xs not   in ys\n"),
            "let x be not (a) and - -1 < b or xs not in ys\n");
  EXPECT_EQ(formatted("require file .read : data( \"x\" )\nrequire file :text\n"),
            "require file.read:data(\"x\")\nrequire file:text\n");
  EXPECT_EQ(formatted("show [1] [0]\nlog -5\nm.type (1)\n"), "show[1][0]\nlog - 5\nm.type(1)\n");
}

TEST(Printer, IndentsBlocksByFour) {
  EXPECT_EQ(formatted("when a\n  b\notherwise   when c\n\t\td\n\t\twhile e\n\t\t\tf\n"),
            "when a\n    b\notherwise when c\n    d\n    while e\n        f\n");
}

TEST(Printer, KeepsLineBreaksInBrackets) {
  EXPECT_EQ(formatted("let xs be [\n1,\n        2, f(a,\nb),\n  {\n\"k\":1\n}\n]\n"),
            "let xs be [\n    1,\n    2, f(a,\n        b),\n    {\n        \"k\": 1\n    }\n]\n");
  EXPECT_EQ(formatted("print(apply(xs, (x) =>\nx * 2))\n"),
            "print(apply(xs, (x) =>\n    x * 2))\n");
}

TEST(Printer, KeepsCommentsWithWhatTheyStandBy) {
  EXPECT_EQ(formatted("--head\nlet x be 1--tail\nwhen x\n   a\n   -- in\n-- out\nb\n"),
            "-- head\nlet x be 1 -- tail\nwhen x\n    a\n    -- in\n-- out\nb\n");
  EXPECT_EQ(formatted("f(a,  --one\n --two\nb)\n--- rule ---\n"),
            "f(a, -- one\n    -- two\n    b)\n--- rule ---\n");
  EXPECT_EQ(formatted("-- only\n"), "-- only\n");
}

TEST(Printer, KeepsOneBlankLine) {
  EXPECT_EQ(formatted("\n\n\na\n\n\n\nb\n   \n\n"), "a\n\nb\n");
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted("\n\n"), "");
  EXPECT_EQ(formatted("a"), "a\n");
}

TEST(Printer, LeavesTextsAndTemplatesAlone) {
  EXPECT_EQ(formatted("print('it''s'  )\n").rfind("Parse error", 0), 0U);
  EXPECT_EQ(formatted("print( 'a  b' ,`x{ a+b :.2f} \n   y` )\n"),
            "print('a  b', `x{ a+b :.2f} \n   y`)\n");
}

TEST(Printer, GivesTheErrorsOfWrongPrograms) {
  FormatResult result = format_source("let x be\nlet\n", "ex.syn");
  EXPECT_EQ(result.errors.size(), 2U);
  EXPECT_EQ(result.text, "");
}

TEST(Printer, ChangesNoProgramOfTheCasesTwiceNorItsTree) {
  size_t num_programs = 0;
  for (const auto& path : test::find_programs()) {
    std::string source = test::read_text(path);
    ParseResult before = parse_program(source, "ex.syn");
    if (before.program == nullptr) continue;
    ++num_programs;
    std::string once = formatted(source);
    ParseResult after = parse_program(once, "ex.syn");
    ASSERT_NE(after.program, nullptr) << path << "\n" << once;
    EXPECT_TRUE(same_tree(*before.program, *after.program)) << path << "\n" << once;
    EXPECT_EQ(formatted(once), once) << path;
  }
  EXPECT_GT(num_programs, 800U);
}

TEST(Printer, SurvivesPoorLayout) {
  // The same programs with every line break in brackets moved and blanks doubled.
  for (const auto& path : test::find_programs()) {
    std::string source = test::read_text(path);
    ParseResult before = parse_program(source, "ex.syn");
    if (before.program == nullptr) continue;
    std::string spread;
    bool plain = source.find_first_of("\"'`") == std::string::npos;
    if (!plain) continue;
    for (char c : source) {
      spread += c;
      if (c == '(' || c == ',' || c == '[') spread += "\n      ";
    }
    ParseResult wide = parse_program(spread, "ex.syn");
    if (wide.program == nullptr) continue;
    std::string once = formatted(spread);
    ParseResult after = parse_program(once, "ex.syn");
    ASSERT_NE(after.program, nullptr) << once;
    EXPECT_TRUE(same_tree(*wide.program, *after.program)) << once;
    EXPECT_EQ(formatted(once), once);
  }
}

}  // namespace
}  // namespace syn
