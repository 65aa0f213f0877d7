// Bytes of messages between host and child: fixed-width little-endian numbers, texts with their
// length in front. Both ends are the same binary, so there is no versioning; a reader trusts
// nothing and fails once, for good.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cap/audit.h"
#include "cap/ceiling.h"

namespace syn::sandbox {

class WireWriter {
 public:
  void u8(uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void boolean(bool value) { u8(value ? 1 : 0); }
  void u32(uint32_t value);
  void u64(uint64_t value);
  void i64(int64_t value) { u64(static_cast<uint64_t>(value)); }
  void text(std::string_view value);
  void optional_text(const std::optional<std::string>& value);
  void optional_u64(const std::optional<uint64_t>& value);
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what a WireWriter wrote. After the first fault every read gives zero or an empty text, and
/// `finish` gives the error; so a decoder reads all fields and asks once.
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}  // borrows; outlived by the bytes

  uint8_t u8();
  bool boolean() { return u8() != 0; }
  uint32_t u32();
  uint64_t u64();
  int64_t i64() { return static_cast<int64_t>(u64()); }
  std::string_view text();
  std::optional<std::string> optional_text();
  std::optional<uint64_t> optional_u64();
  /// A count of things that take at least `min_bytes` each; a larger one than fits is a fault.
  uint32_t count(size_t min_bytes);
  /// An enumerator up to `last`.
  template <typename Enum>
  Enum enumerator(Enum last) {
    uint8_t value = u8();
    if (value > static_cast<uint8_t>(last)) fail();
    return failed_ ? Enum{} : static_cast<Enum>(value);
  }
  void fail();
  bool failed() const { return failed_; }
  bool at_end() const { return rest_.empty(); }
  /// Fails also when bytes are left over. `what` names the message.
  [[nodiscard]] Result<void> finish(std::string_view what) const;

 private:
  std::string_view take(size_t size);

  std::string_view rest_;
  bool failed_ = false;
};

void write_ceiling(WireWriter& out, const cap::Ceiling& ceiling);
cap::Ceiling read_ceiling(WireReader& in);
/// One audit frame item.
std::string encode_audit_entry(const cap::AuditEntry& entry);
[[nodiscard]] Result<cap::AuditEntry> decode_audit_entry(std::string_view bytes);

}  // namespace syn::sandbox
