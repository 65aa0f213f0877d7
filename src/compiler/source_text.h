// From the place of a tree node back to the source: for errors that carry an exact replacement.
// Inside the module.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "base/span.h"

namespace syn {

/// Where code is put in without taking any out.
Span point_of(Span span);
/// The byte at which a place stands. A walk over the source: for errors, not for every node.
size_t source_offset(std::string_view source, Span place);
/// The source of the literal that stands at `place`: a quoted text, a number, or an empty list or
/// map. Empty for anything else.
std::string_view literal_source(std::string_view source, Span place);
/// From the start of `from` to the end of `text`, which stands on one line at `last`.
Span span_through(Span from, Span last, std::string_view text);

}  // namespace syn
