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

JsonBlock::JsonBlock(const JsonForm& form) : kind_(form.kind), has_records_(form.has_records) {
  for (const JsonForm& member : form.members) members_.emplace_back(member);
}

void JsonBlock::clear() {
  rows_.clear();
  words_.clear();
  texts_.clear();
  kinds_.clear();
  for (JsonBlock& member : members_) member.clear();
  next_ = 0;
}

bool JsonBlock::fits(JsonRowReader& row, const JsonCell& cell) const {
  using Kind = JsonCell::Kind;
  bool is_any = kind_ == table::Kind::Any && !has_records_;
  switch (cell.kind) {
    case Kind::Null: return true;
    case Kind::Int: return is_any || kind_ == table::Kind::Int;
    case Kind::Float: return is_any || kind_ == table::Kind::Float;
    case Kind::False:
    case Kind::True: return is_any || kind_ == table::Kind::Bool;
    case Kind::Text: return is_any || kind_ == table::Kind::Text;
    case Kind::Slice:
      return is_any || kind_ == table::Kind::Float ||
             (kind_ == table::Kind::Text && cell.text.front() == '"');
    case Kind::Value: return false;
    case Kind::Record: break;
  }
  if (!has_records_) return false;
  JsonRowReader& record = *row.nested(cell.column);
  return std::all_of(record.cells().begin(), record.cells().end(), [&](const JsonCell& member) {
    return members_[member.column].fits(record, member);
  });
}

void JsonBlock::add(uint32_t row_index, JsonRowReader& row, const JsonCell& cell,
                    std::vector<JsonSlice>& slices) {
  using Kind = JsonCell::Kind;
  if (cell.kind == Kind::Null) return;
  rows_.push_back(row_index);
  uint64_t word = 0;
  switch (cell.kind) {
    case Kind::Int: word = static_cast<uint64_t>(cell.integer); break;
    case Kind::Float: word = std::bit_cast<uint64_t>(cell.number); break;
    case Kind::True: word = 1; break;
    case Kind::Text: word = cell.text.size(); break;
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
  words_.push_back(word);
  bool is_number = kind_ != table::Kind::Text && (kind_ != table::Kind::Any || has_records_);
  if (is_number && cell.kind != Kind::Slice && kinds_.empty()) return;
  // Of numbers, kinds are kept from the first one on that is not read.
  kinds_.resize(words_.size() - 1, Kind::Null);
  kinds_.push_back(cell.kind);
  if (is_number) return;
  texts_.push_back(cell.text.data());
}

/// The first cell of this row or a later one, not before the next one.
size_t JsonBlock::find_row(uint32_t row) const {
  auto next = rows_.begin() + static_cast<std::ptrdiff_t>(next_);
  return static_cast<size_t>(std::lower_bound(next, rows_.end(), row) - rows_.begin());
}

void JsonBlock::move_to(ColumnMaker& cells, size_t first, JsonRows rows,
                        std::vector<Value>& values) {
  size_t start = next_ = find_row(rows.begin);
  size_t stop = next_ = find_row(rows.end);
  if (start == stop) return;
  auto place_of = [&](size_t index) { return first + (rows_[index] - rows.begin); };
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
  bool is_number = kind_ != table::Kind::Text && kind_ != table::Kind::Any;
  bool is_dense = rows_[stop - 1] - rows_[start] + 1 == stop - start;
  if (is_number && is_dense && kinds_.empty()) {
    fill_up(cells, place_of(start));
    return move_numbers(cells, start, stop - start);
  }
  for (size_t i = start; i != stop; ++i) {
    fill_up(cells, place_of(i));
    move_cell(cells, i, values);
  }
}

/// Cells of rows without a gap.
void JsonBlock::move_numbers(ColumnMaker& cells, size_t index, size_t count) const {
  void* place = kind_ == table::Kind::Float ? static_cast<void*>(cells.extend_floats(count))
                                            : cells.extend_ints(*kind_, count);
  std::memcpy(place, words_.data() + index, count * sizeof(uint64_t));
}

void JsonBlock::move_cell(ColumnMaker& cells, size_t index, std::vector<Value>& values) const {
  using Kind = JsonCell::Kind;
  uint64_t word = words_[index];
  Kind kind = kinds_.size() > index ? kinds_[index] : Kind::Null;
  if (kind == Kind::Null) {
    kind = kind_ == table::Kind::Int     ? Kind::Int
           : kind_ == table::Kind::Float ? Kind::Float
           : word != 0                   ? Kind::True
                                         : Kind::False;
  }
  switch (kind) {
    case Kind::Int: return cells.add_int(static_cast<int64_t>(word));
    case Kind::Float: return cells.add_float(std::bit_cast<double>(word));
    case Kind::False: return cells.add_bool(false);
    case Kind::True: return cells.add_bool(true);
    case Kind::Text: return cells.add_text({texts_[index], word});
    case Kind::Slice: return cells.add(std::move(values[word]));
    case Kind::Null:
    case Kind::Value:
    case Kind::Record: break;
  }
}

}  // namespace syn
