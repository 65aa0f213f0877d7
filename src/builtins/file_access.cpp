// Paths through the gate.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/file_access.h"

#include "builtins/host_errors.h"
#include "cap/errors.h"
#include "host/host.h"
#include "value/display.h"

namespace syn {

cap::Place place_of(Call& call) {
  return {call.context().current_file(), call.context().current_span().line};
}

Result<void> refuse_in_pure(Call& call, std::string_view why) {
  if (!call.services().is_pure_profile()) return {};
  return Error(cap_errors::kNotInPureProfile, {call.name(), why});
}

Result<std::string> path_argument(Call& call, size_t index) {
  const Value& value = call[index];
  bool scalar = value.is_text() || value.is_integer() || value.is_float();
  if (!scalar) return Error(world_errors::kPathKind, {call.name(), type_name(value)});
  std::string text = display(value);
  std::string_view path = text;
  if (path.starts_with("bundle:")) {
    const ErrorRow& row =
        call.name() == "list_dir" ? world_errors::kBundleList : world_errors::kBundleMissing;
    return Error(row, {path});
  }
  if (path.starts_with("disk:")) path.remove_prefix(5);
  return std::string(path);
}

Result<cap::PathPermit> permit_argument(Call& call, size_t index, cap::CapabilityType type) {
  TRY_ASSIGN(std::string path, path_argument(call, index));
  std::string source = std::string(call.name()) + "()";
  return call.services().capabilities().demand_path(type, path, source, place_of(call));
}

void record_refusal(Call& call, const Error& error, const cap::PathPermit& permit,
                    cap::CapabilityType type) {
  std::string_view reason = host::find_refusal_reason(error);
  if (reason.empty()) return;
  cap::CapabilitySet& own = call.services().capabilities();
  own.record(cap::make_request(type, permit.shown, own.base()), false,
             std::string(call.name()) + "()", reason, place_of(call));
}

host::Files& files_of(Call& call) { return call.services().host().files; }

}  // namespace syn
