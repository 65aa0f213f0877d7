// How the test blocks of a program run.
// SPDX-License-Identifier: Apache-2.0
#include "run/test_run.h"

#include <gtest/gtest.h>

#include "host/memory/memory_host.h"

namespace syn {
namespace {

TestOutcome run(std::string source) {
  host::MemoryHost memory;
  host::Host host = memory.host();
  cap::AuditLog audit(nullptr, [] { return int64_t{0}; });
  RunRequest request;
  request.source = std::move(source);
  request.file = "t.syn";
  request.limits.steps = 100'000;
  return run_tests(std::move(request), host, audit);
}

TEST(RunTests, RunsEachBlockAfterTheRest) {
  TestOutcome outcome =
      run("let n be 1\n"
          "test \"first\"\n    set n to n + 1\n    assert_eq(n, 3)\n"
          "test \"second\"\n    assert_eq(n, 3)\n"
          "set n to 2\n");
  EXPECT_FALSE(outcome.setup_error);
  ASSERT_EQ(outcome.results.size(), 2U);
  EXPECT_FALSE(outcome.results[0].error);
  EXPECT_FALSE(outcome.results[1].error);
}

TEST(RunTests, TellsAssertionsFromOtherErrors) {
  TestOutcome outcome =
      run("test \"a\"\n    assert_eq(1, 2)\n"
          "test \"b\"\n    let x be 1 / 0\n"
          "test \"c\"\n    give 1\n"
          "test \"d\"\n    while true\n        let x be 1\n");
  ASSERT_EQ(outcome.results.size(), 4U);
  for (const TestResult& result : outcome.results) {
    EXPECT_TRUE(result.error) << result.name;
    EXPECT_EQ(result.is_assertion, result.name == "a");
  }
}

TEST(RunTests, RunsNothingAfterAnErrorOutside) {
  TestOutcome outcome = run("let x be 1 / 0\ntest \"a\"\n    assert(true)\n");
  EXPECT_TRUE(outcome.setup_error);
  EXPECT_TRUE(outcome.results.empty());
  EXPECT_EQ(run("let x =\n").load_errors.size(), 1U);
}

}  // namespace
}  // namespace syn
