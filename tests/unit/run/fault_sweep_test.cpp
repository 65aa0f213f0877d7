// A program that is denied its 1st, 2nd, 3rd … allocation ends with the memory error each time, and
// nothing else: no crash, no hang, no wrong output. The programs are conformance cases, without
// `try`, since a program may go on after the error.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "host/memory/memory_host.h"
#include "run/run.h"
#include "value/errors.h"

namespace syn {
namespace {

constexpr std::string_view kPrograms[] = {
    "language/913-writing-in-place-keeps-what-others-hold",
    "language/410-match-list-rest-positions",
    "language/425-enum-match",
    "language/401-match-literals",
    "language/304-implicit-nothing",
    "language/007-brackets-join-lines",
    "language/902-program-primes",
    "language/427-enum-subpatterns",
    "language/905-program-matrix",
    "language/904-program-bubble-sort",
    "language/412-match-map",
    "language/908-program-fib-memo",
    "language/220-when-chain",
    "language/901-program-fizzbuzz",
    "language/449-enum-alias",
    "language/408-match-wildcard-and-guard",
    "language/345-mutual-recursion",
    "language/316-closure-counter",
    "language/312-default-sees-definition-scope",
    "language/150-evaluation-order",
    "language/903-program-word-count",
    "data/244-rng-matches-numpy",
    "language/437-type-constructor",
    "language/424-enum-values",
    "language/364-recursive-closure-counter-independent",
    "language/137-short-circuit",
    "data/251-value-semantics",
    "data/185-alias-shares-list",
    "data/169-pipeline-running-total",
    "data/219-join-kinds",
    "data/213-group-by",
};

/// Tables of columns, which the cases above are too small for.
constexpr std::string_view kColumns =
    "let t be csv_parse(\"a,b,c\\n1,x,0.5\\n2,y,1.5\\n3,x,2.5\\n4,,3.5\\n\", {\"types\": {\"a\": "
    "\"int\", "
    "\"c\": \"float\"}})\n"
    "let kept be where(t, (r) => r.a > 1 and r.c < 3.0)\n"
    "print(kept, sort_by(t, \"c\", desc = true), group_by(t, \"b\"))\n"
    "print(summarize(t, \"b\", {\"n\": count(), \"s\": sum_of(\"c\"), \"m\": median_of(\"c\")}))\n"
    "print(join(t, kept, \"a\", \"left\"), apply(t, (r) => {\"x\": r.a * 2, \"y\": "
    "`{r.a}-{r.b}`}))\n"
    "print(unique(collect(t, \"b\")), derive(t, {\"d\": (r) => r.a + r.c}), top(t, 2, \"a\"))\n";

std::string read(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Ran {
  RunOutcome outcome;
  std::string output;
};

Ran run(const std::string& source, uint64_t fail_allocation) {
  host::MemoryHost memory;
  host::Host host = memory.host();
  cap::AuditLog audit(nullptr, [] { return int64_t{0}; });
  RunRequest request;
  request.source = source;
  request.file = "sweep.syn";
  request.limits.steps = 50'000'000;
  request.limits.fail_allocation = fail_allocation;
  Ran ran{run_program_here(std::move(request), host, audit), {}};
  ran.output = memory.output.text();
  return ran;
}

/// Each of the first allocations, then some.
uint64_t next(uint64_t n) {
  constexpr uint64_t kEach = 2000;
  return n < kEach ? n + 1 : n + n / 16;
}

void sweep(const std::string& source) {
  Ran plain = run(source, 0);
  ASSERT_TRUE(plain.outcome.ok) << plain.outcome.errors[0].message();
  ASSERT_FALSE(plain.output.empty());
  uint64_t failures = 0;
  for (uint64_t n = 1;; n = next(n)) {
    Ran ran = run(source, n);
    if (ran.outcome.ok) {
      // The program made fewer allocations than n.
      EXPECT_EQ(ran.output, plain.output);
      break;
    }
    ++failures;
    ASSERT_EQ(ran.outcome.errors.size(), 1U) << "allocation " << n;
    ASSERT_TRUE(ran.outcome.errors[0].is(value_errors::kMemoryLimit))
        << "allocation " << n << ": " << ran.outcome.errors[0].message();
    ASSERT_EQ(plain.output.substr(0, ran.output.size()), ran.output) << "allocation " << n;
  }
  EXPECT_GT(failures, 0U);
}

TEST(FaultSweep, EveryDeniedAllocationEndsInTheMemoryError) {
  for (std::string_view name : kPrograms) {
    SCOPED_TRACE(std::string(name));
    std::string path(SYN_SOURCE_DIR "/tests/conformance/");
    sweep(read(path.append(name).append(".syn")));
  }
}

TEST(FaultSweep, OfTablesOfColumns) { sweep(std::string(kColumns)); }

}  // namespace
}  // namespace syn
