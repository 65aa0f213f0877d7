// The result frame.
// SPDX-License-Identifier: Apache-2.0
#include "run/report.h"

#include "sandbox/wire.h"

namespace syn {

std::string refusal_note(const Error& error, Language language) {
  if (error.row().category != ErrorCategory::Denied) return {};
  std::string hint = error.hint(language);
  if (hint.empty()) return {};
  std::string note = language == Language::Spanish ? "pista (" : "hint (";
  return note + std::string(error.row().code) + "): " + hint;
}

std::string encode_child_result(const ChildResult& result) {
  sandbox::WireWriter out;
  out.u32(static_cast<uint32_t>(result.errors.size()));
  for (const std::string& error : result.errors) out.text(error);
  out.u32(static_cast<uint32_t>(result.notes.size()));
  for (const std::string& note : result.notes) out.text(note);
  out.u32(static_cast<uint32_t>(result.diagnostics.size()));
  for (const Diagnostic& each : result.diagnostics) write_diagnostic(out, each);
  return out.take();
}

Result<ChildResult> decode_child_result(std::string_view bytes) {
  sandbox::WireReader in(bytes);
  ChildResult result;
  uint32_t count = in.count(4);
  for (uint32_t i = 0; i < count; ++i) result.errors.emplace_back(in.text());
  count = in.count(4);
  for (uint32_t i = 0; i < count; ++i) result.notes.emplace_back(in.text());
  constexpr size_t kLeastBytes = 60;
  count = in.count(kLeastBytes);
  for (uint32_t i = 0; i < count; ++i) result.diagnostics.push_back(read_diagnostic(in));
  TRY(in.finish("result"));
  return result;
}

}  // namespace syn
