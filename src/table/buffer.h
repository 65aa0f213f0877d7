// Memory of columns: a vector that does not clear what it grows by, since every element is written
// before it is read, and that lies on huge pages once it is large.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "base/large_memory.h"

namespace syn::table {

template <typename T>
struct UninitializedAllocator : std::allocator<T> {
  template <typename U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };
  T* allocate(size_t count) {
    if (count < kLargeBytes / sizeof(T)) return std::allocator<T>::allocate(count);
    void* memory = count <= SIZE_MAX / 2 / sizeof(T) ? allocate_large(count * sizeof(T)) : nullptr;
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t count) {
    if (count < kLargeBytes / sizeof(T)) return std::allocator<T>::deallocate(memory, count);
    std::free(memory);
  }
  template <typename U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename... Args>
  void construct(U* place, Args&&... args) {
    ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
  }
};

template <typename T>
using Buffer = std::vector<T, UninitializedAllocator<T>>;

}  // namespace syn::table
