// csv_parse and csv_encode: options, errors and which of them wins (data.md §3.13).
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "b_fake_context.h"

namespace syn {
namespace {

class CsvBuiltins : public ::testing::Test {
 protected:
  std::string parse(std::string_view text, std::string_view options = "{}") {
    return c.show("csv_parse", {c.text(text), c.json(options)});
  }
  std::string encode(std::string_view rows, std::string_view options = "{}") {
    return c.show("csv_encode", {c.json(rows), c.json(options)});
  }
  TextContext c;
};

TEST_F(CsvBuiltins, ReadsNumbersOnRequest) {
  EXPECT_EQ(parse("a,b,c,d\n007,1e3,-5,.5\n+3,1_000,0x1,5.\n", R"({"numbers": true})"),
            R"([{a: 7, b: 1000.0, c: -5, d: 0.5}, {a: 3, b: "1_000", c: "0x1", d: 5.0}])");
  EXPECT_EQ(parse("a\n1e400\n\"5\"\n12345678901234567890\n 1 \n", R"({"numbers": true})"),
            R"([{a: "1e400"}, {a: 5}, {a: 12345678901234567890}, {a: " 1 "}])");
}

TEST_F(CsvBuiltins, TellsEmptyFromMissing) {
  EXPECT_EQ(parse("a,b\n\"\",\n"), R"([{a: "", b: nothing}])");
  EXPECT_EQ(parse("a,b\nNA,\"NA\"\n", R"({"missing": "NA"})"), R"([{a: nothing, b: "NA"}])");
}

TEST_F(CsvBuiltins, ConvertsTypedColumns) {
  EXPECT_EQ(
      parse("i,f,d,b,t\n 7 ,inf,1.50,YES,\"\"\n,,,,\n",
            R"({"types": {"i": "int", "f": "float", "d": "decimal", "b": "bool", "t": "text"}})"),
      R"([{i: 7, f: inf, d: 1.50, b: true, t: ""}, {i: nothing, f: nothing, d: nothing, b: )"
      R"(nothing, t: nothing}])");
}

struct Wrong {
  std::string_view text;
  std::string_view options;
  std::string_view message;
};

TEST_F(CsvBuiltins, SaysWhatIsWrong) {
  const Wrong cases[] = {
      {"a\n1\n", R"({"sep": ";"})",
       "unknown option \"sep\"; valid options are: headers, delimiter, numbers, types, missing"},
      {"a\n1\n", R"({"numbers": 1})", "option \"numbers\" must be true or false, got number"},
      {"a", R"({"delimiter": ";;"})",
       "option \"delimiter\" must be a single ASCII character, got \";;\""},
      {"a", R"({"delimiter": 1})", "option \"delimiter\" must be text, got number"},
      {"a", R"({"delimiter": "\""})",
       "option \"delimiter\" cannot be '\"' (the quote and line ends have their own meaning in "
       "CSV)"},
      {"a", "5", "options must be a map, got number"},
      {"a", R"({"missing": 5})",
       "option \"missing\" must be a list of texts (e.g. [\"NA\", \"NULL\"]), got number"},
      {"a", R"({"missing": [5]})",
       "option \"missing\" must be a list of texts, got a number inside"},
      {"a", R"({"types": 5})", "option \"types\" must be a map column → type, got number"},
      {"a\n\"x", "{}", "unclosed quote in the field that starts on line 2"},
      {"a,a\n1,2\n", "{}",
       "duplicate header \"a\" on line 1; headers must be unique to build maps (use {\"headers\": "
       "false} for positional rows)"},
  };
  for (const Wrong& wrong : cases) {
    EXPECT_EQ(parse(wrong.text, wrong.options), "error: csv_parse: " + std::string(wrong.message));
  }
}

TEST_F(CsvBuiltins, PutsTheGravestErrorFirst) {
  std::string_view types = R"({"types": {"a": "int"}})";
  EXPECT_EQ(parse("a,b\nx,1\n2\n3,\"4", types),
            "error: csv_parse: unclosed quote in the field that starts on line 4");
  EXPECT_EQ(parse("a,b\nx,1\n2\n", types),
            "error: csv_parse: line 3: record has 1 field(s), but 2 were expected from the first "
            "record (the header row)");
  EXPECT_EQ(parse("a,a\nx,1\n", types).substr(0, 34), "error: csv_parse: duplicate header");
  EXPECT_EQ(parse("b\nx\n", types),
            "error: csv_parse: \"types\" names column \"a\", which is not in the header");
  EXPECT_EQ(parse("a\n1\nx\ny\n", types),
            "error: csv_parse: line 3, column \"a\": \"x\" is not an int");
}

TEST_F(CsvBuiltins, Encodes) {
  EXPECT_EQ(encode(R"([{"a": "x,y", "b": "q\"q"}, {"b": "", "a": null}])", R"({"eol": "\n"})"),
            "a,b\n\"x,y\",\"q\"\"q\"\n,\"\"\n");
  EXPECT_EQ(encode(R"([[1, " a "], [2.0, "l\nm"]])", R"({"eol": "\n"})"), "1, a \n2.0,\"l\nm\"\n");
  EXPECT_EQ(encode(R"([["=1", "-2", -2]])", R"({"eol": "\n", "escape_formulas": true})"),
            "'=1,'-2,-2\n");
  EXPECT_EQ(encode("[]"), "");
}

TEST_F(CsvBuiltins, RefusesUnevenRows) {
  EXPECT_EQ(encode(R"([{"a": 1}, {"b": 2}])"),
            "error: csv_encode: row 2 is missing the column \"a\" (present in the header row)");
  EXPECT_EQ(
      encode(R"([{"a": 1}, [2]])"),
      "error: csv_encode: row 2 is a list, but the first row is a map; all rows must have the "
      "same shape");
  EXPECT_EQ(encode("[[1, 2], [3]]"),
            "error: csv_encode: row 2 has 1 field(s) but the first row has 2");
  EXPECT_EQ(encode("[[1, 2]]", R"({"headers": ["a"]})"),
            "error: csv_encode: option \"headers\" has 1 column(s) but the rows have 2");
  EXPECT_EQ(
      encode(R"([{"a": {}}])"),
      "error: csv_encode: row 1, column \"a\": nested map values cannot be a CSV field; encode "
      "the field first with json_encode(...)");
  EXPECT_EQ(encode(R"({"a": 1})"),
            "error: csv_encode expects a list of maps or a list of lists, got map");
  EXPECT_EQ(encode("[1]", R"({"eol": "x"})"),
            "error: csv_encode: option \"eol\" must be \"\\r\\n\" or \"\\n\", got \"x\"");
  EXPECT_EQ(encode("[1]", R"({"missing": "a,b"})"),
            "error: csv_encode: option \"missing\" cannot contain the delimiter, a quote or a line "
            "end, got \"a,b\"");
}

TEST_F(CsvBuiltins, ReadsWhatItWrites) {
  Value rows =
      c.json(R"([{"a": "", "b": null, "c": "x,\"y\"\r\nz"}, {"a": " s ", "b": "t", "c": "u"}])");
  Value csv = c.value("csv_encode", {rows});
  EXPECT_EQ(c.show("csv_parse", {csv}), display(rows));
}

TEST_F(CsvBuiltins, ManyColumnsAreMapsToo) {
  std::string header;
  std::string record;
  for (int i = 0; i < 12'000; ++i) {
    header += (i == 0 ? "c" : ",c") + std::to_string(i);
    record += (i == 0 ? "" : ",") + std::to_string(i);
  }
  Value rows = c.value("csv_parse", {c.text(header + "\n" + record + "\n")});
  EXPECT_EQ(rows.list().at(0).map().get("c11999")->view(), "11999");
}

}  // namespace
}  // namespace syn
