// Memory of walks over values. Equal parts of a value may be one object held many times, so that a
// value of n objects can have 2^n paths; walks that remember what they saw take each object once.
// Nothing is remembered until a walk is long, since most values are small trees.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "value/object.h"

namespace syn {

/// Visits before a walk begins to remember.
inline constexpr uint32_t kVisitsBeforeMemory = 4096;

/// Pairs of objects that were compared, or are being compared, and have not differed so far. A walk
/// that ends at the first difference need not look at such a pair again.
class SeenPairs {
 public:
  /// True when the pair has to be looked at.
  bool is_new(const Object* left, const Object* right) {
    if (visits_ < kVisitsBeforeMemory) {
      ++visits_;
      return true;
    }
    if (left->references == 1 && right->references == 1) return true;
    return pairs_.insert({left, right}).second;
  }

 private:
  struct Pair {
    const Object* left;
    const Object* right;
    bool operator==(const Pair&) const = default;
  };
  struct PairHash {
    size_t operator()(const Pair& pair) const {
      return reinterpret_cast<uintptr_t>(pair.left) * 0x9E3779B97F4A7C15u ^
             reinterpret_cast<uintptr_t>(pair.right) * 0xD6E8FEB86659FD93u;
    }
  };

  uint32_t visits_ = 0;
  std::unordered_set<Pair, PairHash> pairs_;
};

/// Results for objects that were walked before.
class SeenHashes {
 public:
  /// The hash of an object, or null where it has to be computed.
  const uint64_t* find(const Object* object) {
    if (visits_ < kVisitsBeforeMemory) {
      ++visits_;
      return nullptr;
    }
    if (object->references == 1) return nullptr;
    auto found = hashes_.find(object);
    return found == hashes_.end() ? nullptr : &found->second;
  }
  void remember(const Object* object, uint64_t hash) {
    if (visits_ >= kVisitsBeforeMemory && object->references > 1) hashes_.emplace(object, hash);
  }

 private:
  uint32_t visits_ = 0;
  std::unordered_map<const Object*, uint64_t> hashes_;
};

}  // namespace syn
