// Running other programs: outcome, limits, what they inherit.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "host/clock.h"
#include "host/posix/posix_host.h"
#include "host/posix/spawn_process.h"
#include "host/posix/unique_fd.h"

namespace syn::host {
namespace {

ProcessRequest shell(const std::string& script) {
  ProcessRequest request;
  request.command = "sh";
  request.arguments = {"-c", script};
  request.environment = {"PATH=/usr/bin:/bin"};
  request.timeout_seconds = 20;
  return request;
}

std::string output_of(const ProcessRequest& request) {
  Result<ProcessOutcome> outcome = PosixProcesses().run(request);
  return outcome.ok() ? outcome.value().output : outcome.error().message();
}

TEST(Processes, GiveTheirOutcome) {
  ProcessRequest request = shell("cat; echo e >&2; echo $FOO; pwd; exit 3");
  request.input = "IN-";
  request.environment.push_back("FOO=bar");
  request.cwd = "/";
  ProcessOutcome outcome = PosixProcesses().run(request).value();
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.output, "IN-bar\n/\n");
  EXPECT_EQ(outcome.errors, "e\n");
  EXPECT_EQ(PosixProcesses().run(shell("kill -9 $$")).value().exit_code, -1);
}

TEST(Processes, WordsForWhatDoesNotStart) {
  ProcessRequest request = shell("");
  request.command = "no-such-cmd-x";
  EXPECT_EQ(output_of(request),
            "run: cannot start \"no-such-cmd-x\": No such file or directory (os error 2)");
  request.command = "/etc/passwd";
  EXPECT_EQ(output_of(request),
            "run: cannot start \"/etc/passwd\": Permission denied (os error 13)");
  request.command = "";
  EXPECT_NE(output_of(request).find("cannot start"), std::string::npos);
  request = shell("pwd");
  request.cwd = "/no/such";
  EXPECT_EQ(output_of(request), "run: cannot start \"sh\": No such file or directory (os error 2)");
  request = shell(std::string("echo a\0b", 8));
  EXPECT_EQ(output_of(request), "run: cannot start \"sh\": Invalid argument (os error 22)");
}

TEST(Processes, AreCutAtTheirLimits) {
  ProcessRequest request = shell("echo abcdefghij; echo 12345 >&2");
  request.max_output = 4;
  ProcessOutcome outcome = PosixProcesses().run(request).value();
  EXPECT_EQ(outcome.output, "abcd");
  EXPECT_TRUE(outcome.output_truncated);
  EXPECT_EQ(outcome.errors, "1234");
  EXPECT_TRUE(outcome.errors_truncated);
}

/// C15: a grandchild that holds the pipes does not hold us.
TEST(Processes, EndAtTheirTimeout) {
  PosixClock clock;
  int64_t start = clock.steady_ns();
  ProcessRequest request = shell("sleep 30 & sleep 30");
  request.timeout_seconds = 0.1;
  EXPECT_EQ(output_of(request), "run: \"sh\" timed out after 0s");
  EXPECT_LT(clock.steady_ns() - start, 2'000'000'000);
  start = clock.steady_ns();
  EXPECT_EQ(output_of(shell("sleep 30 & echo done")), "done\n");
  EXPECT_LT(clock.steady_ns() - start, 2'000'000'000);
}

TEST(Processes, InheritNoDescriptorsAndNoIgnoredSignals) {
  UniqueFd leak(open("/etc/passwd", O_RDONLY));                                // without O_CLOEXEC
  EXPECT_EQ(output_of(shell("ls /proc/self/fd | tr '\\n' ' '")), "0 1 2 3 ");  // 3 is ls's own
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  std::string status =
      output_of(shell("grep -E 'Sig(Ign|Blk)' /proc/self/status | tr -d '\\n\\t'"));
  sigaction(SIGPIPE, &before, nullptr);
  EXPECT_EQ(status, "SigBlk:0000000000000000SigIgn:0000000000000000");
}

TEST(FindExecutable, LooksOnThePath) {
  EXPECT_EQ(find_executable("sh", "/nope:/bin"), "/bin/sh");
  EXPECT_EQ(find_executable("./x", "/bin"), "./x");
  EXPECT_FALSE(find_executable("nope-x", "/bin"));
  EXPECT_FALSE(find_executable("", "/bin"));
}

TEST(PosixClock, SleepsToTheDeadline) {
  PosixClock clock;
  int64_t start = clock.steady_ns();
  clock.sleep(INT64_MAX, start + 5'000'000);
  int64_t slept = clock.steady_ns() - start;
  EXPECT_GE(slept, 5'000'000);
  EXPECT_LT(slept, 1'000'000'000);
}

TEST(PosixEnvironment, FileComesAfterTheProcess) {
  setenv("SYN_TEST_A", "process", 1);
  setenv("SYN_TEST_API_KEY", "k", 1);
  PosixEnvironment environment(parse_env_file("SYN_TEST_A=file\nSYN_TEST_B=1\nSYN_TEST_B=2\n"));
  EXPECT_EQ(environment.find("SYN_TEST_A"), "process");
  EXPECT_EQ(environment.find("SYN_TEST_B"), "2");
  EXPECT_FALSE(environment.find("SYN_TEST_C"));
  for (const std::string& variable : environment.inherited()) {
    EXPECT_NE(variable.substr(0, 10), "SYN_TEST_A");
  }
}

}  // namespace
}  // namespace syn::host
