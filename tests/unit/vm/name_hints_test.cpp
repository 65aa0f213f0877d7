// Hints name what exists, and an exact fix mends the program.
// SPDX-License-Identifier: Apache-2.0
#include "vm/name_hints.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/utf8.h"
#include "host/memory/memory_host.h"
#include "run/registry.h"
#include "run/run.h"

namespace syn {
namespace {

RunOutcome run_source(std::string source) {
  host::MemoryHost memory;
  host::Host host = memory.host();
  cap::AuditLog audit(nullptr, [] { return int64_t{0}; });
  RunRequest request;
  request.source = std::move(source);
  request.file = "a.syn";
  request.base.cwd = "/work";
  return run_program_here(std::move(request), host, audit);
}

/// Byte offset of a place in a text.
size_t offset_of(std::string_view source, uint32_t line, uint32_t column) {
  size_t at = 0;
  for (uint32_t i = 1; i < line; ++i) at = source.find('\n', at) + 1;
  for (uint32_t i = 1; i < column; ++i) next_code_point(source, at);
  return at;
}

std::string apply_fix(std::string source, const Fix& fix) {
  size_t start = offset_of(source, fix.span.line, fix.span.column);
  size_t end = offset_of(source, fix.span.end_line, fix.span.end_column);
  return source.replace(start, end - start, fix.text);
}

bool is_known(std::string_view name) {
  return builtin_registry().find(name) != nullptr ||
         builtin_registry().find_constant(name) != nullptr || name == "nothing" || name == "true" ||
         name == "false";
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The names that a piece of code calls.
std::vector<std::string> called_names(std::string_view code) {
  std::vector<std::string> names;
  for (size_t open = code.find('('); open != std::string_view::npos;
       open = code.find('(', open + 1)) {
    size_t start = open;
    while (start > 0 && is_name_character(code[start - 1])) --start;
    if (start < open) names.emplace_back(code.substr(start, open - start));
  }
  return names;
}

void expect_known_calls(std::string_view of, std::string_view hint) {
  // The hint of `list` says what list(x) is not.
  for (const std::string& name : called_names(hint)) {
    EXPECT_TRUE(is_known(name) || name == "list") << of << ": " << hint;
  }
}

TEST(NameHints, NameOnlyBuiltinsThatExist) {
  for (const NameHint& hint : name_hints()) {
    expect_known_calls(hint.name, hint.english);
    expect_known_calls(hint.name, hint.spanish);
    EXPECT_TRUE(hint.replacement.empty() || is_known(hint.replacement)) << hint.name;
  }
  for (const MethodHint& hint : method_hints()) expect_known_calls(hint.name, hint.english);
  for (const ArgumentHint& hint : argument_hints()) expect_known_calls(hint.name, hint.form);
}

TEST(NameHints, AreNoBuiltinsThemselvesAndStandOnce) {
  std::set<std::string_view> names;
  for (const NameHint& hint : name_hints()) {
    EXPECT_FALSE(is_known(hint.name)) << hint.name;
    EXPECT_TRUE(names.insert(hint.name).second) << hint.name;
  }
  EXPECT_GE(names.size(), 250U);
}

TEST(NameHints, ArgumentsBelongToBuiltinsThatDoNotTakeThem) {
  for (const ArgumentHint& hint : argument_hints()) {
    std::string_view list = hint.builtins;
    while (!list.empty()) {
      size_t comma = std::min(list.find(','), list.size());
      std::string_view name = list.substr(0, comma);
      list.remove_prefix(std::min(comma + 1, list.size()));
      const BuiltinSpec* spec = builtin_registry().find(name);
      ASSERT_NE(spec, nullptr) << name;
      std::string named = "," + std::string(spec->named) + ",";
      std::erase(named, ' ');
      EXPECT_EQ(named.find("," + std::string(hint.name) + ","), std::string::npos)
          << name << " takes " << hint.name;
    }
  }
}

TEST(NameHints, FixOfEachNameMendsTheProgram) {
  for (const NameHint& hint : name_hints()) {
    if (hint.replacement.empty()) continue;
    std::string source = "let é be 1\nprint(type_of(" + std::string(hint.name) + "))\n";
    RunOutcome wrong = run_source(source);
    ASSERT_EQ(wrong.errors.size(), 1U) << hint.name;
    ASSERT_TRUE(wrong.errors[0].body().fix.has_value()) << hint.name;
    std::string mended = apply_fix(source, *wrong.errors[0].body().fix);
    EXPECT_TRUE(run_source(mended).ok) << mended;
  }
}

TEST(NameHints, FixOfAMisspeltNameMendsTheProgram) {
  for (const char* source : {
           "print(lenght([1]))",
           "let total be 1\nprint(\"é\", totl)",
           "let price be 2\ntask f(x)\n    give x * prcie\nprint(f(1))",
           "task f(value)\n    let offset be 1\n    give apply([value], (x) => x + "
           "offfset)\nprint(f(1))",
           "let name be 1\nprint(`é {nmae}`)",
           "let ready be true\nwhen raedy\n    print(1)",
           "print(1 == 1 and ture)",
           "let total be {}\nset totl.a to 3",
           "let total be {\"a\": [1]}\nset total.a to append(totl.a, 1)",
           "task compute(x)\n    give x\nprint([1] |> compte)",
       }) {
    RunOutcome wrong = run_source(source);
    ASSERT_EQ(wrong.errors.size(), 1U) << source;
    ASSERT_TRUE(wrong.errors[0].body().fix.has_value()) << source;
    std::string mended = apply_fix(source, *wrong.errors[0].body().fix);
    EXPECT_TRUE(run_source(mended).ok) << mended;
  }
}

std::string nearest_to(std::string_view wanted, std::initializer_list<const char*> candidates) {
  NearestName nearest(wanted);
  for (const char* candidate : candidates) nearest.offer(candidate, NameOrigin::Local);
  return std::string(nearest.best());
}

TEST(NearestName, PrefersSwappedLettersAndTheSameStart) {
  EXPECT_EQ(nearest_to("amuont", {"amounts", "amount"}), "amount");
  EXPECT_EQ(nearest_to("conut", {"const", "count"}), "count");
  EXPECT_EQ(nearest_to("startsWith", {"starts_with"}), "starts_with");
  EXPECT_EQ(nearest_to("totals", {"total", "rotals"}), "total");
}

TEST(NearestName, LeavesShortAndFarNamesAlone) {
  EXPECT_EQ(nearest_to("ab", {"ac", "abc"}), "");
  EXPECT_EQ(nearest_to("log", {"lag"}), "");
  EXPECT_EQ(nearest_to("sm", {"sum"}), "");
  EXPECT_EQ(nearest_to("later", {"lower"}), "");
  EXPECT_EQ(nearest_to("total", {"total"}), "");
  EXPECT_EQ(nearest_to("__name__", {"__name"}), "");
  EXPECT_EQ(nearest_to(std::string(100, 'a'), {"aaaa"}), "");
}

TEST(NearestName, OwnNamesComeBeforeBuiltins) {
  NearestName tied("meam");
  tied.offer(builtin_registry());
  tied.offer("mead", NameOrigin::Global);
  tied.offer("meal", NameOrigin::Local);
  EXPECT_EQ(tied.best(), "meal");
}

TEST(WrongCount, HintShowsTheCall) {
  RunOutcome few = run_source("print(split(\"a\"))");
  ASSERT_EQ(few.errors.size(), 1U);
  EXPECT_EQ(few.errors[0].hint(), "split(s, separator)");
  RunOutcome many = run_source("print(trim(\"a\", \"b\"))");
  ASSERT_EQ(many.errors.size(), 1U);
  EXPECT_EQ(many.errors[0].hint(), "trim(s)");
}

TEST(MissingKey, ShowsKeysOfSmallMapsAndNeverMany) {
  RunOutcome small = run_source("print({\"id\": 1, \"name\": 2}.zz)");
  ASSERT_EQ(small.errors.size(), 1U);
  EXPECT_TRUE(small.errors[0].hint().starts_with("keys: id, name — "));
  EXPECT_TRUE(small.errors[0].hint(Language::Spanish).starts_with("claves: id, name — "));
  RunOutcome large =
      run_source("let m be {}\neach i in range(40)\n    set m[`k{i}`] to i\nprint(m.zz)");
  ASSERT_EQ(large.errors.size(), 1U);
  EXPECT_NE(large.errors[0].hint().find("k11, … — "), std::string::npos);
  EXPECT_EQ(large.errors[0].hint().find("k12"), std::string::npos);
  RunOutcome longest = run_source(
      "let m be {}\nset m[join(apply(range(99), (i) => \"é\"), \"\")] to 1\nprint(m.zz)");
  ASSERT_EQ(longest.errors.size(), 1U);
  EXPECT_LT(longest.errors[0].hint().size(), 180U);
}

}  // namespace
}  // namespace syn
