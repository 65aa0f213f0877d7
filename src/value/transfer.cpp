// A tag, then what the kind needs. Maps keep their order.
// SPDX-License-Identifier: Apache-2.0
#include "value/transfer.h"

#include <cstring>

#include "base/check.h"
#include "value/objects.h"

namespace syn {
namespace {

constexpr int kDeepest = 200;

template <typename T>
void append_raw(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <typename T>
T take_raw(std::string_view& bytes) {
  T value;
  CHECK(bytes.size() >= sizeof(T));
  std::memcpy(&value, bytes.data(), sizeof(T));
  bytes.remove_prefix(sizeof(T));
  return value;
}

/// Where to stop.
struct Bounds {
  size_t max_bytes;
  int depth;

  Bounds inner() const { return {max_bytes, depth + 1}; }
};

bool encode(std::string& out, const Value& value, Bounds bounds);

bool encode_list(std::string& out, const List& list, Bounds bounds) {
  encode_number(out, list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    if (!encode(out, list.item(i), bounds.inner())) return false;
  }
  return true;
}

bool encode_map(std::string& out, const Map& map, Bounds bounds) {
  if (map.flags != 0) return false;
  encode_number(out, map.size());
  for (size_t i = 0; i < map.size(); ++i) {
    encode_text(out, map.key(i)->view());
    if (!encode(out, map.value(i), bounds.inner())) return false;
  }
  return true;
}

bool encode(std::string& out, const Value& value, Bounds bounds) {
  if (bounds.depth > kDeepest || out.size() > bounds.max_bytes) return false;
  out += static_cast<char>(value.tag());
  switch (value.tag()) {
    case Tag::Nothing: return true;
    case Tag::Bool: append_raw(out, value.as_bool()); return true;
    case Tag::Int: append_raw(out, value.as_int()); return true;
    case Tag::Float: append_raw(out, value.as_float()); return true;
    case Tag::Builtin: append_raw(out, value.as_builtin()); return true;
    case Tag::Text: encode_text(out, value.view()); return true;
    case Tag::BigInt: encode_text(out, value.big_int().value.to_text(16)); return true;
    case Tag::Decimal: encode_text(out, value.decimal().value.to_text()); return true;
    case Tag::List: return encode_list(out, value.list(), bounds);
    case Tag::Map: return encode_map(out, value.map(), bounds);
    case Tag::Bytes: {
      std::span<const uint8_t> bytes = value.bytes().view();
      encode_text(out, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      return true;
    }
    case Tag::Complex: append_raw(out, value.complex().value); return true;
    case Tag::Array: {
      const ArrayObject& array = value.array();
      encode_number(out, array.shape.size());
      for (size_t size : array.shape) encode_number(out, size);
      encode_text(out, {reinterpret_cast<const char*>(array.data.data()),
                        array.data.size() * sizeof(double)});
      return true;
    }
    case Tag::Date: append_raw(out, value.date().days); return true;
    case Tag::DateTime: {
      const DateTimeObject& time = value.date_time();
      append_raw(out, time.seconds);
      append_raw(out, time.nanoseconds);
      append_raw(out, time.offset_seconds);
      return encode(out, time.zone, bounds.inner());
    }
    case Tag::Duration: append_raw(out, value.duration().nanoseconds); return true;
    case Tag::Unbound:
    case Tag::Task:
    case Tag::Native:
    case Tag::Secret:
    case Tag::Cell: return false;
  }
  return false;
}

Value decode_array(Heap& heap, std::string_view& bytes) {
  std::vector<size_t> shape(decode_number(bytes));
  for (size_t& size : shape) size = decode_number(bytes);
  std::string_view raw = decode_text(bytes);
  std::vector<double> data(raw.size() / sizeof(double));
  if (!raw.empty()) std::memcpy(data.data(), raw.data(), raw.size());
  return make_array(heap, std::move(shape), std::move(data));
}

Value decode_time(Heap& heap, std::string_view& bytes) {
  auto seconds = take_raw<int64_t>(bytes);
  auto nanoseconds = take_raw<int32_t>(bytes);
  auto offset = take_raw<int32_t>(bytes);
  return make_date_time(heap, seconds, nanoseconds, offset, decode_value(heap, bytes));
}

}  // namespace

void encode_number(std::string& out, uint64_t number) { append_raw(out, number); }
uint64_t decode_number(std::string_view& bytes) { return take_raw<uint64_t>(bytes); }

void encode_text(std::string& out, std::string_view text) {
  encode_number(out, text.size());
  out += text;
}

std::string_view decode_text(std::string_view& bytes) {
  uint64_t size = decode_number(bytes);
  CHECK(size <= bytes.size());
  std::string_view text = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return text;
}

bool encode_value(std::string& out, const Value& value, size_t max_bytes) {
  return encode(out, value, {max_bytes, 0}) && out.size() <= max_bytes;
}

Value decode_value(Heap& heap, std::string_view& bytes) {
  auto tag = static_cast<Tag>(take_raw<uint8_t>(bytes));
  switch (tag) {
    case Tag::Nothing: return {};
    case Tag::Bool: return Value::boolean(take_raw<bool>(bytes));
    case Tag::Int: return Value::integer(take_raw<int64_t>(bytes));
    case Tag::Float: return Value::number(take_raw<double>(bytes));
    case Tag::Builtin: return Value::builtin(take_raw<const BuiltinSpec*>(bytes));
    case Tag::Text: {
      return make_text(heap, decode_text(bytes));
    }
    case Tag::BigInt: return make_big_int(heap, BigInt::parse(decode_text(bytes), 16).value());
    case Tag::Decimal: return make_decimal(heap, Decimal::parse(decode_text(bytes)).value());
    case Tag::List: {
      uint64_t size = decode_number(bytes);
      Value list = make_list(heap, size);
      for (uint64_t i = 0; i < size; ++i) push(list, decode_value(heap, bytes));
      return list;
    }
    case Tag::Map: {
      uint64_t size = decode_number(bytes);
      Value map = make_map(heap);
      for (uint64_t i = 0; i < size; ++i) {
        std::string_view key = decode_text(bytes);
        put(map, key, decode_value(heap, bytes));
      }
      return map;
    }
    case Tag::Bytes: return make_bytes(heap, decode_text(bytes));
    case Tag::Complex: return make_complex(heap, take_raw<std::complex<double>>(bytes));
    case Tag::Array: return decode_array(heap, bytes);
    case Tag::Date: return make_date(heap, take_raw<int32_t>(bytes));
    case Tag::DateTime: return decode_time(heap, bytes);
    case Tag::Duration: return make_duration(heap, take_raw<int128>(bytes));
    case Tag::Unbound:
    case Tag::Task:
    case Tag::Native:
    case Tag::Secret:
    case Tag::Cell: break;
  }
  CHECK(false);
  return {};
}

}  // namespace syn
