// The table function by which the engine reads tables of the program. Internal to duck/.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef SYN_HAS_DUCKDB
#include <optional>
#include <vector>

#include "duck/api.h"
#include "duck/engine.h"

namespace syn::duck {

/// The tables of the query that runs, in the order in which it named them; and the first error of
/// one of them, which the engine can carry only as text.
struct OpenTables {
  explicit OpenTables(const Api& library) : api(library) {}

  void keep(Error error) {
    if (!error_) error_ = std::move(error);
  }
  std::optional<Error> take_error() { return std::exchange(error_, std::nullopt); }

  const Api& api;
  TableFinder* finder = nullptr;  ///< null outside of a query
  std::vector<TableSource*> sources;

 private:
  std::optional<Error> error_;
};

/// Makes names that `tables.finder` knows into tables. `tables` outlives the database.
Result<void> register_tables(duckdb_database database, duckdb_connection connection,
                             OpenTables& tables, std::string_view caller);

}  // namespace syn::duck
#endif
