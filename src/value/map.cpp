// Maps and shapes.
// SPDX-License-Identifier: Apache-2.0
#include "value/map.h"

#include <cstring>
#include <new>

#include "base/check.h"
#include "value/objects.h"

namespace syn {
namespace {

/// Up to this many keys a scan beats the index.
constexpr size_t kScanLimit = 8;

void index_put(uint32_t* index, uint32_t mask, uint64_t hash, uint32_t position) {
  uint32_t slot = static_cast<uint32_t>(hash) & mask;
  while (index[slot] != 0) slot = (slot + 1) & mask;
  index[slot] = position + 1;
}

uint32_t index_size_for(size_t count) {
  uint32_t size = 16;
  while (size < count * 2) size *= 2;
  return size;
}

void build_index(Shape& shape) {
  if (shape.keys.size() <= kScanLimit) return;
  shape.index.assign(index_size_for(shape.keys.size()), 0);
  auto mask = static_cast<uint32_t>(shape.index.size() - 1);
  for (uint32_t i = 0; i < shape.keys.size(); ++i) {
    index_put(shape.index.data(), mask, shape.keys[i]->hashed(), i);
  }
}

/// Gives a map with its own entries a fresh index over them.
void rebuild_index(Heap& heap, Map& map, uint32_t size) {
  if (map.index_size != 0) heap.free_buffer(map.index, map.index_size * sizeof(uint32_t));
  map.index = static_cast<uint32_t*>(heap.allocate_buffer(size * sizeof(uint32_t)));
  map.index_size = size;
  std::memset(map.index, 0, size * sizeof(uint32_t));
  for (uint32_t i = 0; i < map.count; ++i) {
    index_put(map.index, size - 1, map.entries[i].key->hashed(), i);
  }
}

void grow_slots(Heap& heap, Map& map, size_t capacity) {
  auto* slots = static_cast<Value*>(heap.allocate_buffer(capacity * sizeof(Value)));
  if (map.count != 0) {
    std::memcpy(static_cast<void*>(slots), static_cast<void*>(map.slots),
                map.count * sizeof(Value));
  }
  if (map.capacity != 0) heap.free_buffer(map.slots, map.capacity * sizeof(Value));
  map.slots = slots;
  map.capacity = static_cast<uint32_t>(capacity);
}

/// Leaves the shape: the map gets entries of its own.
void to_entries(Heap& heap, Map& map) {
  size_t capacity = map.count < 8 ? 16 : size_t{map.count} * 2;
  auto* entries = static_cast<MapEntry*>(heap.allocate_buffer(capacity * sizeof(MapEntry)));
  for (uint32_t i = 0; i < map.count; ++i) {
    Text* key = map.shape->keys[i];
    ++key->references;
    new (&entries[i]) MapEntry{key, std::move(map.slots[i])};
    map.slots[i].~Value();
  }
  if (map.capacity != 0) heap.free_buffer(map.slots, map.capacity * sizeof(Value));
  map.shape = nullptr;
  map.entries = entries;
  map.capacity = static_cast<uint32_t>(capacity);
  map.index_size = 0;
  rebuild_index(heap, map, index_size_for(capacity));
}

void add_entry(Heap& heap, Map& map, Text* key, Value value) {
  if (map.count == map.capacity) {
    size_t capacity = size_t{map.capacity} * 2;
    auto* entries = static_cast<MapEntry*>(heap.allocate_buffer(capacity * sizeof(MapEntry)));
    std::memcpy(static_cast<void*>(entries), static_cast<void*>(map.entries),
                map.count * sizeof(MapEntry));
    heap.free_buffer(map.entries, map.capacity * sizeof(MapEntry));
    map.entries = entries;
    map.capacity = static_cast<uint32_t>(capacity);
  }
  ++key->references;
  new (&map.entries[map.count]) MapEntry{key, std::move(value)};
  ++map.count;
  if (map.count * 2 > map.index_size) {
    rebuild_index(heap, map, map.index_size * 2);
  } else {
    index_put(map.index, map.index_size - 1, key->hashed(), map.count - 1);
  }
}

void add_key(Heap& heap, Map& map, Text* key, Value value) {
  if (map.shape != nullptr) {
    bool is_interned = (key->flags & Text::kInterned) != 0;
    Text* interned = is_interned ? key : heap.intern(key->view());
    Shape* next = heap.shapes().extended(map.shape, interned);
    if (!is_interned && --interned->references == 0) heap.drop(interned);
    if (next != nullptr) {
      if (map.count == map.capacity) {
        grow_slots(heap, map, map.capacity < 2 ? 2 : size_t{map.capacity} * 2);
      }
      new (&map.slots[map.count]) Value(std::move(value));
      ++map.count;
      map.shape = next;
      return;
    }
    to_entries(heap, map);
  }
  add_entry(heap, map, key, std::move(value));
}

}  // namespace

int Shape::find(std::string_view key, uint64_t hash) const {
  if (index.empty()) {
    for (size_t i = 0; i < keys.size(); ++i) {
      if (keys[i]->hash == hash && keys[i]->view() == key) return static_cast<int>(i);
    }
    return -1;
  }
  auto mask = static_cast<uint32_t>(index.size() - 1);
  for (uint32_t slot = static_cast<uint32_t>(hash) & mask; index[slot] != 0;
       slot = (slot + 1) & mask) {
    uint32_t position = index[slot] - 1;
    if (keys[position]->hash == hash && keys[position]->view() == key) {
      return static_cast<int>(position);
    }
  }
  return -1;
}

int Shape::find(Text& key) const {
  if (index.empty()) {
    for (size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == &key) return static_cast<int>(i);
    }
    if ((key.flags & Text::kInterned) != 0) return -1;
  }
  return find(key.view(), key.hashed());
}

int64_t Map::find(std::string_view wanted, uint64_t hash) const {
  if (shape != nullptr) return shape->find(wanted, hash);
  uint32_t mask = index_size - 1;
  for (uint32_t slot = static_cast<uint32_t>(hash) & mask; index[slot] != 0;
       slot = (slot + 1) & mask) {
    uint32_t position = index[slot] - 1;
    if (entries[position].key->hash == hash && entries[position].key->view() == wanted) {
      return position;
    }
  }
  return -1;
}

namespace {

/// The general search, apart so that the common one saves no registers.
[[gnu::noinline]] int64_t find_alike(const Map& map, Text& key) {
  return map.shape != nullptr ? map.shape->find(key) : map.find(key.view(), key.hashed());
}

}  // namespace

int64_t Map::find(Text& key) const {
  uint64_t hash = key.hash;
  if (shape != nullptr || hash == 0) return find_alike(*this, key);
  uint32_t mask = index_size - 1;
  for (uint32_t slot = static_cast<uint32_t>(hash) & mask; index[slot] != 0;
       slot = (slot + 1) & mask) {
    uint32_t position = index[slot] - 1;
    const Text* held = entries[position].key;
    if (held == &key) {
      hint = position;
      return position;
    }
    if (held->hash == hash) return find_alike(*this, key);
  }
  return -1;
}

ShapeTable::ShapeTable(Heap& heap) : heap_(heap) {
  shapes_.push_back(std::make_unique<Shape>());
  root_ = shapes_.back().get();
}

ShapeTable::~ShapeTable() {
  for (auto& shape : shapes_) {
    for (Text* key : shape->keys) {
      if (--key->references == 0) heap_.drop(key);
    }
  }
}

Shape* ShapeTable::extended(Shape* shape, Text* key) {
  auto found = shape->transitions.find(key);
  if (found != shape->transitions.end()) return found->second;
  if (shape->keys.size() >= kMaxGrownShape || shapes_.size() >= kMaxShapes) return nullptr;
  auto next = std::make_unique<Shape>();
  next->keys.reserve(shape->keys.size() + 1);
  next->keys = shape->keys;
  next->keys.push_back(key);
  key->hashed();
  for (Text* each : next->keys) ++each->references;
  build_index(*next);
  heap_.charge(sizeof(Shape) + next->keys.size() * 24);
  Shape* made = next.get();
  shape->transitions.emplace(key, made);
  shapes_.push_back(std::move(next));
  return made;
}

Shape* ShapeTable::for_table(std::span<const std::string_view> keys) {
  Shape* shape = root_;
  if (keys.size() <= kMaxGrownShape) {
    for (std::string_view key : keys) {
      Text* interned = heap_.intern(key);
      shape = extended(shape, interned);
      if (--interned->references == 0) heap_.drop(interned);
      if (shape == nullptr) break;
    }
    if (shape != nullptr) return shape;
  }
  auto wide = std::make_unique<Shape>();
  wide->is_shared_wide = true;
  for (std::string_view key : keys) {
    Text* interned = heap_.intern(key);
    interned->hashed();
    wide->keys.push_back(interned);
  }
  build_index(*wide);
  heap_.charge(sizeof(Shape) + keys.size() * 24);
  shapes_.push_back(std::move(wide));
  return shapes_.back().get();
}

Shape* ShapeTable::for_fixed(std::span<const std::string_view> keys) {
  Shape*& known = fixed_[keys.data() + keys.size()];
  if (known == nullptr) known = for_table(keys);
  return known;
}

Value make_map(Heap& heap) {
  auto* map = static_cast<Map*>(heap.allocate_object(sizeof(Map)));
  map->references = 1;
  map->tag = Tag::Map;
  map->flags = 0;
  map->size_class = Heap::size_class_of(sizeof(Map));
  map->shape = heap.shapes().root();
  map->count = 0;
  map->capacity = 0;
  map->slots = nullptr;
  map->index = nullptr;
  map->index_size = 0;
  map->hint = 0;
  return Value::adopt(map);
}

Value make_map_of_shape(Heap& heap, Shape* shape) {
  Value value = make_map(heap);
  Map& map = value.map();
  map.shape = shape;
  if (!shape->keys.empty()) grow_slots(heap, map, shape->keys.size());
  map.count = static_cast<uint32_t>(shape->keys.size());
  for (uint32_t i = 0; i < map.count; ++i) new (&map.slots[i]) Value();
  return value;
}

void put(Value& value, Text* key, Value item) {
  Map& map = value.map();
  int64_t position = map.find(*key);
  if (position >= 0) {
    map.value(static_cast<size_t>(position)) = std::move(item);
    return;
  }
  add_key(Heap::of(&map), map, key, std::move(item));
}

void put(Value& value, std::string_view key, Value item) {
  Heap& heap = Heap::of(value.object());
  Value text = make_text(heap, key);
  put(value, &text.text(), std::move(item));
}

Map& unique_map(Value& value) {
  if (value.is_unique()) return value.map();
  Heap& heap = Heap::of(value.object());
  const Map& old = value.map();
  Value copy = make_map(heap);
  Map& map = copy.map();
  if (old.shape != nullptr) {
    map.shape = old.shape;
    if (old.count != 0) grow_slots(heap, map, old.count);
    for (uint32_t i = 0; i < old.count; ++i) new (&map.slots[i]) Value(old.slots[i]);
    map.count = old.count;
  } else {
    to_entries(heap, map);
    for (uint32_t i = 0; i < old.count; ++i) {
      add_entry(heap, map, old.entries[i].key, old.entries[i].value);
    }
  }
  value = std::move(copy);
  return value.map();
}

Value without(Heap& heap, const Map& map, size_t position) {
  Value copy = make_map(heap);
  if (map.shape == nullptr) to_entries(heap, copy.map());
  for (size_t i = 0; i < map.size(); ++i) {
    if (i != position) add_key(heap, copy.map(), map.key(i), map.value(i));
  }
  return copy;
}

}  // namespace syn
