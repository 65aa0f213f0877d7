// The readers' columns against their rows: the same cells, kinds, notes and errors for any file.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "b_fake_context.h"
#include "builtins/table_readers.h"
#include "value/list_columns.h"

namespace syn {
namespace {

/// What a reader gave: values, or an error, and notes.
struct Reading {
  std::string shown;
  std::vector<ReaderNote> notes;
  bool has_columns = false;
  bool operator==(const Reading& other) const {
    return shown == other.shown && notes == other.notes;
  }
};

/// A value with its type, so that 1 and 1.0 and -0.0 and "1" differ.
void show_exactly(const Value& value, std::string& out) {
  out += type_name(value);
  out += value.is_int() ? "i " : " ";
  out += display(value);
  out += '\n';
}

void show_list(const Value& value, std::string& out) {
  for (const Value& row : value.list().items()) {
    if (!row.is_map()) {
      show_exactly(row, out);
      continue;
    }
    for (size_t i = 0; i < row.map().size(); ++i) {
      out += row.map().key(i)->view();
      out += ": ";
      show_exactly(row.map().value(i), out);
    }
    out += "---\n";
  }
}

class ReaderColumns : public ::testing::Test {
 protected:
  Reading csv(std::string_view bytes, std::string_view options, TableForm form) {
    TextContext c;
    Reading reading;
    Call call(c, c.heap(), "read_csv", {}, {}, nullptr);
    Value opts = c.json(options);
    auto made = read_csv_table(call, bytes, &opts, "f.csv", reading.notes, form);
    if (!made.ok()) {
      reading.shown = "error: " + made.error().message();
      return reading;
    }
    reading.has_columns = table_of(made.value()) != nullptr;
    show_list(made.value(), reading.shown);
    return reading;
  }

  void compare(const std::string& bytes, std::string_view options) {
    Reading rows = csv(bytes, options, TableForm::Rows);
    Reading columns = csv(bytes, options, TableForm::Columns);
    ASSERT_EQ(columns.shown, rows.shown) << options << "\n" << bytes;
    ASSERT_EQ(columns.notes, rows.notes) << options << "\n" << bytes;
    if (columns.has_columns) ++num_tables;
  }

  Reading jsonl(std::string_view bytes, TableForm form) {
    TextContext c;
    Reading reading;
    Call call(c, c.heap(), "read_jsonl", {}, {}, nullptr);
    auto made = read_jsonl_table(call, bytes, nullptr, "f.jsonl", form);
    if (!made.ok()) {
      reading.shown = "error: " + made.error().message();
      return reading;
    }
    reading.has_columns = table_of(made.value()) != nullptr;
    show_list(made.value(), reading.shown);
    return reading;
  }

  void compare_jsonl(const std::string& bytes) {
    Reading rows = jsonl(bytes, TableForm::Rows);
    Reading columns = jsonl(bytes, TableForm::Columns);
    ASSERT_EQ(columns.shown, rows.shown) << bytes;
    if (columns.has_columns) ++num_tables;
    // jsonl_decode gives every row the keys of its line.
    TextContext c;
    Value decoded = c.value("jsonl_decode", {c.text(bytes), Value::integer(7)});
    if (!decoded.is_list()) return;
    std::string expected;
    std::string shown;
    std::istringstream lines(bytes.substr(0, 3) == "\xEF\xBB\xBF" ? bytes.substr(3) : bytes);
    for (std::string line; std::getline(lines, line);) {
      if (line.find_first_not_of(" \r\t") == std::string::npos) continue;
      expected += c.show("json_decode", {c.text(line)}) + "\n";
    }
    for (const Value& row : decoded.list().items()) shown += display(row) + "\n";
    ASSERT_EQ(shown, expected) << bytes;
  }

  size_t num_tables = 0;
};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  size_t below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random_);
  }
  bool one_in(size_t many) { return below(many) == 0; }
  template <size_t N>
  std::string pick(const char* const (&from)[N]) {
    return from[below(N)];
  }

  std::string digits(size_t count) {
    std::string out(1, static_cast<char>('1' + below(9)));
    while (out.size() < count) out += static_cast<char>('0' + below(10));
    return out;
  }

  /// A value as columns of one kind have it.
  std::string cell(size_t kind) {
    static constexpr const char* kBools[] = {"true", "false"};
    static constexpr const char* kDays[] = {"2024-02-29", "2023-12-31", "1999-01-01"};
    static constexpr const char* kTimes[] = {"2024-02-29T10:00:00Z", "2023-12-31 23:59:59.25Z",
                                             "1969-12-31T23:59:59+00:00"};
    static constexpr const char* kSlashes[] = {"25/04/2024", "1/2/2023", "03/11/1999"};
    static constexpr const char* kNames[] = {"north", "south", "é", "", "\"quoted\"", "a b", "x"};
    switch (kind) {
      case 0: return (one_in(5) ? "-" : "") + digits(1 + below(9));
      case 1: return digits(1 + below(18));
      case 2: return digits(1 + below(6)) + "." + digits(1 + below(4));
      case 3: return (one_in(4) ? "-0." : "0.") + digits(1 + below(17));
      case 4: return pick(kBools);
      case 5: return pick(kDays);
      case 6: return pick(kTimes);
      case 7: return pick(kSlashes);
      case 8: return pick(kNames);
      case 9: return digits(1 + below(3)) + "." + digits(3);
      case 10: return digits(6) + digits(10) + "." + digits(2);
      case 11: return "text " + digits(4);
      case 12: return "2024-01-0" + std::to_string(1 + below(9)) + " 12:00:00";
      default: return digits(1);
    }
  }

  /// What turns up where another kind was expected.
  std::string odd_cell() {
    static constexpr const char* kOdd[] = {"",
                                           "0",
                                           "-0",
                                           "007",
                                           "+5",
                                           "1e5",
                                           "1E5",
                                           "1.5e3",
                                           ".5",
                                           "5.",
                                           "1,5",
                                           "1.234,50",
                                           "1,234.5",
                                           "NA",
                                           "n/a",
                                           " 7",
                                           "7 ",
                                           " ",
                                           "\"8\"",
                                           "\"\"",
                                           "\" \"",
                                           "\"a\"\"b\"",
                                           "\"x\ny\"",
                                           "TRUE",
                                           "True",
                                           "12345678901234567890",
                                           "99999999999999999999999999",
                                           "123456789012345678",
                                           "2024-13-01",
                                           "2024-01-01",
                                           "2024-01-01T00:00:00+02:00",
                                           "2024-01-01T00:00:00",
                                           "13/13/2024",
                                           "1e400",
                                           "-",
                                           "1.2.3",
                                           "0.1234567890123456789",
                                           "-0.0",
                                           "00",
                                           "0x1",
                                           "inf",
                                           "nan",
                                           "2024-01-01T00:00:00Z[Europe/Paris]",
                                           "9223372036854775807",
                                           "-9223372036854775808",
                                           "9223372036854775808",
                                           "\"5\"z",
                                           "\"2024-01-01\"",
                                           "1_000",
                                           "٣"};
    return pick(kOdd);
  }

  std::string file() {
    size_t width = 1 + below(5);
    size_t rows = one_in(4) ? below(2500) : below(40);
    size_t oddness = one_in(3) ? 0 : 1 + below(one_in(2) ? 30 : 2000);
    static constexpr const char* kEnds[] = {"\n", "\n", "\r\n", "\r"};
    std::string end = pick(kEnds);
    char delimiter = one_in(6) ? ';' : ',';
    std::vector<size_t> kinds(width);
    for (size_t& kind : kinds) kind = below(13);
    std::string out = one_in(20) ? "\xEF\xBB\xBF" : "";
    for (size_t i = 0; i < width; ++i) {
      if (i > 0) out += delimiter;
      out += one_in(30) ? "" : "c" + std::to_string(one_in(20) ? 0 : i);
    }
    out += end;
    bool ends_longer = one_in(12);
    for (size_t row = 0; row < rows; ++row) {
      for (size_t i = 0; i < width; ++i) {
        if (i > 0) out += delimiter;
        std::string value = oddness != 0 && one_in(oddness) ? odd_cell() : cell(kinds[i]);
        bool needs_quotes = value[0] != '"' && value.find(delimiter) != std::string::npos;
        out += needs_quotes || (one_in(50) && value[0] != '"') ? '"' + value + '"' : value;
      }
      if (ends_longer) out += delimiter;
      if (one_in(3000)) out += delimiter;
      if (one_in(3000)) out += "\"";
      if (one_in(500)) out += delimiter + std::string("7") + delimiter;
      if (one_in(200)) out += end;
      if (row + 1 < rows || !one_in(4)) out += end;
    }
    return out;
  }

  /// A JSON value as members of one kind have it.
  std::string json(size_t kind) {
    static constexpr const char* kTexts[] = {
        R"("north")", R"("south of it")",       R"("é")",
        R"("")",      R"("a \"quoted\" word")", R"("caf\u00e9")"};
    switch (kind) {
      case 0: return (one_in(5) ? "-" : "") + digits(1 + below(20));
      case 1: return digits(1 + below(6));
      case 2: return digits(1 + below(6)) + "." + digits(1 + below(4));
      case 3: return "0." + digits(1 + below(18));
      case 4: return one_in(2) ? "true" : "false";
      case 5: return pick(kTexts);
      case 6: return "[" + json(1) + ", " + json(5) + "]";
      case 7: return "{\"x\": " + json(2) + ", \"y\": {}}";
      default: return "null";
    }
  }

  std::string odd_json() {
    static constexpr const char* kOdd[] = {"null",
                                           "-0",
                                           "0",
                                           "-0.0",
                                           "1e5",
                                           "1E400",
                                           "1.5e-3",
                                           "12345678901234567890123",
                                           "{}",
                                           "[]",
                                           "[[]]",
                                           "\"\\ud83d\\ude00\"",
                                           "0.1234567890123456789",
                                           "true",
                                           "1.0",
                                           "9223372036854775807",
                                           "-9223372036854775808",
                                           "\"x\"",
                                           "{\"a\": {\"b\": [1, \"]}\"]}}",
                                           "100000000000000000000.5"};
    static constexpr const char* kWrong[] = {"",
                                             "01",
                                             "1.",
                                             ".5",
                                             "+1",
                                             "tru",
                                             "nul",
                                             "\"open",
                                             "[1",
                                             "{\"a\"",
                                             "NaN",
                                             "-",
                                             "1e",
                                             "1x",
                                             "\"\\x\"",
                                             "\"\\ud800\"",
                                             "1 2",
                                             "\"\t\"",
                                             "{\"a\":1,\"a\":2}",
                                             "[1,]",
                                             "--1",
                                             "-Infinity"};
    return one_in(25) ? pick(kWrong) : pick(kOdd);
  }

  std::string json_lines() {
    size_t width = 1 + below(5);
    size_t rows = one_in(5) ? below(600) : below(30);
    size_t oddness = one_in(3) ? 0 : 1 + below(one_in(2) ? 30 : 1000);
    bool is_ragged = one_in(3);
    bool is_shuffled = one_in(4);
    bool is_tight = one_in(2);
    std::vector<size_t> kinds(width);
    for (size_t& kind : kinds) kind = below(9);
    std::string out = one_in(20) ? "\xEF\xBB\xBF" : "";
    for (size_t row = 0; row < rows; ++row) {
      if (one_in(50)) out += one_in(2) ? "\n" : "  \r\n";
      if (one_in(400)) out += one_in(2) ? "[1]\n" : "{}\n";
      std::vector<size_t> order;
      for (size_t i = 0; i < width; ++i) {
        if (!is_ragged || !one_in(3)) order.push_back(i);
      }
      if (is_shuffled) std::shuffle(order.begin(), order.end(), random_);
      out += one_in(100) ? " { " : "{";
      for (size_t i = 0; i < order.size(); ++i) {
        if (i > 0) out += is_tight ? "," : ", ";
        std::string key = "k" + std::to_string(one_in(2000) ? 0 : order[i]);
        if (one_in(500)) key = "\\u006b" + key.substr(1);
        if (order[i] == 4) key = "a\\\"b";
        out += "\"" + key + (is_tight ? "\":" : "\": ");
        out += oddness != 0 && one_in(oddness) ? odd_json() : json(kinds[order[i]]);
      }
      out += one_in(100) ? " } " : "}";
      if (one_in(3000)) out += ",";
      if (row + 1 < rows || !one_in(4)) out += one_in(5) ? "\r\n" : "\n";
    }
    return out;
  }

  std::string options() {
    static constexpr const char* kOptions[] = {"{}",
                                               "{}",
                                               "{}",
                                               "{}",
                                               R"({"missing": "NA"})",
                                               R"({"missing": ["n/a", "0", "7"]})",
                                               R"({"types": "text"})",
                                               R"({"types": {"c0": "text"}})",
                                               R"({"types": {"c0": "int"}})",
                                               R"({"types": {"c0": "float", "c1": "decimal"}})",
                                               R"({"types": {"c0": "date"}})",
                                               R"({"types": {"c0": "datetime"}})",
                                               R"({"types": {"c0": "bool", "c1": "decimal"}})",
                                               R"({"decimal": ","})",
                                               R"({"thousands": ","})",
                                               R"({"ragged": "fill"})",
                                               R"({"ragged": "skip"})",
                                               R"({"comment": "#"})",
                                               R"({"delimiter": ","})",
                                               R"({"until_blank": true})",
                                               R"({"first_line": 2})",
                                               R"({"headers": false})"};
    return pick(kOptions);
  }

 private:
  std::mt19937 random_;
};

TEST_F(ReaderColumns, AgreeWithRowsOnGeneratedFiles) {
  for (uint32_t seed = 0; seed < 800; ++seed) {
    Generator generator(seed);
    std::string file = generator.file();
    compare(file, generator.options());
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_GT(num_tables, 400u);
}

/// csv_parse with a header has the cells of csv_parse without one.
TEST_F(ReaderColumns, OfTextsAgreeWithLists) {
  size_t compared = 0;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    TextContext c;
    std::string bytes = Generator(seed).file();
    std::string numbers = seed % 2 == 0 ? "true" : "false";
    auto table = c.call("csv_parse", {c.text(bytes), c.json("{\"numbers\": " + numbers + "}")});
    auto lists = c.call(
        "csv_parse", {c.text(bytes), c.json("{\"headers\": false, \"numbers\": " + numbers + "}")});
    if (!table.ok() || !lists.ok()) continue;
    std::string shown;
    std::string expected;
    std::span<const Value> rows = table.value().list().items();
    for (const Value& row : rows) {
      for (size_t i = 0; i < row.map().size(); ++i) show_exactly(row.map().value(i), shown);
    }
    bool is_header = true;
    for (const Value& row : lists.value().list().items()) {
      for (const Value& cell : row.list().items()) {
        if (!is_header) show_exactly(cell, expected);
      }
      is_header = false;
    }
    ASSERT_EQ(shown, expected) << "seed " << seed << "\n" << bytes;
    compared += rows.empty() ? 0 : 1;
  }
  EXPECT_GT(compared, 100u);
}

TEST_F(ReaderColumns, AreWrittenAsRowsAre) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    TextContext c;
    Generator generator(seed);
    std::string bytes = seed % 3 == 0 ? generator.json_lines() : generator.file();
    auto read = [&](TableForm form) {
      Call call(c, c.heap(), "read", {}, {}, nullptr);
      std::vector<ReaderNote> notes;
      return seed % 3 == 0 ? read_jsonl_table(call, bytes, nullptr, "f", form)
                           : read_csv_table(call, bytes, nullptr, "f", notes, form);
    };
    auto columns = read(TableForm::Columns);
    auto rows = read(TableForm::Rows);
    if (!columns.ok()) continue;
    Value options = c.json(R"({"missing": "NA"})");
    ASSERT_EQ(c.show("csv_encode", {columns.value(), options}),
              c.show("csv_encode", {rows.value(), options}));
    ASSERT_EQ(c.show("jsonl_encode", {columns.value()}), c.show("jsonl_encode", {rows.value()}));
  }
}

TEST_F(ReaderColumns, AgreeWithRowsOnGeneratedJsonLines) {
  for (uint32_t seed = 0; seed < 800; ++seed) {
    compare_jsonl(Generator(seed).json_lines());
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_GT(num_tables, 350u);
}

/// Files of the conformance cases and of the corpus.
TEST_F(ReaderColumns, AgreeWithRowsOnFilesOfTheRepository) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SYN_SOURCE_DIR "/tests")) {
    std::string ending = entry.path().extension();
    bool is_json = ending == ".jsonl" || ending == ".ndjson";
    if (!is_json && ending != ".csv" && ending != ".tsv" && ending != ".txt") continue;
    if (entry.file_size() > 4'000'000) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::stringstream bytes;
    bytes << in.rdbuf();
    if (is_json) {
      compare_jsonl(bytes.str());
    } else {
      compare(bytes.str(), "{}");
    }
    ++files;
  }
  EXPECT_GT(files, 0u);
}

/// The last of many rows changes what a column is, whatever it was before.
TEST_F(ReaderColumns, AgreeWhereTheLastRowDiffers) {
  for (size_t kind = 0; kind < 13; ++kind) {
    for (uint32_t seed = 0; seed < 20; ++seed) {
      Generator generator(seed * 31 + static_cast<uint32_t>(kind));
      std::string file = "a,b\n";
      size_t rows = seed % 2 == 0 ? 300 : 1500;
      for (size_t i = 0; i < rows; ++i) file += generator.cell(kind == 8 ? 0 : kind) + ",x\n";
      std::string last = generator.odd_cell();
      if (last[0] != '"' && last.find(',') != std::string::npos) last = '"' + last + '"';
      file += last + ",y\n";
      compare(file, "{}");
      if (HasFatalFailure()) FAIL() << "kind " << kind << " seed " << seed;
    }
  }
}

/// Whether points may stand between thousands takes every value of a column.
TEST_F(ReaderColumns, AgreeOnPointsBeforeThreeDigits) {
  std::string file = "a,b\n";
  for (int i = 0; i < 2000; ++i) file += "1.234,\"1,5\"\n";
  compare(file, "{}");
  compare(file + "12.34,2\n", "{}");
}

/// A column of nothing but "" holds texts.
TEST_F(ReaderColumns, AgreeOnColumnsOfEmptyTexts) {
  compare("a,b\n\"\",1\n,2\n", "{}");
  compare("a,b\n, \"\"\n", "{}");
  std::string file = "a,b\n";
  for (int i = 0; i < 2000; ++i) file += i == 1500 ? "\"\",1\n" : ",1\n";
  compare(file, "{}");
  compare(file + "7,1\n", "{}");
}

/// With any limit a reader gives the whole table or the clean error, and goes over the limit by
/// less than a mebibyte.
TEST_F(ReaderColumns, KeepWithinTheirMemory) {
  std::string csv_text = "id,name,mixed,long\n";
  std::string json_text;
  for (int i = 0; i < 30'000; ++i) {
    std::string id = std::to_string(i);
    std::string mixed = i == 29'000 ? "n/a" : id;
    std::string text = i % 10'000 == 9'999 ? std::string(300'000, 'x') : "name " + id;
    csv_text += id + ",n" + id + "," + mixed + "," + text + "\n";
    json_text += "{\"id\": " + id + ", \"mixed\": " + (i == 29'000 ? "\"n/a\"" : id) +
                 ", \"text\": \"" + text + "\", \"list\": [" + id + "]}\n";
  }
  size_t complete = 0;
  for (uint64_t limit = 256 << 10; limit < (32u << 20); limit += limit / 3) {
    for (bool is_json : {false, true}) {
      TextContext c;
      c.budget().memory_limit = limit;
      Call call(c, c.heap(), "read", {}, {}, nullptr);
      std::vector<ReaderNote> notes;
      auto made = is_json ? read_jsonl_table(call, json_text, nullptr, "f", TableForm::Columns)
                          : read_csv_table(call, csv_text, nullptr, "f", notes);
      EXPECT_LT(c.budget().peak(), limit + (1 << 20)) << limit << is_json;
      complete += made.ok() ? 1 : 0;
      if (made.ok()) {
        EXPECT_EQ(made.value().list().size(), 30'000u);
      } else {
        EXPECT_EQ(made.error().message(), "budget");
      }
    }
  }
  EXPECT_GT(complete, 4u);
}

/// Every allocation of a call fails once; the run ends in the clean error each time.
TEST_F(ReaderColumns, EndCleanlyWhereAnAllocationFails) {
  std::string csv_text = "a,b\n1,x\n2.5,\"y\"\"\"\nn/a,99999999999999999999\n";
  std::string json_text =
      "{\"a\": 1, \"b\": \"x\\n\"}\n{\"a\": 2.5, \"b\": [1, {}]}\n{\"c\": 99999999999999999999}\n";
  for (uint64_t at = 1; at < 120; ++at) {
    for (bool is_json : {false, true}) {
      TextContext c;
      Call call(c, c.heap(), "read", {}, {}, nullptr);
      c.budget().fail_allocation = at;
      std::vector<ReaderNote> notes;
      auto made = is_json ? read_jsonl_table(call, json_text, nullptr, "f", TableForm::Columns)
                          : read_csv_table(call, csv_text, nullptr, "f", notes);
      EXPECT_TRUE(made.ok() || made.error().message() == "budget");
    }
  }
}

}  // namespace
}  // namespace syn
