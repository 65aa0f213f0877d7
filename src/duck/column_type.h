// Types and cells of the engine's columns, told without its header: what crosses the bridge.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/int128.h"

namespace syn::duck {

enum class Kind : uint8_t {
  Other,  ///< no cell of ours
  Null,   ///< nothing but missing values
  Bool,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Int128,
  UInt128,
  Float,
  Double,
  Decimal,  ///< int16, int32, int64 or int128 by width (4, 9, 18, 38)
  Text,
  Bytes,
  Date,       ///< int32: days since 1970
  Time,       ///< int64: microseconds since midnight
  TimeNanos,  ///< int64
  TimestampSeconds,
  TimestampMillis,
  Timestamp,  ///< int64: microseconds since 1970
  TimestampNanos,
  TimestampZone,  ///< an instant, as Timestamp
  Interval,
  List,    ///< one child
  Array,   ///< one child, `array_size` items a row
  Struct,  ///< a child for each of `names`
  Map,     ///< a list whose child is a Struct of key and value
  Enum,    ///< index into `names`: uint8, uint16 or uint32 by their number
  Uuid,    ///< int128 with the top bit turned
};

struct Type {
  Kind kind = Kind::Other;
  uint8_t width = 0;  ///< of decimals
  uint8_t scale = 0;
  uint64_t array_size = 0;
  std::vector<Type> children;
  std::vector<std::string> names;
  std::string other_name;  ///< what the engine calls a type that is `Other`
};

struct Column {
  std::string name;
  Type type;
};

/// A text as the engine stores it: up to 12 bytes in place.
struct TextCell {
  uint32_t length;
  char start[4];
  union {
    char rest[8];
    const char* pointer;
  };
  std::string_view view() const { return {length <= 12 ? start : pointer, length}; }
};
static_assert(sizeof(TextCell) == 16);

struct ListCell {
  uint64_t offset;
  uint64_t length;
};

struct IntervalCell {
  int32_t months;
  int32_t days;
  int64_t micros;
};

/// A 128-bit integer as the engine stores it.
struct WideCell {
  uint64_t low;
  uint64_t high;
  int128 value() const { return static_cast<int128>((static_cast<uint128>(high) << 64) | low); }
  static WideCell of(int128 value) {
    auto bits = static_cast<uint128>(value);
    return {static_cast<uint64_t>(bits), static_cast<uint64_t>(bits >> 64)};
  }
};

/// One column of a chunk, or the items of a list. Borrowed: valid while the sink is called.
struct VectorView {
  const Type* type = nullptr;
  const void* data = nullptr;
  const uint64_t* validity = nullptr;  ///< null when every row is there
  std::vector<VectorView> children;

  bool is_valid(size_t row) const {
    return validity == nullptr || ((validity[row / 64] >> (row % 64)) & 1) != 0;
  }
  template <typename T>
  const T& at(size_t row) const {
    return static_cast<const T*>(data)[row];
  }
};

}  // namespace syn::duck
