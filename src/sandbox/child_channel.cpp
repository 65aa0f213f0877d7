// The child's end: gathering texts, sending frames, and the order of things in a child.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/child_channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "sandbox/child_setup.h"
#include "sandbox/errors.h"
#include "sandbox/wire.h"

namespace syn::sandbox {

namespace {

constexpr size_t kFullBytes = 16 * 1024;
constexpr int64_t kSendAfterNs = 20'000'000;

/// Exit codes of a child that could not begin.
constexpr int kNoChannel = 125;
constexpr int kNoSetup = 126;

int64_t steady_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

bool is_readable(int fd) {
  pollfd readable{fd, POLLIN, 0};
  return ::poll(&readable, 1, 0) != 0;
}

/// Reads until a whole frame is there; nothing when the host is gone or talks nonsense. The body is
/// copied, for the parser's buffer moves.
struct OwnedFrame {
  FrameType type;
  std::string body;
};
std::optional<OwnedFrame> receive(int fd, FrameParser& parser) {
  std::array<char, 64 * 1024> chunk;
  while (true) {
    if (std::optional<Frame> frame = parser.next()) {
      return OwnedFrame{frame->type, std::string(frame->body)};
    }
    if (parser.broken()) return std::nullopt;
    ssize_t count = ::read(fd, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    parser.append({chunk.data(), static_cast<size_t>(count)});
  }
}

}  // namespace

Result<std::unique_ptr<ChildChannel>> ChildChannel::open(int fd) {
  FrameParser parser(std::nullopt, kMaxPayloadBytes);
  std::optional<OwnedFrame> hello = receive(fd, parser);
  if (!hello || hello->type != FrameType::Hello)
    return Error(sandbox_errors::kBadMessage, {"hello"});
  std::optional<ChildPolicy> policy = decode_policy(hello->body);
  if (!policy) return Error(sandbox_errors::kBadMessage, {"policy"});
  return std::unique_ptr<ChildChannel>(new ChildChannel(fd, std::move(parser), std::move(*policy)));
}

ChildChannel::ChildChannel(int fd, FrameParser parser, ChildPolicy policy)
    : fd_(fd), parser_(std::move(parser)), policy_(std::move(policy)) {}

ChildChannel::~ChildChannel() { ::close(fd_); }

Result<std::string> ChildChannel::expect(FrameType type, std::string_view name) {
  std::optional<OwnedFrame> frame = receive(fd_, parser_);
  if (!frame || frame->type != type) return Error(sandbox_errors::kBadMessage, {name});
  return std::move(frame->body);
}

Result<std::string> ChildChannel::receive_payload() {
  TRY_ASSIGN(std::string body, expect(FrameType::Payload, "payload"));
  WireReader in(body);
  deadline_ns_ = in.i64();
  if (in.failed()) return Error(sandbox_errors::kBadMessage, {"payload"});
  body.erase(0, sizeof deadline_ns_);
  began_ns_ = last_send_ns_ = steady_now();
  return body;
}

bool ChildChannel::has_more() const { return parser_.has_bytes() || is_readable(fd_); }

void ChildChannel::ready(WallSet walls) {
  walls_ = walls;
  last_send_ns_ = steady_now();
  send(FrameType::Ready, encode_ready({walls, getpid()}));
}

Result<std::string> ChildChannel::ask(std::string_view question) {
  if (question.size() > kMaxAskBytes) return Error(sandbox_errors::kBadMessage, {"question"});
  flush();
  send(FrameType::Ask, question);
  if (closed_) return Error(sandbox_errors::kChannelClosed);
  auto answer = expect(FrameType::Answer, "answer");
  if (!answer.ok()) return Error(sandbox_errors::kChannelClosed);
  return answer;
}

void ChildChannel::add_item(std::string& buffer, std::string_view text) {
  WireWriter length;
  length.u32(static_cast<uint32_t>(text.size()));
  buffer += length.take();
  buffer += text;
  if (buffer.size() >= kFullBytes) {
    flush();
  } else {
    tick();
  }
}

Result<void> ChildChannel::print(std::string_view text) {
  const uint64_t limit = policy_.limits.max_output_bytes;
  const uint64_t size = text.size() + 1;  // with its line end
  const bool fits = size <= limit - printed_bytes_ && text.size() <= kMaxItemsFrameBytes / 2;
  if (output_full_ || !fits) {
    output_full_ = true;
    return Error(sandbox_errors::kOutputLimit, {std::to_string(limit)});
  }
  printed_bytes_ += size;
  add_item(output_, text);
  if (closed_) return Error(sandbox_errors::kChannelClosed);
  return {};
}

void ChildChannel::audit(std::string_view entry) { add_item(audit_, entry); }

void ChildChannel::queue_items() {
  if (!audit_.empty()) queue(FrameType::Audit, audit_);
  if (!output_.empty()) queue(FrameType::Output, output_);
  audit_.clear();
  output_.clear();
}

void ChildChannel::flush() {
  queue_items();
  send_queued();
  last_send_ns_ = steady_now();
}

void ChildChannel::tick() {
  if (output_.empty() && audit_.empty()) return;
  if (steady_now() - last_send_ns_ >= kSendAfterNs) flush();
}

/// In one piece: each sending wakes the host.
void ChildChannel::finish(const ChildReport& report) {
  queue_items();
  ChildEnd end;
  end.why = report.why;
  end.exit_code = report.exit_code;
  end.peak_memory_bytes = report.peak_memory_bytes;
  end.steps = report.steps;
  end.work_ns = static_cast<uint64_t>(steady_now() - began_ns_);
  end.output_truncated = output_full_;
  end.has_result = report.result.size() <= policy_.limits.max_result_bytes;
  if (end.has_result) {
    queue(FrameType::Result, report.result);
  } else {
    end.why = Why::Output;
  }
  send(FrameType::End, encode_end(end));
  closed_ = true;
}

void ChildChannel::fail_setup(const SetupFailure& failure) {
  send(FrameType::SetupFailed, encode_setup_failure(failure));
  closed_ = true;
}

void ChildChannel::queue(FrameType type, std::string_view body) {
  queued_ += encode_frame_header(type, parser_.nonce(), static_cast<uint32_t>(body.size()));
  queued_ += body;
}

void ChildChannel::send_queued() {
  closed_ = closed_ || !send_all(queued_);
  queued_.clear();
}

void ChildChannel::send(FrameType type, std::string_view body) {
  queue(type, body);
  send_queued();
}

bool ChildChannel::send_all(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

int serve_child(int fd, const ChildWork& work) {
  bool is_spare = work.rehearse && !is_readable(fd);
  if (is_spare) work.rehearse();
  Result<std::unique_ptr<ChildChannel>> opened = ChildChannel::open(fd);
  if (!opened.ok()) return kNoChannel;
  ChildChannel& channel = *opened.value();
  if (work.prepare) work.prepare(channel.policy());
  SetupOutcome setup = set_up_child({fd, channel.policy(), work.base_filter});
  if (setup.failure) {
    channel.fail_setup(*setup.failure);
    return kNoSetup;
  }
  if (work.rehearse && !is_spare && !channel.has_more()) work.rehearse();
  channel.ready(setup.walls);  // and it sleeps, if no payload is there yet
  Result<std::string> payload = channel.receive_payload();
  if (!payload.ok()) return kNoChannel;
  ChildReport report = work.run(channel, std::move(payload).value());
  channel.finish(report);
  return report.exit_code;
}

}  // namespace syn::sandbox
