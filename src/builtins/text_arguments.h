// Arguments that must be texts, and making texts within the Budget.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "vm/call.h"

namespace syn {

/// Argument 0 as text; `value` becomes that text. What a reader may have made of a text that has
/// one way of writing (integers, decimals, dates, times) is taken as its text; a float is not, as
/// 12.50 would come back as 12.5. Else `NAME expects text, got KIND`.
Result<std::string_view> only_text(Call& call, Value& value);
/// Another argument as text: `NAME expects text as the WHAT, got KIND`.
Result<std::string_view> text_argument(const Call& call, const Value& value, std::string_view what);

/// Charges the work of going through `bytes` bytes of text.
Result<void> tick_bytes(Call& call, size_t bytes);
/// Asks for room for a text of so many bytes; refuses texts above the limit of a text.
Result<void> reserve_text(Call& call, uint64_t bytes);
/// A text from a finished buffer, within the limits above.
Result<Value> finish_text(Call& call, std::string_view bytes);

}  // namespace syn
