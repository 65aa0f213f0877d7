// The parts of a query: parameters, tables of the program, files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/sql_engine.h"
#include "builtins/sql_tables.h"
#include "duck/statement.h"
#include "vm/call.h"

namespace syn {

/// Parameters of `params`: a list (for ? and $1), a map (for $name), or null.
Result<duck::Parameters> sql_parameters(Call& call, const Value* params);

/// Tables by name: variables of the program, and files that our readers have read.
class SqlTables final : public duck::TableFinder {
 public:
  /// `variables` is a map of names and values, or null; only lists are tables.
  SqlTables(Call& call, const Value* variables) : call_(call), variables_(variables) {}

  Result<duck::TableSource*> find(std::string_view name) override;
  /// Whether a variable by this name holds a list, whose columns are then at hand.
  bool knows(std::string_view name) const;
  /// A table read from a file; gives its name.
  std::string add(Value rows, std::string_view shown);

 private:
  const Value* variable(std::string_view name) const;
  std::string known_names() const;

  Call& call_;
  const Value* variables_;  // outlives this
  std::map<std::string, std::unique_ptr<ProgramTable>, std::less<>> made_;
  size_t num_files_ = 0;
};

/// What stands in place of the files of a statement, each through the gate.
Result<std::vector<duck::FileTable>> sql_files(Call& call, const duck::Statement& statement,
                                               LentFiles& lent, SqlTables& tables);

}  // namespace syn
