// The guide to the language that travels with a request to a model (`synsema guide`): what it has
// to know to write a program that answers a question over files. Not a reference: docs and errors
// say the rest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"

namespace syn {

/// Markdown. Signatures are those of the builtins' rows; `a → b` in it means that `print(a)` prints
/// `b`.
std::string language_guide(Language language);

}  // namespace syn
