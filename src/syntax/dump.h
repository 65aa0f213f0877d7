// Readable dumps of tokens and trees, for the command line and for tests. The format is ours: one
// token or node a line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "syntax/ast.h"

namespace syn {

enum class DumpPlaces : uint8_t { Show, Hide };

/// One line a token and comment: `line:column KIND text`. Any valid UTF-8 will do; what is no token
/// is a PROBLEM with its message.
std::string dump_tokens(std::string_view source);
/// One line a node, children indented by two. Chains of operators and of postfixes are one node
/// with a line for each link, so that depth is that of the source. Without places, two dumps are
/// equal exactly when the trees mean the same.
std::string dump_ast(const ast::Program& program, DumpPlaces places = DumpPlaces::Show);
/// Whether two programs are the same but for places.
bool same_tree(const ast::Program& a, const ast::Program& b);

}  // namespace syn
