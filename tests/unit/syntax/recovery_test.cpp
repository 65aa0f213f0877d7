// Recovery: all errors of a file in one go, none that follows from another, at most 20.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "syntax/parser.h"
#include "test_sources.h"

namespace syn {
namespace {

/// The places of the errors: "2:5 4:1".
std::string places(std::string source) {
  std::string out;
  for (const Error& error : parse_program(std::move(source), "ex.syn").errors) {
    if (!out.empty()) out += ' ';
    out += std::to_string(error.body().span.line) + ":" + std::to_string(error.body().span.column);
  }
  return out;
}

TEST(Recovery, GoesOnAtTheNextStatement) {
  EXPECT_EQ(places("let x be\nlet y be 1\nlet 5 be 2\nprint(x y\nprint(1)\nlet z be to\n"),
            "1:9 3:5 4:9 6:10");
}

TEST(Recovery, ReadsTheBodyOfABrokenHeader) {
  EXPECT_EQ(places("when x >\n    let y be\n    print(1)\nprint(2))\n"), "1:9 2:13 4:9");
  EXPECT_EQ(places("task f(1)\n    give to\ntask g()\n    give 1\n"), "1:8 2:10");
  EXPECT_EQ(places("match\n    is 1\n        let\nlet y be to\n"), "1:6 4:10");
  EXPECT_EQ(places("when a\n    when >\n        b\n    c d e\nx )\n"), "2:10 4:7 5:3");
}

TEST(Recovery, TakesTheRestOfABrokenStatementWithIt) {
  EXPECT_EQ(places("when x ==\n    a\notherwise when b\n    c\notherwise\n    d\n"), "1:10");
  EXPECT_EQ(places("try 5\n    a\nrecover e\n    b\nlet x be\n"), "1:5 5:9");
  EXPECT_EQ(places("type T\n    x number\n    y: number\n    5: text\nlet x be\n"), "2:7 4:5 5:9");
  EXPECT_EQ(places("enum E\n    a(\n    b\nlet x be\n"), "4:1 4:9");
}

TEST(Recovery, BracketsLeftOpenEndWithTheirStatement) {
  EXPECT_EQ(places("let x be [1, 2\nlet y be 3\nlet z be to\n"), "2:1 3:10");
  EXPECT_EQ(places("task f(x)\n    let y be g(x\n    give y\nlet z be to\n"), "3:5 4:10");
  EXPECT_EQ(places("let m be {\n    \"a\" 1,\n    \"b\": 2\n}\nlet z be to\n"), "2:9 5:10");
  EXPECT_EQ(places("f(a, [1, 2}\nlet z be to\n"), "1:11 2:10");
  EXPECT_EQ(places("print(\"abc\nlet z be to\n"), "1:7 2:10");
}

TEST(Recovery, UnclosedTemplatesAreOneError) {
  EXPECT_EQ(places("let x be `abc {y\nlet z be to\n"), "1:10");
  EXPECT_EQ(places("let x be `a{1 +}b{to}`\nlet z be to\n"), "1:16 2:10");
}

TEST(Recovery, ColonsAndForeignWordsAreReportedEachOnce) {
  EXPECT_EQ(
      places("while a:\n    when b:\n        c\n    otherwise:\n        d\ntry:\n    e\nrecover:\n"
             "    f\n"),
      "1:8 2:11 4:14 6:4 8:8");
  EXPECT_EQ(places("def f(x):\n    if x:\n        return 1\n    elif y:\n        pass\n    else:\n"
                   "        x = 5\nf(1)\n"),
            "1:1 2:5 3:9 4:5 5:9 6:5 7:11");
}

TEST(Recovery, IndentationErrorsDoNotSpread) {
  EXPECT_EQ(places("when true\n        a\n    b\n    c\nd\nlet x be\n"), "3:1 6:9");
  EXPECT_EQ(places("let a be 1\n    print(a)\n    print(b)\nprint(c)\nlet\n"), "2:1 5:4");
}

TEST(Recovery, MatchesEndWithOneError) {
  EXPECT_EQ(places("match 5\n    is 5\n        a\n    print(2)\n    print(3)\nlet x be\n"),
            "6:1 6:9");
  EXPECT_EQ(places("match 5\n    otherwise\n        a\n    is 5\n        b\nlet x be\n"),
            "4:5 6:9");
  EXPECT_EQ(places("match 5\n    is\n        a\n    is 2\n        b\n    is to\n        c\n"),
            "2:7 6:8");
}

TEST(Recovery, StopsAtTwentyErrors) {
  std::string source;
  for (int i = 0; i < 100; ++i) source += "let x be\nwhen a:\n    to\n";
  EXPECT_EQ(parse_program(source, "ex.syn").errors.size(), kMaxErrors);
  EXPECT_EQ(parse_program(std::string(100, ')') + "\n", "ex.syn").errors.size(), 1U);
}

TEST(Recovery, ErrorsAreInSourceOrder) {
  for (const auto& path : test::find_programs()) {
    ParseResult result = parse_program(test::read_text(path) + "\n)\nlet\n", "ex.syn");
    for (size_t i = 1; i < result.errors.size(); ++i) {
      const Span& a = result.errors[i - 1].body().span;
      const Span& b = result.errors[i].body().span;
      EXPECT_TRUE(a.line < b.line || (a.line == b.line && a.column <= b.column)) << path;
    }
  }
}

TEST(Recovery, ConformanceCasesGiveExactlyTheirError) {
  size_t num_errors = 0;
  for (const auto& path : test::find_programs()) {
    std::filesystem::path expected_path = path;
    std::string expected = test::read_text(expected_path.replace_extension(".err"));
    bool is_syntax = expected.rfind("Parse error", 0) == 0 || expected.rfind("Lexer error", 0) == 0;
    bool is_case = std::filesystem::exists(expected_path.replace_extension(".out"));
    if (!is_case) continue;
    std::string lines;
    for (const Error& error :
         parse_program(test::read_text(path), path.filename().string()).errors) {
      lines += error.line() + "\n";
    }
    if (lines.empty()) continue;  // Right, or refused by a later check.
    EXPECT_EQ(lines, is_syntax ? expected : "") << path;
    ++num_errors;
  }
  EXPECT_GE(num_errors, 90U);
}

}  // namespace
}  // namespace syn
