// Memory of one run: pages, buffers, interned texts, and iterative freeing.
// SPDX-License-Identifier: Apache-2.0
#include "value/heap.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <unordered_map>

#include "base/check.h"
#include "base/large_memory.h"
#include "value/list_columns.h"
#include "value/objects.h"

namespace syn {
namespace {

constexpr size_t kChunkPages = 16;
constexpr size_t kManyChunks = 16;  // a run that has more will want many more
constexpr size_t kPageHeadBytes = 64;

}  // namespace

struct Heap::InternTable {
  std::unordered_map<std::string_view, Text*> texts;
};

Heap::Heap(Budget& budget)
    : budget_(&budget),
      shapes_(std::make_unique<ShapeTable>(*this)),
      interned_(std::make_unique<InternTable>()) {}

Heap::~Heap() {
  // Pages go as a whole. Objects still alive hold malloc memory only through buffers, which a
  // process that ends need not free; a Heap that ends before its process is emptied by its VM.
  for (auto& [view, text] : interned_->texts) {
    if (--text->references == 0) drop(text);
  }
  shapes_.reset();
  for (void* chunk : chunks_) std::free(chunk);
}

void Heap::count_down() {
  if (--budget_->fail_allocation == 0) budget_->mark_exhausted();
}

void* Heap::refill(size_t size_class) {
  size_t bytes = size_class * 16;
  if (fresh_[size_class] == nullptr || fresh_[size_class] + bytes > fresh_end_[size_class]) {
    if (chunk_ == chunk_end_) {
      bool is_large = chunks_.size() > kManyChunks;
      size_t chunk_bytes =
          is_large ? kLargeBytes : kPageBytes * (chunks_.empty() ? 4 : kChunkPages);
      void* chunk =
          is_large ? allocate_large(chunk_bytes) : std::aligned_alloc(kPageBytes, chunk_bytes);
      CHECK(chunk != nullptr);
      chunks_.push_back(chunk);
      chunk_ = static_cast<std::byte*>(chunk);
      chunk_end_ = chunk_ + chunk_bytes;
    }
    std::byte* page = chunk_;
    chunk_ += kPageBytes;
    budget_->charge(kPageBytes);
    *reinterpret_cast<Heap**>(page) = this;
    fresh_[size_class] = page + kPageHeadBytes;
    fresh_end_[size_class] = page + kPageBytes;
  }
  std::byte* block = fresh_[size_class];
  fresh_[size_class] += bytes;
  return block;
}

void* Heap::allocate_buffer(size_t bytes) {
  if (bytes <= kMaxSmall) return allocate_small((bytes + 15) / 16 + (bytes == 0));
  if (budget_->fail_allocation != 0) count_down();
  budget_->charge(bytes);
  void* memory = bytes < kLargeBytes ? std::malloc(bytes) : allocate_large(bytes);
  CHECK(memory != nullptr);
  return memory;
}

void Heap::free_buffer(void* buffer, size_t bytes) {
  if (bytes <= kMaxSmall) {
    free_small(buffer, (bytes + 15) / 16 + (bytes == 0));
    return;
  }
  budget_->release(bytes);
  std::free(buffer);
}

Text* Heap::intern(std::string_view bytes) {
  auto found = interned_->texts.find(bytes);
  if (found != interned_->texts.end()) {
    ++found->second->references;
    return found->second;
  }
  Value made = make_text(*this, bytes);
  Text* text = &made.text();
  text->flags |= Text::kInterned;
  text->references += 2;  // the table's and the caller's; `made` gives its own back
  interned_->texts.emplace(text->view(), text);
  return text;
}

void Heap::drop(Object* object) {
  queue_.push_back(object);
  if (draining_) return;
  draining_ = true;
  while (!queue_.empty()) {
    Object* next = queue_.back();
    queue_.pop_back();
    release_contents(next);
    free_small(next, next->size_class);
  }
  draining_ = false;
}

void Heap::release_contents(Object* object) {
  switch (object->tag) {
    case Tag::Text: {
      auto* text = static_cast<Text*>(object);
      if (text->capacity != 0) free_buffer(text->data, text->capacity);
      if (text_place_.text == text) text_place_ = {};
      break;
    }
    case Tag::BigInt: {
      auto* big = static_cast<BigIntObject*>(object);
      budget_->release(big->charged);
      big->value.~BigInt();
      break;
    }
    case Tag::Decimal: {
      auto* decimal = static_cast<DecimalObject*>(object);
      budget_->release(decimal->charged);
      decimal->value.~Decimal();
      break;
    }
    case Tag::List: {
      auto* list = static_cast<List*>(object);
      if (list->columns != nullptr) release_columns(*list);
      if (list->data != nullptr) {
        for (uint32_t i = 0; i < list->count; ++i) list->data[i].~Value();
      }
      if (list->capacity != 0) free_buffer(list->data, list->capacity * sizeof(Value));
      break;
    }
    case Tag::Map: {
      auto* map = static_cast<Map*>(object);
      if (map->shape != nullptr) {
        for (uint32_t i = 0; i < map->count; ++i) map->slots[i].~Value();
        if (map->capacity != 0) free_buffer(map->slots, map->capacity * sizeof(Value));
      } else {
        for (uint32_t i = 0; i < map->count; ++i) {
          map->entries[i].value.~Value();
          if (--map->entries[i].key->references == 0) drop(map->entries[i].key);
        }
        if (map->capacity != 0) free_buffer(map->entries, map->capacity * sizeof(MapEntry));
        if (map->index_size != 0) free_buffer(map->index, map->index_size * sizeof(uint32_t));
      }
      break;
    }
    case Tag::Bytes: {
      auto* bytes = static_cast<Bytes*>(object);
      if (bytes->size != 0) free_buffer(bytes->data, bytes->size);
      break;
    }
    case Tag::Array: {
      auto* array = static_cast<ArrayObject*>(object);
      budget_->release(array->data.size() * sizeof(double));
      array->~ArrayObject();
      break;
    }
    case Tag::Task: {
      auto* task = static_cast<Task*>(object);
      for (uint32_t i = 0; i < task->num_cells; ++i) task->cells[i].~Value();
      if (task->num_cells != 0) free_buffer(task->cells, task->num_cells * sizeof(Value));
      break;
    }
    case Tag::Native: static_cast<Native*>(object)->~Native(); break;
    case Tag::Secret: static_cast<Secret*>(object)->~Secret(); break;
    case Tag::DateTime: static_cast<DateTimeObject*>(object)->~DateTimeObject(); break;
    case Tag::Cell: static_cast<Cell*>(object)->~Cell(); break;
    case Tag::Complex:
    case Tag::Date:
    case Tag::Duration: break;
    case Tag::Unbound:
    case Tag::Nothing:
    case Tag::Bool:
    case Tag::Int:
    case Tag::Float:
    case Tag::Builtin: CHECK(false);
  }
}

}  // namespace syn
