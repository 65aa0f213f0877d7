// Texts, regular expressions and conversions without a machine.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "b_fake_context.h"

namespace syn {
namespace {

class TextBuiltins : public ::testing::Test {
 protected:
  std::string show(std::string_view name, std::initializer_list<std::string_view> texts) {
    std::vector<Value> args;
    for (std::string_view text : texts) args.push_back(c.text(text));
    return c.show(name, std::move(args));
  }
  TextContext c;
};

TEST_F(TextBuiltins, KnowFullUnicode) {
  EXPECT_EQ(show("upper", {"straße ŉ ﬃ"}), "STRASSE ʼN FFI");
  EXPECT_EQ(show("lower", {"ΟΔΥΣΣΕΥΣ İ Σ"}), "οδυσσευς i̇ σ");
  EXPECT_EQ(show("fold_text", {"Ångström ŁÓDŹ Œuvre Straße Þór"}),
            "angstrom lodz oeuvre strasse thor");
  EXPECT_EQ(show("fold_text", {"한글 が"}), "한글 が");
  EXPECT_EQ(show("trim", {"\u00a0\u3000 a\u2003b \u2028\n"}), "a\u2003b");
  EXPECT_EQ(show("trim", {" \n "}), "");
}

TEST_F(TextBuiltins, SplitAndReplace) {
  EXPECT_EQ(show("split", {"", ","}), R"([""])");
  EXPECT_EQ(show("split", {"", ""}), "[]");
  EXPECT_EQ(show("split", {"añ😀", ""}), R"(["a", "ñ", "😀"])");
  EXPECT_EQ(show("split", {"a::b::", "::"}), R"(["a", "b", ""])");
  EXPECT_EQ(show("replace", {"aéc", "", "-"}), "-a-é-c-");
  EXPECT_EQ(show("replace", {"aaaa", "aa", "b"}), "bb");
  EXPECT_EQ(show("replace", {"aaaa", "a", ""}), "");
}

TEST_F(TextBuiltins, NameTheArgumentThatIsNoText) {
  EXPECT_EQ(c.show("upper", {Value()}), "error: upper expects text, got nothing");
  EXPECT_EQ(c.show("split", {c.text("a"), Value::integer(1)}),
            "error: split expects text as the separator, got number");
}

TEST_F(TextBuiltins, PadAndFormat) {
  EXPECT_EQ(c.show("pad_left", {c.text("é"), Value::integer(3), c.text("·")}), "··é");
  EXPECT_EQ(c.show("pad_right", {Value::integer(-7), Value::integer(4)}), "-7  ");
  EXPECT_EQ(c.show("pad_left", {c.text("long"), Value::integer(2)}), "long");
  EXPECT_EQ(c.show("pad_left", {c.text("a"), Value::integer(3), c.text("xy")}),
            "error: pad_left: the fill must be one character, got xy");
  EXPECT_EQ(c.show("format_number", {Value::number(1234567.5), Value::integer(2)}), "1,234,567.50");
  EXPECT_EQ(c.show("format_number", {Value::number(1234567.5), Value::integer(2), c.text(".")}),
            "1.234.567,50");
  EXPECT_EQ(c.show("format_number", {Value::number(0.1)}), "0.1");
  EXPECT_EQ(c.show("format_number", {Value::integer(-1234)}), "-1,234");
}

TEST_F(TextBuiltins, FillTemplates) {
  Value values = c.json(R"({"a": {"b": 1234.5}, "n": 3, "x y": 1})");
  auto fill = [&](std::string_view pattern) { return c.show("fmt", {c.text(pattern), values}); };
  EXPECT_EQ(fill("{a.b:,.2f} {n:03d} {x y} {{n}} {3} { n } {} }"),
            "1,234.50 003 1 {n} {3} { n } {} }");
  EXPECT_EQ(
      fill("{a.c}"),
      "error: fmt: no value for {a.c} — pass it in the map, or write {{a.c}} for a literal brace");
  EXPECT_EQ(fill("{\"k\": {n}}"), "{\"k\": 3}");
}

TEST_F(TextBuiltins, MatchAsTheRegexCrate) {
  EXPECT_EQ(show("matches", {"añb", "\\w+"}), "true");
  EXPECT_EQ(show("matches", {"٣", "\\d"}), "true");
  EXPECT_EQ(show("matches", {"a\u00a0b", "a\\sb"}), "true");
  EXPECT_EQ(show("matches", {"a\vb", "a\\sb"}), "true");
  EXPECT_EQ(show("matches", {"ab", "a|ab"}), "true");
  EXPECT_EQ(show("matches", {"a\n", "a"}), "false");
  EXPECT_EQ(show("matches", {"aaa", "a**"}), "true");
  EXPECT_EQ(show("matches", {"ab", "(?x) a  # first\n b"}), "true");
  EXPECT_EQ(show("matches", {"é]", "[[:alpha:]é][\\]]"}), "true");
  EXPECT_EQ(show("matches", {"x5", "[a-z[0-9]]+"}), "true");
  EXPECT_EQ(show("regex_capture", {"2026-01", "(?<y>\\d+)-(\\d+)(x)?"}),
            R"(["2026", "01", nothing])");
  EXPECT_EQ(show("regex_find_all", {"baac", "a*"}), R"(["", "aa", ""])");
  EXPECT_EQ(show("regex_find_all", {"é€", ""}), R"(["", "", ""])");
  EXPECT_EQ(show("regex_replace", {"ab12", "(?P<l>[a-z]+)(\\d)", "\\2\\g<l>\\9\\g<0>\\\\n"}),
            "1abab1\\n2");
  EXPECT_EQ(show("regex_replace", {"abc", "", "-"}), "-a-b-c-");
}

TEST_F(TextBuiltins, SeeWordsOfUnicode) {
  EXPECT_EQ(show("regex_find_all", {"ñandú años, el niño", "\\b\\w+\\b"}),
            R"(["ñandú", "años", "el", "niño"])");
  EXPECT_EQ(show("regex_find_all", {"niño ni", "\\bni\\b"}), R"(["ni"])");
  EXPECT_EQ(show("regex_find_all", {"niño ni", "\\bni\\B"}), R"(["ni"])");
  EXPECT_EQ(show("regex_find_all", {"éa b", "\\b"}), R"(["", "", "", ""])");
  EXPECT_EQ(show("regex_replace", {"éa b", "\\b", "|"}), "|éa| |b|");
  EXPECT_EQ(show("regex_replace", {"¡Él y ella!", "(?i)\\b(é|e)l(la)?\\b", "<\\g<0>>"}),
            "¡<Él> y <ella>!");
  EXPECT_EQ(show("regex_capture", {"x é1 y", "\\b(\\w)(\\d)\\b\\s(.)$"}), R"(["é", "1", "y"])");
  EXPECT_EQ(show("matches", {"año", "\\b[^x]+\\b"}), "true");
  EXPECT_EQ(show("matches", {"añ\no", "\\ba.\\Wo"}), "true");
  EXPECT_EQ(show("matches", {"a\né", "(?s)a.\\bé"}), "true");
  EXPECT_EQ(show("matches", {"a\né", "a.\\bé"}), "false");
  EXPECT_EQ(show("regex_find_all", {"é\nñ", "(?m)^\\b\\w$"}), R"(["é", "ñ"])");
  EXPECT_EQ(show("regex_replace", {"año nuevo—hoy", "[\\W_]+", "-"}), "año-nuevo-hoy");
  EXPECT_EQ(show("regex_replace", {"a b_c", "[\\W_]+", "-"}), "a-b-c");
  EXPECT_EQ(show("regex_find_all", {"\xEF\xB7\x90", "\\b"}),
            "error: regex_find_all: \\b does not work on a text that holds U+FDD0 or U+FDD1");
  EXPECT_EQ(show("regex_find_all", {"x", "x" + std::string(1'000'000, '*')}).substr(0, 15),
            "error: invalid ");
  EXPECT_EQ(show("regex_find_all", {"x", std::string(100'000, '[')}).substr(0, 15),
            "error: invalid ");
}

struct WrongPattern {
  std::string_view pattern;
  std::string_view marks;
  std::string_view reason;
};

TEST_F(TextBuiltins, ShowWhereAPatternIsWrong) {
  const WrongPattern cases[] = {
      {"a(b", " ^", "unclosed group"},
      {"a)b", " ^", "unopened group"},
      {"*a", "^", "repetition operator missing expression"},
      {"a|+", "  ^", "repetition operator missing expression"},
      {"[a", "^", "unclosed character class"},
      {"[z-a]", " ^^^", "invalid character class range, the start must be <= the end"},
      {"(a)\\1", "   ^^", "backreferences are not supported"},
      {"ñ\\y", " ^^", "unrecognized escape sequence"},
      {"a(?<=b)", " ^^^^", "look-around, including look-ahead and look-behind, is not supported"},
      {"a{3,1}", " ^^^^^", "invalid repetition count range, the start must be <= the end"},
      {"a{1", " ^^", "unclosed counted repetition"},
      {"(?z)", "  ^", "unrecognized flag"},
      {"\\p{Nope}", "^^^^^^^^", "Unicode property not found"},
      {"(?P<n>a)(?P<n>b)", "            ^", "duplicate capture group name"},
      {"a\\", " ^", "incomplete escape sequence, reached end of pattern prematurely"},
  };
  for (const WrongPattern& wrong : cases) {
    std::string shown = show("regex_find_all", {"x", wrong.pattern});
    EXPECT_NE(shown.find("error: " + std::string(wrong.reason)), std::string::npos) << shown;
    if (wrong.marks.empty()) continue;
    std::string place =
        "\n    " + std::string(wrong.pattern) + "\n    " + std::string(wrong.marks) + "\n";
    EXPECT_NE(shown.find(place), std::string::npos) << shown;
  }
  EXPECT_EQ(show("regex_find_all", {"x", "a\n(b"}),
            "error: invalid regex pattern 'a\\n(b': regex parse error:\n" + std::string(79, '~') +
                "\n1: a\n2: (b\n   ^\n" + std::string(79, '~') + "\nerror: unclosed group");
}

TEST_F(TextBuiltins, RefusePatternsThatGrow) {
  std::string shown = show("regex_find_all", {"x", "((a{1000}){1000}){1000}"});
  EXPECT_NE(shown.find("exceeds the size limit"), std::string::npos) << shown;
}

TEST_F(TextBuiltins, Convert) {
  EXPECT_EQ(show("int", {" -0x1F "}), "-31");
  EXPECT_EQ(c.show("int", {Value::number(1e30)}), "1000000000000000019884624838656");
  EXPECT_EQ(c.show("int", {c.text("x"), Value()}), "nothing");
  EXPECT_EQ(c.show("int", {c.text("0xff")}, {Value::integer(16)}), "255");
  EXPECT_EQ(c.show("int", {c.text("zz")}, {Value::integer(37)}),
            "error: int(text, base = b): b must be an integer from 2 to 36, got 37");
  EXPECT_EQ(show("int", {std::string(4301, '1')}),
            "error: int: an integer with 4301 digits; the limit is 4300");
  EXPECT_EQ(c.show("number", {Value::boolean(true)}), "1.0");
  EXPECT_EQ(show("number", {"9007199254740993"}).substr(0, 30), "error: number(\"900719925474099");
  EXPECT_EQ(show("float", {"1_0.5e1"}), "105.0");
  EXPECT_EQ(c.show("float", {make_list(c.heap())}), "error: Cannot convert list to float");
  EXPECT_EQ(show("decimal", {"1.5e-3"}), "0.0015");
  EXPECT_EQ(c.show("decimal", {Value::number(1.5), Value()}).substr(0, 21),
            "error: decimal(float)");
}

}  // namespace
}  // namespace syn
