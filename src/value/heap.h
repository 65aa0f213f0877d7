// Memory of one run. Small blocks come from 64 KiB pages by size class, larger ones from malloc;
// all of it is charged to the run's Budget.
//
// Why not malloc alone: a program makes and drops millions of small objects, and an object must
// find its Heap to be freed, without a word for it in each object. A page is aligned to its size
// and begins with a pointer to its Heap, so `Heap::of(object)` is one mask and one load.
//
// Invariants:
//  1. Every Object lives in a page (never in malloc memory), so `of` always works.
//  2. Pages are charged when they are carved, malloc blocks when they are made; a freed small block
//     stays charged, since its page stays ours.
//  3. Freeing is iterative: `drop` queues containers and empties the queue once, so that a value
//     nested a million deep is freed without deep recursion.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "value/object.h"

namespace syn {

struct Text;
class ShapeTable;

class Heap {
 public:
  explicit Heap(Budget& budget);
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap();

  static Heap& of(const Object* object) {
    auto page = reinterpret_cast<uintptr_t>(object) & ~(kPageBytes - 1);
    return **reinterpret_cast<Heap**>(page);
  }

  /// Memory for an object of up to kMaxSmall bytes; never null.
  void* allocate_object(size_t bytes) { return allocate_small((bytes + 15) / 16); }
  void free_object(Object* object) { free_small(object, object->size_class); }
  static uint16_t size_class_of(size_t bytes) { return static_cast<uint16_t>((bytes + 15) / 16); }

  /// Memory for a buffer of any size; never null (the process ends if the system has none left,
  /// which the Budget's limit comes long before). Free it with the same size.
  void* allocate_buffer(size_t bytes);
  void free_buffer(void* buffer, size_t bytes);

  /// Charges memory that lives elsewhere (big integers, columns).
  void charge(size_t bytes) { budget_->charge(bytes); }
  void uncharge(size_t bytes) { budget_->release(bytes); }

  /// Frees an object whose count fell to 0, and what it alone held.
  void drop(Object* object);

  Budget& budget() { return *budget_; }
  ShapeTable& shapes() { return *shapes_; }

  /// The one shared object for a short text (map keys, constants). Counted: the caller owns a
  /// reference. Equal interned texts are the same object.
  Text* intern(std::string_view text);

  /// A place in a long text of more bytes than code points: where the last index into it fell, so
  /// that a loop over indexes does not count from the start each time.
  struct TextPlace {
    const Text* text = nullptr;
    size_t code_point = 0;
    size_t offset = 0;  ///< in bytes
  };
  TextPlace& text_place() { return text_place_; }

  static constexpr size_t kPageBytes = 64 * 1024;
  static constexpr size_t kMaxSmall = 1024;

 private:
  struct FreeBlock {
    FreeBlock* next;
  };

  void* allocate_small(size_t size_class) {
    if (budget_->fail_allocation != 0) count_down();
    FreeBlock* block = free_[size_class];
    if (block == nullptr) return refill(size_class);
    free_[size_class] = block->next;
    return block;
  }
  void free_small(void* memory, size_t size_class) {
    auto* block = static_cast<FreeBlock*>(memory);
    block->next = free_[size_class];
    free_[size_class] = block;
  }
  void count_down();
  void* refill(size_t size_class);
  void release_contents(Object* object);

  Budget* budget_;
  std::array<FreeBlock*, kMaxSmall / 16 + 1> free_{};
  /// The untouched rest of each class's newest page, so that pages are faulted in as needed.
  std::array<std::byte*, kMaxSmall / 16 + 1> fresh_{};
  std::array<std::byte*, kMaxSmall / 16 + 1> fresh_end_{};
  std::byte* chunk_ = nullptr;
  std::byte* chunk_end_ = nullptr;
  std::vector<void*> chunks_;
  std::vector<Object*> queue_;
  bool draining_ = false;
  TextPlace text_place_;
  std::unique_ptr<ShapeTable> shapes_;
  struct InternTable;
  std::unique_ptr<InternTable> interned_;
};

}  // namespace syn
