// Patterns: matching, inclusion against a slow reference, and inputs made to be slow.
// SPDX-License-Identifier: Apache-2.0
#include "cap/pattern.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>

namespace syn::cap {
namespace {

bool matches(std::string_view pattern, std::string_view text) {
  return Pattern::glob(pattern).includes(Pattern::literal(text));
}
bool includes(std::string_view outer, std::string_view inner) {
  return Pattern::glob(outer).includes(Pattern::glob(inner));
}

TEST(Pattern, StarIsAnyRunAndCrossesSlashes) {
  EXPECT_TRUE(matches("data/*", "data/a.txt"));
  EXPECT_TRUE(matches("data/*", "data/sub/a.txt"));
  EXPECT_TRUE(matches("data/*", "data/"));
  EXPECT_FALSE(matches("data/*", "data"));
  EXPECT_TRUE(matches("*a*b*", "xxaxxbxx"));
  EXPECT_FALSE(matches("*a*b", "xxbxxa"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_FALSE(matches("", "x"));
  EXPECT_TRUE(matches("*", ""));
}

TEST(Pattern, QuestionMarkIsOneCharacter) {
  EXPECT_TRUE(matches("data/?.txt", "data/a.txt"));
  EXPECT_TRUE(matches("data/?.txt", "data/é.txt"));
  EXPECT_FALSE(matches("data/?.txt", "data/ab.txt"));
  EXPECT_FALSE(matches("data/?.txt", "data/.txt"));
}

TEST(Pattern, OtherCharactersAreLiteral) {
  EXPECT_TRUE(matches("a[bc]\\d", "a[bc]\\d"));
  EXPECT_FALSE(matches("a[bc]", "ab"));
  EXPECT_FALSE(matches("DATA", "data"));
}

TEST(Pattern, AStarInATextIsNoWildcard) {
  EXPECT_TRUE(matches("data/?", "data/*"));  // the one-letter file named *
  EXPECT_FALSE(includes("data/?", "data/*"));
  EXPECT_FALSE(matches("data/a", "data/*"));
  EXPECT_FALSE(Pattern::literal("data/*").includes(Pattern::literal("data/a")));
}

TEST(Pattern, InclusionOfPatterns) {
  EXPECT_TRUE(includes("data/*", "data/*"));
  EXPECT_TRUE(includes("data/*", "data/*.txt"));
  EXPECT_TRUE(includes("data/*", "data/sub/*"));
  EXPECT_FALSE(includes("data/*.txt", "data/*"));
  EXPECT_FALSE(includes("?", "*"));
  EXPECT_TRUE(includes("?*", "*?"));
  EXPECT_TRUE(includes("*?", "??"));
  EXPECT_FALSE(includes("??", "?"));
  EXPECT_FALSE(includes("a", "?"));
}

TEST(Pattern, BytesThatAreNoUtf8StayThemselves) {
  EXPECT_TRUE(Pattern::literal("/tmp/\xFF").includes(Pattern::literal("/tmp/\xFF")));
  EXPECT_FALSE(Pattern::literal("/tmp/\xFF").includes(Pattern::literal("/tmp/\xFE")));
  EXPECT_EQ(Pattern::literal("/tmp/\xFF\xC3").literal_prefix(), "/tmp/\xFF\xC3");
}

TEST(Pattern, EncodingRoundTrips) {
  std::string text("a*\0?b\xFFé?*", 10);
  for (const Pattern& pattern : {Pattern::glob(text), Pattern::literal(text), Pattern()}) {
    EXPECT_EQ(Pattern::decode(pattern.encode()), pattern);
  }
  Pattern mixed = Pattern::literal("/a*b/");
  mixed.append(Pattern::glob("*.txt"));
  EXPECT_EQ(Pattern::decode(mixed.encode()), mixed);
  EXPECT_EQ(Pattern::decode(std::string_view("a\0", 2)), Pattern::literal("a"));
}

TEST(Pattern, LimitsAreSeen) {
  EXPECT_FALSE(Pattern::glob(std::string(4096, 'a')).over_limits());
  EXPECT_TRUE(Pattern::glob(std::string(4097, 'a')).over_limits());
  std::string stars;
  for (int i = 0; i < 33; ++i) stars += "*a";
  EXPECT_TRUE(Pattern::glob(stars).over_limits());
  EXPECT_FALSE(Pattern::glob(std::string(1000, '*')).over_limits());  // they are one star
}

/// D13: exponential in the original.
TEST(Pattern, ManyStarsAgainstALongTextIsFast) {
  std::string pattern;
  for (int i = 0; i < 32; ++i) pattern += "*a";
  pattern += "b";
  std::string text(8192, 'a');
  auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(matches(pattern, text));
  std::string longest = "*" + std::string(4000, 'a') + "b";
  EXPECT_FALSE(matches(longest, text));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

/// The rule of security.md §24 A2, word for word: no cleverness, no sharing with the code.
bool reference_includes(std::string_view outer, std::string_view inner) {
  if (outer.empty()) return inner.empty();
  if (outer[0] == '*') {
    return reference_includes(outer.substr(1), inner) ||
           (!inner.empty() && reference_includes(outer, inner.substr(1)));
  }
  if (inner.empty() || inner[0] == '*') return false;
  if (outer[0] != '?' && outer[0] != inner[0]) return false;
  return reference_includes(outer.substr(1), inner.substr(1));
}

bool reference_matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') {
    return reference_matches(pattern.substr(1), text) ||
           (!text.empty() && reference_matches(pattern, text.substr(1)));
  }
  if (text.empty()) return false;
  if (pattern[0] != '?' && pattern[0] != text[0]) return false;
  return reference_matches(pattern.substr(1), text.substr(1));
}

std::string random_text(std::mt19937& random, std::string_view alphabet, size_t max_size) {
  std::string out(random() % (max_size + 1), ' ');
  for (char& c : out) c = alphabet[random() % alphabet.size()];
  return out;
}

TEST(Pattern, MatchesLikeTheReference) {
  std::mt19937 random(1);
  for (int i = 0; i < 100'000; ++i) {
    std::string pattern = random_text(random, "ab*?", 8);
    std::string text = random_text(random, "ab", 8);
    ASSERT_EQ(matches(pattern, text), reference_matches(pattern, text)) << pattern << " " << text;
  }
}

TEST(Pattern, InclusionIsSoundAndFindsAllThatTheRuleFinds) {
  std::mt19937 random(2);
  int num_included = 0;
  for (int i = 0; i < 100'000; ++i) {
    std::string outer = random_text(random, "ab*?", 6);
    std::string inner = random_text(random, "ab*?", 6);
    bool included = includes(outer, inner);
    if (reference_includes(outer, inner)) {
      ASSERT_TRUE(included) << outer << " " << inner;
    }
    if (!included) continue;
    ++num_included;
    for (int j = 0; j < 20; ++j) {
      std::string text = random_text(random, "abc", 8);
      if (reference_matches(inner, text)) {
        ASSERT_TRUE(reference_matches(outer, text)) << outer << " " << inner << " " << text;
      }
    }
  }
  EXPECT_GT(num_included, 1000);
}

}  // namespace
}  // namespace syn::cap
