// Where the modules of a program are (language.md §19), for running and for checking.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "cap/path_permit.h"
#include "syntax/ast.h"

namespace syn {

namespace host {
class Files;
}

/// Path of a module relative to the folder of the entry program, which it may not leave. `from` is
/// the file that asks; `shown` becomes the name for messages.
Result<std::string> resolve_module(std::string_view entry, std::string_view path,
                                   std::string_view from, std::string& shown);
/// What lends a module of the folder `root` to its program.
cap::PathPermit module_permit(std::string_view root, std::string_view relative,
                              std::string_view shown);
Result<std::string> read_module(host::Files& files, const cap::PathPermit& permit);
Result<std::string> read_module(host::Files& files, std::string_view root,
                                std::string_view relative, std::string_view shown);
bool has_top_level_require(const ast::Program& program);

}  // namespace syn
