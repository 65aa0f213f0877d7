// What a model has to know of a column to write a program over it: type, gaps, how many values
// differ, which they are or between which they lie, doubts, and the fields of nested values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace syn {

class Call;
namespace table {
class Column;
}

struct ColumnProfile {
  std::string name;
  std::string type;  ///< int, float, decimal, text, bool, date, datetime, map, list, …; `nothing`
  uint64_t num_missing = 0;
  /// Different values that are present; nothing for maps, lists and mixed columns.
  std::optional<uint64_t> num_distinct;
  bool all_differ = false;  ///< no value twice, and more than one; of what may be a key
  /// Values as JSON: all of them where they are few, or the least and the greatest.
  std::vector<std::string> values;
  std::string least;
  std::string greatest;
  std::string note;  ///< what is doubtful, in English; may be empty
  /// Of maps, or of the maps in lists.
  std::vector<ColumnProfile> fields;
  bool has_more_fields = false;  ///< not all keys are among `fields`
};

/// `wants_doubts` for texts that no reader has looked at (JSON, Parquet).
enum class Doubts : uint8_t { Skip, Look };
Result<ColumnProfile> profile_column(Call& call, std::string name, const table::Column& column,
                                     Doubts doubts);

}  // namespace syn
