// Questions to the broker.
// SPDX-License-Identifier: Apache-2.0
#include "run/brokered_host.h"

#include "run/question.h"
#include "sandbox/wire.h"

namespace syn {

namespace {

std::optional<std::string> ask_for(sandbox::ChildChannel& channel, QuestionKind kind,
                                   std::string_view name) {
  std::string question(1, static_cast<char>(kind));
  question += name;
  auto answer = channel.ask(question);
  if (!answer.ok()) return std::nullopt;
  sandbox::WireReader in(answer.value());
  std::optional<std::string> found = in.optional_text();
  return in.failed() ? std::nullopt : found;
}

}  // namespace

std::optional<std::string> BrokeredEnvironment::find(std::string_view name) {
  if (auto found = own_.find(name)) return found;
  return ask_for(channel_, QuestionKind::Variable, name);
}

std::optional<std::string> BrokeredEnvironment::find_secret(std::string_view name) {
  if (auto found = own_.find(name)) return found;
  return ask_for(channel_, QuestionKind::Secret, name);
}

Result<host::ProcessOutcome> BrokeredProcesses::run(const host::ProcessRequest& request) {
  sandbox::WireWriter out;
  out.u8(static_cast<uint8_t>(QuestionKind::Process));
  write_process(out, request);
  TRY_ASSIGN(std::string answer, channel_.ask(out.take()));
  sandbox::WireReader in(answer);
  return read_process_outcome(in);
}

host::HttpResponse BrokeredNetwork::fetch(const host::HttpRequest& request) {
  sandbox::WireWriter out;
  out.u8(static_cast<uint8_t>(QuestionKind::Fetch));
  write_request(out, request);
  auto answer = channel_.ask(out.take());
  if (answer.ok()) {
    sandbox::WireReader in(answer.value());
    host::HttpResponse response = read_response(in);
    if (in.finish("response").ok()) return response;
  }
  host::HttpResponse none;
  none.error = "the host does not answer";
  return none;
}

}  // namespace syn
