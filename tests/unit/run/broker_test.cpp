// The broker against children that were taken over: questions that no engine of ours would ask.
// SPDX-License-Identifier: Apache-2.0
#include "run/broker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "host/memory/memory_host.h"
#include "run/question.h"

namespace syn {
namespace {

class RecordingProcesses final : public host::Processes {
 public:
  Result<host::ProcessOutcome> run(const host::ProcessRequest& request) override {
    requests.push_back(request);
    return host::ProcessOutcome{};
  }
  std::vector<host::ProcessRequest> requests;
};

class RecordingNetwork final : public host::Network {
 public:
  host::HttpResponse fetch(const host::HttpRequest& request) override {
    requests.push_back(request);
    return {};
  }
  std::vector<host::HttpRequest> requests;
};

class RecordingChildren final : public Children {
 public:
  sandbox::ChildOutcome run(const ChildRun& run, cap::CapabilitySet&,
                            const OutputListener&) override {
    runs.push_back(run);
    sandbox::ChildOutcome outcome;
    outcome.why = sandbox::Why::Ok;
    outcome.complete = true;
    return outcome;
  }
  std::vector<ChildRun> runs;
};

constexpr int64_t kSecond = 1'000'000'000;

struct Setting {
  explicit Setting(std::string_view ceiling) {
    run.payload.base.cwd = "/work";
    run.payload.ceilings.push_back(cap::parse_ceiling(ceiling, run.payload.base).value());
    run.payload.depth = 1;
    run.limits.memory_bytes = 1 << 20;
    run.deadline_ns = memory.clock.steady_ns() + 2 * kSecond;
  }
  std::string ask(QuestionKind kind, std::string_view body) {
    std::string question(1, static_cast<char>(kind));
    return broker.on_ask(question.append(body));
  }
  sandbox::ChildOutcome ask_run(const ChildRun& wanted) {
    sandbox::WireWriter out;
    write_run(out, wanted);
    std::string answer = ask(QuestionKind::RunProgram, out.take());
    sandbox::WireReader in(answer);
    return read_outcome(in);
  }

  host::MemoryHost memory;
  RecordingProcesses processes;
  RecordingNetwork network;
  host::Host none = memory.host();
  host::Host host{none.files, none.clock, none.random,  none.environment, none.output,
                  none.input, processes,  none.workers, network};
  cap::AuditLog log{nullptr, [] { return int64_t{0}; }};
  cap::CapabilitySet own{"program", {"/work", std::nullopt}, {}, log};
  RecordingChildren children;
  ChildRun run;
  OutputListener listener;
  Broker broker{run, children, host, own, listener};
};

ChildRun nested(const Setting& setting, std::string_view ceiling) {
  ChildRun wanted;
  wanted.payload.source = "print(1)";
  wanted.payload.ceilings.push_back(cap::parse_ceiling(ceiling, setting.run.payload.base).value());
  return wanted;
}

TEST(Broker, ATimeThatIsNoNumberIsTheDeadline) {
  Setting setting("stdout,exec=echo,net=a.example");
  for (double seconds : {std::nan(""), std::numeric_limits<double>::infinity(), 1e300}) {
    host::ProcessRequest process;
    process.command = "echo";
    process.timeout_seconds = seconds;
    sandbox::WireWriter out;
    write_process(out, process);
    setting.ask(QuestionKind::Process, out.take());
    host::HttpRequest request;
    request.url = "http://a.example/";
    request.timeout_seconds = seconds;
    sandbox::WireWriter more;
    write_request(more, request);
    setting.ask(QuestionKind::Fetch, more.take());
  }
  ASSERT_EQ(setting.processes.requests.size(), 3u);
  ASSERT_EQ(setting.network.requests.size(), 3u);
  for (const auto& each : setting.processes.requests) EXPECT_LE(each.timeout_seconds, 2.0);
  for (const auto& each : setting.network.requests) EXPECT_LE(each.timeout_seconds, 2.0);
}

TEST(Broker, NothingAboveTheCeilingIsDone) {
  Setting setting("stdout,exec=echo,net=a.example");
  host::ProcessRequest process;
  process.command = "sh";
  sandbox::WireWriter out;
  write_process(out, process);
  setting.ask(QuestionKind::Process, out.take());
  host::HttpRequest request;
  request.url = "http://b.example/";
  request.host = "a.example";
  sandbox::WireWriter more;
  write_request(more, request);
  setting.ask(QuestionKind::Fetch, more.take());
  EXPECT_EQ(setting.ask_run(nested(setting, "stdout")).why, sandbox::Why::Setup);
  EXPECT_TRUE(setting.processes.requests.empty());
  EXPECT_TRUE(setting.network.requests.empty());
  EXPECT_TRUE(setting.children.runs.empty());
}

TEST(Broker, ANestedProgramGetsNoMoreThanItsParent) {
  Setting setting("stdout,sandbox_run,file.read=./data/*");
  ChildRun wanted = nested(setting, "stdout,file.read=./data/x.csv,file.read=./*,exec");
  wanted.limits.memory_bytes = uint64_t{1} << 40;
  wanted.deadline_ns = INT64_MAX;
  wanted.demand = sandbox::WallDemand::BestEffort;
  wanted.payload.depth = 0;
  wanted.payload.max_depth = 99;
  EXPECT_EQ(setting.ask_run(wanted).why, sandbox::Why::Ok);
  ASSERT_EQ(setting.children.runs.size(), 1u);
  const ChildRun& got = setting.children.runs[0];
  EXPECT_EQ(got.payload.ceilings.front(), setting.run.payload.ceilings.front());
  EXPECT_EQ(got.payload.ceilings.back().text(), "stdout,file.read=./data/x.csv");
  EXPECT_EQ(got.limits.memory_bytes, setting.run.limits.memory_bytes);
  EXPECT_EQ(got.deadline_ns, setting.run.deadline_ns);
  EXPECT_EQ(got.demand, sandbox::WallDemand::Require);
  EXPECT_EQ(got.payload.depth, 2u);
  EXPECT_EQ(got.payload.max_depth, setting.run.payload.max_depth);
}

TEST(Broker, CeilingsThatCostTheHostTooMuchAreRefused) {
  Setting setting("stdout,sandbox_run,file.read");
  ChildRun wanted = nested(setting, "stdout,file.read=./data/*");
  cap::Ceiling& ceiling = wanted.payload.ceilings.back();
  while (ceiling.items.size() < 5000) ceiling.items.push_back(ceiling.items.back());
  EXPECT_EQ(setting.ask_run(wanted).why, sandbox::Why::Setup);
  EXPECT_TRUE(setting.children.runs.empty());
}

TEST(Broker, GarbledQuestionsHaveAnAnswerAndNoEffect) {
  Setting setting("stdout");
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string question(random() % 200, '\0');
    for (char& c : question) c = static_cast<char>(random());
    if (!question.empty()) question[0] = static_cast<char>(random() % 7);
    (void)setting.broker.on_ask(question);
  }
  EXPECT_TRUE(setting.processes.requests.empty());
  EXPECT_TRUE(setting.network.requests.empty());
  EXPECT_TRUE(setting.children.runs.empty());
}

}  // namespace
}  // namespace syn
