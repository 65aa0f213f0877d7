// The head of every heap object, and its kinds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace syn {

/// The tag of a Value and, for heap kinds, of its object. Order matters: everything from Text on
/// lives on the heap and is counted.
enum class Tag : uint8_t {
  Unbound,  ///< a variable slot without a value; no program ever sees it
  Nothing,
  Bool,
  Int,
  Float,
  Builtin,  ///< points to a BuiltinSpec, which is never freed
  Text,
  BigInt,
  Decimal,
  List,
  Map,
  Bytes,
  Complex,
  Array,
  Task,
  Native,  ///< a builtin made at run time: constructors, `sum_of("v")`, generators
  Secret,
  Date,
  DateTime,
  Duration,
  Cell,  ///< a captured variable; no program ever sees it
};

constexpr bool is_heap_tag(Tag tag) { return tag >= Tag::Text; }

struct Object {
  uint32_t references;
  Tag tag;
  uint8_t flags;
  uint16_t size_class;  ///< of the block that holds the object; set by the Heap
};
static_assert(sizeof(Object) == 8);

}  // namespace syn
