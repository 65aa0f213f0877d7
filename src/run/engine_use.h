// Whether a program may come to need the SQL engine, by its text alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace syn {

/// False only where it cannot: no builtin that opens the engine is named, and no module is used. A
/// mention in a text or a comment counts, so the answer may be true for nothing; that costs a
/// larger process, no more.
bool may_use_engine(std::string_view source);

}  // namespace syn
