// Keeps what a program prints, line by line, for commands that tell of it later.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/output.h"

namespace syn::cli {

class CapturedOutput final : public host::Output {
 public:
  enum class Keep : uint8_t {
    Nothing,  ///< everything is dropped
    All,      ///< standard output and standard error
    Output    ///< standard output; standard error goes there
  };
  explicit CapturedOutput(Keep keep) : keep_(keep) {}

  Result<void> print(std::string_view text) override;
  Result<void> write(std::string_view text) override { return print(text); }
  void print_error(std::string_view text) override;
  void flush() override {}

  /// One for each call; line ends inside are kept.
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  Keep keep_;
  std::vector<std::string> texts_;
};

}  // namespace syn::cli
