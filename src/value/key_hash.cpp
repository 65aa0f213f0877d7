// The hash of keys, in step with key_equal: numbers hash by value whatever their kind, maps
// whatever the order of their keys. A walk with a stack of its own: a container's hash is built up
// in its frame and handed to the frame around it.
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "num/number_hash.h"
#include "value/equality.h"
#include "value/numbers.h"
#include "value/seen.h"

namespace syn {
namespace {

constexpr uint64_t kSpread = 0x9E3779B97F4A7C15u;

uint64_t mixed(uint64_t hash) {
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93u;
  hash ^= hash >> 32;
  return hash * 0xFF51AFD7ED558CCDu;
}

uint64_t combined(uint64_t hash, uint64_t next) { return mixed(hash * kSpread + next); }

uint64_t seed(Tag tag) { return kSpread * (static_cast<uint64_t>(tag) + 1); }

uint64_t hash_array(const ArrayObject& array) {
  uint64_t hash = seed(Tag::Array);
  for (size_t size : array.shape) hash = combined(hash, size);
  for (double element : array.data) hash = combined(hash, hash_double(element));
  return hash;
}

uint64_t hash_duration(int128 nanoseconds) {
  auto bits = static_cast<uint128>(nanoseconds);
  return combined(combined(seed(Tag::Duration), static_cast<uint64_t>(bits)),
                  static_cast<uint64_t>(bits >> 64));
}

uint64_t hash_address(Tag tag, const void* address) {
  return combined(seed(tag), reinterpret_cast<uintptr_t>(address));
}

/// Any value but a list or map.
uint64_t hash_leaf(const Value& value) {
  switch (value.tag()) {
    case Tag::Int: return hash_int64(value.as_int());
    case Tag::Float: return hash_double(value.as_float());
    case Tag::Text: return value.text().hashed();
    case Tag::Bool: return hash_int64(value.as_bool() ? 1 : 0);
    case Tag::BigInt: return value.big_int().value.hash();
    case Tag::Decimal: return value.decimal().value.hash();
    case Tag::Complex: return hash(complex_of(value));
    case Tag::Bytes: return combined(seed(Tag::Bytes), hash_bytes(bytes_view(value)));
    case Tag::Array: return hash_array(value.array());
    case Tag::Date:
      return combined(seed(Tag::Date), static_cast<uint64_t>(int64_t{value.date().days}));
    case Tag::DateTime:
      return combined(
          combined(seed(Tag::DateTime), static_cast<uint64_t>(value.date_time().seconds)),
          static_cast<uint64_t>(value.date_time().nanoseconds));
    case Tag::Duration: return hash_duration(value.duration().nanoseconds);
    case Tag::Builtin: return hash_address(Tag::Builtin, value.as_builtin());
    case Tag::Task:
    case Tag::Native: return hash_address(value.tag(), value.object());
    case Tag::Unbound:
    case Tag::Nothing: return seed(Tag::Nothing);
    case Tag::List:
    case Tag::Map:
    case Tag::Secret:
    case Tag::Cell: break;
  }
  return 0;
}

class HashWalk {
 public:
  uint64_t run(const Value& container) {
    enter(container.object());
    while (true) {
      Frame& frame = stack_.back();
      const Value* next = next_value(frame);
      if (next == nullptr) {
        uint64_t hash = mixed(frame.hash);
        seen_.remember(frame.object, hash);
        stack_.pop_back();
        if (stack_.empty()) return hash;
        take(stack_.back(), hash);
        continue;
      }
      const Value& value = seen_through(*next);
      if (!value.is_list() && !value.is_map()) {
        take(frame, hash_leaf(value));
      } else if (const uint64_t* known = seen_.find(value.object())) {
        take(frame, *known);
      } else {
        enter(value.object());
      }
    }
  }

 private:
  struct Frame {
    const Object* object;
    size_t position;
    uint64_t hash;
  };

  void enter(const Object* object) { stack_.push_back({object, 0, seed(object->tag)}); }

  const Value* next_value(Frame& frame) {
    if (frame.object->tag == Tag::List) {
      const List& list = *static_cast<const List*>(frame.object);
      return frame.position == list.size() ? nullptr : &list.at(frame.position++);
    }
    const Map& map = *static_cast<const Map*>(frame.object);
    return frame.position == map.size() ? nullptr : &map.value(frame.position++);
  }

  /// Adds the hash of the value before `position`; entries of a map add up in any order.
  void take(Frame& frame, uint64_t hash) {
    if (frame.object->tag == Tag::List) {
      frame.hash = combined(frame.hash, hash);
      return;
    }
    const Map& map = *static_cast<const Map*>(frame.object);
    frame.hash += combined(map.key(frame.position - 1)->hashed(), hash);
  }

  std::vector<Frame> stack_;
  SeenHashes seen_;
};

}  // namespace

uint64_t key_hash(const Value& given) {
  const Value& value = seen_through(given);
  if (!value.is_list() && !value.is_map()) return hash_leaf(value);
  return HashWalk().run(value);
}

}  // namespace syn
