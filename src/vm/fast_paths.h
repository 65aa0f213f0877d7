// What the loop does itself for the commonest kinds: items of lists, entries of maps, equality.
// Each gives up (null, Unknown) where anything is out of the ordinary; the general code takes over
// and knows the errors. In a header so that the loop inlines it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

#include "base/result.h"
#include "value/objects.h"

namespace syn {

/// The item that a number leads to in a list of plain values, or null.
inline Value* find_item(const List& list, int64_t index) {
  bool plain = static_cast<uint64_t>(index) < list.count && list.columns == nullptr;
  return plain ? list.data + index : nullptr;
}

/// The value under a key, or null; also for entries that belong to a module.
inline Value* find_entry(const Map& map, Text& key) {
  if (map.shape == nullptr) {
    // The key found last is often asked for next: `set m[k] to m[k] + 1`.
    MapEntry& last = map.entries[map.hint];
    if (map.hint < map.count && last.key == &key) {
      return last.value.is(Tag::Cell) ? nullptr : &last.value;
    }
  }
  int64_t position = map.find(key);
  if (position < 0) return nullptr;
  const Value& entry = map.value(static_cast<size_t>(position));
  return entry.is(Tag::Cell) ? nullptr : const_cast<Value*>(&entry);  // the map's own place
}

/// The place that keys lead to from `current`, when it is there and every container on the way has
/// one holder; else null. Changes nothing.
inline Value* find_place(Value* current, const Value* keys, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (current->is_list()) {
      if (!keys[i].is_int() || !current->is_unique()) return nullptr;
      current = find_item(current->list(), keys[i].as_int());
    } else if (current->is_map()) {
      const Map& map = current->map();
      if (!keys[i].is_text() || !current->is_unique() || map.flags != 0) return nullptr;
      current = find_entry(map, keys[i].text());
    } else {
      return nullptr;
    }
    if (current == nullptr) return nullptr;
  }
  return current;
}

enum class Sameness : uint8_t { Different, Same, Unknown };

inline Sameness same_if(bool same) { return same ? Sameness::Same : Sameness::Different; }

inline Sameness same_texts(const Text& left, const Text& right) {
  if (&left == &right) return Sameness::Same;
  if (left.size != right.size) return Sameness::Different;
  return same_if(std::memcmp(left.data, right.data, left.size) == 0);
}

/// Equality of two whole numbers, two texts, two truth values.
inline Sameness quickly_equal(const Value& left, const Value& right) {
  if (left.tag() != right.tag()) return Sameness::Unknown;
  if (left.is_int()) return same_if(left.as_int() == right.as_int());
  if (left.is_text()) return same_texts(left.text(), right.text());
  if (left.is(Tag::Bool)) return same_if(left.as_bool() == right.as_bool());
  return Sameness::Unknown;
}

/// `==` on two operands: `equal`, but a date against a text is an error, since a filter that keeps
/// no row looks like an answer.
Result<bool> operands_equal(const Value& left, const Value& right);

/// a % b for b > 0, with the sign of b. Numbers of 32 bits divide several times as fast.
inline int64_t floor_modulo(int64_t a, int64_t b) {
  if (((static_cast<uint64_t>(a) | static_cast<uint64_t>(b)) >> 32) == 0) {
    return static_cast<uint32_t>(a) % static_cast<uint32_t>(b);
  }
  int64_t rest = a % b;
  return rest < 0 ? rest + b : rest;
}

/// a // b for b > 0, rounded down.
inline int64_t floor_quotient(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

}  // namespace syn
