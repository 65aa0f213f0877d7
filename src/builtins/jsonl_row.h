// One line of JSON Lines, read quickly: an object whose keys come in the order of the last one.
// Knows nothing of columns; what it does not read is left to the JSON reader, errors above all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "builtins/json_values.h"
#include "value/list_columns.h"

namespace syn {

/// A member of the object.
struct JsonCell {
  /// Record: its members are the cells of `JsonRowReader::nested`. Slice: JSON that is not read
  /// yet.
  enum class Kind : uint8_t { Null, Int, Float, False, True, Text, Value, Record, Slice };
  Kind kind = Kind::Null;
  uint32_t column = 0;
  int64_t integer = 0;    ///< of Int; of Value: its position among `values`; of Record: its kind
  double number = 0;      ///< of Float
  std::string_view text;  ///< of Text and Slice; valid until the next line
};

class JsonRowReader {
 public:
  /// `call` outlives the reader.
  JsonRowReader(Call& call, RepeatedKeys repeated, bool allow_nan);

  /// Reads a line; false when it is not an object, has a key that is not known, a key twice, or
  /// anything that is not quickly read.
  bool read(std::string_view line);
  /// After false: the error of the Budget, if there was one.
  std::optional<Error>& error() { return error_; }
  /// The members of the last line, in its order.
  std::vector<JsonCell>& cells() { return cells_; }
  Value take_value(const JsonCell& cell) {
    return std::move(values_[static_cast<size_t>(cell.integer)]);
  }
  /// Whether the last line had all keys, in the order in which they became known.
  bool has_all_in_order() const { return in_order_ && cells_.size() == names_.size(); }

  /// From now on, what takes the heap or the Budget (escapes, lists, objects) is found, but not
  /// read: a Slice. For a reader that works in another thread.
  void read_plain_only() { is_plain_only_ = true; }
  /// What such a reader has found. Nothing where it is wrong: `error` is then as after `read`.
  std::optional<Value> read_slice(std::string_view json);
  /// Makes a key known; its column is the number of keys before it.
  void add_key(std::string_view name);
  /// From now on, an object in this column is a Record where its keys are those of one kind.
  JsonRowReader& expect_records(size_t column, const std::vector<std::string>& names,
                                const std::vector<RecordKind>& kinds);
  void expect_no_records(size_t column) { nested_[column] = nullptr; }
  /// The reader of the records of a column, with the cells of the last one; null where none are.
  JsonRowReader* nested(size_t column) { return nested_[column].get(); }
  /// The column of a key, or -1.
  int64_t find_key(std::string_view name) const;
  const std::deque<std::string>& names() const { return names_; }

 private:
  /// For lists, objects, escapes and long numbers: a document of its own.
  struct Documents {
    JsonValueBuilder builder;
    json::Reader reader;
    Documents(Call& call, RepeatedKeys repeated, bool allow_nan);
  };

  /// A reader of records in another one's rows.
  explicit JsonRowReader(std::shared_ptr<Documents> documents)
      : documents_(std::move(documents)), is_nested_(true) {}
  const char* read_object(const char* start, const char* end);
  bool read_member(size_t position);
  bool read_key(size_t position, uint32_t& column);
  bool read_value(JsonCell& cell);
  bool read_text(JsonCell& cell);
  bool read_escaped(const char* open, JsonCell& cell);
  bool read_number(JsonCell& cell);
  bool read_exponent(const char* start, const char* letter, JsonCell& cell);
  bool read_record(JsonCell& cell);
  int64_t kind_of_record();
  bool read_nested(JsonCell& cell);
  bool take_slice(const char* start, const char* end, JsonCell& cell);
  void skip_space();

  std::shared_ptr<Documents> documents_;
  bool is_nested_ = false;
  std::deque<std::string> names_;
  std::vector<std::unique_ptr<JsonRowReader>> nested_;  // by column
  std::vector<std::vector<uint32_t>> kinds_;            // of the records that this reads: columns
  size_t last_kind_ = 0;
  std::vector<std::string> quoted_;                         // the names as they stand in a line
  std::unordered_map<std::string_view, uint32_t> columns_;  // views of names_
  std::vector<uint32_t> order_;                             // columns in the order of the last line
  std::vector<uint64_t> seen_;                              // by column: the last row that had it
  uint64_t row_ = 0;
  bool in_order_ = true;
  bool is_plain_only_ = false;
  std::vector<JsonCell> cells_;
  std::vector<Value> values_;
  std::optional<Error> error_;
  const char* next_ = nullptr;
  const char* end_ = nullptr;
};

}  // namespace syn
