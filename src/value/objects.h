// The heap objects behind values: texts, lists, maps, numbers beyond 64 bits, tasks.
// Make them with the `make_…` functions; they come with one reference, held by the Value.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/int128.h"
#include "base/result.h"
#include "num/big_int.h"
#include "num/decimal.h"
#include "value/list.h"
#include "value/map.h"
#include "value/text.h"
#include "value/value.h"

namespace syn {

struct BigIntObject : Object {
  BigInt value;
  uint32_t charged;  ///< bytes charged to the Budget
};
struct DecimalObject : Object {
  Decimal value;
  uint32_t charged;
};
struct Bytes : Object {
  uint8_t* data;
  size_t size;
  std::span<const uint8_t> view() const { return {data, size}; }
};
struct ComplexObject : Object {
  std::complex<double> value;
};
/// n-dimensional doubles, row-major.
struct ArrayObject : Object {
  std::vector<size_t> shape;
  std::vector<double> data;
};
/// Text that never shows; `label` is what shows instead.
struct Secret : Object {
  Value value;  ///< text or bytes
  Value label;  ///< text
};
/// Days since 1970-01-01, proleptic Gregorian.
struct DateObject : Object {
  int32_t days;
};
/// An instant (seconds and nanoseconds since 1970, UTC) seen in a zone.
struct DateTimeObject : Object {
  int64_t seconds;
  int32_t nanoseconds;
  int32_t offset_seconds;  ///< of the zone at this instant
  Value zone;              ///< nothing: fixed offset; text: IANA name
};
struct DurationObject : Object {
  int128 nanoseconds;
};
/// A captured variable.
struct Cell : Object {
  Value value;
};

/// What is known of a task without running it; owned by the code that made it.
struct TaskInfo {
  std::string name;  ///< "<lambda>" for lambdas
  std::vector<std::string> params;
};
struct Code;
/// A task or lambda: its code and the variables it captured (each a Cell).
struct Task : Object {
  const Code* code;
  const TaskInfo* info;
  uint32_t num_cells;
  Value* cells;
  uint64_t declared_requires;  ///< index into the VM's table of tool declarations, 0 for none
};

class Call;
using NativeFunction = Result<Value> (*)(Call& call);
/// A function made at run time: `name` is what prints after "builtin:".
struct Native : Object {
  NativeFunction function;
  std::string name;
  uint16_t min_arguments;
  uint16_t max_arguments;
  std::vector<Value> captured;
};

Value make_big_int(Heap& heap, BigInt value);  ///< gives an Int when it fits
Value make_decimal(Heap& heap, Decimal value);
Value make_bytes(Heap& heap, std::string_view bytes);
Value make_complex(Heap& heap, std::complex<double> value);
Value make_array(Heap& heap, std::vector<size_t> shape, std::vector<double> data);
Value make_secret(Heap& heap, Value value, Value label);
Value make_date(Heap& heap, int32_t days);
Value make_date_time(Heap& heap, int64_t seconds, int32_t nanoseconds, int32_t offset_seconds,
                     Value zone);
Value make_duration(Heap& heap, int128 nanoseconds);
Value make_cell(Heap& heap, Value value);
Value make_task(Heap& heap, const Code* code, const TaskInfo* info, uint32_t num_cells);
Value make_native(Heap& heap, NativeFunction function, std::string name, uint16_t min_arguments,
                  uint16_t max_arguments, std::vector<Value> captured);

/// `type_of`: "number", "text", …
std::string_view type_name(const Value& value);
/// Truth of any value (language.md §7.2).
bool truthy(const Value& value);

inline Text& Value::text() const { return *static_cast<Text*>(payload_.object); }
inline List& Value::list() const { return *static_cast<List*>(payload_.object); }
inline Map& Value::map() const { return *static_cast<Map*>(payload_.object); }
inline BigIntObject& Value::big_int() const { return *static_cast<BigIntObject*>(payload_.object); }
inline DecimalObject& Value::decimal() const {
  return *static_cast<DecimalObject*>(payload_.object);
}
inline Bytes& Value::bytes() const { return *static_cast<Bytes*>(payload_.object); }
inline ComplexObject& Value::complex() const {
  return *static_cast<ComplexObject*>(payload_.object);
}
inline ArrayObject& Value::array() const { return *static_cast<ArrayObject*>(payload_.object); }
inline Task& Value::task() const { return *static_cast<Task*>(payload_.object); }
inline Native& Value::native() const { return *static_cast<Native*>(payload_.object); }
inline Secret& Value::secret() const { return *static_cast<Secret*>(payload_.object); }
inline DateObject& Value::date() const { return *static_cast<DateObject*>(payload_.object); }
inline DateTimeObject& Value::date_time() const {
  return *static_cast<DateTimeObject*>(payload_.object);
}
inline DurationObject& Value::duration() const {
  return *static_cast<DurationObject*>(payload_.object);
}
inline Cell& Value::cell() const { return *static_cast<Cell*>(payload_.object); }
inline std::string_view Value::view() const { return text().view(); }

}  // namespace syn
