// Copies of this process that compute and send bytes back: for work that reads what is there and
// changes nothing. A copy sees the memory as it was when it started; nothing it does is seen here
// but what it sends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "base/result.h"

namespace syn::host {

class Workers {
 public:
  /// Sends one message; false when nobody reads any more and the worker should end.
  using Send = std::function<bool(std::string_view message)>;
  /// Runs in the copy. Must not write anywhere but through `send`.
  using Body = std::function<void(size_t worker, const Send& send)>;
  /// A message of a worker, in its order. False ends this worker.
  using Receive = std::function<bool(size_t worker, std::string_view message)>;
  /// Called now and then while waiting; false or an error ends all workers.
  using Poll = std::function<Result<bool>()>;

  virtual ~Workers() = default;
  /// How many copies can work at the same time; 1 where none can be started.
  virtual size_t num_processors() = 0;
  /// Starts `count` copies and waits for their ends. Those that could not be started, or broke off,
  /// have simply sent less; the caller does the rest itself.
  virtual Result<void> run(size_t count, const Body& body, const Receive& receive,
                           const Poll& poll) = 0;
};

/// Starts none: for processes that may not, as those behind the walls of a sandbox.
class NoWorkers final : public Workers {
 public:
  size_t num_processors() override { return 1; }
  Result<void> run(size_t, const Body&, const Receive&, const Poll&) override { return {}; }
};

}  // namespace syn::host
