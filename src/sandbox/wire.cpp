// Writing and reading message bytes.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/wire.h"

#include <limits>

#include "base/check.h"
#include "sandbox/errors.h"

namespace syn::sandbox {

namespace {

void write_capability(WireWriter& out, const cap::Capability& capability) {
  out.u8(static_cast<uint8_t>(capability.type));
  out.optional_text(capability.scope);
  out.u8(static_cast<uint8_t>(capability.form));
  out.text(capability.pattern.encode());
  out.boolean(capability.port.has_value());
  if (capability.port) out.text(capability.port->encode());
  out.u8(static_cast<uint8_t>(capability.content));
}

cap::Capability read_capability(WireReader& in) {
  cap::Capability capability;
  capability.type = in.enumerator(cap::capability_rows().back().type);
  capability.scope = in.optional_text();
  capability.form = in.enumerator(cap::ScopeForm::Nothing);
  capability.pattern = cap::Pattern::decode(in.text());
  if (in.boolean()) capability.port = cap::Pattern::decode(in.text());
  capability.content = in.enumerator(cap::kLastContentKind);
  return capability;
}

void write_capabilities(WireWriter& out, const std::vector<cap::Capability>& list) {
  out.u32(static_cast<uint32_t>(list.size()));
  for (const cap::Capability& capability : list) write_capability(out, capability);
}

std::vector<cap::Capability> read_capabilities(WireReader& in) {
  constexpr size_t kMinBytes = 9;
  uint32_t count = in.count(kMinBytes);
  std::vector<cap::Capability> list;
  for (uint32_t i = 0; i < count && !in.failed(); ++i) list.push_back(read_capability(in));
  return list;
}

}  // namespace

void WireWriter::u32(uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) u8(static_cast<uint8_t>(value >> shift));
}

void WireWriter::u64(uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) u8(static_cast<uint8_t>(value >> shift));
}

void WireWriter::text(std::string_view value) {
  CHECK(value.size() <= std::numeric_limits<uint32_t>::max());
  u32(static_cast<uint32_t>(value.size()));
  bytes_ += value;
}

void WireWriter::optional_text(const std::optional<std::string>& value) {
  boolean(value.has_value());
  if (value) text(*value);
}

void WireWriter::optional_u64(const std::optional<uint64_t>& value) {
  boolean(value.has_value());
  if (value) u64(*value);
}

void WireReader::fail() {
  failed_ = true;
  rest_ = {};
}

std::string_view WireReader::take(size_t size) {
  if (size > rest_.size()) {
    fail();
    return {};
  }
  std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

uint8_t WireReader::u8() {
  std::string_view byte = take(1);
  return byte.empty() ? uint8_t{0} : static_cast<uint8_t>(byte[0]);
}

uint32_t WireReader::u32() {
  uint32_t value = 0;
  for (int shift = 0; shift < 32; shift += 8) value |= static_cast<uint32_t>(u8()) << shift;
  return failed_ ? 0 : value;
}

uint64_t WireReader::u64() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 8) value |= static_cast<uint64_t>(u8()) << shift;
  return failed_ ? 0 : value;
}

std::string_view WireReader::text() { return take(u32()); }

std::optional<std::string> WireReader::optional_text() {
  if (!boolean()) return std::nullopt;
  return std::string(text());
}

std::optional<uint64_t> WireReader::optional_u64() {
  if (!boolean()) return std::nullopt;
  return u64();
}

uint32_t WireReader::count(size_t min_bytes) {
  uint32_t value = u32();
  if (value > rest_.size() / min_bytes) fail();
  return failed_ ? 0 : value;
}

Result<void> WireReader::finish(std::string_view what) const {
  if (failed_ || !rest_.empty()) return Error(sandbox_errors::kBadMessage, {what});
  return {};
}

void write_ceiling(WireWriter& out, const cap::Ceiling& ceiling) {
  out.u8(static_cast<uint8_t>(ceiling.kind));
  write_capabilities(out, ceiling.items);
  write_capabilities(out, ceiling.denied);
}

cap::Ceiling read_ceiling(WireReader& in) {
  cap::Ceiling ceiling;
  ceiling.kind = in.enumerator(cap::CeilingKind::Delegated);
  ceiling.items = read_capabilities(in);
  ceiling.denied = read_capabilities(in);
  return ceiling;
}

std::string encode_audit_entry(const cap::AuditEntry& entry) {
  WireWriter out;
  out.i64(entry.unix_ms);
  out.text(entry.context);
  out.text(entry.capability);
  out.boolean(entry.granted);
  out.text(entry.source);
  out.text(entry.reason);
  out.u8(static_cast<uint8_t>(entry.origin));
  out.optional_text(entry.file);
  out.u32(entry.line.value_or(0));
  return out.take();
}

Result<cap::AuditEntry> decode_audit_entry(std::string_view bytes) {
  WireReader in(bytes);
  cap::AuditEntry entry;
  entry.unix_ms = in.i64();
  entry.context = in.text();
  entry.capability = in.text();
  entry.granted = in.boolean();
  entry.source = in.text();
  entry.reason = in.text();
  entry.origin = in.enumerator(cap::Origin::Runtime);
  entry.file = in.optional_text();
  uint32_t line = in.u32();
  if (line != 0) entry.line = line;
  TRY(in.finish("audit entry"));
  return entry;
}

}  // namespace syn::sandbox
