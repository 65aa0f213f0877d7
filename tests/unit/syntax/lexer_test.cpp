// Tokens: indentation, comments, numbers, texts, templates with their holes.
// SPDX-License-Identifier: Apache-2.0
#include "syntax/lexer.h"

#include <gtest/gtest.h>

#include "syntax/dump.h"
#include "syntax/escapes.h"
#include "syntax/names.h"
#include "test_sources.h"

namespace syn {
namespace {

/// The kinds of the tokens, separated by blanks.
std::string kinds(std::string_view source) {
  TokenList list;
  Lexer(source, list).run();
  std::string out;
  for (const Token& token : list.tokens) {
    if (!out.empty()) out += ' ';
    out += token_name(token.kind);
  }
  return out;
}

TEST(Lexer, EmptySourcesGiveANewlineAndTheEnd) {
  EXPECT_EQ(kinds(""), "NEWLINE EOF");
  EXPECT_EQ(kinds("\n\n  \n-- x\n"), "NEWLINE EOF");
}

TEST(Lexer, IndentationIsMeasuredAndTabsAreFour) {
  EXPECT_EQ(kinds("a\n\tb\n    c\nd"),
            "IDENTIFIER NEWLINE INDENT IDENTIFIER NEWLINE IDENTIFIER NEWLINE DEDENT IDENTIFIER "
            "NEWLINE EOF");
  EXPECT_EQ(kinds("a\n  b\n      c"),
            "IDENTIFIER NEWLINE INDENT IDENTIFIER NEWLINE INDENT IDENTIFIER DEDENT DEDENT NEWLINE "
            "EOF");
}

TEST(Lexer, CommentsAndEmptyLinesDoNotIndent) {
  EXPECT_EQ(kinds("a\n      -- far\n\n   \r\nb"), "IDENTIFIER NEWLINE IDENTIFIER NEWLINE EOF");
}

TEST(Lexer, BracketsJoinLines) {
  EXPECT_EQ(kinds("(a\n      b\n)\nc"),
            "LPAREN IDENTIFIER IDENTIFIER RPAREN NEWLINE IDENTIFIER NEWLINE EOF");
  EXPECT_EQ(kinds("[1,\n  2] + 3\nc"),
            "LBRACKET NUMBER COMMA NUMBER RBRACKET PLUS NUMBER NEWLINE IDENTIFIER NEWLINE EOF");
  EXPECT_EQ(kinds(")\na"), "RPAREN NEWLINE IDENTIFIER NEWLINE EOF");
}

TEST(Lexer, TheLongestSignWins) {
  EXPECT_EQ(kinds("** * == = => <= < |> -> - ... . // / >="),
            "POWER STAR EQUAL ASSIGN FAT_ARROW LESS_EQUAL LESS PIPE ARROW MINUS SPREAD DOT "
            "FLOOR_DIVIDE SLASH GREATER_EQUAL NEWLINE EOF");
  EXPECT_EQ(kinds("a....b"), "IDENTIFIER SPREAD DOT IDENTIFIER NEWLINE EOF");
}

TEST(Lexer, NumbersFollowTheNewRules) {
  EXPECT_EQ(dump_tokens("1_000.5 2e3 2E-3 2e 1.5d 1.5dx 0x1F 0b_1 7.x"),
            "1:1 NUMBER \"1_000.5\"\n1:9 NUMBER \"2e3\"\n1:13 NUMBER \"2E-3\"\n1:18 NUMBER \"2\"\n"
            "1:19 IDENTIFIER \"e\"\n1:21 NUMBER \"1.5d\"\n1:26 NUMBER \"1.5\"\n1:29 IDENTIFIER "
            "\"dx\"\n1:32 NUMBER \"0x1F\"\n1:37 NUMBER \"0b_1\"\n1:42 NUMBER \"7\"\n1:43 DOT "
            "\".\"\n1:44 IDENTIFIER \"x\"\n1:45 NEWLINE\n1:45 EOF\n");
}

TEST(Lexer, DashesAreCommentsButForTwoUses) {
  EXPECT_EQ(kinds("a --1"), "IDENTIFIER NEWLINE EOF");
  EXPECT_EQ(kinds("f(3)--glued"), "IDENTIFIER LPAREN NUMBER RPAREN NEWLINE EOF");
  EXPECT_EQ(kinds("5--1"), "NUMBER PROBLEM NUMBER NEWLINE EOF");
  EXPECT_EQ(kinds("f(5 --1)"), "IDENTIFIER LPAREN NUMBER PROBLEM NUMBER RPAREN NEWLINE EOF");
  EXPECT_EQ(kinds("f(5, --1)\n)"), "IDENTIFIER LPAREN NUMBER COMMA RPAREN NEWLINE EOF");
  EXPECT_EQ(kinds("f(5 --1\n)"), "IDENTIFIER LPAREN NUMBER RPAREN NEWLINE EOF");
  EXPECT_EQ(kinds("[5 --1\n]"), "LBRACKET NUMBER RBRACKET NEWLINE EOF");
}

TEST(Lexer, TemplatesAreLexedInPlace) {
  EXPECT_EQ(dump_tokens("`a{b + `c{d}`:>5}e`"),
            "1:1 TEMPLATE \"`\"\n1:2 TEMPLATE \"a\"\n1:3 TEMPLATE \"{\"\n1:4 IDENTIFIER \"b\"\n"
            "1:6 PLUS \"+\"\n1:8 TEMPLATE \"`\"\n1:9 TEMPLATE \"c\"\n1:10 TEMPLATE \"{\"\n1:11 "
            "IDENTIFIER \"d\"\n1:12 EOF \"}\"\n1:13 TEMPLATE \"`\"\n1:14 COLON \":>5\"\n1:17 EOF "
            "\"}\"\n1:18 TEMPLATE \"e\"\n1:19 TEMPLATE \"`\"\n1:20 NEWLINE\n1:20 EOF\n");
}

TEST(Lexer, ColonsInsideBracketsOfAHoleAreNoFormat) {
  EXPECT_EQ(kinds("`{ {\"a\": 1} }`"),
            "TEMPLATE TEMPLATE LBRACE TEXT COLON NUMBER RBRACE EOF TEMPLATE NEWLINE EOF");
}

TEST(Lexer, PlacesCountCodePoints) {
  EXPECT_EQ(dump_tokens("\"áé😀\", x"),
            "1:1 TEXT \"\\\"áé😀\\\"\"\n1:6 COMMA \",\"\n1:8 IDENTIFIER \"x\"\n1:9 NEWLINE\n1:9 "
            "EOF\n");
  EXPECT_EQ(dump_tokens("`é\né{x}`\ny"),
            "1:1 TEMPLATE \"`\"\n1:2 TEMPLATE \"é\\né\"\n2:2 TEMPLATE \"{\"\n2:3 IDENTIFIER "
            "\"x\"\n2:4 EOF \"}\"\n2:5 TEMPLATE \"`\"\n2:6 NEWLINE\n3:1 IDENTIFIER \"y\"\n3:2 "
            "NEWLINE\n3:2 EOF\n");
}

TEST(Lexer, NamesAreAlphabeticInUnicode) {
  EXPECT_EQ(kinds("ñandú_2 名前 _ x٣"), "IDENTIFIER IDENTIFIER IDENTIFIER IDENTIFIER NEWLINE EOF");
  EXPECT_EQ(kinds("😀"), "PROBLEM NEWLINE EOF");
  EXPECT_FALSE(starts_name('5'));
  EXPECT_TRUE(continues_name('5'));
  EXPECT_FALSE(starts_name(0x663));
}

TEST(Lexer, ReservedWordsAreThose) {
  EXPECT_EQ(find_reserved_word("and_then"), TokenKind::AndThen);
  EXPECT_EQ(find_reserved_word("Whenever"), TokenKind::Identifier);
  EXPECT_EQ(find_reserved_word("show"), TokenKind::Identifier);
}

TEST(Escapes, AreResolvedOrStay) {
  auto quoted = [](std::string_view raw) { return decode_escapes(raw, EscapeRules::Quoted); };
  EXPECT_EQ(quoted(R"(a\n\t\r\\\"\'b)"), "a\n\t\r\\\"'b");
  EXPECT_EQ(quoted(R"(\q\x41\`\{)"), R"(\q\x41\`\{)");
  EXPECT_EQ(quoted(R"(\u00e9\u{1F600}\ud83d\ude00)"), "é😀😀");
  EXPECT_EQ(quoted(R"(\u12 \ud83d \u{} \u{110000} \u{1234567})"),
            R"(\u12 \ud83d \u{} \u{110000} \u{1234567})");
  EXPECT_EQ(quoted("end\\"), "end\\");
  EXPECT_EQ(decode_escapes(R"(\`\{\}\u{41})", EscapeRules::Template), R"(`{\}A)");
}

TEST(Tokens, ValuesAreQuotedAsMessagesShowThem) {
  EXPECT_EQ(quote_value("a"), "'a'");
  EXPECT_EQ(quote_value("it's"), "\"it's\"");
  EXPECT_EQ(quote_value("'\""), "'\\'\"'");
  EXPECT_EQ(quote_value("\\\n\x01\xC2\x85"), "'\\\\\\n\\x01\\x85'");
}

}  // namespace
}  // namespace syn
