// What a child asks of its host, as bytes: the broker's protocol. A question is a kind and a body;
// whoever reads one trusts nothing in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "host/network.h"
#include "host/processes.h"
#include "run/children.h"
#include "sandbox/wire.h"

namespace syn {

enum class QuestionKind : uint8_t {
  RunProgram,  ///< ChildRun; answered with a ChildOutcome
  Variable,    ///< a name for `env`; answered with an optional text
  Secret,      ///< a name for `secret`; likewise
  Process,     ///< a ProcessRequest; answered with a ProcessOutcome or a refusal
  Fetch        ///< an HttpRequest; answered with an HttpResponse
};

void write_run(sandbox::WireWriter& out, const ChildRun& run);
/// Nothing where the bytes are no run.
std::optional<ChildRun> read_run(sandbox::WireReader& in);

void write_outcome(sandbox::WireWriter& out, const sandbox::ChildOutcome& outcome);
sandbox::ChildOutcome read_outcome(sandbox::WireReader& in);

void write_process(sandbox::WireWriter& out, const host::ProcessRequest& request);
host::ProcessRequest read_process(sandbox::WireReader& in);

/// A process that ended, or the message of the error.
void write_process_outcome(sandbox::WireWriter& out, const Result<host::ProcessOutcome>& outcome);
Result<host::ProcessOutcome> read_process_outcome(sandbox::WireReader& in);

void write_request(sandbox::WireWriter& out, const host::HttpRequest& request);
host::HttpRequest read_request(sandbox::WireReader& in);
void write_response(sandbox::WireWriter& out, const host::HttpResponse& response);
host::HttpResponse read_response(sandbox::WireReader& in);

}  // namespace syn
