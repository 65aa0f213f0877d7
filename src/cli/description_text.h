// Descriptions of files as text for a prompt, and as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.h"
#include "run/describe_files.h"

namespace syn::cli {

/// What stands above all files.
std::string description_head(Language language);
/// One file, in lines; empty for one that could not be read.
std::string description_text(const FileDescription& file, Language language);
/// One file as a JSON object, errors included.
void append_description_json(std::string& out, const FileDescription& file, Language language);

}  // namespace syn::cli
