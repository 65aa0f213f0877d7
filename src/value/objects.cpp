// Making the other heap objects; type names and truth.
// SPDX-License-Identifier: Apache-2.0
#include "value/objects.h"

#include <cstring>
#include <new>

#include "base/check.h"

namespace syn {
namespace {

/// Constructs a T in a block of its own, with one reference.
template <typename T>
T* make_object(Heap& heap, Tag tag) {
  static_assert(sizeof(T) <= Heap::kMaxSmall);
  void* memory = heap.allocate_object(sizeof(T));
  T* object = new (memory) T();
  object->references = 1;
  object->tag = tag;
  object->flags = 0;
  object->size_class = Heap::size_class_of(sizeof(T));
  return object;
}

}  // namespace

Value make_big_int(Heap& heap, BigInt value) {
  if (value.fits_int64()) return Value::integer(value.to_int64());
  auto* object = make_object<BigIntObject>(heap, Tag::BigInt);
  object->value = std::move(value);
  object->charged = static_cast<uint32_t>(object->value.byte_size());
  heap.charge(object->charged);
  return Value::adopt(object);
}

Value make_decimal(Heap& heap, Decimal value) {
  auto* object = make_object<DecimalObject>(heap, Tag::Decimal);
  object->value = std::move(value);
  object->charged = static_cast<uint32_t>(object->value.byte_size());
  heap.charge(object->charged);
  return Value::adopt(object);
}

Value make_bytes(Heap& heap, std::string_view bytes) {
  auto* object = make_object<Bytes>(heap, Tag::Bytes);
  object->size = bytes.size();
  object->data = nullptr;
  if (!bytes.empty()) {
    object->data = static_cast<uint8_t*>(heap.allocate_buffer(bytes.size()));
    std::memcpy(object->data, bytes.data(), bytes.size());
  }
  return Value::adopt(object);
}

Value make_complex(Heap& heap, std::complex<double> value) {
  auto* object = make_object<ComplexObject>(heap, Tag::Complex);
  object->value = value;
  return Value::adopt(object);
}

Value make_array(Heap& heap, std::vector<size_t> shape, std::vector<double> data) {
  auto* object = make_object<ArrayObject>(heap, Tag::Array);
  object->shape = std::move(shape);
  object->data = std::move(data);
  heap.charge(object->data.size() * sizeof(double));
  return Value::adopt(object);
}

Value make_secret(Heap& heap, Value value, Value label) {
  auto* object = make_object<Secret>(heap, Tag::Secret);
  object->value = std::move(value);
  object->label = std::move(label);
  return Value::adopt(object);
}

Value make_date(Heap& heap, int32_t days) {
  auto* object = make_object<DateObject>(heap, Tag::Date);
  object->days = days;
  return Value::adopt(object);
}

Value make_date_time(Heap& heap, int64_t seconds, int32_t nanoseconds, int32_t offset_seconds,
                     Value zone) {
  auto* object = make_object<DateTimeObject>(heap, Tag::DateTime);
  object->seconds = seconds;
  object->nanoseconds = nanoseconds;
  object->offset_seconds = offset_seconds;
  object->zone = std::move(zone);
  return Value::adopt(object);
}

Value make_duration(Heap& heap, int128 nanoseconds) {
  auto* object = make_object<DurationObject>(heap, Tag::Duration);
  object->nanoseconds = nanoseconds;
  return Value::adopt(object);
}

Value make_cell(Heap& heap, Value value) {
  auto* object = make_object<Cell>(heap, Tag::Cell);
  object->value = std::move(value);
  return Value::adopt(object);
}

Value make_task(Heap& heap, const Code* code, const TaskInfo* info, uint32_t num_cells) {
  auto* object = make_object<Task>(heap, Tag::Task);
  object->code = code;
  object->info = info;
  object->num_cells = num_cells;
  object->cells = nullptr;
  object->declared_requires = 0;
  if (num_cells != 0) {
    object->cells = static_cast<Value*>(heap.allocate_buffer(num_cells * sizeof(Value)));
    for (uint32_t i = 0; i < num_cells; ++i) new (&object->cells[i]) Value();
  }
  return Value::adopt(object);
}

Value make_native(Heap& heap, NativeFunction function, std::string name, uint16_t min_arguments,
                  uint16_t max_arguments, std::vector<Value> captured) {
  auto* object = make_object<Native>(heap, Tag::Native);
  object->function = function;
  object->name = std::move(name);
  object->min_arguments = min_arguments;
  object->max_arguments = max_arguments;
  object->captured = std::move(captured);
  return Value::adopt(object);
}

std::string_view type_name(const Value& value) {
  switch (value.tag()) {
    case Tag::Nothing: return "nothing";
    case Tag::Bool: return "bool";
    case Tag::Int:
    case Tag::Float:
    case Tag::BigInt: return "number";
    case Tag::Decimal: return "decimal";
    case Tag::Text: return "text";
    case Tag::List: return "list";
    case Tag::Map: return "map";
    case Tag::Bytes: return "bytes";
    case Tag::Complex: return "complex";
    case Tag::Array: return "array";
    case Tag::Builtin:
    case Tag::Task:
    case Tag::Native: return "task";
    case Tag::Secret: return "secret";
    case Tag::Date: return "date";
    case Tag::DateTime: return "datetime";
    case Tag::Duration: return "duration";
    case Tag::Unbound:
    case Tag::Cell: break;
  }
  CHECK(false);
  return {};
}

bool truthy(const Value& value) {
  switch (value.tag()) {
    case Tag::Nothing:
    case Tag::Unbound: return false;
    case Tag::Bool: return value.as_bool();
    case Tag::Int: return value.as_int() != 0;
    case Tag::Float: return value.as_float() != 0.0;
    case Tag::Text: return value.text().size != 0;
    case Tag::List: return value.list().count != 0;
    case Tag::Map: return value.map().count != 0;
    case Tag::Bytes: return value.bytes().size != 0;
    case Tag::Decimal: return !value.decimal().value.is_zero();
    case Tag::Complex: return value.complex().value != std::complex<double>(0, 0);
    case Tag::Array: return !value.array().data.empty();
    case Tag::Secret: return truthy(value.secret().value);
    case Tag::Duration: return value.duration().nanoseconds != 0;
    case Tag::BigInt:
    case Tag::Builtin:
    case Tag::Task:
    case Tag::Native:
    case Tag::Date:
    case Tag::DateTime:
    case Tag::Cell: return true;
  }
  return true;
}

}  // namespace syn
