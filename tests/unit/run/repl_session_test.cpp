// What entries of a repl share, and when an entry is whole.
// SPDX-License-Identifier: Apache-2.0
#include "run/repl_session.h"

#include <gtest/gtest.h>

#include "host/memory/memory_host.h"

namespace syn {
namespace {

struct Repl {
  explicit Repl(RunLimits limits = {}) {
    RunRequest request;
    request.file = "<repl>";
    request.limits = limits;
    session.emplace(std::move(request), host, audit);
  }

  host::MemoryHost memory;
  host::Host host = memory.host();
  cap::AuditLog audit{nullptr, [] { return int64_t{0}; }};
  std::optional<ReplSession> session;
};

TEST(ReplSession, KeepsVariablesAndTasks) {
  Repl repl;
  EXPECT_FALSE(repl.session->enter("let x be 2\n").value);
  EXPECT_FALSE(repl.session->enter("task double(n)\n    give n * x\n").value);
  EXPECT_EQ(repl.session->enter("double(4)\n").value, "8");
  EXPECT_FALSE(repl.session->enter("set x to 3\n").value);
  EXPECT_EQ(repl.session->enter("double(4)\n").value, "12");
}

TEST(ReplSession, ShowsTextsInQuotesAndNothingNot) {
  Repl repl;
  EXPECT_EQ(repl.session->enter("\"5\"\n").value, "\"5\"");
  EXPECT_FALSE(repl.session->enter("nothing\n").value);
  EXPECT_FALSE(repl.session->enter("print(1)\n").value);
}

TEST(ReplSession, GoesOnAfterErrors) {
  Repl repl;
  EXPECT_EQ(repl.session->enter("let x be\n").errors.size(), 1U);
  ReplReply reply = repl.session->enter("let y be 1\nlet z be 1 / 0\n");
  ASSERT_EQ(reply.errors.size(), 1U);
  EXPECT_EQ(reply.errors[0].line(), "Runtime error: <repl>:2:12: Division by zero");
  EXPECT_EQ(repl.session->enter("y\n").value, "1");
}

TEST(ReplSession, TellsTheCodeOfExit) {
  Repl repl;
  EXPECT_EQ(repl.session->enter("exit(3)\n").exit_code, 3);
}

// The first instruction of the entry is the target of the loop.
TEST(ReplSession, EndsAnEndlessLoopAtTheStepLimit) {
  RunLimits limits;
  limits.steps = 1000;
  Repl repl(limits);
  EXPECT_EQ(repl.session->enter("while true\n    let y be 1\n").errors.size(), 1U);
}

TEST(StateOfEntry, TellsWhatIsMissing) {
  EXPECT_EQ(state_of_entry("1 + 1\n"), EntryState::Complete);
  EXPECT_EQ(state_of_entry("1 +\n"), EntryState::Complete);
  EXPECT_EQ(state_of_entry("let x = 1\n"), EntryState::Complete);
  EXPECT_EQ(state_of_entry("\xff\n"), EntryState::Complete);
  EXPECT_EQ(state_of_entry("f([1,\n"), EntryState::NeedsMore);
  EXPECT_EQ(state_of_entry("`a\n"), EntryState::NeedsMore);
  EXPECT_EQ(state_of_entry("when true\n"), EntryState::NeedsBlock);
  EXPECT_EQ(state_of_entry("task f(\n    x)\n"), EntryState::NeedsBlock);
  EXPECT_EQ(state_of_entry("try\n    f()\n"), EntryState::NeedsBlock);
  EXPECT_EQ(state_of_entry("when true\n    print(1)\notherwise\n"), EntryState::NeedsBlock);
}

}  // namespace
}  // namespace syn
