// Children of this host, and children of a host that a child asks.
// SPDX-License-Identifier: Apache-2.0
#include "run/children.h"

#include "run/broker.h"
#include "run/engine_use.h"
#include "run/question.h"
#include "sandbox/child_channel.h"
#include "sandbox/launcher.h"
#include "sandbox/run_child.h"

namespace syn {

namespace {

class LocalChildren final : public Children {
 public:
  explicit LocalChildren(host::Host& host) : host_(host) {}

  sandbox::ChildOutcome run(const ChildRun& run, cap::CapabilitySet& own,
                            const OutputListener& listener) override {
    sandbox::ChildRequest request;
    request.spawn.policy = policy_of(run);
    request.payload = sandbox::encode_payload(run.payload);
    request.deadline_ns = run.deadline_ns;
    Broker broker(run, *this, host_, own, listener);
    bool is_fresh = run.spawn == SpawnKind::Fresh;
    sandbox::Spawner& spawner = is_fresh ? static_cast<sandbox::Spawner&>(exec_) : launcher_;
    return sandbox::run_child(request, spawner, &broker);
  }

  void settle() override {
    exec_.settle();
    launcher_.settle();
  }

 private:
  static sandbox::ChildPolicy policy_of(const ChildRun& run) {
    sandbox::ChildPolicy policy;
    policy.limits = run.limits;
    policy.demand = run.demand;
    // Each item of the innermost ceiling is covered by all that stand above it.
    policy.paths = sandbox::path_rules(run.payload.ceilings.back());
    policy.engine = may_use_engine(run.payload.source);
    if (policy.engine) policy.engine_root = run.payload.sql_library_root;
    return policy;
  }

  host::Host& host_;
  sandbox::ExecSpawner exec_;
  sandbox::Launcher launcher_;
};

class BrokeredChildren final : public Children {
 public:
  explicit BrokeredChildren(sandbox::ChildChannel& channel) : channel_(channel) {}

  sandbox::ChildOutcome run(const ChildRun& run, cap::CapabilitySet&,
                            const OutputListener& listener) override {
    sandbox::WireWriter out;
    out.u8(static_cast<uint8_t>(QuestionKind::RunProgram));
    write_run(out, run);
    auto answer = channel_.ask(out.take());
    sandbox::ChildOutcome outcome;
    bool is_whole = answer.ok();
    if (is_whole) {
      sandbox::WireReader in(answer.value());
      outcome = read_outcome(in);
      is_whole = in.finish("outcome").ok();
    }
    if (!is_whole) {
      outcome = {};
      outcome.why = sandbox::Why::Setup;
      outcome.failed_step = "broker";
      outcome.failure = "the host does not answer";
    }
    // The host is busy with the program until it ends, so its texts come all at once.
    for (size_t i = 0; listener && i < outcome.output.size(); ++i) {
      if (!listener(outcome.output[i])) break;
    }
    return outcome;
  }

 private:
  sandbox::ChildChannel& channel_;
};

}  // namespace

std::unique_ptr<Children> make_local_children(host::Host& host) {
  return std::make_unique<LocalChildren>(host);
}

std::unique_ptr<Children> make_brokered_children(sandbox::ChildChannel& channel) {
  return std::make_unique<BrokeredChildren>(channel);
}

}  // namespace syn
