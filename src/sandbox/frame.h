// The channel's frames. A stream socket carries, in each direction, frames of
//
//     magic u32 | type u8 | length u32 | nonce 16 bytes | body
//
// 1. The host's first frame is Hello; its nonce is the session's, and every later frame bears it.
// 2. The child confines itself by what Hello says and sends Ready, or SetupFailed in place of all
//    that follows. The host sends one Payload, now or much later. The child sends any number of
//    Output, Audit and Ask frames, then at most one Result, then End. The host sends one Answer to
//    each Ask, for which the child waits.
// 3. Nothing after End counts. A child without End has no result, whatever else it sent.
// 4. A frame with a wrong magic, nonce or type, or a length over its type's limit, ends the
//    session: the child is killed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sandbox/limits.h"
#include "sandbox/wall.h"

namespace syn::sandbox {

using Nonce = std::array<uint8_t, 16>;

enum class FrameType : uint8_t {
  Hello,        ///< host: ChildPolicy
  Payload,      ///< host: the deadline, then bytes that are opaque to the sandbox
  Ready,        ///< child: the walls that stand
  Output,       ///< child: items, each a length u32 and a text
  Audit,        ///< child: items
  Ask,          ///< child: a question to the broker, opaque
  Answer,       ///< host: opaque
  Result,       ///< child: opaque
  End,          ///< child: ChildEnd
  SetupFailed,  ///< child: step and errno
};
inline constexpr FrameType kLastFrameType = FrameType::SetupFailed;

struct Frame {
  FrameType type;
  std::string_view body;
};

inline constexpr size_t kFrameHeaderBytes = 25;
/// Of one frame of items; also bounds what the host buffers of an unfinished frame.
inline constexpr uint32_t kMaxItemsFrameBytes = 32U << 20;
inline constexpr uint32_t kMaxPayloadBytes = 1U << 30;
/// Of a question: a nested program and what it is lent.
inline constexpr uint32_t kMaxAskBytes = 64U << 20;

std::string encode_frame_header(FrameType type, const Nonce& nonce, uint32_t length);
/// A whole frame, for small bodies.
std::string encode_frame(FrameType type, const Nonce& nonce, std::string_view body);

/// Cuts a stream into frames. Bytes come in by `append`; `next` gives whole frames, whose bodies
/// are valid until the next `append`.
class FrameParser {
 public:
  /// `max_result_bytes` bounds Result and Payload frames. Without a nonce the first frame sets it.
  FrameParser(std::optional<Nonce> nonce, uint64_t max_result_bytes);

  void append(std::string_view bytes);
  std::optional<Frame> next();
  /// Bytes of a frame that `next` has not given yet are there.
  bool has_bytes() const { return start_ < buffer_.size(); }
  /// A bad frame was seen; `next` gives nothing any more.
  bool broken() const { return broken_; }
  const Nonce& nonce() const { return *nonce_; }
  bool has_nonce() const { return nonce_.has_value(); }

 private:
  uint64_t max_length(FrameType type) const;

  std::optional<Nonce> nonce_;
  uint64_t max_result_bytes_;
  std::string buffer_;
  size_t start_ = 0;
  bool broken_ = false;
};

/// The body of End: what the child says of its own end.
struct ChildEnd {
  Why why = Why::Ok;
  uint8_t exit_code = 0;
  uint64_t peak_memory_bytes = 0;  ///< of the Budget
  uint64_t steps = 0;
  uint64_t work_ns = 0;  ///< from having read the payload to having the report
  bool output_truncated = false;
  bool has_result = false;

  bool operator==(const ChildEnd&) const = default;
};
std::string encode_end(const ChildEnd& end);
std::optional<ChildEnd> decode_end(std::string_view bytes);

/// The body of Ready.
struct ChildReady {
  WallSet walls;
  int32_t pid = 0;  ///< for a host whose launcher died before it could say

  bool operator==(const ChildReady&) const = default;
};
std::string encode_ready(const ChildReady& ready);
std::optional<ChildReady> decode_ready(std::string_view bytes);

struct SetupFailure {
  std::string step;
  int32_t error_number = 0;
};
std::string encode_setup_failure(const SetupFailure& failure);
std::optional<SetupFailure> decode_setup_failure(std::string_view bytes);

}  // namespace syn::sandbox
