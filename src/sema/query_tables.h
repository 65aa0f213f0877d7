// Which variables a call of `sql` may name as tables: `FROM orders` reads the variable `orders`.
//
// The query is known when the program is compiled only where it is written in the call: then its
// words are the names that matter. A query that is made elsewhere may name any variable in view.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "syntax/ast.h"

namespace syn {

/// The words of the query, or all names where `words` is nothing.
struct QueryNames {
  std::optional<std::vector<std::string_view>> words;

  bool may_name(std::string_view name) const;
};

/// Nothing unless this calls the name `sql` without giving it tables.
std::optional<QueryNames> query_names(const ast::CallExpr& call);

}  // namespace syn
