// The cells of one column in some lines of JSON Lines.
// SPDX-License-Identifier: Apache-2.0
#include "builtins/jsonl_block.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "builtins/column_maker.h"

namespace syn {
namespace {

void fill_up(ColumnMaker& cells, size_t row) {
  if (cells.size() < row) cells.add_missing(row - cells.size());
}

}  // namespace

JsonForm JsonForm::of(const ColumnMaker& cells) {
  JsonForm form;
  form.kind = cells.kind();
  RecordMaker* records = cells.records();
  if (records == nullptr) return form;
  form.has_records = true;
  form.names = records->names();
  form.kinds = records->kinds();
  for (size_t i = 0; i < form.names.size(); ++i) form.members.push_back(of(records->known(i)));
  return form;
}

bool JsonForm::fits(const ColumnMaker& cells) const {
  const RecordMaker* records = cells.records();
  if (kind != cells.kind() || has_records != (records != nullptr)) return false;
  if (records == nullptr) return true;
  if (names.size() != records->names().size() || kinds.size() != records->kinds().size()) {
    return false;
  }
  for (size_t i = 0; i < members.size(); ++i) {
    if (!members[i].fits(records->known(i))) return false;
  }
  return true;
}

size_t JsonForm::num_members() const {
  size_t count = members.size();
  for (const JsonForm& member : members) count += member.num_members();
  return count;
}

JsonBlock::JsonBlock(const JsonForm& form)
    : kind_(form.kind),
      has_records_(form.has_records),
      has_cells_(kind_ == table::Kind::Text || kind_ == table::Kind::Any) {
  using Kind = JsonCell::Kind;
  for (const JsonForm& member : form.members) members_.emplace_back(member);
  has_cells_ = has_cells_ && !has_records_;
  auto fit = [this](Kind kind) { fitting_ |= 1U << static_cast<uint32_t>(kind); };
  bool is_any = kind_ == table::Kind::Any && !has_records_;
  fit(Kind::Null);
  if (is_any || kind_ == table::Kind::Int) fit(Kind::Int);
  if (is_any || kind_ == table::Kind::Float) fit(Kind::Float);
  if (is_any || kind_ == table::Kind::Bool) fit(Kind::True);
  if (is_any || kind_ == table::Kind::Bool) fit(Kind::False);
  if (is_any || kind_ == table::Kind::Text) fit(Kind::Text);
  if (has_cells_) fit(Kind::Slice);
  if (has_records_) fit(Kind::Record);
}

void JsonBlock::clear() {
  size_ = 0;
  rows_.clear();
  words_.clear();
  cells_.clear();
  for (JsonBlock& member : members_) member.clear();
  next_ = 0;
}

bool JsonBlock::fits(JsonRowReader& row, const JsonCell& cell) const {
  if ((fitting_ >> static_cast<uint32_t>(cell.kind) & 1) == 0) return false;
  if (cell.kind != JsonCell::Kind::Record) return true;
  JsonRowReader& record = *row.nested(cell.column);
  for (const JsonCell& member : record.cells()) {
    if (!members_[member.column].fits(record, member)) return false;
  }
  return true;
}

inline void JsonBlock::add_row(uint32_t row) {
  if (rows_.empty() && row != size_) {
    for (uint32_t i = 0; i < size_; ++i) rows_.push_back(i);
    rows_.push_back(row);
  } else if (!rows_.empty()) {
    rows_.push_back(row);
  }
  ++size_;
}

void JsonBlock::add(uint32_t row_index, JsonRowReader& row, const JsonCell& cell,
                    std::vector<JsonSlice>& slices) {
  using Kind = JsonCell::Kind;
  if (cell.kind == Kind::Null) return;
  add_row(row_index);
  uint64_t word = 0;
  switch (cell.kind) {
    case Kind::Text: {
      Cell& text = cells_.emplace_back();
      text.kind = Kind::Text;
      text.size = static_cast<uint32_t>(cell.text.size());
      text.text = cell.text.data();
      return;
    }
    case Kind::Int: word = static_cast<uint64_t>(cell.integer); break;
    case Kind::Float: word = std::bit_cast<uint64_t>(cell.number); break;
    case Kind::True: word = 1; break;
    case Kind::Slice:
      word = slices.size();
      slices.push_back({cell.text, row_index, kind_});
      break;
    case Kind::Record: {
      word = static_cast<uint64_t>(cell.integer);
      JsonRowReader& record = *row.nested(cell.column);
      for (const JsonCell& member : record.cells()) {
        members_[member.column].add(row_index, record, member, slices);
      }
      break;
    }
    case Kind::False:
    case Kind::Value:
    case Kind::Null: break;
  }
  if (!has_cells_) {
    words_.push_back(word);
    return;
  }
  Cell& other = cells_.emplace_back();
  other.kind = cell.kind;
  other.word = word;
}

/// The first cell of this row or a later one, not before the next one.
size_t JsonBlock::find_row(uint32_t row) const {
  if (rows_.empty()) return std::min<size_t>(row, size_);
  auto next = rows_.begin() + static_cast<std::ptrdiff_t>(next_);
  return static_cast<size_t>(std::lower_bound(next, rows_.end(), row) - rows_.begin());
}

void JsonBlock::move_to(ColumnMaker& cells, size_t first, JsonRows rows,
                        std::vector<Value>& values) {
  size_t start = next_ = find_row(rows.begin);
  size_t stop = next_ = find_row(rows.end);
  if (start == stop) return;
  auto row_of = [this](size_t index) { return rows_.empty() ? index : rows_[index]; };
  auto place_of = [&](size_t index) { return first + (row_of(index) - rows.begin); };
  if (has_records_) {
    RecordMaker& records = *cells.records();
    for (size_t i = 0; i < members_.size(); ++i) {
      members_[i].move_to(records.member(i), first, rows, values);
    }
    for (size_t i = start; i != stop; ++i) {
      fill_up(cells, place_of(i));
      cells.add_record(words_[i]);
    }
    return;
  }
  if (has_cells_) {
    for (size_t i = start; i != stop; ++i) {
      fill_up(cells, place_of(i));
      move_cell(cells, cells_[i], values);
    }
    return;
  }
  bool is_dense = row_of(stop - 1) - row_of(start) + 1 == stop - start;
  size_t step = is_dense ? stop - start : 1;
  for (size_t i = start; i != stop; i += step) move_numbers(cells, i, step, place_of(i));
}

/// Numbers of rows without a gap.
void JsonBlock::move_numbers(ColumnMaker& cells, size_t index, size_t count, size_t place) const {
  fill_up(cells, place);
  void* out = kind_ == table::Kind::Float ? static_cast<void*>(cells.extend_floats(count))
                                          : cells.extend_ints(*kind_, count);
  std::memcpy(out, words_.data() + index, count * sizeof(uint64_t));
}

void JsonBlock::move_cell(ColumnMaker& cells, const Cell& cell, std::vector<Value>& values) const {
  using Kind = JsonCell::Kind;
  switch (cell.kind) {
    case Kind::Int: return cells.add_int(static_cast<int64_t>(cell.word));
    case Kind::Float: return cells.add_float(std::bit_cast<double>(cell.word));
    case Kind::False: return cells.add_bool(false);
    case Kind::True: return cells.add_bool(true);
    case Kind::Text: return cells.add_text({cell.text, cell.size});
    case Kind::Slice: return cells.add(std::move(values[cell.word]));
    case Kind::Null:
    case Kind::Value:
    case Kind::Record: break;
  }
}

}  // namespace syn
