// Maps: text keys in insertion order.
//
// A small map is a Shape (its keys, shared by all maps with the same keys in the same order) and an
// array of values, so `r.amount` at a warm site is one compare and one load. A map that grows past
// kMaxGrownShape keys, or whose shape would be one too many, keeps its own entries and an index.
//
// Invariants: keys of a shape are interned, so within a shape equal keys are equal pointers; a
// shape never changes once made and lives as long as its Heap; entry order is insertion order;
// removing rebuilds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "value/text.h"
#include "value/value.h"

namespace syn {

/// The keys of maps built alike.
struct Shape {
  std::vector<Text*> keys;      ///< interned; each holds a reference
  std::vector<uint32_t> index;  ///< open addressing, position + 1; size a power of 2
  std::unordered_map<Text*, Shape*> transitions;  ///< by the key added next
  bool is_shared_wide = false;                    ///< made for a table: not a step of growth

  /// Position of a key, or -1.
  int find(std::string_view key, uint64_t hash) const;
  int find(Text& key) const;
};

struct MapEntry {
  Text* key;  ///< counted
  Value value;
};

struct Map : Object {
  Shape* shape;  ///< null for a map with its own entries
  uint32_t count;
  uint32_t capacity;
  union {
    Value* slots;       ///< with a shape
    MapEntry* entries;  ///< without
  };
  uint32_t* index;        ///< without a shape: open addressing, position + 1
  uint32_t index_size;    ///< a power of two, or 0
  mutable uint32_t hint;  ///< without a shape: the position found last, or any

  size_t size() const { return count; }
  Text* key(size_t position) const {
    return shape != nullptr ? shape->keys[position] : entries[position].key;
  }
  const Value& value(size_t position) const {
    return shape != nullptr ? slots[position] : entries[position].value;
  }
  Value& value(size_t position) {
    return shape != nullptr ? slots[position] : entries[position].value;
  }
  /// Position of a key, or -1.
  int64_t find(std::string_view key, uint64_t hash) const;
  int64_t find(Text& key) const;
  int64_t find(std::string_view key) const { return find(key, hash_bytes(key)); }
  /// The value under a key, or null.
  const Value* get(std::string_view key) const {
    int64_t position = find(key);
    return position < 0 ? nullptr : &value(static_cast<size_t>(position));
  }
};

/// Owns the shapes of a Heap.
class ShapeTable {
 public:
  explicit ShapeTable(Heap& heap);
  ~ShapeTable();
  Shape* root() { return root_; }
  /// The shape with `key` added, or null when there are too many shapes or keys.
  Shape* extended(Shape* shape, Text* interned_key);
  /// A shape with these keys (distinct), shared by all rows of a table. Up to 10,000 keys.
  Shape* for_table(std::span<const std::string_view> keys);

  /// The same for keys of the program text, which are found again by their address.
  Shape* for_fixed(std::span<const std::string_view> keys);

  static constexpr size_t kMaxGrownShape = 24;
  static constexpr size_t kMaxShapes = 4096;

 private:
  Heap& heap_;
  std::vector<std::unique_ptr<Shape>> shapes_;
  std::unordered_map<const std::string_view*, Shape*> fixed_;  // by where the keys end
  Shape* root_;
};

Value make_map(Heap& heap);
/// A map of a given shape with all values Nothing, for the caller to fill through `slots`.
Value make_map_of_shape(Heap& heap, Shape* shape);
/// Writes an entry of a unique map: replaces it in place or adds it at the end.
void put(Value& map, std::string_view key, Value value);
void put(Value& map, Text* key, Value value);
/// Makes `map` the only holder of its object, copying the outer map if it is shared, and gives it.
Map& unique_map(Value& map);
/// A copy without the key at `position`.
Value without(Heap& heap, const Map& map, size_t position);

}  // namespace syn
