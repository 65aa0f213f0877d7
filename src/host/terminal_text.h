// Text that is shown on a terminal. What programs and files hold may carry escape sequences that
// move the cursor, hide or rewrite what was shown, or make the terminal type for the user; they are
// shown as text instead.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace syn::host {

/// Control characters but line ends and tabs, those that turn the direction of text, and bytes that
/// are not UTF-8 become `\u001b` and `\x9b`.
std::string escape_controls(std::string_view text);

}  // namespace syn::host
