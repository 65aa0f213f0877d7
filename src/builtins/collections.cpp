// Lists, texts and bytes by position: length, append, insert, slice, contains, index_of (data.md
// §3.1).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "base/utf8.h"
#include "builtins/argument_checks.h"
#include "builtins/column_run.h"
#include "builtins/errors_a.h"
#include "builtins/families_a.h"
#include "value/arithmetic.h"
#include "value/display.h"
#include "value/equality.h"
#include "value/twins.h"

namespace syn {
namespace {

Result<Value> length(Call& call) {
  const Value& of = call[0];
  if (of.is_text()) return Value::integer(of.text().length());
  if (of.is_list()) return Value::integer(static_cast<int64_t>(of.list().size()));
  if (of.is_map()) return Value::integer(static_cast<int64_t>(of.map().size()));
  if (of.is(Tag::Bytes)) return Value::integer(static_cast<int64_t>(of.bytes().size));
  if (of.is(Tag::Array)) {
    const std::vector<size_t>& shape = of.array().shape;
    if (shape.empty()) return Error(builtin_errors::kScalarArrayLength);
    return Value::integer(static_cast<int64_t>(shape[0]));
  }
  return Error(builtin_errors::kNoLength, {type_name(of)});
}

/// A copy of a list with room for one item more.
Result<Value> copy_with_room(Call& call, const Value& list) {
  size_t count = list.list().size();
  TRY(reserve_list(call, count + 1));
  Value copy = make_list(call.heap(), count + 1);
  for (const Value& item : list.list().items()) push(copy, item);
  return copy;
}

Result<Value> append(Call& call) {
  if (!call[0].is_list()) return Error(builtin_errors::kAppendNeedsList, {type_name(call[0])});
  TRY(call.tick());
  if (call[0].is_unique()) {
    TRY(reserve_push(call, call[0]));
    push(call[0], std::move(call[1]));
    return std::move(call[0]);
  }
  TRY_ASSIGN(Value copy, copy_with_room(call, call[0]));
  push(copy, std::move(call[1]));
  return copy;
}

Result<Value> insert(Call& call) {
  if (!call[0].is_list()) return Error(builtin_errors::kInsertNeedsList, {type_name(call[0])});
  auto size = static_cast<int64_t>(call[0].list().size());
  TRY_ASSIGN(int64_t position, whole_argument(call, call[1], "position"));
  if (position < -size || position > size) {
    std::vector<std::string> arguments{std::to_string(position), std::to_string(size),
                                       std::to_string(-size)};
    return Error(builtin_errors::kInsertOutOfRange, std::move(arguments));
  }
  if (position < 0) position += size;
  Value list;
  TRY(call.tick());
  if (call[0].is_unique()) {
    TRY(reserve_push(call, call[0]));
    list = std::move(call[0]);
  } else {
    TRY_ASSIGN(list, copy_with_room(call, call[0]));
  }
  push(list, std::move(call[2]));
  std::span<Value> items = writable_items(list.list());
  std::rotate(items.begin() + position, items.end() - 1, items.end());
  return list;
}

/// A half-open interval of positions, already inside the length.
struct Interval {
  size_t start;
  size_t end;
  size_t size() const { return end - start; }
};

size_t clamp_position(int64_t position, size_t size) {
  auto length = static_cast<int64_t>(size);
  if (position < 0) position = position < -length ? 0 : position + length;
  return static_cast<size_t>(std::min(position, length));
}

Result<Interval> interval(Call& call, size_t size) {
  Interval result{0, size};
  if (call.size() > 1) {
    TRY_ASSIGN(int64_t start, whole_argument(call, call[1], "start"));
    result.start = clamp_position(start, size);
  }
  if (call.size() > 2) {
    TRY_ASSIGN(int64_t end, whole_argument(call, call[2], "end"));
    result.end = clamp_position(end, size);
  }
  result.end = std::max(result.start, result.end);
  return result;
}

Result<Value> slice_list(Call& call) {
  size_t size = call[0].list().size();
  TRY_ASSIGN(Interval kept, interval(call, size));
  if (kept.size() == size) return std::move(call[0]);
  if (columns_behind(call[0]) != nullptr) {
    TRY(reserve_list(call, kept.size()));
    table::Buffer<uint32_t> positions(kept.size());
    std::iota(positions.begin(), positions.end(), static_cast<uint32_t>(kept.start));
    return pick_items(call, call[0], std::move(positions));
  }
  bool in_place = call[0].is_unique() && kept.size() * 2 >= size;
  if (in_place) {
    TRY(call.tick(kept.start == 0 ? size - kept.size() : size));
    keep_range(call[0].list(), kept.start, kept.end);
    return std::move(call[0]);
  }
  TRY(reserve_list(call, kept.size()));
  return make_list(call.heap(), call[0].list().items().subspan(kept.start, kept.size()));
}

Result<Value> slice_array(Call& call) {
  const ArrayObject& array = call[0].array();
  if (array.shape.empty()) return Error(builtin_errors::kScalarArrayLength);
  TRY_ASSIGN(Interval kept, interval(call, array.shape[0]));
  size_t row = array.shape[0] == 0 ? 0 : array.data.size() / array.shape[0];
  TRY(call.reserve(kept.size() * row * sizeof(double)));
  TRY(call.tick(kept.size() * row));
  std::vector<size_t> shape = array.shape;
  shape[0] = kept.size();
  auto first = array.data.begin() + static_cast<ptrdiff_t>(kept.start * row);
  auto last = array.data.begin() + static_cast<ptrdiff_t>(kept.end * row);
  return make_array(call.heap(), std::move(shape), std::vector<double>(first, last));
}

Result<Value> slice(Call& call) {
  // The text of a date: slice(day, 0, 7) is its month.
  if (call[0].is(Tag::Date) || call[0].is(Tag::DateTime)) {
    call[0] = make_text(call.heap(), display(call[0]));
  }
  const Value& of = call[0];
  if (of.is_list()) return slice_list(call);
  if (of.is(Tag::Array)) return slice_array(call);
  if (of.is_text()) {
    TRY_ASSIGN(Interval kept, interval(call, of.text().length()));
    TRY(call.reserve(kept.size() * 4));
    TRY(call.tick(1 + of.text().size / 64));
    return slice_text(call.heap(), of, kept.start, kept.end);
  }
  if (of.is(Tag::Bytes)) {
    TRY_ASSIGN(Interval kept, interval(call, of.bytes().size));
    TRY(call.reserve(kept.size()));
    TRY(call.tick(1 + kept.size() / 64));
    std::string_view bytes(reinterpret_cast<const char*>(of.bytes().data), of.bytes().size);
    return make_bytes(call.heap(), bytes.substr(kept.start, kept.size()));
  }
  return Error(builtin_errors::kCannotSlice, {type_name(of)});
}

/// Position of the first item equal to `wanted`, or the size.
Result<size_t> position_of(Call& call, std::span<const Value> items, const Value& wanted) {
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    Result<bool> same = equal(items[i], wanted);
    if (!same.ok()) return mixed_in(call.name());
    if (same.value()) return i;
  }
  return items.size();
}

Result<bool> bytes_contain(Call& call) {
  std::string_view bytes(reinterpret_cast<const char*>(call[0].bytes().data), call[0].bytes().size);
  TRY(call.tick(1 + bytes.size() / 64));
  const Value& wanted = call[1];
  if (wanted.is(Tag::Bytes)) {
    std::string_view piece(reinterpret_cast<const char*>(wanted.bytes().data), wanted.bytes().size);
    return bytes.find(piece) != std::string_view::npos;
  }
  if (wanted.is_int() && wanted.as_int() >= 0 && wanted.as_int() <= 255) {
    return bytes.find(static_cast<char>(wanted.as_int())) != std::string_view::npos;
  }
  return Error(
      builtin_errors::kContainsNeedsBytes,
      {wanted.is_int() ? std::string_view(std::to_string(wanted.as_int())) : type_name(wanted)});
}

Result<Value> contains(Call& call) {
  const Value& in = call[0];
  const Value& wanted = call[1];
  if (in.is_list()) {
    if (wanted.is_callable()) return Error(builtin_errors::kTaskNeverEqual, {call.name(), "some"});
    TRY_ASSIGN(size_t position, position_of(call, in.list().items(), wanted));
    if (position == in.list().size()) {
      if (const Value* twin = find_twin(wanted, in.list().items())) {
        return twin_error(wanted, *twin);
      }
    }
    return Value::boolean(position < in.list().size());
  }
  if (in.is_text()) {
    if (!wanted.is_text()) return Error(builtin_errors::kContainsNeedsPiece, {type_name(wanted)});
    TRY(call.tick(1 + in.text().size / 64));
    return Value::boolean(in.view().find(wanted.view()) != std::string_view::npos);
  }
  if (in.is_map()) {
    TRY(call.tick());
    Value key = key_text(call.heap(), wanted);
    return Value::boolean(in.map().find(key.view(), key.text().hashed()) >= 0);
  }
  if (in.is(Tag::Bytes)) {
    TRY_ASSIGN(bool found, bytes_contain(call));
    return Value::boolean(found);
  }
  return Error(builtin_errors::kCannotContain, {type_name(in)});
}

Result<Value> index_of_matching(Call& call) {
  std::span<const Value> items = call[0].list().items();
  for (size_t i = 0; i < items.size(); ++i) {
    TRY(call.tick());
    TRY_ASSIGN(Value answer, call.invoke_on(i, call[1], items[i]));
    if (truthy(answer)) return Value::integer(static_cast<int64_t>(i));
  }
  return Value::nothing();
}

Result<Value> index_of(Call& call) {
  const Value& in = call[0];
  const Value& wanted = call[1];
  if (in.is_text()) {
    if (!wanted.is_text()) return Error(builtin_errors::kIndexOfNeedsPiece, {type_name(wanted)});
    TRY(call.tick(1 + in.text().size / 64));
    size_t offset = in.view().find(wanted.view());
    if (offset == std::string_view::npos) return Value::nothing();
    return Value::integer(static_cast<int64_t>(count_code_points(in.view().substr(0, offset))));
  }
  TRY(check_list(call, in));
  if (wanted.is_callable()) return index_of_matching(call);
  TRY_ASSIGN(size_t position, position_of(call, in.list().items(), wanted));
  if (position == in.list().size()) return Value::nothing();
  return Value::integer(static_cast<int64_t>(position));
}

constexpr BuiltinSpec kRows[] = {
    {"length", "x", 1, 1, "", Purity::Pure, "", "Number of items, entries, characters or bytes.",
     "length(\"héllo\") → 5", "of several: length(a) + length(b)", length},
    {"append", "xs, item", 2, 2, "", Purity::Pure, "",
     "A list with one item more at the end: set xs to append(xs, item).",
     "append([1, 2], 3) → [1, 2, 3]", "", append},
    {"insert", "xs, position, item", 3, 3, "", Purity::Pure, "",
     "A list with an item put before a position; negative positions count from the end.",
     "insert([1, 2, 3], 1, 9) → [1, 9, 2, 3]", "one item at a time: insert(xs, position, item)",
     insert},
    {"slice", "x, start, end?", 1, 3, "", Purity::Pure, "",
     "The part from start up to, not including, end; negative positions count from the end.",
     "slice([10, 20, 30, 40], 1, -1) → [20, 30]", "", slice},
    {"contains", "collection, item", 2, 2, "", Purity::Pure, "",
     "Whether a list has an item, a text a piece, a map a key.",
     "contains(\"analytics\", \"lyt\") → true", "the place of an item: index_of(xs, item)",
     contains},
    {"index_of", "xs, item", 2, 2, "", Purity::Callback, "",
     "First position of an item, of a piece of text, or where a condition holds; nothing when "
     "absent.",
     "index_of([5, 6, 7], 6) → 1",
     "the search has no start; cut first: index_of(slice(x, start), item)", index_of},
};

}  // namespace

const BuiltinTable kCollectionBuiltins(kRows);

}  // namespace syn
