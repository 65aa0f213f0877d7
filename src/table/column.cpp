// Columns and their memory.
// SPDX-License-Identifier: Apache-2.0
#include "table/column.h"

#include <algorithm>
#include <limits>

namespace syn::table {

char* TextBytes::make_room(size_t size) {
  if (size > left_) {
    size_t usual = charged_ < 4 * kLargeBytes ? kBlock : kLargeBytes;
    size_t block = size > usual / 4 ? size : usual;
    blocks_.emplace_back(block);
    budget_.charge(block);
    charged_ += block;
    if (block == size) return blocks_.back().data();
    free_ = blocks_.back().data();
    left_ = block;
  }
  char* room = free_;
  free_ += size;
  left_ -= size;
  return room;
}

TextRef TextBytes::add(std::string_view text) {
  if (text.empty()) return TextRef::of("");
  char* room = make_room(text.size());
  std::memcpy(room, text.data(), text.size());
  return TextRef::of({room, text.size()});
}

const Bounds& Column::bounds() const {
  if (!bounds_.has_value()) {
    Bounds found{std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
    for (int64_t cell : ints) {
      found.least = std::min(found.least, cell);
      found.most = std::max(found.most, cell);
    }
    bounds_ = found;
  }
  return *bounds_;
}

size_t Column::byte_size() const {
  return ints.capacity() * sizeof(int64_t) + floats.capacity() * sizeof(double) +
         texts.capacity() * sizeof(TextRef) + codes.capacity() * sizeof(uint32_t) +
         present.capacity() * sizeof(uint64_t) + (cells ? cells->byte_size() : 0) + sizeof(Column);
}

void Column::charge(Budget& budget) {
  budget_ = &budget;
  charged_ = byte_size();
  budget.charge(charged_);
}

Buffer<uint64_t> make_bits(size_t rows, bool set) {
  Buffer<uint64_t> bits((rows + 63) / 64, set ? ~uint64_t{0} : uint64_t{0});
  if (set && rows % 64 != 0) bits.back() = (uint64_t{1} << (rows % 64)) - 1;
  return bits;
}

namespace {

template <typename T>
void gather_buffer(const Buffer<T>& from, std::span<const uint32_t> rows, bool with_gaps,
                   const T& gap, Buffer<T>& to) {
  if (from.empty() && !with_gaps) return;
  to.resize(rows.size());
  if (!with_gaps) {
    for (size_t i = 0; i < rows.size(); ++i) to[i] = from[rows[i]];
  } else {
    for (size_t i = 0; i < rows.size(); ++i) to[i] = rows[i] == kNoRow ? gap : from[rows[i]];
  }
}

void gather_present(const Column& column, std::span<const uint32_t> rows, bool with_gaps,
                    Buffer<uint64_t>& to) {
  if (!column.has_missing() && !with_gaps) return;
  to = make_bits(rows.size(), false);
  size_t present = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == kNoRow || !column.is_present(rows[i])) continue;
    set_bit(to, i);
    ++present;
  }
  if (present == rows.size()) to = {};
}

}  // namespace

ColumnPtr gather(const Column& column, std::span<const uint32_t> rows, bool with_gaps,
                 Budget& budget) {
  auto made = std::make_shared<Column>(column.kind, rows.size());
  made->scale = column.scale;
  made->offset_seconds = column.offset_seconds;
  switch (column.kind) {
    case Kind::Int:
    case Kind::Bool:
    case Kind::Date:
    case Kind::DateTime:
    case Kind::Decimal: gather_buffer<int64_t>(column.ints, rows, with_gaps, 0, made->ints); break;
    case Kind::Float:
      gather_buffer<double>(column.floats, rows, with_gaps, 0.0, made->floats);
      break;
    case Kind::Text:
      made->bytes = column.bytes;
      if (column.has_codes()) {
        made->dictionary = column.dictionary;
        gather_buffer<uint32_t>(column.codes, rows, with_gaps, 0, made->codes);
      } else {
        gather_buffer<TextRef>(column.texts, rows, with_gaps, TextRef::of(""), made->texts);
      }
      break;
    case Kind::Any: made->cells = column.cells->gather(rows); break;
  }
  gather_present(column, rows, with_gaps, made->present);
  made->charge(budget);
  return made;
}

}  // namespace syn::table
