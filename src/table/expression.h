// Column expressions: what a pure lambda of one row computes, as a tree that runs on columns
// (DESIGN.md §4). The compiler makes them beside the bytecode; nothing here knows values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "table/column.h"

namespace syn::table {

/// A cell on its own: a constant of an expression. `kind` says which member counts.
struct Scalar {
  Kind kind = Kind::Any;
  bool is_missing = true;
  int64_t integer = 0;  ///< Int, Bool, Date, DateTime, Decimal
  double number = 0;
  std::string text;
  uint32_t scale = 0;
};

enum class Operation : uint8_t {
  Item,      ///< the item itself, where items are no rows
  Column,    ///< of the row, by `name`
  Field,     ///< of the operand, which are records, by `name`
  Constant,  ///< `constant`
  Captured,  ///< a variable of the program: its value when the verb runs; `variable` says which
  Negate,
  Not,
  Truth,  ///< whether a value is true
  Add,
  Subtract,
  Multiply,
  Divide,
  FloorDivide,
  Modulo,
  And,
  Or,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  When,  ///< condition, then, otherwise
  Lower,
  Upper,
  Trim,
  Length,
  Contains,
  StartsWith,
  EndsWith,
  ToText,
  Slice,  ///< characters [constant.integer, end) of a text or date, `variable` being the end
  IsMissing,
  Abs,
  ToFloat,
  ToInt,
  Round,
  RoundTo,  ///< `constant.integer` decimals
  ToDate,
  ToDateTime,
  Timestamp,  ///< seconds since 1970
  Year,
  Month,
  Day,
  Hour,
  Minute,
  Second,
  Weekday,
};

struct Expression {
  Operation operation = Operation::Constant;
  std::string name;
  Scalar constant;
  uint32_t variable = 0;
  std::vector<Expression> operands;
};

/// Where the value of a captured variable is found: meaningful to the machine alone.
struct CapturedVariable {
  uint8_t place;
  uint32_t index;
};

/// A lambda of one parameter. `names` is empty for a single value; else the lambda gives a map,
/// with a name for each of `results`.
struct ColumnLambda {
  std::vector<std::string> names;
  std::vector<Expression> results;
  std::vector<CapturedVariable> captured;
};

}  // namespace syn::table
