// Statements that do nothing are refused, and the exact fix makes them do something.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "base/utf8.h"
#include "host/memory/memory_host.h"
#include "run/run.h"

namespace syn {
namespace {

struct Ran {
  RunOutcome outcome;
  std::string output;
};

Ran run_source(std::string source) {
  host::MemoryHost memory;
  host::Host host = memory.host();
  cap::AuditLog audit(nullptr, [] { return int64_t{0}; });
  RunRequest request;
  request.source = std::move(source);
  request.file = "a.syn";
  request.base.cwd = "/work";
  RunOutcome outcome = run_program_here(std::move(request), host, audit);
  return {std::move(outcome), memory.output.text()};
}

size_t offset_of(std::string_view source, uint32_t line, uint32_t column) {
  size_t at = 0;
  for (uint32_t i = 1; i < line; ++i) at = source.find('\n', at) + 1;
  for (uint32_t i = 1; i < column; ++i) next_code_point(source, at);
  return at;
}

std::string mended(std::string source) {
  Ran wrong = run_source(source);
  if (wrong.outcome.errors.size() != 1) return "no single error in: " + source;
  EXPECT_FALSE(wrong.outcome.loaded);
  const auto& fix = wrong.outcome.errors[0].body().fix;
  if (!fix) return "no fix in: " + source;
  size_t start = offset_of(source, fix->span.line, fix->span.column);
  size_t end = offset_of(source, fix->span.end_line, fix->span.end_column);
  return source.replace(start, end - start, fix->text);
}

TEST(Discarded, FixKeepsTheResult) {
  std::string program = mended("let xs be [1]\nappend(xs, 2)\nprint(xs)");
  EXPECT_EQ(program, "let xs be [1]\nset xs to append(xs, 2)\nprint(xs)");
  EXPECT_EQ(run_source(program).output, "[1, 2]\n");
  program = mended("let ñs be [2, 1]\nwhen true\n    sort(ñs)\nprint(ñs)");
  EXPECT_EQ(run_source(program).output, "[1, 2]\n");
}

TEST(Discarded, FixCallsTheTask) {
  std::string program = mended("task año()\n    print(\"hi\")\naño");
  EXPECT_EQ(program, "task año()\n    print(\"hi\")\naño()");
  EXPECT_EQ(run_source(program).output, "hi\n");
}

TEST(Discarded, FixSetsTheOuterVariable) {
  std::string program = mended("let n be 0\neach x in [1, 2]\n    let n be n + x\nprint(n)");
  EXPECT_EQ(program, "let n be 0\neach x in [1, 2]\n    set n to n + x\nprint(n)");
  EXPECT_EQ(run_source(program).output, "3\n");
}

TEST(Discarded, NothingIsOfferedThatIsNotExact) {
  Ran no_variable = run_source("sort([2, 1])");
  ASSERT_EQ(no_variable.outcome.errors.size(), 1U);
  EXPECT_FALSE(no_variable.outcome.errors[0].body().fix.has_value());
  Ran other_kind = run_source("let xs be [2, 1]\nlength(xs)");
  ASSERT_EQ(other_kind.outcome.errors.size(), 1U);
  EXPECT_FALSE(other_kind.outcome.errors[0].body().fix.has_value());
  Ran odd_layout = run_source("let n be 0\neach x in [1]\n    let  n  be n + x\n");
  ASSERT_EQ(odd_layout.outcome.errors.size(), 1U);
  EXPECT_FALSE(odd_layout.outcome.errors[0].body().fix.has_value());
}

TEST(Discarded, WhatMayBeMeantRuns) {
  for (const char* source : {
           "apply([1], (x) => print(x))",
           "try\n    sqrt(\"a\")\nrecover e\n    print(e)",
           "number(\"5\")",
           "assert(1 == 1)",
           "let append be (xs, x) => print(x)\nappend([1], 2)",
           "let main be 5\nmain",
           "\"a text as a comment\"",
           "task f(xs)\n    append(xs, 1)\nprint(f([1]))",
           "let x be 1\neach y in [1]\n    let x be x + y\n    print(x)",
           "let x be 1\neach y in [1]\n    let x be y",
           "let x be 1\ntask f(y)\n    let x be y\n    let x be x + 1\nf(1)",
       }) {
    Ran ran = run_source(source);
    EXPECT_TRUE(ran.outcome.ok) << source << "\n"
                                << (ran.outcome.errors.empty() ? "" : ran.outcome.errors[0].line());
  }
}

}  // namespace
}  // namespace syn
