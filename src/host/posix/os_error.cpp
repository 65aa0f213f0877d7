// The system's words for an errno.
// SPDX-License-Identifier: Apache-2.0
#include "host/posix/os_error.h"

#include <cstring>

namespace syn::host {

std::string os_error_text(int error_number) {
  const char* words = strerrordesc_np(error_number);
  return std::string(words == nullptr ? "Unknown error" : words) + " (os error " +
         std::to_string(error_number) + ")";
}

}  // namespace syn::host
