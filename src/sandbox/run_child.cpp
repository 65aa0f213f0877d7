// Watching one child. The host waits in one place (ppoll) for four things: bytes from the child,
// room to send it its payload, its end, and the deadline. It believes nothing but whole frames, and
// a result only after End. Who has said End is killed: what a process does after its report, and
// how it exits, can change nothing any more, and waiting for it would cost more than most runs.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/run_child.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>

#include "base/check.h"
#include "host/posix/os_error.h"
#include "sandbox/frame.h"
#include "sandbox/hand_over.h"
#include "sandbox/wire.h"

namespace syn::sandbox {

namespace {

constexpr int64_t kSecondNs = 1'000'000'000;
constexpr int64_t kNever = INT64_MAX;
/// How long a child may run in place of its host before both are free to run at once.
constexpr int64_t kHandedOverNs = 300'000;
/// A program that runs longer leaves its host time to make ready for the next.
constexpr int64_t kBusyAfterNs = 1'000'000;
/// How long the end of a killed child is awaited: it is gone by then, or the kernel is freeing what
/// it held, and none of its own code runs.
constexpr int kKilledPatienceMs = 1;
constexpr size_t kMaxTailBytes = 8 * 1024;
/// Of an audit: entries are bounded in number by the limit and in size by what a gate writes.
constexpr uint64_t kMaxAuditBytes = 64 * ChildLimits::kMiB;

int64_t steady_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int64_t>(now.tv_sec) * kSecondNs + now.tv_nsec;
}

int64_t later(int64_t time_ns, int64_t by_ns) {
  return time_ns > kNever - by_ns ? kNever : time_ns + by_ns;
}

/// VmHWM of a process that still runs; 0 when it cannot be read. Unlike the figure that waiting
/// gives, it does not include what the host itself held before exec.
uint64_t peak_resident_of(int pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  constexpr uint64_t kKiB = 1024;
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) return std::strtoull(line.c_str() + 6, nullptr, 10) * kKiB;
  }
  return 0;
}

class Session {
 public:
  Session(const ChildRequest& request, ChildProcess& process, ChildObserver* observer)
      : request_(request),
        process_(process),
        observer_(observer),
        limits_(request.spawn.policy.limits),
        parser_(process.nonce(), limits_.max_result_bytes),
        kill_at_ns_(later(request.deadline_ns, request.kill_grace_ns)) {
    WireWriter deadline;
    deadline.i64(request.deadline_ns);
    std::string prefix = deadline.take();
    head_ = encode_frame_header(FrameType::Payload, process.nonce(),
                                static_cast<uint32_t>(prefix.size() + request.payload.size())) +
            prefix;
    to_send_ = {head_, request.payload};
  }

  ChildOutcome run(Spawner& spawner) {
    begin(spawner);
    while (!is_over()) {
      wait_once(std::min(kill_at_ns_, busy_at_ns_));
      if (busy_at_ns_ == kNever || steady_now() < busy_at_ns_) continue;
      busy_at_ns_ = kNever;
      spawner.make_ready(request_.spawn);
    }
    if (stopped_) outcome_.peak_memory_bytes = peak_resident_of(process_.pid());
    process_.kill();  // also what the child left in its group
    if (!end_) {
      receive();  // what had arrived by then
      read_errors();
    }
    conclude(final_status());
    return std::move(outcome_);
  }

 private:
  enum class Stop : uint8_t { Deadline, Output, BadMessage, Observer };

  bool is_over() const { return ended_ || stopped_ || end_; }

  /// Where other runs are under way, processors have enough to do.
  void begin(const Spawner& spawner) {
    parser_.append(process_.read_ahead());
    take_frames();
    const cpu_set_t* processors = spawner.num_running() == 1 ? process_.sleeps_within() : nullptr;
    if (processors != nullptr && is_ready()) {
      begin_handed_over(*processors);
    } else {
      send_some();
    }
    busy_at_ns_ = later(steady_now(), kBusyAfterNs);
  }

  void begin_handed_over(const cpu_set_t& processors) {
    hand_over_.emplace(process_.pid(), processors);
    send_some();
    // Ready, from long ago; reading it before would have woken the child.
    if (!has_said_ready_) receive();
    wait_once(std::min(kill_at_ns_, later(steady_now(), kHandedOverNs)));
    hand_over_->free_caller();
    if (!is_over()) hand_over_->free_child();
  }

  /// Whether it has said so; if it is not known yet, without taking it in.
  bool is_ready() const {
    char first = 0;
    return has_said_ready_ ||
           ::recv(process_.channel_fd(), &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
  }

  /// What an observer does may take any time.
  ChildObserver* observer() {
    if (hand_over_) hand_over_->free_caller();
    return observer_;
  }

  /// Only of a child that left without a report and unasked must the end be awaited.
  ExitStatus final_status() {
    bool is_awaited = ended_ || setup_failure_ || (!end_ && !stopped_);
    if (is_awaited || (!end_ && process_.has_ended(kKilledPatienceMs))) return process_.wait();
    ExitStatus status;
    status.signal = SIGKILL;
    status.cpu_seconds = process_.cpu_seconds();
    return status;
  }

  void stop(Stop reason) {
    if (!stopped_) stopped_ = reason;
  }

  void wait_once(int64_t wake_at) {
    int64_t left = wake_at == kNever ? kNever : std::max<int64_t>(wake_at - steady_now(), 0);
    auto wanted =
        static_cast<short>(to_send_[0].empty() && to_send_[1].empty() ? POLLIN : POLLIN | POLLOUT);
    std::array<pollfd, 3> polls{{{channel_open_ ? process_.channel_fd() : -1, wanted, 0},
                                 {errors_open_ ? process_.stderr_fd() : -1, POLLIN, 0},
                                 {process_.pidfd(), POLLIN, 0}}};
    timespec wait{left / kSecondNs, left % kSecondNs};
    int ready = ppoll(polls.data(), polls.size(), left == kNever ? nullptr : &wait, nullptr);
    if (ready < 0) return;  // EINTR: look at the clock again
    if ((polls[0].revents & POLLOUT) != 0) send_some();
    if ((polls[0].revents & ~POLLOUT) != 0) receive();
    if (polls[1].revents != 0) read_errors();
    if (polls[2].revents != 0) {
      ended_ = true;
    } else if (kill_at_ns_ != kNever && !end_ && steady_now() >= kill_at_ns_) {
      stop(Stop::Deadline);
    }
  }

  /// In one piece: each sending wakes the child.
  void send_some() {
    while (!to_send_[0].empty() || !to_send_[1].empty()) {
      std::array<iovec, 2> parts{};
      msghdr message{};
      message.msg_iov = parts.data();
      for (std::string_view part : to_send_) {
        if (part.empty()) continue;
        parts[message.msg_iovlen++] = {const_cast<char*>(part.data()), part.size()};  // only read
      }
      ssize_t count = ::sendmsg(process_.channel_fd(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return;
      for (std::string_view& part : to_send_) {
        // A child that does not listen any more is seen by its end.
        size_t sent = count < 0 ? part.size() : std::min(part.size(), static_cast<size_t>(count));
        part.remove_prefix(sent);
        if (count >= 0) count -= static_cast<ssize_t>(sent);
      }
    }
  }

  /// All that is there now. A child that writes faster than this reads is cut by the output limit,
  /// whose turn comes after each chunk.
  void receive() {
    std::array<char, 64 * 1024> chunk;
    while (channel_open_ && (!stopped_ || stopped_ == Stop::Deadline)) {
      ssize_t count = ::recv(process_.channel_fd(), chunk.data(), chunk.size(), MSG_DONTWAIT);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return;
      if (count <= 0) {
        channel_open_ = false;
        return;
      }
      parser_.append({chunk.data(), static_cast<size_t>(count)});
      take_frames();
      if (!is_over() && steady_now() >= kill_at_ns_) stop(Stop::Deadline);
      if (stopped_ == Stop::Deadline && ++num_late_chunks_ > kMaxLateChunks) return;
      if (static_cast<size_t>(count) < chunk.size()) return;  // there was no more
    }
  }

  void take_frames() {
    while (std::optional<Frame> frame = parser_.next()) take(*frame);
    if (parser_.broken()) stop(Stop::BadMessage);
  }

  void read_errors() {
    std::array<char, 16 * 1024> chunk;
    while (errors_open_) {
      ssize_t count = ::read(process_.stderr_fd(), chunk.data(), chunk.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return;
      if (count <= 0) {
        errors_open_ = false;
        return;
      }
      std::string& tail = outcome_.stderr_tail;
      tail.append(chunk.data(), static_cast<size_t>(count));
      if (tail.size() > kMaxTailBytes) tail.erase(0, tail.size() - kMaxTailBytes);
      if (steady_now() >= kill_at_ns_) return;
    }
  }

  void take(const Frame& frame) {
    if (end_ || setup_failure_) return;  // nothing after the end counts
    switch (frame.type) {
      case FrameType::Output: take_items(frame.body, &Session::take_output); break;
      case FrameType::Audit: take_items(frame.body, &Session::take_audit); break;
      case FrameType::Result: result_ = std::string(frame.body); break;
      case FrameType::End:
        end_ = decode_end(frame.body);
        if (!end_) stop(Stop::BadMessage);
        break;
      case FrameType::SetupFailed:
        setup_failure_ = decode_setup_failure(frame.body);
        if (!setup_failure_) stop(Stop::BadMessage);
        break;
      case FrameType::Ready: take_ready(frame.body); break;
      case FrameType::Ask: take_question(frame.body); break;
      case FrameType::Hello:
      case FrameType::Payload:
      case FrameType::Answer: stop(Stop::BadMessage); break;
    }
  }

  /// Of the walls, the child can only tell which of its own it has; none that was not asked for.
  void take_ready(std::string_view body) {
    std::optional<ChildReady> ready = decode_ready(body);
    if (!ready || has_said_ready_) {
      stop(Stop::BadMessage);
      return;
    }
    has_said_ready_ = true;
    outcome_.walls = WallSet::from_bits(ready->walls.bits() & request_.spawn.policy.walls.bits());
  }

  void take_question(std::string_view question) {
    if (observer_ == nullptr || !to_send_[0].empty() || !to_send_[1].empty()) {
      stop(Stop::BadMessage);  // it did not wait for an answer
      return;
    }
    answer_ = observer()->on_ask(question);
    head_ = encode_frame_header(FrameType::Answer, process_.nonce(),
                                static_cast<uint32_t>(answer_.size()));
    to_send_ = {head_, answer_};
    send_some();
  }

  void take_items(std::string_view body, void (Session::*take_item)(std::string_view)) {
    WireReader in(body);
    while (!in.at_end()) {
      std::string_view item = in.text();
      if (in.failed()) {
        stop(Stop::BadMessage);
        return;
      }
      (this->*take_item)(item);
    }
  }

  void take_output(std::string_view text) {
    uint64_t held = outcome_.output.num_bytes() + outcome_.output.size();
    if (text.size() + 1 > limits_.max_output_bytes - held) {
      outcome_.output_truncated = true;
      stop(Stop::Output);
      return;
    }
    if (outcome_.output_truncated) return;
    outcome_.output.append(text);
    if (observer_ != nullptr && !observer()->on_output(text)) stop(Stop::Observer);
  }

  /// The gate in the child stops by itself after the limit and one entry that says so.
  void take_audit(std::string_view entry) {
    bool is_full = outcome_.audit.size() > limits_.max_audit_entries ||
                   outcome_.audit.num_bytes() + entry.size() > kMaxAuditBytes;
    if (is_full) {
      outcome_.audit_truncated = true;
    } else {
      outcome_.audit.append(entry);
    }
  }

  void conclude(const ExitStatus& status) {
    outcome_.exit_code = status.exit_code;
    outcome_.signal = status.signal;
    outcome_.cpu_seconds = status.cpu_seconds;
    if (outcome_.peak_memory_bytes == 0) outcome_.peak_memory_bytes = status.peak_resident_bytes;
    if (setup_failure_) {
      outcome_.why = Why::Setup;
      outcome_.failed_step = setup_failure_->step;
      outcome_.failure = host::os_error_text(setup_failure_->error_number);
      return;
    }
    // A child that had reported when the deadline struck is not made late by our kill.
    bool may_report = !stopped_ || stopped_ == Stop::Deadline;
    bool is_whole = may_report && end_;
    if (is_whole && end_->has_result && !result_) is_whole = false;
    if (is_whole) {
      accept_report();
    } else {
      outcome_.why = why_without_report(status);
    }
    outcome_.timed_out = outcome_.why == Why::Timeout;
  }

  void accept_report() {
    outcome_.complete = true;
    outcome_.exit_code = end_->exit_code;
    outcome_.signal.reset();
    outcome_.why = end_->why;
    outcome_.steps = end_->steps;
    outcome_.work_seconds = static_cast<double>(end_->work_ns) / static_cast<double>(kSecondNs);
    outcome_.peak_memory_bytes = end_->peak_memory_bytes;
    outcome_.output_truncated = outcome_.output_truncated || end_->output_truncated;
    if (end_->has_result) outcome_.result = std::move(*result_);
  }

  Why why_without_report(const ExitStatus& status) {
    if (stopped_ == Stop::Deadline) return Why::Timeout;
    if (stopped_ == Stop::Output) return Why::Output;
    if (stopped_ == Stop::BadMessage) outcome_.failure = "it broke the rules of its channel";
    if (!stopped_ && status.signal == SIGSYS) return Why::Denied;
    const std::optional<uint64_t>& cpu_limit = limits_.cpu_seconds;
    bool used_up = cpu_limit && status.cpu_seconds >= static_cast<double>(*cpu_limit);
    if (!stopped_ && status.signal && (*status.signal == SIGXCPU || used_up)) return Why::Timeout;
    return Why::Killed;
  }

  static constexpr int kMaxLateChunks = 64;

  const ChildRequest& request_;  // outlives the session
  ChildProcess& process_;        // likewise
  ChildObserver* observer_;      // likewise
  const ChildLimits& limits_;    // of the request
  FrameParser parser_;
  std::optional<HandOver> hand_over_;
  std::string head_;
  std::string answer_;
  std::array<std::string_view, 2> to_send_;
  int64_t kill_at_ns_;
  int64_t busy_at_ns_ = kNever;  ///< when to make ready for the next; never once done
  bool channel_open_ = true;
  bool errors_open_ = true;
  bool ended_ = false;
  bool has_said_ready_ = false;
  int num_late_chunks_ = 0;
  std::optional<Stop> stopped_;
  std::optional<ChildEnd> end_;
  std::optional<SetupFailure> setup_failure_;
  std::optional<std::string> result_;
  ChildOutcome outcome_;
};

}  // namespace

ChildOutcome run_child(const ChildRequest& request, Spawner& spawner, ChildObserver* observer) {
  int64_t start = steady_now();
  Spawner::Running running(spawner);
  SpawnFailure failure{"start", EFBIG};
  std::unique_ptr<ChildProcess> process;
  if (request.payload.size() <= kMaxPayloadBytes) process = spawner.spawn(request.spawn, failure);
  if (process == nullptr) {
    ChildOutcome outcome;
    outcome.why = Why::Setup;
    outcome.failed_step = failure.step;
    outcome.failure = host::os_error_text(failure.error_number);
    return outcome;
  }
  ChildOutcome outcome = Session(request, *process, observer).run(spawner);
  spawner.let_go(std::move(process), request.spawn);
  outcome.wall_seconds = static_cast<double>(steady_now() - start) / static_cast<double>(kSecondNs);
  outcome.work_seconds = std::min(outcome.work_seconds, outcome.wall_seconds);
  return outcome;
}

int64_t deadline_after(double timeout_seconds, int64_t now_ns, int64_t parent_deadline_ns) {
  double seconds = std::clamp(timeout_seconds, 0.0, ChildLimits::kMaxTimeoutSeconds);
  auto own = later(now_ns, static_cast<int64_t>(seconds * static_cast<double>(kSecondNs)));
  return std::min(own, parent_deadline_ns);
}

}  // namespace syn::sandbox
