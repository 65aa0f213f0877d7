// The payload as bytes.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/payload.h"

#include "cap/scope.h"
#include "sandbox/errors.h"
#include "sandbox/wire.h"

namespace syn::sandbox {

std::string encode_payload(const RunPayload& payload) {
  WireWriter out;
  out.text(payload.source);
  out.text(payload.filename);
  out.u32(static_cast<uint32_t>(payload.ceilings.size()));
  for (const cap::Ceiling& ceiling : payload.ceilings) write_ceiling(out, ceiling);
  out.u8(static_cast<uint8_t>(payload.profile));
  out.text(payload.base.cwd);
  out.optional_text(payload.base.home);
  out.u32(static_cast<uint32_t>(payload.environment.size()));
  for (const auto& [name, value] : payload.environment) {
    out.text(name);
    out.text(value);
  }
  out.u32(payload.depth);
  out.u32(payload.max_depth);
  out.u8(static_cast<uint8_t>(payload.language));
  out.text(payload.sql_library_root);
  return out.take();
}

Result<RunPayload> decode_payload(std::string_view bytes) {
  WireReader in(bytes);
  RunPayload payload;
  payload.source = in.text();
  payload.filename = in.text();
  constexpr size_t kMinCeilingBytes = 9;
  uint32_t num_ceilings = in.count(kMinCeilingBytes);
  for (uint32_t i = 0; i < num_ceilings && !in.failed(); ++i) {
    payload.ceilings.push_back(read_ceiling(in));
  }
  payload.profile = in.enumerator(cap::Profile::Pure);
  payload.base.cwd = in.text();
  payload.base.home = in.optional_text();
  constexpr size_t kMinVariableBytes = 8;
  uint32_t num_variables = in.count(kMinVariableBytes);
  for (uint32_t i = 0; i < num_variables && !in.failed(); ++i) {
    std::string name(in.text());
    payload.environment.emplace_back(std::move(name), in.text());
  }
  payload.depth = in.u32();
  payload.max_depth = in.u32();
  payload.language = in.enumerator(Language::Spanish);
  payload.sql_library_root = in.text();
  TRY(in.finish("payload"));
  return payload;
}

Result<void> check_environment_name(std::string_view name) {
  std::string shown = cap::printable_scope(name);
  for (std::string_view prefix : {"LD_", "SYNSEMA_", "GLIBC_", "MALLOC_"}) {
    if (name.substr(0, prefix.size()) == prefix) {
      return Error(sandbox_errors::kReservedEnvironmentName, {shown});
    }
  }
  bool is_name = !name.empty() && name.find('=') == std::string_view::npos &&
                 name.find('\0') == std::string_view::npos;
  if (!is_name) return Error(sandbox_errors::kBadEnvironmentName, {shown});
  return {};
}

}  // namespace syn::sandbox
