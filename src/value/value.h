// Value: what a program computes with. 16 bytes: a tag and a payload; heap kinds are counted.
//
// Lists and maps are values in the language: writers first make sure that nobody else holds the
// object (`unique_list`, `unique_map` copy it when its count is above 1).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "value/heap.h"
#include "value/object.h"

namespace syn {

struct BuiltinSpec;
struct Text;
struct BigIntObject;
struct DecimalObject;
struct List;
struct Map;
struct Bytes;
struct ComplexObject;
struct ArrayObject;
struct Task;
struct Native;
struct Secret;
struct DateObject;
struct DateTimeObject;
struct DurationObject;
struct Cell;

class Value {
 public:
  Value() : tag_(Tag::Nothing) { payload_.integer = 0; }
  ~Value() { release(); }
  Value(const Value& other) : tag_(other.tag_), payload_(other.payload_) { retain(); }
  Value(Value&& other) noexcept : tag_(other.tag_), payload_(other.payload_) {
    other.tag_ = Tag::Nothing;
  }
  Value& operator=(const Value& other) {
    Value copy(other);
    swap(copy);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    Value moved(std::move(other));
    swap(moved);
    return *this;
  }
  void swap(Value& other) noexcept {
    std::swap(tag_, other.tag_);
    std::swap(payload_, other.payload_);
  }

  static Value nothing() { return Value(); }
  static Value unbound() {
    Value v;
    v.tag_ = Tag::Unbound;
    return v;
  }
  static Value boolean(bool b) {
    Value v;
    v.tag_ = Tag::Bool;
    v.payload_.boolean = b;
    return v;
  }
  static Value integer(int64_t i) {
    Value v;
    v.tag_ = Tag::Int;
    v.payload_.integer = i;
    return v;
  }
  static Value number(double d) {
    Value v;
    v.tag_ = Tag::Float;
    v.payload_.number = d;
    return v;
  }
  static Value builtin(const BuiltinSpec* spec) {
    Value v;
    v.tag_ = Tag::Builtin;
    v.payload_.builtin = spec;
    return v;
  }
  /// Takes over the caller's reference.
  static Value adopt(Object* object) {
    Value v;
    v.tag_ = object->tag;
    v.payload_.object = object;
    return v;
  }
  /// Shares the object (adds a reference).
  static Value share(Object* object) {
    ++object->references;
    return adopt(object);
  }

  // Assignments that skip the temporary; the machine's loop uses them.
  void set_nothing() {
    release();
    tag_ = Tag::Nothing;
  }
  void set_unbound() {
    release();
    tag_ = Tag::Unbound;
  }
  void set_bool(bool b) {
    release();
    tag_ = Tag::Bool;
    payload_.boolean = b;
  }
  void set_int(int64_t i) {
    release();
    tag_ = Tag::Int;
    payload_.integer = i;
  }
  void set_float(double d) {
    release();
    tag_ = Tag::Float;
    payload_.number = d;
  }

  /// Takes `other` over into a slot that holds nothing counted; `other` becomes nothing.
  void take_into_empty(Value& other) {
    tag_ = other.tag_;
    payload_ = other.payload_;
    other.tag_ = Tag::Nothing;
  }

  Tag tag() const { return tag_; }
  bool is(Tag tag) const { return tag_ == tag; }
  bool is_nothing() const { return tag_ == Tag::Nothing; }
  bool is_unbound() const { return tag_ == Tag::Unbound; }
  bool is_int() const { return tag_ == Tag::Int; }
  bool is_float() const { return tag_ == Tag::Float; }
  bool is_text() const { return tag_ == Tag::Text; }
  bool is_list() const { return tag_ == Tag::List; }
  bool is_map() const { return tag_ == Tag::Map; }
  bool is_integer() const { return tag_ == Tag::Int || tag_ == Tag::BigInt; }
  bool is_callable() const {
    return tag_ == Tag::Task || tag_ == Tag::Builtin || tag_ == Tag::Native;
  }

  bool as_bool() const { return payload_.boolean; }
  int64_t as_int() const { return payload_.integer; }
  double as_float() const { return payload_.number; }
  const BuiltinSpec* as_builtin() const { return payload_.builtin; }
  Object* object() const { return payload_.object; }

  // Casts of the payload; the tag must fit. Defined in value/objects.h.
  inline Text& text() const;
  inline List& list() const;
  inline Map& map() const;
  inline BigIntObject& big_int() const;
  inline DecimalObject& decimal() const;
  inline Bytes& bytes() const;
  inline ComplexObject& complex() const;
  inline ArrayObject& array() const;
  inline Task& task() const;
  inline Native& native() const;
  inline Secret& secret() const;
  inline DateObject& date() const;
  inline DateTimeObject& date_time() const;
  inline DurationObject& duration() const;
  inline Cell& cell() const;
  /// The bytes of a text value.
  inline std::string_view view() const;

  /// True when nobody else holds the object.
  bool is_unique() const { return payload_.object->references == 1; }

 private:
  void retain() const {
    if (is_heap_tag(tag_)) ++payload_.object->references;
  }
  void release() const {
    if (is_heap_tag(tag_) && --payload_.object->references == 0) {
      Heap::of(payload_.object).drop(payload_.object);
    }
  }

  Tag tag_;
  union Payload {
    bool boolean;
    int64_t integer;
    double number;
    const BuiltinSpec* builtin;
    Object* object;
  } payload_;
};
static_assert(sizeof(Value) == 16);

}  // namespace syn
