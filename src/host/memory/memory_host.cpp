// Clock, entropy and streams of tests.
// SPDX-License-Identifier: Apache-2.0
#include "host/memory/memory_host.h"

#include <algorithm>

#include "cap/scope.h"
#include "host/errors.h"

namespace syn::host {

void MemoryClock::sleep(int64_t duration_ns, int64_t deadline_ns) {
  now_ns_ = std::min(now_ns_ + duration_ns, deadline_ns);
}

void MemoryRandom::fill(std::span<std::byte> out) {
  for (std::byte& byte : out) {
    state_ += 0x9E3779B97F4A7C15;
    uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    byte = static_cast<std::byte>((mixed ^ (mixed >> 31)) & 0xFF);
  }
}

Result<void> MemoryOutput::print(std::string_view text) {
  text_ += text;
  text_ += '\n';
  return {};
}

Result<void> MemoryOutput::write(std::string_view text) {
  text_ += text;
  return {};
}

void MemoryOutput::print_error(std::string_view text) {
  errors_ += text;
  errors_ += '\n';
}

Result<std::optional<std::string>> MemoryInput::read_line() {
  if (position_ >= text_.size()) return std::optional<std::string>();
  size_t stop = std::min(text_.find('\n', position_), text_.size());
  std::string line = text_.substr(position_, stop - position_);
  position_ = stop + 1;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return std::optional<std::string>(std::move(line));
}

Result<std::string> MemoryInput::read_all(uint64_t max_bytes) {
  std::string rest = position_ < text_.size() ? text_.substr(position_) : "";
  if (rest.size() > max_bytes) {
    return Error(host_errors::kFileTooLarge, {"-", std::to_string(max_bytes)});
  }
  position_ = text_.size();
  return rest;
}

Result<ProcessOutcome> NoProcesses::run(const ProcessRequest& request) {
  return Error(host_errors::kCannotStart,
               {cap::printable_scope(request.command), "this host starts no processes"});
}

}  // namespace syn::host
