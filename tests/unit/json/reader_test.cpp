// The JSON reader: what it tells a builder, and where and why it stops (data.md §3.11).
// SPDX-License-Identifier: Apache-2.0
#include "json/reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace syn::json {
namespace {

/// Writes the events down.
class Log final : public Builder {
 public:
  bool null() override { return add("null"); }
  bool boolean(bool value) override { return add(value ? "true" : "false"); }
  bool integer(int64_t value) override { return add("i" + std::to_string(value)); }
  bool big_integer(std::string_view digits) override { return add("b" + std::string(digits)); }
  bool number(double value) override {
    return add(std::isnan(value) ? "nan" : "f" + std::to_string(value));
  }
  bool text(std::string_view value) override { return add("'" + std::string(value) + "'"); }
  bool begin_array() override { return add("["); }
  bool end_array() override { return add("]"); }
  bool begin_object() override { return add("{"); }
  bool key(std::string_view name) override { return add(std::string(name) + ":"); }
  bool end_object() override { return add("}"); }

  std::string events;
  std::string stop_at;

 private:
  bool add(const std::string& event) {
    events += (events.empty() ? "" : " ") + event;
    return event != stop_at;
  }
};

std::string read(std::string_view text, Limits limits = {}) {
  Log log;
  Reader reader(log, limits);
  if (reader.read(text) == Reader::Outcome::Read) return log.events;
  return "! " + reader.problem().message();
}

TEST(JsonReader, TellsEveryKindOfValue) {
  EXPECT_EQ(read(R"( {"a": [1, -2.5, 1e2], "b": null, "c": {"d": true, "e": false}, "f": []} )"),
            "{ a: [ i1 f-2.500000 f100.000000 ] b: null c: { d: true e: false } f: [ ] }");
  EXPECT_EQ(read("3"), "i3");
  EXPECT_EQ(read("-0"), "i0");
  EXPECT_EQ(read("-0.0"), "f-0.000000");
  EXPECT_EQ(read("\t\r\n {} "), "{ }");
}

TEST(JsonReader, KeepsIntegersExact) {
  EXPECT_EQ(read("999999999999999999"), "i999999999999999999");
  EXPECT_EQ(read("9223372036854775807"), "i9223372036854775807");
  EXPECT_EQ(read("-9223372036854775808"), "i-9223372036854775808");
  EXPECT_EQ(read("9223372036854775808"), "b9223372036854775808");
  EXPECT_EQ(read(std::string(4300, '7')), "b" + std::string(4300, '7'));
  EXPECT_EQ(read(std::string(4301, '7')),
            "! an integer with 4301 digits; the limit is 4300 at line 1 column 4301");
}

TEST(JsonReader, ReadsEscapes) {
  EXPECT_EQ(read(R"("a\"\\\/\b\f\n\r\t")"), "'a\"\\/\b\f\n\r\t'");
  EXPECT_EQ(read(R"("\u00e9\ud83d\ude00é")"), "'é😀é'");
  EXPECT_EQ(read(R"({"\u0061b": "0123456789\n"})"), "{ ab: '0123456789\n' }");
}

struct Wrong {
  std::string_view text;
  std::string_view message;
};

TEST(JsonReader, SaysWhatIsWrongAndWhere) {
  const Wrong cases[] = {
      {"", "EOF while parsing a value at line 1 column 0"},
      {" ", "EOF while parsing a value at line 1 column 1"},
      {"[1", "EOF while parsing a list at line 1 column 2"},
      {"[1,", "EOF while parsing a value at line 1 column 3"},
      {"{", "EOF while parsing an object at line 1 column 1"},
      {"{\"a\"", "EOF while parsing an object at line 1 column 4"},
      {"{\"a\":", "EOF while parsing a value at line 1 column 5"},
      {"{\"a\":1", "EOF while parsing an object at line 1 column 6"},
      {"\"abc", "EOF while parsing a string at line 1 column 4"},
      {"\"a\\", "EOF while parsing a string at line 1 column 3"},
      {"not json", "expected ident at line 1 column 2"},
      {"nul", "EOF while parsing a value at line 1 column 3"},
      {"x", "expected value at line 1 column 1"},
      {"{'a': 1}", "key must be a string at line 1 column 2"},
      {"{\"a\" 1}", "expected `:` at line 1 column 6"},
      {"[1 2]", "expected `,` or `]` at line 1 column 4"},
      {"{\"a\":1 \"b\":2}", "expected `,` or `}` at line 1 column 8"},
      {"[1,]", "trailing comma at line 1 column 4"},
      {"{\"a\":1,}", "trailing comma at line 1 column 8"},
      {"1 2", "trailing characters at line 1 column 3"},
      {"01", "invalid number at line 1 column 2"},
      {"-x", "invalid number at line 1 column 2"},
      {"1.x", "invalid number at line 1 column 3"},
      {"1ex", "invalid number at line 1 column 3"},
      {"1e", "EOF while parsing a value at line 1 column 2"},
      {"\"\\x\"", "invalid escape at line 1 column 3"},
      {"\"\\u12g4\"", "invalid escape at line 1 column 6"},
      {"\"\\ud83dx\"", "unexpected end of hex escape at line 1 column 8"},
      {"\"\\udc00\"", "lone leading surrogate in hex escape at line 1 column 7"},
      {"\"a\nb\"",
       "control character (\\u0000-\\u001F) found while parsing a string at line 2 column 0"},
      {"[1,\n2,\n x]", "expected value at line 3 column 2"},
      {"1e400", "the number 1e400 is out of range for a float at line 1 column 5"},
      {"[NaN]", "NaN is not part of JSON (accepted with allow_nan = true) at line 1 column 2"},
      {"-Infinity",
       "Infinity is not part of JSON (accepted with allow_nan = true) at line 1 column 2"},
  };
  for (const Wrong& wrong : cases) {
    EXPECT_EQ(read(wrong.text), "! " + std::string(wrong.message)) << wrong.text;
  }
}

TEST(JsonReader, AcceptsNanOnRequest) {
  Limits limits;
  limits.allow_nan = true;
  EXPECT_EQ(read("[NaN, -Infinity, Infinity]", limits), "[ nan f-inf finf ]");
  EXPECT_EQ(read("[Nan]", limits), "! expected value at line 1 column 2");
}

TEST(JsonReader, BoundsNestingWithoutRecursion) {
  EXPECT_EQ(read(std::string(128, '[') + std::string(128, ']')).substr(0, 4), "[ [ ");
  EXPECT_EQ(read(std::string(129, '[')),
            "! recursion limit exceeded (nested more than 128 levels deep) at line 1 column 129");
  Limits deep;
  deep.max_depth = 1'000'000;
  Log log;
  Reader reader(log, deep);
  std::string text = std::string(500'000, '[') + std::string(500'000, ']');
  EXPECT_EQ(reader.read(text), Reader::Outcome::Read);
}

TEST(JsonReader, StopsWhereTheBuilderSays) {
  Log log;
  log.stop_at = "b:";
  Reader reader(log);
  EXPECT_EQ(reader.read(R"({"a": 1, "b": 2})"), Reader::Outcome::Stopped);
  EXPECT_EQ(log.events, "{ a: i1 b:");
  EXPECT_EQ(reader.offset(), 12u);
}

TEST(JsonReader, ReadsEveryPrefixWithoutHarm) {
  std::string text =
      R"([{"k\u00e9y": [-1.5e+3, true, null, "\ud83d\ude00x"]}, 12345678901234567890])";
  for (size_t size = 0; size < text.size(); ++size) {
    EXPECT_EQ(read(std::string_view(text).substr(0, size)).substr(0, 1), "!") << size;
  }
}

}  // namespace
}  // namespace syn::json
