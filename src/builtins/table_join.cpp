// Joining two tables on equal keys.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/table_join.h"

#include <algorithm>

#include "builtins/errors_a.h"
#include "value/display.h"

namespace syn {
namespace {

std::string quoted(std::string_view name) {
  std::string text;
  append_quoted(text, name);
  return text;
}

bool has_missing(std::span<const Value* const> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [](const Value* part) { return part->is_nothing(); });
}

Result<KeyReader> key_reader(Call& call, const std::vector<std::string>& on,
                             std::string_view operation) {
  Value names = make_list(call.heap(), on.size());
  for (const std::string& name : on) push(names, make_text(call.heap(), name));
  return KeyReader::parse(names, operation);
}

}  // namespace

/// What the keys of one side hold, for telling that no pair can ever match.
class KeyKinds {
 public:
  void see(const Value& cell) {
    if (cell.is_nothing()) return;
    bool number = cell.is_integer() || cell.is_float() || cell.is(Tag::Decimal);
    bool time = cell.is(Tag::Date) || cell.is(Tag::DateTime);
    decimals_ = decimals_ || cell.is(Tag::Decimal);
    floats_ = floats_ || cell.is_float();
    numbers_ = numbers_ || number;
    texts_ = texts_ || cell.is_text();
    dates_ = dates_ || cell.is(Tag::Date);
    datetimes_ = datetimes_ || cell.is(Tag::DateTime);
    others_ = others_ || (!number && !time && !cell.is_text());
  }
  bool mixes(const KeyKinds& other) const {
    return (decimals_ && other.floats_) || (floats_ && other.decimals_);
  }
  bool has_numbers() const { return numbers_; }
  bool has_texts() const { return texts_; }
  /// The only kind of key that there is, or empty.
  std::string_view only() const {
    if (others_ || numbers_ + texts_ + dates_ + datetimes_ != 1) return {};
    return numbers_ ? "number" : texts_ ? "text" : dates_ ? "date" : "datetime";
  }

 private:
  bool decimals_ = false;
  bool floats_ = false;
  bool numbers_ = false;
  bool texts_ = false;
  bool dates_ = false;
  bool datetimes_ = false;
  bool others_ = false;
};

TableJoin::TableJoin(Call& call, JoinKind kind, JoinKeys keys)
    : call_(call),
      left_(call[0].list().items()),
      right_(call[1].list().items()),
      kind_(kind),
      keys_(std::move(keys)),
      index_(call, keys_.left.size()),
      charge_(call.heap()) {}

Result<Value> TableJoin::run() {
  TRY(check_keys());
  if (!keeps_columns()) TRY(plan_columns());
  TRY(index_right());
  TRY_ASSIGN(KeyReader reader, key_reader(call_, keys_.left, "join (left)"));
  Value result = make_list(call_.heap());
  for (size_t i = 0; i < left_.size(); ++i) {
    TRY(call_.tick());
    TRY_ASSIGN(auto key, reader.read(call_, left_[i], i));
    TRY_ASSIGN(uint32_t match, first_match(key));
    TRY(join_left_row(result, left_[i], match));
  }
  if (kind_ != JoinKind::Right && kind_ != JoinKind::Outer) return result;
  for (size_t i = 0; i < right_.size(); ++i) {
    TRY(call_.tick());
    if (!matched_[i]) TRY(emit(result, nullptr, &right_[i]));
  }
  return result;
}

Result<void> TableJoin::check_keys() {
  for (size_t i = 0; i < keys_.left.size(); ++i) {
    TRY(check_column(call_, left_, keys_.left[i], "join (left)"));
    TRY(check_column(call_, right_, keys_.right[i], "join (right)"));
    TRY(check_key_kinds(keys_.left[i], keys_.right[i]));
  }
  return {};
}

Result<void> TableJoin::check_key_kinds(const std::string& left, const std::string& right) {
  KeyKinds kinds[2];
  std::span<const Value> sides[2] = {left_, right_};
  for (size_t side = 0; side < 2; ++side) {
    ColumnReader reader(side == 0 ? left : right);
    TRY(call_.tick(sides[side].size()));
    for (const Value& row : sides[side]) {
      const Value* cell = row.is_map() ? reader.find(row.map()) : nullptr;
      if (cell != nullptr) kinds[side].see(*cell);
    }
  }
  if (kinds[0].mixes(kinds[1])) return Error(builtin_errors::kJoinKeyKinds, {quoted(left)});
  std::string_view one = kinds[0].only();
  std::string_view other = kinds[1].only();
  std::string names = quoted(left);
  if (left != right) names += " / " + quoted(right);
  bool is_mixed = one.empty() || other.empty();
  if (is_mixed && kinds[0].has_numbers() && kinds[1].has_texts()) {
    TRY(check_key_twins(left_, left, right_, right, names));
  }
  if (is_mixed && kinds[1].has_numbers() && kinds[0].has_texts()) {
    TRY(check_key_twins(right_, right, left_, left, names));
  }
  if (is_mixed || one == other) return {};
  return Error(builtin_errors::kJoinNeverMatches, {names, one, other});
}

/// A number on one side that a text of the other says: they are no match, and one was meant.
Result<void> TableJoin::check_key_twins(std::span<const Value> numbers,
                                        const std::string& number_column,
                                        std::span<const Value> texts,
                                        const std::string& text_column, std::string_view names) {
  NumberForms forms(call_.heap());
  ColumnReader number_reader(number_column);
  for (const Value& row : numbers) {
    TRY(call_.tick());
    const Value* cell = number_reader.find(row.map());
    if (cell != nullptr) TRY(forms.add(call_, *cell));
  }
  ColumnReader text_reader(text_column);
  for (const Value& row : texts) {
    TRY(call_.tick());
    const Value* cell = text_reader.find(row.map());
    if (cell == nullptr || !forms.has_twin_of(*cell)) continue;
    return Error(builtin_errors::kJoinKeyTwins, {names, short_display(*cell, 30)});
  }
  return {};
}

Result<void> TableJoin::plan_columns() {
  TRY_ASSIGN(std::vector<Value> left_names, column_names(call_, left_));
  TRY_ASSIGN(std::vector<Value> right_names, column_names(call_, right_));
  auto is_right_key = [&](std::string_view name) {
    return std::find(keys_.right.begin(), keys_.right.end(), name) != keys_.right.end();
  };
  auto on_left = [&](std::string_view name) {
    return std::any_of(left_names.begin(), left_names.end(),
                       [&](const Value& n) { return n.view() == name; });
  };
  for (size_t i = 0; i < keys_.left.size(); ++i) {
    if (on_left(keys_.left[i])) continue;
    columns_.push_back({keys_.left[i], std::nullopt, ColumnReader(keys_.right[i])});
  }
  for (const Value& name : left_names) {
    std::string text(name.view());
    std::optional<ColumnReader> right;
    for (size_t i = 0; i < keys_.left.size(); ++i) {
      if (keys_.left[i] == text) right.emplace(keys_.right[i]);
    }
    columns_.push_back({text, ColumnReader(text), std::move(right)});
  }
  num_left_columns_ = columns_.size();
  for (const Value& name : right_names) {
    if (!is_right_key(name.view())) TRY(add_right_column(name.view()));
  }
  std::vector<std::string_view> names;
  for (const Column& column : columns_) names.push_back(column.name);
  shape_ = call_.heap().shapes().for_table(names);
  return {};
}

Result<void> TableJoin::add_right_column(std::string_view source) {
  std::string name(source);
  auto on_left = [&] {
    return std::any_of(columns_.begin(),
                       columns_.begin() + static_cast<ptrdiff_t>(num_left_columns_),
                       [&](const Column& column) { return column.name == name; });
  };
  if (on_left()) {
    name += "_right";
    if (on_left()) return Error(builtin_errors::kJoinNameTaken, {quoted(source), quoted(name)});
  }
  for (size_t i = num_left_columns_; i < columns_.size(); ++i) {
    if (columns_[i].name != name) continue;
    return Error(builtin_errors::kJoinNamesClash,
                 {quoted(columns_[i].right->column()), quoted(source), quoted(name)});
  }
  columns_.push_back({std::move(name), std::nullopt, ColumnReader(source)});
  return {};
}

Result<void> TableJoin::index_right() {
  TRY(charge_.add(call_, right_.size() * 3 * sizeof(uint32_t)));
  TRY_ASSIGN(KeyReader reader, key_reader(call_, keys_.right, "join (right)"));
  next_.assign(right_.size(), kEnd);
  matched_.assign(right_.size(), false);
  std::vector<uint32_t> last;
  for (size_t i = 0; i < right_.size(); ++i) {
    TRY(call_.tick());
    TRY_ASSIGN(auto key, reader.read(call_, right_[i], i));
    if (has_missing(key)) continue;
    TRY_ASSIGN(KeyIndex::Place place, index_.insert(key));
    auto row = static_cast<uint32_t>(i);
    if (place.is_new) {
      first_.push_back(row);
      last.push_back(row);
    } else {
      next_[last[place.position]] = row;
      last[place.position] = row;
    }
  }
  return {};
}

Result<uint32_t> TableJoin::first_match(std::span<const Value* const> key) {
  if (has_missing(key)) return kEnd;
  TRY_ASSIGN(size_t position, index_.find(key));
  return position == KeyIndex::kAbsent ? kEnd : first_[position];
}

Result<void> TableJoin::join_left_row(Value& result, const Value& row, uint32_t match) {
  if (keeps_columns()) {
    if ((match != kEnd) != (kind_ == JoinKind::Semi)) return {};
    TRY(reserve_push(call_, result));
    push(result, row);
    return {};
  }
  if (match == kEnd) {
    bool keeps = kind_ == JoinKind::Left || kind_ == JoinKind::Outer;
    return keeps ? emit(result, &row, nullptr) : Result<void>();
  }
  for (; match != kEnd; match = next_[match]) {
    TRY(call_.tick());
    matched_[match] = true;
    TRY(emit(result, &row, &right_[match]));
  }
  return {};
}

Result<void> TableJoin::emit(Value& result, const Value* left, const Value* right) {
  TRY(reserve_push(call_, result));
  TRY(call_.tick(columns_.size() / 8));
  Value row = make_map_of_shape(call_.heap(), shape_);
  Map& out = row.map();
  for (size_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    const Value* cell = nullptr;
    if (left != nullptr && column.left.has_value()) cell = column.left->find(left->map());
    bool from_right = column.right.has_value() && (left == nullptr || !column.left.has_value());
    if (from_right && right != nullptr) cell = column.right->find(right->map());
    if (cell != nullptr) out.value(i) = *cell;
  }
  push(result, std::move(row));
  return {};
}

}  // namespace syn
