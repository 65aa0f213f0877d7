// The system's words for an errno.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace syn::host {

/// `Not a directory (os error 20)`.
std::string os_error_text(int error_number);

}  // namespace syn::host
