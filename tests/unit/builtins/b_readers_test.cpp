// read_csv and read_jsonl on bytes: what a file may throw at them.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/table_readers.h"

#include <gtest/gtest.h>

#include "b_fake_context.h"

namespace syn {
namespace {

class TableReaders : public ::testing::Test {
 protected:
  std::string csv(std::string_view bytes, std::string_view options = "{}") {
    notes.clear();
    Call call(c, c.heap(), "read_csv", {}, {}, nullptr);
    Value opts = c.json(options);
    auto made = read_csv_table(call, bytes, &opts, "f.csv", notes);
    return made.ok() ? display(made.value()) : "error: " + made.error().message();
  }
  std::string jsonl(std::string_view bytes) {
    Call call(c, c.heap(), "read_jsonl", {}, {}, nullptr);
    auto made = read_jsonl_text(call, bytes, nullptr, "f.jsonl");
    return made.ok() ? display(made.value()) : "error: " + made.error().message();
  }
  TextContext c;
  std::vector<ReaderNote> notes;
};

TEST_F(TableReaders, FindTypes) {
  EXPECT_EQ(csv("id,zip,day,ok,x\n1,007,2026-01-31,true,1.5\n,12,,false,2\n"),
            R"([{id: 1, zip: "007", day: 2026-01-31, ok: true, x: 1.5}, )"
            R"({id: nothing, zip: "12", day: nothing, ok: false, x: 2.0}])");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].text, "column zip kept as text: leading zeros");
  EXPECT_EQ(notes[0].why, "leading zeros");
  EXPECT_TRUE(notes[0].column.has_value());
  EXPECT_EQ(csv("a\n1\n", R"({"types": "text"})"), R"([{a: "1"}])");
  EXPECT_EQ(csv("a,b\n1,2\n", R"({"types": {"a": "text"}})"), R"([{a: "1", b: 2}])");
}

TEST_F(TableReaders, MendHeaders) {
  EXPECT_EQ(csv("a, a ,,a_2,\n1,2,3,4,\n"), "[{a: 1, a_3: 2, column_3: 3, a_2: 4}]");
  EXPECT_EQ(csv("a,b\n1,2,\n3,4,\n"), "[{a: 1, b: 2}, {a: 3, b: 4}]");
  EXPECT_EQ(csv("a,b\n1,2,\n3,4\n").substr(0, 30), "error: read_csv: f.csv: line 2");
}

TEST_F(TableReaders, ManyColumnsOfOneNameAreQuick) {
  std::string header = "a";
  std::string record = "1";
  for (int i = 0; i < 50'000; ++i) {
    header += ",a";
    record += ",1";
  }
  EXPECT_EQ(csv(header + "\n" + record + "\n").substr(0, 23), "[{a: 1, a_2: 1, a_3: 1,");
}

TEST_F(TableReaders, FindTheShape) {
  EXPECT_EQ(csv("a;b\n1,5;x\n"), R"([{a: "1,5", b: "x"}])");
  EXPECT_EQ(csv("a;b\n1,5;x\n", R"({"decimal": ","})"), R"([{a: 1.5, b: "x"}])");
  EXPECT_EQ(csv("t\n\na,b\n1,2\n\nend,\n", R"({"first_line": 3, "until_blank": true})"),
            "[{a: 1, b: 2}]");
  EXPECT_EQ(csv("a,b\n1,2\n  \n"), "[{a: 1, b: 2}]");
  EXPECT_EQ(csv("1,x\n2,y\n", R"({"headers": false})"), R"([[1, "x"], [2, "y"]])");
}

TEST_F(TableReaders, RefuseWhatIsDamaged) {
  EXPECT_EQ(csv(""), "error: read_csv: f.csv: the file is empty (no header line)");
  EXPECT_EQ(csv("a\n\xE9\n"),
            "error: read_csv: f.csv: not valid UTF-8 on line 2 (byte offset 2, counting from 0)");
  EXPECT_EQ(csv("a\n\xE9\n", R"({"encoding": "latin1"})"), R"([{a: "é"}])");
  EXPECT_EQ(csv("a\n1\n2\n", R"({"types": {"b": "int"}})"),
            "error: read_csv: f.csv: \"types\" names column \"b\", which is not in the header");
  EXPECT_EQ(csv("a\n\"x\n"),
            "error: read_csv: f.csv: unclosed quote in the field that starts on line 2");
}

TEST_F(TableReaders, GiveJsonRowsAllKeys) {
  EXPECT_EQ(jsonl("{\"a\": 1}\n{\"b\": 2}\n"), "[{a: 1, b: nothing}, {a: nothing, b: 2}]");
  EXPECT_EQ(jsonl("1\n{\"b\": 2}\n"), "[1, {b: 2}]");
  EXPECT_EQ(jsonl("{\"a\": 1, \"a\": 2}"),
            "error: read_jsonl: f.jsonl: line 1: the key \"a\" appears twice");
  EXPECT_EQ(jsonl(""), "[]");
}

/// Every allocation of a call fails once; the run ends in the clean error each time.
TEST_F(TableReaders, EndCleanlyWithoutMemory) {
  std::string text = "a,b,c\n";
  for (int i = 0; i < 50; ++i) text += "1,\"x\"\"y\",2026-01-31\n";
  for (uint64_t at = 1; at < 400; ++at) {
    TextContext small;
    Call call(small, small.heap(), "read_csv", {}, {}, nullptr);
    small.budget().fail_allocation = at;
    auto made = read_csv_table(call, text, nullptr, "f.csv", notes);
    if (!made.ok()) {
      EXPECT_EQ(made.error().message(), "budget");
    }
  }
}

}  // namespace
}  // namespace syn
