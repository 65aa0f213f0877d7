// Keys of rows, and finding equal ones.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/group_keys.h"

#include <algorithm>
#include <numeric>

#include "builtins/errors_a.h"
#include "value/display.h"
#include "value/equality.h"

namespace syn {
namespace {

constexpr size_t kShownColumns = 12;

const Value& missing() {
  static const Value nothing;
  return nothing;
}

uint64_t combine(uint64_t left, uint64_t right) {
  return (left ^ (right + 0x9E3779B97F4A7C15u + (left << 6) + (left >> 2))) * 0xFF51AFD7ED558CCDu;
}

/// Quick for texts and small integers, which most keys are.
Result<bool> same_part(const Value& left, const Value& right) {
  if (left.is_text() && right.is_text()) {
    return left.object() == right.object() || left.view() == right.view();
  }
  if (left.is_int() && right.is_int()) return left.as_int() == right.as_int();
  return key_equal(left, right);
}

}  // namespace

const Value* ColumnReader::find(const Map& row) {
  if (row.shape == nullptr) {
    int64_t position = row.find(column_, hash_);
    return position < 0 ? nullptr : &row.value(static_cast<size_t>(position));
  }
  if (row.shape != shape_) {
    shape_ = row.shape;
    position_ = shape_->find(column_, hash_);
  }
  return position_ < 0 ? nullptr : &row.slots[position_];
}

Error not_a_row(std::string_view operation, size_t position, const Value& got) {
  return Error(builtin_errors::kNotARow,
               {operation, type_name(got), count_text(position + 1), short_display(got)});
}

Result<void> check_rows(std::string_view operation, const Value& value) {
  if (value.is_list()) return {};
  return Error(builtin_errors::kExpectedRows, {operation, type_name(value), short_display(value)});
}

Result<std::vector<Value>> column_names(Call& call, std::span<const Value> rows) {
  KeyIndex names(call, 1);
  const Shape* last = nullptr;
  for (const Value& row : rows) {
    TRY(call.tick());
    if (!row.is_map() || (row.map().shape != nullptr && row.map().shape == last)) continue;
    last = row.map().shape;
    for (size_t i = 0; i < row.map().size(); ++i) {
      Value name = Value::share(row.map().key(i));
      const Value* part = &name;
      TRY(call.tick());
      Result<KeyIndex::Place> place = names.insert({&part, 1});
      if (!place.ok()) return std::move(place).error();
    }
  }
  std::vector<Value> result;
  for (size_t i = 0; i < names.size(); ++i) result.push_back(names.key(i));
  return result;
}

Result<void> check_column(Call& call, std::span<const Value> rows, std::string_view column,
                          std::string_view operation) {
  if (rows.empty()) return {};
  ColumnReader reader(column);
  for (const Value& row : rows) {
    TRY(call.tick());
    if (row.is_map() && reader.find(row.map()) != nullptr) return {};
  }
  TRY_ASSIGN(std::vector<Value> names, column_names(call, rows));
  std::string shown;
  for (size_t i = 0; i < std::min(names.size(), kShownColumns); ++i) {
    if (i != 0) shown += ", ";
    append_quoted(shown, names[i].view());
  }
  std::string quoted;
  append_quoted(quoted, column);
  return Error(builtin_errors::kNoColumn, {operation, quoted, shown});
}

Result<std::optional<std::vector<std::string>>> names_argument(std::string_view operation,
                                                               const Value& value) {
  std::optional<std::vector<std::string>> names;
  if (value.is_text()) {
    names.emplace();
    names->emplace_back(value.view());
  }
  if (!value.is_list()) return names;
  names.emplace();
  for (const Value& item : value.list().items()) {
    if (!item.is_text()) return Error(builtin_errors::kColumnNotText, {operation, type_name(item)});
    names->emplace_back(item.view());
  }
  if (names->empty()) return Error(builtin_errors::kNoColumnsGiven, {operation});
  return names;
}

Result<KeyReader> KeyReader::parse(const Value& key, std::string_view operation) {
  KeyReader reader;
  reader.operation_ = operation;
  if (key.is_callable()) {
    reader.function_ = key;
    return reader;
  }
  TRY_ASSIGN(auto names, names_argument(operation, key));
  if (!names.has_value()) return Error(builtin_errors::kBadKey, {operation, type_name(key)});
  for (const std::string& name : *names) {
    auto same = [&](const ColumnReader& column) { return column.column() == name; };
    if (std::none_of(reader.columns_.begin(), reader.columns_.end(), same))
      reader.columns_.emplace_back(name);
  }
  reader.single_ = key.is_text();
  return reader;
}

Result<void> KeyReader::check(Call& call, std::span<const Value> rows) {
  for (const ColumnReader& column : columns_) {
    TRY(check_column(call, rows, column.column(), operation_));
  }
  return {};
}

Result<std::span<const Value* const>> KeyReader::read(Call& call, const Value& row,
                                                      size_t position) {
  parts_.clear();
  if (is_function()) {
    TRY_ASSIGN(result_, call.invoke_on(position, function_, row));
    parts_.push_back(&result_);
    return std::span<const Value* const>(parts_);
  }
  if (!row.is_map()) return not_a_row(operation_, position, row);
  for (ColumnReader& column : columns_) {
    const Value* cell = column.find(row.map());
    parts_.push_back(cell == nullptr ? &missing() : cell);
  }
  return std::span<const Value* const>(parts_);
}

Value KeyReader::as_value(Call& call, std::span<const Value> parts) const {
  if (is_function() || single_) return parts[0];
  Value map = make_map(call.heap());
  for (size_t i = 0; i < parts.size(); ++i) put(map, columns_[i].column(), parts[i]);
  return map;
}

KeyIndex::KeyIndex(Call& call, size_t num_parts)
    : call_(call), num_parts_(num_parts), charge_(call.heap()) {}

Result<bool> KeyIndex::same(size_t position, std::span<const Value* const> parts) const {
  const Value* own = &parts_[position * num_parts_];
  for (size_t i = 0; i < num_parts_; ++i) {
    Result<bool> equal = same_part(own[i], *parts[i]);
    if (!equal.ok()) return mixed_in(call_.name());
    if (!equal.value()) return false;
  }
  return true;
}

Result<size_t> KeyIndex::slot_of(std::span<const Value* const> parts, uint64_t hash) {
  size_t mask = slots_.size() - 1;
  size_t slot = hash & mask;
  while (slots_[slot] != 0) {
    size_t position = slots_[slot] - 1;
    if (hashes_[position] == hash) {
      TRY_ASSIGN(bool found, same(position, parts));
      if (found) return slot;
    }
    slot = (slot + 1) & mask;
  }
  return slot;
}

Result<void> KeyIndex::grow() {
  size_t size = slots_.empty() ? 16 : slots_.size() * 2;
  // Half of the slots hold keys; the vectors may have twice the room they need.
  TRY(charge_.add(
      call_, size * sizeof(uint32_t) + size * (sizeof(uint64_t) + num_parts_ * sizeof(Value)) / 2));
  slots_.assign(size, 0);
  for (size_t position = 0; position < hashes_.size(); ++position) {
    size_t slot = hashes_[position] & (size - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (size - 1);
    slots_[slot] = static_cast<uint32_t>(position + 1);
  }
  return {};
}

namespace {

uint64_t hash_of(std::span<const Value* const> parts) {
  uint64_t hash = 0;
  for (const Value* part : parts) hash = combine(hash, key_hash(*part));
  return hash;
}

}  // namespace

Result<KeyIndex::Place> KeyIndex::insert(std::span<const Value* const> parts) {
  if ((hashes_.size() + 1) * 2 > slots_.size()) TRY(grow());
  uint64_t hash = hash_of(parts);
  TRY_ASSIGN(size_t slot, slot_of(parts, hash));
  if (slots_[slot] != 0) return Place{slots_[slot] - 1, false};
  for (const Value* part : parts) parts_.push_back(*part);
  hashes_.push_back(hash);
  slots_[slot] = static_cast<uint32_t>(hashes_.size());
  return Place{hashes_.size() - 1, true};
}

Result<size_t> KeyIndex::find(std::span<const Value* const> parts) {
  if (slots_.empty()) return kAbsent;
  TRY_ASSIGN(size_t slot, slot_of(parts, hash_of(parts)));
  return slots_[slot] == 0 ? kAbsent : slots_[slot] - 1;
}

std::vector<uint32_t> by_frequency(std::span<const int64_t> counts) {
  std::vector<uint32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t left, uint32_t right) { return counts[left] > counts[right]; });
  return order;
}

Result<Value> counted_rows(Call& call, std::span<const int64_t> counts,
                           const std::function<Value(size_t group)>& key_of) {
  constexpr std::string_view kKeys[] = {"key", "count"};
  Shape* shape = call.heap().shapes().for_table(kKeys);
  TRY(reserve_list(call, counts.size()));
  Value result = make_list(call.heap(), counts.size());
  for (uint32_t group : by_frequency(counts)) {
    TRY(call.tick());
    Value row = make_map_of_shape(call.heap(), shape);
    row.map().value(0) = key_of(group);
    row.map().value(1) = Value::integer(counts[group]);
    push(result, std::move(row));
  }
  return result;
}

bool have_one_shape(std::span<const Value> rows) {
  const Shape* shape = rows[0].is_map() ? rows[0].map().shape : nullptr;
  return shape != nullptr && std::all_of(rows.begin(), rows.end(), [shape](const Value& row) {
           return row.is_map() && row.map().shape == shape;
         });
}

Result<void> NumberForms::add(Call& call, const Value& key) {
  if (key.is_text()) return {};
  std::string form = number_form_of(key);
  if (form.empty()) return {};
  TRY(charge_.add(call, 2 * sizeof(std::string) + form.size()));
  forms_.insert(std::move(form));
  return {};
}

Result<void> check_twin_keys(Call& call, const KeyReader& reader, const KeyIndex& index) {
  for (size_t part = 0; part < reader.num_parts(); ++part) {
    bool has_texts = false;
    for (size_t i = 0; i < index.size(); ++i) has_texts |= index.parts(i)[part].is_text();
    if (!has_texts) continue;
    NumberForms numbers(call.heap());
    for (size_t i = 0; i < index.size(); ++i) TRY(numbers.add(call, index.parts(i)[part]));
    for (size_t i = 0; i < index.size(); ++i) {
      const Value& cell = index.parts(i)[part];
      if (!numbers.has_twin_of(cell)) continue;
      std::string column;
      append_quoted(column, reader.column(part));
      return Error(builtin_errors::kGroupKeyTwins, {call.name(), column, short_display(cell, 30)});
    }
  }
  return {};
}

Result<Groups> make_groups(Call& call, std::span<const Value> rows, KeyReader& reader,
                           KeyIndex& index, ScratchCharge& charge) {
  Groups groups;
  TRY(charge.add(call, rows.size() * 2 * sizeof(uint32_t)));
  groups.group_of.reserve(rows.size());
  std::vector<uint32_t> counts;
  for (size_t i = 0; i < rows.size(); ++i) {
    TRY(call.tick());
    TRY_ASSIGN(auto parts, reader.read(call, rows[i], i));
    TRY_ASSIGN(KeyIndex::Place place, index.insert(parts));
    if (place.is_new) counts.push_back(0);
    ++counts[place.position];
    groups.group_of.push_back(static_cast<uint32_t>(place.position));
  }
  if (!reader.is_function()) TRY(check_twin_keys(call, reader, index));
  groups.starts.push_back(0);
  for (uint32_t count : counts) groups.starts.push_back(groups.starts.back() + count);
  std::vector<uint32_t> next(groups.starts.begin(), groups.starts.end() - 1);
  groups.order.resize(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    groups.order[next[groups.group_of[i]]++] = static_cast<uint32_t>(i);
  }
  return groups;
}

}  // namespace syn
