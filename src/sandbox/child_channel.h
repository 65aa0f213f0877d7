// The child's end of the channel: what it prints, its audit, its result. Texts are gathered and
// sent when 16 KiB are full, when the last sending was 20 ms ago, and when `flush` is called; so a
// child that is killed loses at most what it printed in the last 20 ms without reaching a `tick`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sandbox/frame.h"
#include "sandbox/policy.h"
#include "sandbox/seccomp_filter.h"

namespace syn::sandbox {

/// What the program's run came to, for the end frame.
struct ChildReport {
  Why why = Why::Ok;
  uint8_t exit_code = 0;
  uint64_t peak_memory_bytes = 0;
  uint64_t steps = 0;
  std::string result;
};

class ChildChannel {
 public:
  /// Waits for Hello on `fd`, which it owns from then on.
  static Result<std::unique_ptr<ChildChannel>> open(int fd);
  ~ChildChannel();
  ChildChannel(const ChildChannel&) = delete;
  ChildChannel& operator=(const ChildChannel&) = delete;

  const ChildPolicy& policy() const { return policy_; }
  int fd() const { return fd_; }
  /// Waits for what to run; from then on the deadline is known.
  [[nodiscard]] Result<std::string> receive_payload();
  /// Whether the host has sent, or begun to send, what comes next.
  bool has_more() const;
  /// Steady clock; the child ends itself here, the host kills it soon after.
  int64_t deadline_ns() const { return deadline_ns_; }
  WallSet walls() const { return walls_; }
  /// Tells the host that these walls stand.
  void ready(WallSet walls);
  /// Asks the host's broker and waits for its answer. Everything printed before is sent first.
  [[nodiscard]] Result<std::string> ask(std::string_view question);

  /// One text of `print`. Fails once the limit on output is reached, and from then on.
  [[nodiscard]] Result<void> print(std::string_view text);
  /// One encoded audit entry.
  void audit(std::string_view entry);
  /// Sends what is gathered. Before anything that waits.
  void flush();
  /// Sends if the last sending was 20 ms ago. Cheap; for the VM's polls.
  void tick();

  /// Sends the rest, the result and the end. Nothing is sent afterwards.
  void finish(const ChildReport& report);
  void fail_setup(const SetupFailure& failure);

 private:
  ChildChannel(int fd, FrameParser parser, ChildPolicy policy);

  void add_item(std::string& buffer, std::string_view text);
  void queue(FrameType type, std::string_view body);
  void queue_items();
  void send_queued();
  void send(FrameType type, std::string_view body);
  [[nodiscard]] Result<std::string> expect(FrameType type, std::string_view name);
  bool send_all(std::string_view bytes);

  int fd_;
  FrameParser parser_;
  ChildPolicy policy_;
  WallSet walls_;
  int64_t deadline_ns_ = INT64_MAX;
  std::string queued_;  ///< whole frames
  std::string output_;
  std::string audit_;
  uint64_t printed_bytes_ = 0;
  int64_t began_ns_ = 0;  ///< when the payload was there
  int64_t last_send_ns_ = 0;
  bool output_full_ = false;
  bool closed_ = false;
};

/// What a child does that the sandbox does not know.
struct ChildWork {
  /// Before the walls: what must be opened or mapped while that is still allowed. May be empty.
  std::function<void(const ChildPolicy&)> prepare;
  /// By a child that would else wait, for its policy or its payload: touches what a run will touch,
  /// so that the kernel makes those pages its own before the time of a run counts. May be empty.
  std::function<void()> rehearse;
  std::function<ChildReport(ChildChannel&, std::string)> run;
  BaseFilter base_filter = BaseFilter::Missing;
};

/// The life of a child on channel `fd`: learn the policy, prepare, confine, rehearse while there is
/// nothing to run, read the payload, run, report. Returns the exit code for the process.
int serve_child(int fd, const ChildWork& work);

}  // namespace syn::sandbox
