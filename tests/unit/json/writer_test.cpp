// The JSON writer: separators, indentation, escapes.
// SPDX-License-Identifier: Apache-2.0
#include "json/writer.h"

#include <gtest/gtest.h>

namespace syn::json {
namespace {

std::string sample(Style style) {
  std::string out;
  Writer writer(out, style);
  writer.begin_object();
  writer.key("a");
  writer.begin_array();
  writer.raw("1");
  writer.text("é<");
  writer.begin_array();
  writer.end_array();
  writer.end_array();
  writer.key("b");
  writer.raw("null");
  writer.end_object();
  return out;
}

TEST(JsonWriter, Separates) {
  EXPECT_EQ(sample({}), R"({"a": [1, "\u00e9<", []], "b": null})");
  EXPECT_EQ(sample({Spacing::Compact, Escapes::Needed, 0}), R"({"a":[1,"é<",[]],"b":null})");
}

TEST(JsonWriter, Indents) {
  EXPECT_EQ(sample({Spacing::Spaced, Escapes::Script, 2}),
            "{\n  \"a\": [\n    1,\n    \"\\u00e9\\u003c\",\n    []\n  ],\n  \"b\": null\n}");
}

TEST(JsonWriter, Escapes) {
  std::string out;
  append_text(out, "\"\\/\b\f\n\r\t\x01\x7f😀", Escapes::Ascii);
  EXPECT_EQ(out, R"("\"\\/\b\f\n\r\t\u0001\u007f\ud83d\ude00")");
  out.clear();
  append_text(out, "\x7f😀\x1f", Escapes::Needed);
  EXPECT_EQ(out, "\"\x7f😀\\u001f\"");
}

}  // namespace
}  // namespace syn::json
