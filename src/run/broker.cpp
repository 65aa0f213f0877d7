// Each question: read, check against the child's ceilings, do, answer.
// SPDX-License-Identifier: Apache-2.0
#include "run/broker.h"

#include <algorithm>

#include "cap/scope.h"
#include "host/clock.h"
#include "host/environment.h"
#include "host/host.h"
#include "host/network.h"
#include "host/processes.h"
#include "run/question.h"
#include "run/run_errors.h"
#include "sandbox/errors.h"

namespace syn {

namespace {

using sandbox::WireReader;
using sandbox::WireWriter;

sandbox::ChildOutcome refused(std::string reason) {
  sandbox::ChildOutcome outcome;
  outcome.why = sandbox::Why::Setup;
  outcome.failed_step = "broker";
  outcome.failure = std::move(reason);
  return outcome;
}

std::string answer_with(const sandbox::ChildOutcome& outcome) {
  WireWriter out;
  write_outcome(out, outcome);
  return out.take();
}

bool covered_by_all(const std::vector<cap::Ceiling>& ceilings, const cap::Capability& wanted) {
  return std::all_of(ceilings.begin(), ceilings.end(),
                     [&](const cap::Ceiling& ceiling) { return ceiling.covers(wanted); });
}

/// What was asked for, but not past the deadline; no number is the deadline too.
double seconds_within(double asked, int64_t deadline_ns, int64_t now_ns) {
  constexpr double kNanoseconds = 1e9;
  double left = static_cast<double>(std::max<int64_t>(deadline_ns - now_ns, 0)) / kNanoseconds;
  return asked < left ? asked : left;
}

/// Comparing patterns costs the host the product of their lengths, and the child chose both where a
/// program of its own asks again. Honest ceilings have some hundred tokens.
bool is_small(const std::vector<cap::Ceiling>& ceilings) {
  constexpr size_t kMostTokens = 16'384;
  size_t num_tokens = 0;
  for (const cap::Ceiling& ceiling : ceilings) {
    for (const auto* list : {&ceiling.items, &ceiling.denied}) {
      for (const cap::Capability& item : *list) num_tokens += item.pattern.size() + 1;
    }
  }
  return num_tokens <= kMostTokens;
}

}  // namespace

std::string Broker::on_ask(std::string_view question) {
  WireReader in(question);
  auto kind = in.enumerator(QuestionKind::Fetch);
  if (in.failed()) return {};
  std::string_view body = question.substr(1);
  switch (kind) {
    case QuestionKind::RunProgram: return run_program(body);
    case QuestionKind::Variable: return variable(body, cap::CapabilityType::Env);
    case QuestionKind::Secret: return variable(body, cap::CapabilityType::Secret);
    case QuestionKind::Process: return process(body);
    case QuestionKind::Fetch: return fetch(body);
  }
  return {};
}

/// Every ceiling above the child must cover it; what the child required is its own affair.
bool Broker::allows(cap::CapabilityType type, std::string_view scope, std::string_view source) {
  cap::Capability wanted =
      cap::make_request(type, scope.empty() ? std::nullopt : std::optional<std::string_view>(scope),
                        run_.payload.base);
  bool granted = covered_by_all(run_.payload.ceilings, wanted);
  own_.record(wanted, granted, source, granted ? "asked by the child" : "above the child's ceiling",
              {});
  return granted;
}

/// What the child wants, cut to what it has: its ceilings, its limits, its time.
ChildRun Broker::bounded(ChildRun wanted) const {
  const sandbox::RunPayload& parent = run_.payload;
  sandbox::RunPayload& payload = wanted.payload;
  cap::Ceiling innermost;
  if (!payload.ceilings.empty()) {
    innermost = std::move(payload.ceilings.back());
    payload.ceilings.pop_back();
  }
  std::erase_if(innermost.items, [&](const cap::Capability& item) {
    return !covered_by_all(parent.ceilings, item);
  });
  std::vector<cap::Ceiling> ceilings = parent.ceilings;
  for (cap::Ceiling& each : payload.ceilings) {
    if (std::find(ceilings.begin(), ceilings.end(), each) == ceilings.end()) {
      ceilings.push_back(std::move(each));
    }
  }
  ceilings.push_back(std::move(innermost));
  payload.ceilings = std::move(ceilings);
  payload.depth = parent.depth + 1;
  payload.max_depth = parent.max_depth;
  payload.sql_library_root = parent.sql_library_root;
  if (parent.profile == cap::Profile::Pure) payload.profile = cap::Profile::Pure;
  wanted.limits.keep_within(run_.limits);
  wanted.limits.max_steps =
      std::min(wanted.limits.max_steps,
               run_.limits.max_steps - std::min(steps_lent_, run_.limits.max_steps));
  wanted.demand = std::min(wanted.demand, run_.demand);
  wanted.deadline_ns = std::min(wanted.deadline_ns, run_.deadline_ns);
  return wanted;
}

std::string Broker::run_program(std::string_view body) {
  if (!allows(cap::CapabilityType::SandboxRun, "", "run_program() of a child")) {
    return answer_with(refused("the child's ceiling has no sandbox_run"));
  }
  WireReader in(body);
  std::optional<ChildRun> wanted = read_run(in);
  if (!wanted) return answer_with(refused("the request cannot be read"));
  if (!is_small(wanted->payload.ceilings)) return answer_with(refused("its ceilings are too long"));
  ChildRun run = bounded(std::move(*wanted));
  if (run.payload.depth > run.payload.max_depth)
    return answer_with(refused("too many generations"));
  sandbox::ChildOutcome outcome = children_.run(run, own_, {});
  steps_lent_ += outcome.steps_to_charge(run.limits);
  return answer_with(outcome);
}

/// A value leaves this process only under a name that the ceiling covers.
std::string Broker::variable(std::string_view name, cap::CapabilityType type) {
  WireWriter out;
  const bool is_secret = type == cap::CapabilityType::Secret;
  std::optional<std::string> found;
  if (allows(type, name, is_secret ? "secret() of a child" : "env() of a child")) {
    found = host_.environment.find(name);
  }
  out.optional_text(found);
  return out.take();
}

std::string Broker::process(std::string_view body) {
  auto answer = [](const Result<host::ProcessOutcome>& outcome) {
    WireWriter out;
    write_process_outcome(out, outcome);
    return out.take();
  };
  WireReader in(body);
  host::ProcessRequest request = read_process(in);
  if (!in.finish("process").ok()) return answer(Error(run_errors::kBrokered, {"a bad request"}));
  if (!allows(cap::CapabilityType::Exec, request.command, "run() of a child")) {
    return answer(Error(run_errors::kBrokered, {"the ceiling does not cover this command"}));
  }
  // A program that may run one command must not make another of it by what steers loaders.
  for (const std::string& variable : request.environment) {
    std::string name = variable.substr(0, variable.find('='));
    if (name == "PATH") return answer(Error(run_errors::kBrokered, {"env \"PATH\" is reserved"}));
    if (auto allowed = sandbox::check_environment_name(name); !allowed.ok()) {
      return answer(std::move(allowed).error());
    }
  }
  if (request.cwd) {
    auto folder = cap::make_request(cap::CapabilityType::FileRead, *request.cwd, run_.payload.base);
    if (!covered_by_all(run_.payload.ceilings, folder)) {
      return answer(Error(run_errors::kBrokered, {"the ceiling does not cover this cwd"}));
    }
    request.cwd = folder.path;
  } else if (!run_.payload.base.cwd.empty()) {
    request.cwd = run_.payload.base.cwd;
  }
  std::vector<std::string> environment = host_.environment.inherited();
  environment.insert(environment.end(), request.environment.begin(), request.environment.end());
  request.environment = std::move(environment);
  request.timeout_seconds =
      seconds_within(request.timeout_seconds, run_.deadline_ns, host_.clock.steady_ns());
  request.max_output = std::min(request.max_output, run_.limits.max_output_bytes);
  return answer(host_.processes.run(request));
}

std::string Broker::fetch(std::string_view body) {
  WireReader in(body);
  host::HttpRequest request = read_request(in);
  host::HttpResponse response;
  auto target = cap::host_of_url(request.url);
  if (!in.finish("request").ok() || !target) {
    response.error = "the request cannot be read";
  } else if (!allows(cap::CapabilityType::Net, request.url, "fetch() of a child")) {
    response.error = "the ceiling does not cover this host";
  } else {
    request.host = target->host;
    request.timeout_seconds =
        seconds_within(request.timeout_seconds, run_.deadline_ns, host_.clock.steady_ns());
    request.max_bytes = std::min(request.max_bytes, run_.limits.memory_bytes / 4);
    response = host_.network.fetch(request);
  }
  WireWriter out;
  write_response(out, response);
  return out.take();
}

}  // namespace syn
