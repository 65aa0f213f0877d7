// Profiles of columns. Typed columns are looked at as they are; nested values become columns of
// their own, one a field.
// SPDX-License-Identifier: Apache-2.0
#include "run/column_profile.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "builtins/argument_checks.h"
#include "builtins/number_series.h"
#include "builtins/text_doubt.h"
#include "run/prompt_text.h"
#include "table/column.h"
#include "table/keys.h"
#include "value/list_columns.h"
#include "value/map.h"
#include "value/objects.h"
#include "vm/call.h"

namespace syn {
namespace {

/// Up to so many different values are all shown.
constexpr size_t kFewValues = 8;
/// Texts longer than this are no range that says something.
constexpr size_t kMaxRangeBytes = 32;
constexpr size_t kMaxFields = 40;
constexpr int kMaxDepth = 4;

std::string_view kind_name(table::Kind kind) {
  switch (kind) {
    case table::Kind::Int: return "int";
    case table::Kind::Float: return "float";
    case table::Kind::Bool: return "bool";
    case table::Kind::Text: return "text";
    case table::Kind::Date: return "date";
    case table::Kind::DateTime: return "datetime";
    case table::Kind::Decimal: return "decimal";
    case table::Kind::Any: return "mixed";
  }
  return {};
}

/// The type that texts read as; empty for texts.
std::string_view type_read(tableio::ColumnKind kind) {
  switch (kind) {
    case tableio::ColumnKind::Text: return {};
    case tableio::ColumnKind::Int: return "int";
    case tableio::ColumnKind::Float: return "float";
    case tableio::ColumnKind::Decimal: return "decimal";
    case tableio::ColumnKind::Bool: return "bool";
    case tableio::ColumnKind::Date: return "date";
    case tableio::ColumnKind::DateTime: return "datetime";
    case tableio::ColumnKind::DayMonthYear: return "date, the day first";
    case tableio::ColumnKind::MonthDayYear: return "date, the month first";
  }
  return {};
}

bool is_less(const table::Column& column, size_t left, size_t right) {
  switch (column.kind) {
    case table::Kind::Float: return column.floats[left] < column.floats[right];
    case table::Kind::Text: return column.text(left).view() < column.text(right).view();
    case table::Kind::Int:
    case table::Kind::Bool:
    case table::Kind::Date:
    case table::Kind::DateTime:
    case table::Kind::Decimal:
    case table::Kind::Any: break;
  }
  return column.ints[left] < column.ints[right];
}

/// NaN is between no bounds.
bool has_order(const table::Column& column, size_t row) {
  return column.is_present(row) &&
         (column.kind != table::Kind::Float || !std::isnan(column.floats[row]));
}

class Profiler {
 public:
  Profiler(Call& call, Doubts doubts) : call_(call), doubts_(doubts) {}

  Result<ColumnProfile> look(std::string name, const table::Column& column, int depth) {
    ColumnProfile profile;
    profile.name = std::move(name);
    TRY(call_.tick(column.size));
    for (size_t row = 0; row < column.size; ++row) profile.num_missing += !column.is_present(row);
    if (column.kind == table::Kind::Any) {
      TRY(look_at_values(profile, column, depth));
      return profile;
    }
    if (profile.num_missing == column.size) {
      profile.type = "nothing";
      return profile;
    }
    profile.type = kind_name(column.kind);
    TRY(count_distinct(profile, column));
    if (profile.values.empty()) find_range(profile, column);
    if (column.kind == table::Kind::Text && doubts_ == Doubts::Look) TRY(doubt(profile, column));
    if (column.kind == table::Kind::Text) TRY(doubt_spellings(profile, column));
    return profile;
  }

 private:
  std::string literal(const table::Column& column, size_t row) {
    std::string out;
    append_prompt_value(out, cell_value(call_.heap(), column, row));
    return out;
  }

  Result<void> count_distinct(ColumnProfile& profile, const table::Column& column) {
    TRY(call_.reserve(table::grouping_bytes(column.size)));
    const table::Column* only = &column;
    auto groups = table::group_rows({&only, 1}, column.size,
                                    [this](size_t rows) { return call_.tick(rows).ok(); });
    if (!groups) return call_.tick();  // the error that stopped it
    std::vector<uint32_t> rows(groups->first_row.begin(), groups->first_row.end());
    if (profile.num_missing != 0) {
      std::erase_if(rows, [&](uint32_t row) { return !column.is_present(row); });
    }
    profile.num_distinct = rows.size();
    bool may_be_key = column.kind != table::Kind::Float && column.kind != table::Kind::Decimal;
    profile.all_differ =
        may_be_key && rows.size() > 1 && rows.size() + profile.num_missing == column.size;
    bool is_text = column.kind == table::Kind::Text;
    bool few = rows.size() <= kFewValues && (is_text || rows.size() <= 2);
    if (!few || (profile.all_differ && !is_text)) return {};
    std::sort(rows.begin(), rows.end(),
              [&](uint32_t left, uint32_t right) { return is_less(column, left, right); });
    for (uint32_t row : rows) profile.values.push_back(literal(column, row));
    return {};
  }

  void find_range(ColumnProfile& profile, const table::Column& column) {
    std::optional<size_t> least;
    std::optional<size_t> greatest;
    for (size_t row = 0; row < column.size; ++row) {
      if (!has_order(column, row)) continue;
      if (!least || is_less(column, row, *least)) least = row;
      if (!greatest || is_less(column, *greatest, row)) greatest = row;
    }
    if (!least) return;
    if (column.kind == table::Kind::Text &&
        std::max(column.text(*least).size, column.text(*greatest).size) > kMaxRangeBytes) {
      return;
    }
    profile.least = literal(column, *least);
    profile.greatest = literal(column, *greatest);
  }

  Result<void> doubt(ColumnProfile& profile, const table::Column& column) {
    TextDoubt doubt;
    for (size_t row = 0; row < column.size && !doubt.is_settled(); ++row) {
      TRY(call_.tick());
      if (column.is_present(row)) doubt.see(column.text(row).view(), row + 1);
    }
    std::string_view other = type_read(doubt.kind());
    profile.note = other.empty() ? doubt.note() : "all read as " + std::string(other);
    return {};
  }

  Result<void> doubt_spellings(ColumnProfile& profile, const table::Column& column) {
    SpellingDoubt doubt;
    for (size_t row = 0; row < column.size && !doubt.is_settled(); ++row) {
      TRY(call_.tick());
      if (column.is_present(row)) doubt.see(column.text(row).view());
    }
    std::string note = doubt.note();
    if (!note.empty()) profile.note += (profile.note.empty() ? "" : "; ") + note;
    return {};
  }

  Result<void> look_at_values(ColumnProfile& profile, const table::Column& column, int depth) {
    std::span<const Value> values = ItemCells::of(column).values();
    std::string_view kind;
    bool is_mixed = false;
    profile.num_missing = 0;
    for (const Value& value : values) {
      if (value.is_nothing()) {
        ++profile.num_missing;
      } else if (kind.empty()) {
        kind = type_name(value);
      } else if (kind != type_name(value)) {
        is_mixed = true;
      }
    }
    profile.type = kind.empty() ? "nothing" : is_mixed ? "mixed" : kind;
    if (is_mixed) return name_kinds(profile, values);
    if (depth == kMaxDepth) return {};
    if (kind != "map" && kind != "list") return find_extremes(profile, values);
    if (kind == "map") return look_at_maps(profile, values, depth);
    return look_at_lists(profile, values, depth);
  }

  /// Of integers and floats together, or of integers beyond 64 bits.
  Result<void> find_extremes(ColumnProfile& profile, std::span<const Value> values) {
    Extreme least(Extreme::Side::Least, call_.name());
    Extreme greatest(Extreme::Side::Greatest, call_.name());
    for (const Value& value : values) {
      TRY(call_.tick());
      if (!least.offer(value).ok() || !greatest.offer(value).ok()) return {};
    }
    if (least.best() != nullptr) append_prompt_value(profile.least, *least.best());
    if (greatest.best() != nullptr) append_prompt_value(profile.greatest, *greatest.best());
    return {};
  }

  Result<void> name_kinds(ColumnProfile& profile, std::span<const Value> values) {
    std::vector<std::pair<std::string_view, uint64_t>> kinds;
    for (const Value& value : values) {
      TRY(call_.tick());
      if (value.is_nothing()) continue;
      auto known = std::find_if(kinds.begin(), kinds.end(),
                                [&](const auto& each) { return each.first == type_name(value); });
      if (known == kinds.end()) {
        kinds.emplace_back(type_name(value), 1);
      } else {
        ++known->second;
      }
    }
    for (const auto& [kind, count] : kinds) {
      profile.note +=
          (profile.note.empty() ? "" : ", ") + std::string(kind) + " " + count_text(count);
    }
    return {};
  }

  Result<void> look_at_maps(ColumnProfile& profile, std::span<const Value> maps, int depth) {
    std::vector<std::string> names;
    std::unordered_map<std::string, size_t> positions;
    std::vector<std::vector<Value>> cells;
    ScratchCharge charge(call_.heap());
    uint64_t num_maps = 0;
    for (const Value& value : maps) {
      if (!value.is_map()) continue;
      const Map& map = value.map();
      TRY(call_.tick(1 + map.size()));
      for (size_t i = 0; i < map.size(); ++i) {
        std::string key(map.key(i)->view());
        auto known = positions.find(key);
        if (known == positions.end()) {
          if (names.size() == kMaxFields) {
            profile.has_more_fields = true;
            continue;
          }
          TRY(charge.add(call_, maps.size() * sizeof(Value)));
          known = positions.emplace(key, names.size()).first;
          names.push_back(key);
          cells.emplace_back();
          cells.back().reserve(maps.size());
        }
        std::vector<Value>& column = cells[known->second];
        column.resize(num_maps);
        column.push_back(map.value(i));
      }
      ++num_maps;
    }
    for (size_t i = 0; i < names.size(); ++i) {
      cells[i].resize(num_maps);
      table::ColumnPtr column = column_from_values(call_.heap(), std::move(cells[i]));
      TRY_ASSIGN(ColumnProfile field, look(std::move(names[i]), *column, depth + 1));
      profile.fields.push_back(std::move(field));
    }
    return {};
  }

  Result<void> look_at_lists(ColumnProfile& profile, std::span<const Value> lists, int depth) {
    size_t num_items = 0;
    for (const Value& value : lists) num_items += value.is_list() ? value.list().size() : 0;
    ScratchCharge charge(call_.heap());
    TRY(charge.add(call_, num_items * sizeof(Value)));
    TRY(call_.tick(num_items));
    std::vector<Value> items;
    items.reserve(num_items);
    for (const Value& value : lists) {
      if (!value.is_list()) continue;
      std::span<const Value> each = value.list().items();
      items.insert(items.end(), each.begin(), each.end());
    }
    if (items.empty()) return {};
    table::ColumnPtr column = column_from_values(call_.heap(), std::move(items));
    TRY_ASSIGN(ColumnProfile item, look("", *column, depth + 1));
    profile.type = "list of " + item.type;
    profile.fields = std::move(item.fields);
    profile.has_more_fields = item.has_more_fields;
    profile.values = std::move(item.values);
    profile.least = std::move(item.least);
    profile.greatest = std::move(item.greatest);
    profile.note = std::move(item.note);
    return {};
  }

  Call& call_;
  Doubts doubts_;
};

}  // namespace

Result<ColumnProfile> profile_column(Call& call, std::string name, const table::Column& column,
                                     Doubts doubts) {
  return Profiler(call, doubts).look(std::move(name), column, 0);
}

}  // namespace syn
