// Reading places by index, membership, and the text of map keys (language.md §7.3, §10.6, §12.1).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>
#include <string>

#include "num/decimal.h"
#include "num/float_text.h"
#include "num/integer.h"
#include "value/arithmetic.h"
#include "value/display.h"
#include "value/equality.h"
#include "value/errors.h"
#include "value/numbers.h"
#include "value/room.h"
#include "value/twins.h"

namespace syn {
namespace {

/// The integer that an index is: a whole float or decimal counts.
Result<AnyInteger> integer_of_index(const Value& index) {
  if (index.is_int()) return AnyInteger(index.as_int());
  if (index.is(Tag::BigInt)) return AnyInteger(index.big_int().value);
  if (index.is_float()) {
    double number = index.as_float();
    if (std::isfinite(number) && number == std::trunc(number)) {
      return integer_from_whole_double(number);
    }
    return Error(value_errors::kIndexFraction, {float_text(number)});
  }
  if (!index.is(Tag::Decimal)) return Error(value_errors::kIndexKind, {type_name(index)});
  const Decimal& number = index.decimal().value;
  if (number.is_integer()) return number.to_integer(Rounding::Truncate);
  return Error(value_errors::kIndexFraction, {short_display(index)});
}

/// The position of an index counted from either end, or nothing when it is out of bounds.
std::optional<size_t> find_position(const AnyInteger& index, size_t length) {
  const int64_t* small = std::get_if<int64_t>(&index);
  if (small == nullptr) return std::nullopt;
  int64_t position = *small < 0 ? *small + static_cast<int64_t>(length) : *small;
  if (position < 0 || static_cast<uint64_t>(position) >= length) return std::nullopt;
  return static_cast<size_t>(position);
}

/// The index as the message shows it: a whole float without `.0`.
std::string index_text(const Value& index) {
  if (!index.is_float()) return short_display(index);
  return to_text(integer_from_whole_double(index.as_float()));
}

Result<Value> index_text_value(Heap& heap, const Value& text, const Value& index) {
  size_t length = text.text().length();
  TRY_ASSIGN(size_t position, list_position(index, length, "text"));
  if (text.text().size == length) return make_text(heap, text.view().substr(position, 1));
  return slice_text(heap, text, position, position + 1);
}

/// A row, or a number of a one-dimensional array.
Result<Value> index_array(Heap& heap, const ArrayObject& array, const Value& index) {
  if (array.shape.empty()) return Error(value_errors::kCannotIndex, {"array"});
  TRY_ASSIGN(AnyInteger wanted, integer_of_index(index));
  std::optional<size_t> position = find_position(wanted, array.shape[0]);
  if (!position) {
    return Error(value_errors::kArrayIndexOutOfBounds,
                 {index_text(index), std::to_string(array.shape[0])});
  }
  if (array.shape.size() == 1) return Value::number(array.data[*position]);
  size_t size = array.data.size() / array.shape[0];
  TRY(check_room(heap, size * sizeof(double)));
  auto start = array.data.begin() + static_cast<std::ptrdiff_t>(*position * size);
  return make_array(heap, std::vector<size_t>(array.shape.begin() + 1, array.shape.end()),
                    std::vector<double>(start, start + static_cast<std::ptrdiff_t>(size)));
}

Result<Value> index_map(Heap& heap, const Map& map, const Value& index) {
  Value key = key_text(heap, index);
  int64_t position = map.find(key.text());
  if (position < 0) return Error(value_errors::kNoMapKey, {short_display(key)});
  return map.value(static_cast<size_t>(position));
}

/// Linear in the two sizes, whatever they hold.
bool has_piece(std::string_view whole, std::string_view piece) {
  return piece.empty() || (whole.size() >= piece.size() &&
                           memmem(whole.data(), whole.size(), piece.data(), piece.size()));
}

Result<bool> in_list(const Value& wanted, const List& list) {
  for (const Value& item : list.items()) {
    TRY_ASSIGN(bool same, equal(wanted, item));
    if (same) return true;
  }
  if (const Value* twin = find_twin(wanted, list.items())) return twin_error(wanted, *twin);
  return false;
}

Result<bool> in_map(Heap& heap, const Value& wanted, const Map& map) {
  if (wanted.is_text()) return map.find(wanted.text()) >= 0;
  Value key = key_text(heap, wanted);
  return map.find(key.text()) >= 0;
}

/// A piece, or one byte as a number.
Result<bool> in_bytes(const Value& wanted, const Value& bytes) {
  if (wanted.is(Tag::Bytes)) return has_piece(bytes_view(bytes), bytes_view(wanted));
  if (!wanted.is_integer()) return Error(value_errors::kInBytes, {type_name(wanted)});
  if (!wanted.is_int() || wanted.as_int() < 0 || wanted.as_int() > UINT8_MAX) return false;
  return bytes_view(bytes).find(static_cast<char>(wanted.as_int())) != std::string_view::npos;
}

}  // namespace

Result<size_t> list_position(const Value& index, size_t length, std::string_view kind) {
  if (index.is_int() && index.as_int() >= 0 && static_cast<uint64_t>(index.as_int()) < length) {
    return static_cast<size_t>(index.as_int());
  }
  TRY_ASSIGN(AnyInteger wanted, integer_of_index(index));
  if (std::optional<size_t> position = find_position(wanted, length)) return *position;
  return Error(value_errors::kIndexOutOfBounds, {index_text(index), kind, std::to_string(length)});
}

Value key_text(Heap& heap, const Value& key) {
  if (key.is_text()) return key;
  if (key.is_int()) {
    char digits[kFloatTextRoom];
    char* end = write_int64(digits, key.as_int());
    return make_text(heap, {digits, static_cast<size_t>(end - digits)});
  }
  return make_text(heap, display(key));
}

Result<Value> index_value(Heap& heap, const Value& container, const Value& index) {
  if (container.is_list()) {
    const List& list = container.list();
    TRY_ASSIGN(size_t position, list_position(index, list.size(), "list"));
    return list.at(position);
  }
  if (container.is_map()) return index_map(heap, container.map(), index);
  if (container.is_text()) return index_text_value(heap, container, index);
  if (container.is(Tag::Bytes)) {
    const Bytes& bytes = container.bytes();
    TRY_ASSIGN(size_t position, list_position(index, bytes.size, "bytes"));
    return Value::integer(bytes.data[position]);
  }
  if (container.is(Tag::Array)) return index_array(heap, container.array(), index);
  return Error(value_errors::kCannotIndex, {type_name(container)});
}

Result<bool> contained_in(Heap& heap, const Value& left, const Value& right) {
  if (right.is_list()) {
    heap.budget().steps += right.list().size();
    return in_list(left, right.list());
  }
  if (right.is_map()) return in_map(heap, left, right.map());
  if (right.is_text()) {
    if (!left.is_text()) return Error(value_errors::kInText, {type_name(left)});
    return has_piece(right.view(), left.view());
  }
  if (right.is(Tag::Bytes)) {
    return in_bytes(left, right);
  }
  if (right.is(Tag::Secret)) return Error(value_errors::kSecretContainment);
  return Error(value_errors::kInContainer, {type_name(right)});
}

}  // namespace syn
