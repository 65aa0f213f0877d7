// Headers, cutting, and the small bodies.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/frame.h"

#include <algorithm>
#include <cstring>

#include "sandbox/wire.h"

namespace syn::sandbox {

namespace {

constexpr uint32_t kMagic = 0x314E'5953;  // "SYN1"
constexpr uint32_t kMaxSmallBytes = 4096;
constexpr uint32_t kMaxHelloBytes = 16U << 20;

}  // namespace

std::string encode_frame_header(FrameType type, const Nonce& nonce, uint32_t length) {
  WireWriter out;
  out.u32(kMagic);
  out.u8(static_cast<uint8_t>(type));
  out.u32(length);
  std::string header = out.take();
  header.append(reinterpret_cast<const char*>(nonce.data()), nonce.size());
  return header;
}

std::string encode_frame(FrameType type, const Nonce& nonce, std::string_view body) {
  return encode_frame_header(type, nonce, static_cast<uint32_t>(body.size())).append(body);
}

FrameParser::FrameParser(std::optional<Nonce> nonce, uint64_t max_result_bytes)
    : nonce_(nonce), max_result_bytes_(max_result_bytes) {}

uint64_t FrameParser::max_length(FrameType type) const {
  switch (type) {
    case FrameType::Hello: return kMaxHelloBytes;
    case FrameType::Ready:
    case FrameType::End:
    case FrameType::SetupFailed: return kMaxSmallBytes;
    case FrameType::Output:
    case FrameType::Audit: return kMaxItemsFrameBytes;
    case FrameType::Ask: return kMaxAskBytes;
    case FrameType::Payload:
    case FrameType::Answer:
    case FrameType::Result: return max_result_bytes_;
  }
  return 0;
}

void FrameParser::append(std::string_view bytes) {
  if (broken_) return;
  if (start_ > 0) {
    buffer_.erase(0, start_);
    start_ = 0;
  }
  buffer_ += bytes;
}

std::optional<Frame> FrameParser::next() {
  std::string_view rest = std::string_view(buffer_).substr(start_);
  if (broken_ || rest.size() < kFrameHeaderBytes) return std::nullopt;
  WireReader in(rest);
  uint32_t magic = in.u32();
  auto type = in.enumerator(kLastFrameType);
  uint32_t length = in.u32();
  Nonce nonce{};
  std::memcpy(nonce.data(), rest.data() + kFrameHeaderBytes - nonce.size(), nonce.size());
  if (!nonce_ && type == FrameType::Hello) nonce_ = nonce;
  if (magic != kMagic || in.failed() || nonce != nonce_ || length > max_length(type)) {
    broken_ = true;
    return std::nullopt;
  }
  if (rest.size() - kFrameHeaderBytes < length) {
    // Room for all of it at once: growing step by step would move what is there again and again.
    buffer_.reserve(start_ + kFrameHeaderBytes + length);
    return std::nullopt;
  }
  start_ += kFrameHeaderBytes + length;
  return Frame{type, rest.substr(kFrameHeaderBytes, length)};
}

std::string encode_ready(const ChildReady& ready) {
  WireWriter out;
  out.u8(ready.walls.bits());
  out.u32(static_cast<uint32_t>(ready.pid));
  return out.take();
}

std::optional<ChildReady> decode_ready(std::string_view bytes) {
  WireReader in(bytes);
  ChildReady ready;
  ready.walls = WallSet::from_bits(in.u8());
  ready.pid = static_cast<int32_t>(in.u32());
  if (!in.finish("ready").ok()) return std::nullopt;
  return ready;
}

std::string encode_end(const ChildEnd& end) {
  WireWriter out;
  out.u8(static_cast<uint8_t>(end.why));
  out.u8(end.exit_code);
  out.u64(end.peak_memory_bytes);
  out.u64(end.steps);
  out.u64(end.work_ns);
  out.boolean(end.output_truncated);
  out.boolean(end.has_result);
  return out.take();
}

std::optional<ChildEnd> decode_end(std::string_view bytes) {
  WireReader in(bytes);
  ChildEnd end;
  end.why = in.enumerator(Why::Setup);
  end.exit_code = in.u8();
  end.peak_memory_bytes = in.u64();
  end.steps = in.u64();
  end.work_ns = in.u64();
  end.output_truncated = in.boolean();
  end.has_result = in.boolean();
  if (!in.finish("end").ok()) return std::nullopt;
  return end;
}

std::string encode_setup_failure(const SetupFailure& failure) {
  WireWriter out;
  out.text(failure.step);
  out.u32(static_cast<uint32_t>(failure.error_number));
  return out.take();
}

std::optional<SetupFailure> decode_setup_failure(std::string_view bytes) {
  WireReader in(bytes);
  SetupFailure failure;
  failure.step = in.text();
  failure.error_number = static_cast<int32_t>(in.u32());
  if (!in.finish("setup failure").ok()) return std::nullopt;
  return failure;
}

}  // namespace syn::sandbox
