// Files that are read by several threads give the same rows, notes, errors and count of steps as
// those that are read by one. The files are made by chance, large enough for pieces of them to be
// read ahead, with all that makes a piece a wrong guess.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/ahead.h"
#include "host/memory/memory_host.h"
#include "run/run.h"

namespace syn {
namespace {

constexpr size_t kBytes = kMinBytesForThreads + (size_t{1} << 20);

class Dice {
 public:
  explicit Dice(uint32_t seed) : engine_(seed) {}
  size_t below(size_t count) { return engine_() % count; }
  bool once_in(size_t count) { return below(count) == 0; }
  std::string of(std::initializer_list<const char*> choices) {
    return choices.begin()[below(choices.size())];
  }

 private:
  std::mt19937 engine_;
};

std::string number(size_t value) { return std::to_string(value); }

std::string two(size_t value) { return value < 10 ? "0" + number(value) : number(value); }

std::string day(Dice& dice) {
  return "2024-" + two(1 + dice.below(12)) + "-" + two(1 + dice.below(28));
}

using Cell = std::function<std::string(Dice&)>;

/// Cells of a column, mostly of one kind.
Cell csv_cell(Dice& dice) {
  switch (dice.below(12)) {
    case 0: return [](Dice& d) { return number(d.below(100'000)); };
    case 1: return [](Dice& d) { return number(d.below(1000)) + "." + two(d.below(100)); };
    case 2: return [](Dice& d) { return d.once_in(10) ? "" : "-" + number(1 + d.below(50)); };
    case 3: return [](Dice& d) { return day(d); };
    case 4: return [](Dice& d) { return day(d) + "T" + two(d.below(24)) + ":00:00Z"; };
    case 5: return [](Dice& d) { return d.of({"true", "false", "true", ""}); };
    case 6: return [](Dice& d) { return "name " + number(d.below(40'000)); };
    case 7:
      return [](Dice& d) { return d.of({"\"two\nlines, here\"", "\"a \"\"b\"\"\"", "x", "é"}); };
    case 8: return [](Dice& d) { return number(d.below(9)) + "." + number(100 + d.below(900)); };
    case 9: return [](Dice& d) { return number(d.below(99)) + ".1234567890123456789"; };
    case 10:
      return [](Dice& d) { return two(1 + d.below(28)) + "/" + two(1 + d.below(12)) + "/2024"; };
    default: return [](Dice& d) { return d.of({"NA", "1", "\"3\"", " 4", "\"\""}); };
  }
}

/// What may stand in a single place of a file: another type, or another shape.
std::string odd_line(Dice& dice, size_t width, bool is_ragged) {
  std::string cell = dice.of({"late", "1e5", "007", "12345678901234567890123", "0.5", "-0", "\"q\"",
                              "25/12/2024", " \"blank before\"", "1,5", "TRUE", "2024-02-30"});
  std::string line = cell;
  for (size_t i = 1; i < width; ++i) line += "," + (dice.once_in(3) ? cell : "");
  if (dice.once_in(is_ragged ? 200 : 2000))
    return "\"text\" after quote" + line.substr(cell.size());
  if (dice.once_in(50))
    return "\"" + std::string(300'000, 'x') + "\n\n\"" + line.substr(cell.size());
  if (dice.once_in(10)) return "";
  if (dice.once_in(10)) return "   ";
  if (!is_ragged) return line;
  if (dice.once_in(4)) return line + ",one more";
  return dice.once_in(3) ? "just one" : line;
}

std::string csv_text(Dice& dice, bool is_ragged) {
  size_t width = dice.once_in(6) ? 60 + dice.below(100) : 1 + dice.below(7);
  std::vector<Cell> cells;
  std::string text = dice.once_in(4) ? "\xEF\xBB\xBF" : "";
  for (size_t i = 0; i < width; ++i) {
    cells.push_back(csv_cell(dice));
    text += (i == 0 ? "c" : ",c") + number(i);
  }
  bool is_longer = dice.once_in(6);
  std::string end = (is_longer ? "," : "") + dice.of({"\n", "\n", "\r\n", "\r"});
  if (is_longer) text += ",";
  text += end.substr(is_longer ? 1 : 0);
  size_t every = std::vector<size_t>{SIZE_MAX, SIZE_MAX, 20'000, 300}[dice.below(4)];
  size_t row = 0;
  while (text.size() < kBytes) {
    bool is_odd = every != SIZE_MAX && ++row > 300 && dice.once_in(every);
    if (is_odd) {
      text += odd_line(dice, width, is_ragged) + end;
      continue;
    }
    for (size_t i = 0; i < width; ++i) {
      if (i != 0) text += ",";
      text += cells[i](dice);
    }
    text += end;
  }
  if (dice.once_in(3)) text += odd_line(dice, width, is_ragged) + end;
  if (dice.once_in(10)) text += "\"never closed\n1,2,3\n";
  if (dice.once_in(4)) text.resize(text.size() - end.size());
  return text;
}

std::string csv_options(Dice& dice) {
  return dice.of({"", "", "", R"(, {"ragged": "skip"})", R"(, {"ragged": "fill"})",
                  R"(, {"missing": ["NA", "x"], "ragged": "skip"})", R"(, {"until_blank": true})",
                  R"(, {"types": {"c0": "int"}})", R"(, {"types": {"c0": "text"}})",
                  R"(, {"comment": "#", "ragged": "skip"})"});
}

/// The text in another encoding, where the option or the first bytes tell it.
std::string utf16(const std::string& text) {
  std::string out = "\xFF\xFE";
  for (char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
    out += c;
    out += '\0';
  }
  return out;
}

Cell json_cell(Dice& dice) {
  switch (dice.below(11)) {
    case 0: return [](Dice& d) { return number(d.below(100'000)); };
    case 1: return [](Dice& d) { return number(d.below(1000)) + "." + two(d.below(100)); };
    case 2: return [](Dice& d) { return "\"name " + number(d.below(70'000)) + "\""; };
    case 3: return [](Dice& d) { return d.of({"true", "false", "null"}); };
    case 4: return [](Dice& d) { return "\"" + day(d) + "\""; };
    case 5: return [](Dice& d) { return d.of({R"("a\nb")", "\"plain\"", R"("\u00e9")", "\"é\""}); };
    case 6: return [](Dice& d) { return d.of({"[1, 2]", "[]", "[\"x\", {\"y\": 1}]"}); };
    case 7: return [](Dice& d) { return d.of({"1.5e3", "0.25", "1E-7", "-0.0"}); };
    case 8:
      return [](Dice& d) {
        std::string more = d.once_in(10) ? R"(, "campaign": "a")" : "";
        return R"({"id": )" + number(d.below(500)) + R"(, "device": "phone")" + more + "}";
      };
    case 9:
      return [](Dice& d) {
        return R"({"in": {"x": )" + number(d.below(50)) + R"(.5, "t": "a\"b"}, "n": null})";
      };
    default:
      return [](Dice& d) { return d.of({"1", "\"one\"", "true", "2.5", "[3]", "{\"k\": 1}"}); };
  }
}

std::string odd_json(Dice& dice) {
  return dice.of({"", "  ", R"({"new key": 1})", R"({"k0": {"deep": [1]}})", R"({"k0": "text"})",
                  R"({"k0": 1.5})", R"({"k0": 123456789012345678901234})", R"({"k1": [1, 2]})",
                  R"({})", R"({"k1": 1} )", R"({"k1": "a\tb"})", R"({"k0": {"id": 1, "x": 2}})"});
}

std::string wrong_json(Dice& dice) {
  return dice.of({R"({"k0": })", R"({"k0": 1, "k0": 2})", "[1]", R"({"k0": "a\x"})",
                  "{\"k0\": [1,}", "{", R"({"k1": 1.5e})"});
}

std::string json_text(Dice& dice) {
  size_t width = 1 + dice.below(6);
  std::vector<Cell> cells;
  for (size_t i = 0; i < width; ++i) cells.push_back(json_cell(dice));
  size_t every = std::vector<size_t>{SIZE_MAX, 20'000, 500}[dice.below(3)];
  size_t left_out = dice.of({"a", "b"}) == "a" ? SIZE_MAX : 5;
  std::string end = dice.of({"\n", "\n", "\r\n"});
  std::string text = dice.once_in(4) ? "\xEF\xBB\xBF" : "";
  size_t wrong_at = dice.once_in(4) ? kBytes - dice.below(kBytes / 2) : SIZE_MAX;
  while (text.size() < kBytes) {
    if (every != SIZE_MAX && text.size() > 50'000 && dice.once_in(every)) {
      text += odd_json(dice) + end;
      continue;
    }
    if (text.size() > wrong_at && dice.once_in(500)) text += wrong_json(dice) + end;
    text += "{";
    bool any = false;
    for (size_t i = 0; i < width; ++i) {
      if (left_out != SIZE_MAX && dice.once_in(left_out)) continue;
      text += (any ? ", \"k" : "\"k") + number(i) + "\": " + cells[i](dice);
      any = true;
    }
    text += "}" + end;
  }
  return text;
}

struct Told {
  std::string output;
  std::vector<std::string> errors;
  std::vector<std::string> notes;
  uint64_t steps = 0;
  uint64_t peak = 0;
  bool operator==(const Told& other) const {
    return output == other.output && errors == other.errors && notes == other.notes &&
           steps == other.steps;
  }
};

void PrintTo(const Told& told, std::ostream* out) {
  *out << told.output;
  for (const std::string& error : told.errors) *out << "error: " << error << "\n";
  for (const std::string& note : told.notes) *out << "note: " << note << "\n";
  *out << told.steps << " steps";
}

class Reading {
 public:
  explicit Reading(const std::string& text) { memory_.files.put("/work/t", text); }

  Told run(const std::string& source, uint32_t num_threads, RunLimits limits = {},
           int64_t deadline_ns = INT64_MAX) {
    size_t said_before = memory_.output.text().size();
    RunRequest request;
    request.source = source;
    request.file = "t.syn";
    request.base.cwd = "/work";
    request.num_threads = num_threads;
    request.limits = limits;
    request.deadline_ns = deadline_ns;
    host::Host host = memory_.host();
    cap::AuditLog audit(nullptr, [] { return int64_t{0}; });
    RunOutcome outcome = run_program_here(std::move(request), host, audit);
    Told told;
    told.output = memory_.output.text().substr(said_before);
    for (const Error& error : outcome.errors) told.errors.push_back(error.line());
    told.notes = outcome.notes;
    told.steps = outcome.steps;
    told.peak = outcome.peak_memory;
    return told;
  }

 private:
  host::MemoryHost memory_;
};

/// Also where the program has fewer steps or less memory than it takes.
void expect_same(const std::string& text, const std::string& call, Dice& dice) {
  Reading reading(text);
  std::string source = "require file.read \"./*\"\nlet t be " + call +
                       "\nprint(length(t), sha256(json_encode(t)), describe(t))\n";
  Told one = reading.run(source, 1);
  for (uint32_t num_threads : {2U, 3U}) {
    ASSERT_EQ(reading.run(source, num_threads), one) << call << "\n" << text.substr(0, 500);
  }
  std::string only_read = "require file.read \"./*\"\nlet t be " + call + "\n";
  Told whole = reading.run(only_read, 1);
  RunLimits limits;
  for (int i = 0; i < 2; ++i) {
    limits.steps = dice.below(whole.steps) + 1;
    Told stopped = reading.run(only_read, 1, limits);
    ASSERT_FALSE(stopped.errors.empty());
    ASSERT_EQ(reading.run(only_read, 2, limits), stopped) << call << "\n" << text.substr(0, 500);
  }
  limits = {};
  limits.memory_bytes = whole.peak / 2;
  ASSERT_EQ(reading.run(only_read, 2, limits).errors, reading.run(only_read, 1, limits).errors);
}

constexpr uint32_t kFiles = 6;

TEST(ReaderThreads, ReadCsvAsOneThreadDoes) {
  for (uint32_t seed = 0; seed < kFiles; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    std::string options = csv_options(dice);
    bool is_ragged = options.find("ragged") != std::string::npos || dice.once_in(6);
    std::string text = csv_text(dice, is_ragged);
    if (dice.once_in(8)) text = utf16(text);
    expect_same(text, "read_csv(\"t\"" + options + ")", dice);
    if (HasFatalFailure()) return;
  }
}

TEST(ReaderThreads, ReadJsonLinesAsOneThreadDoes) {
  for (uint32_t seed = 0; seed < kFiles; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(1000 + seed);
    expect_same(json_text(dice), "read_jsonl(\"t\")", dice);
    if (HasFatalFailure()) return;
  }
}

/// Lines that are alike, and others at some shares of the text.
std::string text_with(const std::string& start, const std::string& line,
                      const std::vector<std::pair<double, std::string>>& others) {
  std::string text = start;
  auto other = others.begin();
  while (text.size() < kBytes) {
    if (other != others.end() && static_cast<double>(text.size()) > other->first * kBytes) {
      text += (other++)->second + "\n";
    }
    text += line + "\n";
  }
  return text;
}

void expect_same(const std::string& text, const std::string& call) {
  Dice dice(1);
  expect_same(text, call, dice);
}

TEST(ReaderThreads, LeaveJsonThatIsNotAsItsColumnIs) {
  std::string line = R"({"a": "one\ntwo", "b": 1.5, "c": [1, {"d": 2}]})";
  for (const char* other :
       {R"({"a": [1, 2, 3, 4]})", R"({"a": "\x"})", R"({"c": [1, 2,}]})",
        R"({"b": 123456789012345678901234567890})", R"({"c": {"d": 1, "d": 2}})", R"({"b": 1e999})",
        R"({"b": 1e5, "d": true})", R"({"c": {"e": "\t"}})"}) {
    expect_same(text_with("", line, {{0.4, other}, {0.7, line}, {0.8, other}}),
                "read_jsonl(\"t\")");
  }
}

TEST(ReaderThreads, TellTheFirstOfTwoErrors) {
  std::string line = "12,\"a\nb, \"\"c\",0.5,2024-01-31";
  for (const char* first : {"1,2", "x,y,z,2024-01-01", "1,2,3,4,5", "1,\"a\"b,3,4"}) {
    for (const char* second : {"1,2,3", "9,a,b,2024-02-30", "1,\"a\"b,3,4", "1,\"never closed"}) {
      std::string text = text_with("n,t,f,d\n", line, {{0.3, first}, {0.8, second}});
      expect_same(text, "read_csv(\"t\", {\"types\": {\"n\": \"int\", \"d\": \"date\"}})");
    }
  }
}

TEST(ReaderThreads, WidenTypesLate) {
  std::string line = "12,0.25,2024-01-31,true,2024-01-31T10:00:00Z,word";
  for (const char* other :
       {"1.5,1,2024-01-01,false,2024-01-31T10:00:00Z,word",
        "00,x,2024-13-01,yes,2024-01-31T10:00:00+02:00,5", ",,,,,",
        "-0,1.123456789012345678901,,TRUE,,\"\"", "123456789012345678901234567890,1e5,1,1,1,1"}) {
    expect_same(text_with("i,f,d,b,t,w\n", line, {{0.9, other}}), "read_csv(\"t\")");
  }
}

TEST(ReaderThreads, StopAtADeadline) {
  Reading reading(text_with("a,b\n", "1,2", {}));
  std::string source = "require file.read \"./*\"\nprint(length(read_csv(\"t\")))\n";
  Told one = reading.run(source, 1, {}, 0);
  EXPECT_FALSE(one.errors.empty());
  EXPECT_EQ(reading.run(source, 2, {}, 0).errors, one.errors);
}

TEST(ReaderThreads, FindBadBytesWhereOneThreadDoes) {
  std::string lines = "a,b\n";
  while (lines.size() < kBytes) lines += "1,é\n";
  for (size_t place : {size_t{10}, kBytes / 2, kBytes - 3}) {
    for (char bad : {'\xFF', '\xC3', '\0'}) {
      std::string text = lines;
      text[place] = bad;
      text[kBytes - 1] = '\0';
      Reading reading(text);
      std::string source = "require file.read \"./*\"\nprint(length(read_csv(\"t\")))\n";
      Told one = reading.run(source, 1);
      EXPECT_FALSE(one.errors.empty());
      EXPECT_EQ(reading.run(source, 2), one);
    }
  }
}

}  // namespace
}  // namespace syn
