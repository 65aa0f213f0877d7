// Bad input: prefixes, deletions, token soup and huge sources give errors or trees, never a crash
// or a hang. The seeds are fixed.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "syntax/dump.h"
#include "syntax/parser.h"
#include "syntax/printer.h"
#include "syntax/token.h"
#include "test_sources.h"

namespace syn {
namespace {

/// Parses, and goes over all that an error can say.
void exercise(const std::string& source) {
  ParseResult result = parse_program(source, "ex.syn");
  ASSERT_EQ(result.program == nullptr, !result.errors.empty());
  ASSERT_LE(result.errors.size(), kMaxErrors);
  for (const Error& error : result.errors) {
    ASSERT_FALSE(error.line().empty());
    ASSERT_FALSE(error.line(Language::Spanish).empty());
    error.hint();
    error.hint(Language::Spanish);
    const ErrorBody& body = error.body();
    ASSERT_TRUE(body.span.known());
    if (body.fix) parse_program(test::apply_fix(source, *body.fix), "ex.syn");
  }
  if (result.program != nullptr) format_source(source, "ex.syn");
}

/// Programs to cut up: every `step`-th, and not too long.
std::vector<std::string> pick_programs(size_t count, size_t max_size) {
  std::vector<std::string> sources;
  std::vector<std::filesystem::path> paths = test::find_programs();
  size_t step = std::max<size_t>(paths.size() / count, 1);
  for (size_t i = 0; i < paths.size() && sources.size() < count; i += step) {
    std::string source = test::read_text(paths[i]);
    sources.push_back(source.substr(0, max_size));
  }
  return sources;
}

std::vector<std::string> habit_programs() {
  std::vector<std::string> sources;
  std::istringstream lines(
      test::read_text(std::filesystem::path(SYN_SOURCE_DIR) / "tests/unit/syntax/habits.txt"));
  std::string line;
  std::string source;
  while (std::getline(lines, line)) {
    if (line.rfind("--- ", 0) == 0) sources.push_back(std::move(source));
    if (line.rfind("===", 0) == 0 || line.rfind("---", 0) == 0) {
      source.clear();
    } else {
      source += line + "\n";
    }
  }
  return sources;
}

TEST(Robustness, EveryPrefixOfManyPrograms) {
  for (const std::string& source : pick_programs(60, 1500)) {
    for (size_t size = 0; size <= source.size(); ++size) exercise(source.substr(0, size));
  }
}

TEST(Robustness, EveryDeletionOfSomePrograms) {
  for (const std::string& source : pick_programs(25, 800)) {
    for (size_t i = 0; i < source.size(); ++i) {
      exercise(source.substr(0, i) + source.substr(i + 1));
    }
  }
}

TEST(Robustness, EveryPrefixAndDeletionOfTheHabits) {
  for (const std::string& source : habit_programs()) {
    for (size_t i = 0; i < source.size(); ++i) {
      exercise(source.substr(0, i));
      exercise(source.substr(0, i) + source.substr(i + 1));
    }
  }
}

TEST(Robustness, TokenSoup) {
  std::vector<std::string> words = {
      "\n",  "\n    ", "\n        ", " ",   "x",      "f(",     "5",      "1.5d", "\"a\"",  "`a{",
      "}`",  "`",      "'",          "--",  "-- c",   "#",      "/*",     "*/",   "\"\"\"", ";",
      "?",   "&&",     "||",         "!",   "$",      "@",      "\\",     "|",    "é",      "😀",
      "if",  "else",   "for",        "def", "lambda", "return", "SELECT", "from", "import", "show",
      "log", "raise",  "enum",       "use", "_",      "class",  "=",      "+="};
  for (auto i = static_cast<uint8_t>(TokenKind::True); i <= static_cast<uint8_t>(TokenKind::Colon);
       ++i) {
    words.emplace_back(token_spelling(static_cast<TokenKind>(i)));
  }
  std::mt19937 random(7);
  for (int round = 0; round < 6000; ++round) {
    std::string source;
    size_t length = random() % 40;
    for (size_t i = 0; i < length; ++i) {
      source += words[random() % words.size()];
      if (random() % 2 == 0) source += ' ';
    }
    exercise(source);
  }
}

TEST(Robustness, RandomBytes) {
  std::mt19937 random(11);
  for (int round = 0; round < 2000; ++round) {
    std::string source;
    size_t length = random() % 60;
    for (size_t i = 0; i < length; ++i) source += static_cast<char>(random() % 256);
    exercise(source);
  }
}

TEST(Robustness, LargeSourcesEndInTime) {
  constexpr size_t kSize = 1 << 20;
  constexpr std::string_view kPieces[] = {
      "(",          "()",      "{",     "[",         "`{",    "/*",        "\"",   "'''",
      "!",          ")",       "}",     "- ",        "--1 ",  "#\n",       "a;",   "let x be [1,\n",
      "if x:\n",    "x = 1\n", "f(x\n", "é",         "\xFF",  "x--\n",     "|x| ", "a if b else ",
      "x.",         "x[1:",    "end\n", "{**a,",     "when ", "  a\n b\n", "is ",  "`a{b}",
      "\"a\nb\"\n", "?? ",     "a, ",   "for x in ", "f\"",   "case 1:\n"};
  for (std::string_view piece : kPieces) {
    std::string source;
    while (source.size() < kSize) source += piece;
    ParseResult result = parse_program(source, "ex.syn");
    EXPECT_LE(result.errors.size(), kMaxErrors) << piece;
  }
}

}  // namespace
}  // namespace syn
