// Which code points names are made of (language.md §3).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace syn {

/// Unicode `Alphabetic`, or `_`.
bool starts_name(uint32_t code_point);
/// The same, or Unicode `Numeric` (general categories Nd, Nl, No).
bool continues_name(uint32_t code_point);

}  // namespace syn
