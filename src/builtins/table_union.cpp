// Columns one after the other: buffers where their kinds agree, else values.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/table_union.h"

#include <cmath>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "builtins/sql_tables.h"
#include "value/list_columns.h"

namespace syn {
namespace {

struct Part {
  const table::Column* column;  ///< null: absent in this table
  size_t num_rows;
};

bool same_form(const table::Column& a, const table::Column& b) {
  return a.kind == b.kind && a.scale == b.scale && a.offset_seconds == b.offset_seconds;
}

/// Integers that a float holds exactly.
bool is_exact_in_floats(const table::Column& column) {
  constexpr int64_t kMost = int64_t{1} << 53;
  for (int64_t value : column.ints) {
    if (value > kMost || value < -kMost) return false;
  }
  return true;
}

/// The one kind of all parts, or Any.
table::Kind common_kind(const std::vector<Part>& parts) {
  const table::Column* first = nullptr;
  bool mixed = false;
  bool numbers = true;
  for (const Part& part : parts) {
    if (part.column == nullptr) continue;
    if (first == nullptr) first = part.column;
    mixed = mixed || !same_form(*first, *part.column);
    bool is_int = part.column->kind == table::Kind::Int;
    numbers = numbers && (part.column->kind == table::Kind::Float ||
                          (is_int && is_exact_in_floats(*part.column)));
  }
  if (first == nullptr) return table::Kind::Any;
  if (!mixed) return first->kind;
  return numbers ? table::Kind::Float : table::Kind::Any;
}

void append_part(table::Column& out, const Part& part) {
  size_t rows = part.num_rows;
  const table::Column* from = part.column;
  if (out.kind == table::Kind::Float) {
    for (size_t i = 0; i < rows; ++i) {
      if (from == nullptr) {
        out.floats.push_back(0);
      } else if (from->kind == table::Kind::Int) {
        out.floats.push_back(static_cast<double>(from->ints[i]));
      } else {
        out.floats.push_back(from->floats[i]);
      }
    }
  } else if (out.kind == table::Kind::Text) {
    for (size_t i = 0; i < rows; ++i) {
      out.texts.push_back(from == nullptr ? table::TextRef::of({"", 0}) : from->text(i));
    }
    if (from != nullptr) out.bytes.insert(out.bytes.end(), from->bytes.begin(), from->bytes.end());
  } else {
    for (size_t i = 0; i < rows; ++i) out.ints.push_back(from == nullptr ? 0 : from->ints[i]);
  }
}

table::ColumnPtr join_parts(Heap& heap, const std::vector<Part>& parts, size_t num_rows) {
  table::Kind kind = common_kind(parts);
  if (kind == table::Kind::Any) {
    std::vector<Value> values;
    values.reserve(num_rows);
    for (const Part& part : parts) {
      for (size_t i = 0; i < part.num_rows; ++i) {
        values.push_back(part.column == nullptr ? Value() : cell_value(heap, *part.column, i));
      }
    }
    return column_from_values(heap, std::move(values));
  }
  auto column = std::make_shared<table::Column>(kind, num_rows);
  bool has_missing = false;
  for (const Part& part : parts) {
    append_part(*column, part);
    has_missing = has_missing || part.column == nullptr || part.column->has_missing();
    if (part.column != nullptr) {
      column->scale = part.column->scale;
      column->offset_seconds = part.column->offset_seconds;
    }
  }
  if (has_missing) {
    column->present = table::make_bits(num_rows, true);
    size_t row = 0;
    for (const Part& part : parts) {
      for (size_t i = 0; i < part.num_rows; ++i, ++row) {
        if (part.column == nullptr || !part.column->is_present(i)) {
          table::clear_bit(column->present, row);
        }
      }
    }
  }
  column->charge(heap.budget());
  return column;
}

}  // namespace

Result<std::optional<table::Table>> table_of_list(Call& call, const Value& list) {
  if (const table::Table* known = table_of(list)) return std::optional<table::Table>(*known);
  const List& rows = list.list();
  for (const Value& row : rows.items()) {
    TRY(call.tick());
    if (!row.is_map()) return std::optional<table::Table>();
  }
  if (auto quick = table_from_rows(call.heap(), rows.items())) return quick;
  std::vector<std::string> names;
  std::unordered_map<std::string, size_t> index;
  for (const Value& row : rows.items()) {
    const Map& map = row.map();
    TRY(call.tick(1 + map.size()));
    for (size_t i = 0; i < map.size(); ++i) {
      if (index.emplace(map.key(i)->view(), names.size()).second) {
        names.emplace_back(map.key(i)->view());
      }
    }
  }
  table::Table table;
  table.num_rows = rows.size();
  for (const std::string& name : names) {
    TRY(call.reserve(rows.size() * 2 * sizeof(Value)));
    TRY(call.tick(rows.size()));
    std::vector<Value> values(rows.size());
    for (size_t i = 0; i < values.size(); ++i) {
      if (const Value* cell = rows.at(i).map().get(name)) values[i] = *cell;
    }
    table.add(name, column_from_values(call.heap(), std::move(values)));
  }
  return std::optional<table::Table>(std::move(table));
}

Result<table::Table> unite_tables(Call& call, const std::vector<table::Table>& tables) {
  if (tables.size() == 1) return tables[0];
  table::Table result;
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  for (const table::Table& table : tables) {
    result.num_rows += table.num_rows;
    for (const std::string& name : table.names) {
      if (known.insert(name).second) names.push_back(name);
    }
  }
  for (const std::string& name : names) {
    TRY(call.reserve(result.num_rows * 2 * sizeof(Value)));
    TRY(call.tick(result.num_rows + tables.size()));
    std::vector<Part> parts;
    for (const table::Table& table : tables) {
      int position = table.find(name);
      const table::Column* column =
          position < 0 ? nullptr : table.column(static_cast<size_t>(position)).get();
      parts.push_back({column, table.num_rows});
    }
    result.add(name, join_parts(call.heap(), parts, result.num_rows));
  }
  return result;
}

table::ColumnPtr constant_column(Heap& heap, const Value& value, size_t num_rows) {
  return column_from_values(heap, std::vector<Value>(num_rows, value));
}

}  // namespace syn
