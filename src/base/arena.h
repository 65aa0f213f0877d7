// A bump allocator: objects that live and die together. Runs no destructors, so it holds only
// trivially destructible things (AST nodes, texts, arrays of them).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace syn {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  void* allocate(size_t bytes) {
    bytes = (bytes + 15) & ~size_t{15};
    if (bytes > left_) add_block(bytes);
    std::byte* result = next_;
    next_ += bytes;
    left_ -= bytes;
    return result;
  }

  template <typename T, typename... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return ::new (allocate(sizeof(T))) T{std::forward<Args>(args)...};
  }

  /// Copies a text into the arena.
  std::string_view text(std::string_view source) {
    if (source.empty()) return {};
    char* copy = static_cast<char*>(allocate(source.size()));
    std::memcpy(copy, source.data(), source.size());
    return {copy, source.size()};
  }

  /// Copies a vector into the arena.
  template <typename T>
  std::span<T> array(const std::vector<T>& source) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (source.empty()) return {};
    T* copy = static_cast<T*>(allocate(source.size() * sizeof(T)));
    std::memcpy(static_cast<void*>(copy), source.data(), source.size() * sizeof(T));
    return {copy, source.size()};
  }

 private:
  void add_block(size_t at_least) {
    size_t size = at_least > kBlockBytes ? at_least : kBlockBytes;
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    next_ = blocks_.back().get();
    left_ = size;
  }

  static constexpr size_t kBlockBytes = 16 * 1024;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  size_t left_ = 0;
};

}  // namespace syn
