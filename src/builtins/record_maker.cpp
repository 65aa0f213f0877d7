// Puts a column of maps together as columns of their members.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/record_maker.h"

#include <algorithm>

#include "builtins/column_maker.h"

namespace syn {
namespace {

/// Maps of more members, more kinds of maps, or maps in maps in maps, stay values.
constexpr size_t kMaxMembers = 64;
constexpr size_t kMaxKinds = 64;
constexpr uint32_t kMaxDepth = 2;

}  // namespace

RecordMaker::RecordMaker(Call& call, uint32_t depth, size_t num_missing)
    : call_(call), depth_(depth), size_(num_missing) {}
RecordMaker::~RecordMaker() = default;

bool RecordMaker::may_start(const Value& value, uint32_t depth) {
  if (depth >= kMaxDepth || !value.is_map() || value.map().flags != 0) return false;
  const Shape* shape = value.map().shape;
  return shape != nullptr && !shape->keys.empty() && shape->keys.size() <= kMaxMembers;
}

Result<void> RecordMaker::make_room(size_t more, size_t expected) {
  for (size_t i = 0; i < members_.size(); ++i) {
    TRY(call_.tick());
    // A member that few rows have is not worth the room of all.
    if (members_[i]->size() >= size_ / 2) TRY(member(i).make_room(more, expected));
  }
  return {};
}

/// The kind of rows with these keys; it becomes known, with its members, where it is new.
std::optional<size_t> RecordMaker::kind_of(Shape* shape) {
  if (last_kind_ < kinds_.size() && kinds_[last_kind_].shape == shape) return last_kind_;
  for (size_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i].shape == shape) return i;
  }
  if (kinds_.size() == kMaxKinds) return std::nullopt;
  RecordKind kind{shape, {}};
  size_t num_members = names_.size();
  for (const Text* key : shape->keys) {
    auto known = std::find(names_.begin(), names_.end(), key->view());
    kind.members.push_back(static_cast<uint32_t>(known - names_.begin()));
    if (known == names_.end()) names_.emplace_back(key->view());
  }
  if (names_.size() > kMaxMembers) {
    names_.resize(num_members);
    return std::nullopt;
  }
  while (members_.size() < names_.size()) {
    members_.push_back(std::make_unique<ColumnMaker>(call_, depth_ + 1));
  }
  kinds_.push_back(std::move(kind));
  return kinds_.size() - 1;
}

bool RecordMaker::add(const Value& value) {
  if (!value.is_map() || value.map().flags != 0 || value.map().shape == nullptr) return false;
  const Map& map = value.map();
  std::optional<size_t> kind = kind_of(map.shape);
  if (!kind) return false;
  for (size_t i = 0; i < map.size(); ++i) member(kinds_[*kind].members[i]).add(map.value(i));
  add(*kind);
  return true;
}

void RecordMaker::add(size_t kind_of_row) {
  if (kind_of_row_.empty() && kind_of_row != 0) kind_of_row_.assign(size_, 0);
  if (!kind_of_row_.empty()) kind_of_row_.push_back(static_cast<uint8_t>(kind_of_row));
  last_kind_ = kind_of_row;
  ++size_;
}

void RecordMaker::add_missing() {
  if (!kind_of_row_.empty()) kind_of_row_.push_back(0);
  ++size_;
}

ColumnMaker& RecordMaker::member(size_t index) {
  ColumnMaker& cells = *members_[index];
  if (cells.size() < size_) cells.add_missing(size_ - cells.size());
  return cells;
}

size_t RecordMaker::byte_size() const {
  return kind_of_row_.capacity() + members_.capacity() * sizeof(ColumnMaker);
}

table::Table RecordMaker::finish_members() {
  table::Table table;
  table.num_rows = size_;
  for (size_t i = 0; i < members_.size(); ++i) table.add(names_[i], member(i).finish());
  members_.clear();
  return table;
}

std::shared_ptr<const table::AnyCells> RecordMaker::finish() {
  table::Table members = finish_members();
  return std::make_shared<RecordCells>(call_.heap(), std::move(members), std::move(kinds_),
                                       std::move(kind_of_row_));
}

std::optional<Value> RecordMaker::finish_rows() {
  if (kinds_.size() != 1) return std::nullopt;
  return make_table_list(call_.heap(), finish_members());
}

}  // namespace syn
