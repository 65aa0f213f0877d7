// Running the `test` blocks of one program (language.md §23.4). How it is told to people is up to
// the caller.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/run.h"

namespace syn {

struct TestResult {
  std::string name;
  std::optional<Error> error;  ///< nothing when it passed
  bool is_assertion =
      false;  ///< the error is what an assertion says: its place is beside the point
};

struct TestOutcome {
  /// In source order; when there are any, nothing ran.
  std::vector<Error> load_errors;
  /// Of the top level outside of the blocks; when there is one, no test ran.
  std::optional<Error> setup_error;
  std::vector<TestResult> results;  ///< in source order
};

/// Runs the top level without its `test` blocks, then each block in its own scope; a block that
/// fails does not stop the others. `host` and `audit` must outlive the call.
TestOutcome run_tests(RunRequest request, host::Host& host, cap::AuditLog& audit);

}  // namespace syn
