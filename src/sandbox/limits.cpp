// Names of outcomes.
// SPDX-License-Identifier: Apache-2.0
#include "sandbox/limits.h"

namespace syn::sandbox {

std::string_view why_name(Why why) {
  switch (why) {
    case Why::Ok: return "ok";
    case Why::Error: return "error";
    case Why::Denied: return "denied";
    case Why::Timeout: return "timeout";
    case Why::Memory: return "memory";
    case Why::Output: return "output";
    case Why::Steps: return "steps";
    case Why::Killed: return "killed";
    case Why::Setup: return "setup";
  }
  return "";
}

}  // namespace syn::sandbox
