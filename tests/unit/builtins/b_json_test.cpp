// JSON and JSON Lines as values: shapes, repeated keys, encoders (data.md §3.11, §3.12).
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "b_fake_context.h"
#include "value/equality.h"

namespace syn {
namespace {

class JsonBuiltins : public ::testing::Test {
 protected:
  TextContext c;
};

TEST_F(JsonBuiltins, ObjectsAlikeShareAShape) {
  Value list = c.json(R"([{"a": 1, "b": 2}, {"a": 3, "b": 4}, {"b": 5, "a": 6}, {"a": 7}, {}])");
  EXPECT_EQ(display(list), "[{a: 1, b: 2}, {a: 3, b: 4}, {b: 5, a: 6}, {a: 7}, {}]");
  std::span<const Value> items = list.list().items();
  EXPECT_EQ(items[0].map().shape, items[1].map().shape);
  EXPECT_NE(items[0].map().shape, items[2].map().shape);
}

TEST_F(JsonBuiltins, NestedObjectsKeepTheirOwnShapes) {
  std::string text =
      R"([{"a": {"x": 1}, "b": [{"y": 2}]}, {"a": {"z": {"w": 3}}, "b": []}, {"a": 4, "b": {"x": {}}}])";
  EXPECT_EQ(c.show("json_encode", {c.json(text)}), text);
}

TEST_F(JsonBuiltins, TheLastOfARepeatedKeyWins) {
  EXPECT_EQ(display(c.json(R"([{"b": 1, "a": 2}, {"b": 1, "a": 2, "b": 3}])")),
            "[{b: 1, a: 2}, {b: 3, a: 2}]");
}

TEST_F(JsonBuiltins, WideObjectsShareAShapeAfterTwo) {
  std::string object = "{";
  for (int i = 0; i < 40; ++i) {
    object += (i == 0 ? "" : ", ") + ("\"k" + std::to_string(i)) + "\": " + std::to_string(i);
  }
  object += "}";
  std::string text = "[" + object + ", " + object + ", " + object + ", " + object + "]";
  Value list = c.json(text);
  EXPECT_EQ(list.list().at(2).map().shape, list.list().at(3).map().shape);
  EXPECT_NE(list.list().at(3).map().shape, nullptr);
  EXPECT_EQ(c.show("json_encode", {list}), text);
}

TEST_F(JsonBuiltins, FallsBackOnlyForBadJson) {
  EXPECT_EQ(c.show("json_decode", {c.text("{"), Value::integer(7)}), "7");
  EXPECT_EQ(c.show("json_decode", {Value::integer(5)}),
            "error: json_decode expects text, got number");
  EXPECT_EQ(c.show("json_decode", {c.text("[NaN]")}, {Value::boolean(true)}), "[nan]");
  c.budget().memory_limit = c.budget().used() + 300'000;
  std::string big = "[" + std::string(200'000, '1') + "]";
  std::string many = "[";
  for (int i = 0; i < 100'000; ++i) many += "\"text that is long\",";
  EXPECT_EQ(c.show("json_decode", {c.text(many + "1]"), Value::integer(7)}), "error: budget");
}

TEST_F(JsonBuiltins, Indents) {
  EXPECT_EQ(c.show("json_encode", {c.json(R"({"a": [1, {}], "b": []})")}, {Value::integer(2)}),
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}");
  EXPECT_EQ(c.show("json_encode", {Value()}, {Value::integer(-1)}),
            "error: json_encode: indent must be from 0 to 16, got -1");
}

TEST_F(JsonBuiltins, EncodesDeepValuesWithoutRecursion) {
  Value deep = make_list(c.heap());
  for (int i = 0; i < 200'000; ++i) {
    Value outer = make_list(c.heap(), 1);
    push(outer, std::move(deep));
    deep = std::move(outer);
  }
  EXPECT_EQ(c.value("json_encode", {deep}).view().size(), 400'002u);
}

TEST_F(JsonBuiltins, Canonical) {
  EXPECT_EQ(c.show("canonical_json", {c.json(R"({"b": [1e21, 1e20, 1e-7, 0.000001, -0.0, 123.456,
            5e-324, 1.7976931348623157e308, 0.1, 100.0], "\ud83d\ude00": 1, "\ufb33": 2, "a": "é\n"})")}),
            "{\"a\":\"é\\n\",\"b\":[1e+21,100000000000000000000,1e-7,0.000001,0,123.456,5e-324,"
            "1.7976931348623157e+308,0.1,100],\"😀\":1,\"\xEF\xAC\xB3\":2}");
  EXPECT_EQ(
      c.show("canonical_json", {c.json("[[9007199254740993]]")}),
      "error: canonical_json: the value[0][0] is an integer beyond 2^53 (9007199254740993); JCS "
      "numbers are IEEE doubles and cannot carry it exactly — put it in the document as text");
}

TEST_F(JsonBuiltins, Lines) {
  EXPECT_EQ(c.show("jsonl_decode", {c.text("\xEF\xBB\xBF{\"a\": 1}\r\n\n  \n[2]\n\"x\"")}),
            R"([{a: 1}, [2], "x"])");
  EXPECT_EQ(
      c.show("jsonl_decode", {c.text("1\n{\"a\": }\n")}),
      "error: jsonl_decode: line 2: invalid JSON: expected value at line 1 column 7. To validate "
      "untrusted input without raising: jsonl_decode(text, nothing)");
  EXPECT_EQ(c.show("jsonl_encode", {c.json(R"([{"a": 1}, [2], "x"])")}),
            "{\"a\": 1}\n[2]\n\"x\"\n");
}

}  // namespace
}  // namespace syn
