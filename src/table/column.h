// Columns: what tables are to the machine (DESIGN.md §4). A column is made once, charged to the
// run's Budget, and never changes; tables share it.
//
// Rows are counted from 0 and fit uint32_t. A cell that is absent (`nothing` to the program) has no
// bit in `present`; its payload is 0 or an empty text, so that kernels may read it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "table/buffer.h"

namespace syn::table {

enum class Kind : uint8_t {
  Int,       ///< `ints`
  Float,     ///< `floats`
  Bool,      ///< `ints`, 0 or 1
  Text,      ///< `texts`, or `codes` into `dictionary`
  Date,      ///< `ints`: days since 1970-01-01
  DateTime,  ///< `ints`: nanoseconds since 1970 UTC, shown at `offset_seconds`
  Decimal,   ///< `ints`: units of 10^-`scale`
  Any,       ///< `cells`: whatever no other kind holds
};

/// Bytes of a text that something else keeps alive.
struct TextRef {
  const char* data;
  uint32_t size;
  uint32_t prefix;  ///< the first bytes, zero-filled: unequal prefixes mean unequal texts
  std::string_view view() const { return {data, size}; }
  static TextRef of(std::string_view text) {
    TextRef ref{text.data(), static_cast<uint32_t>(text.size()), 0};
    if (text.size() >= 4) {
      std::memcpy(&ref.prefix, text.data(), 4);
    } else {
      for (size_t i = text.size(); i > 0; --i) {
        ref.prefix = ref.prefix << 8 | static_cast<unsigned char>(text[i - 1]);
      }
    }
    return ref;
  }
};
inline bool same_text(const TextRef& left, const TextRef& right) {
  return left.size == right.size && left.prefix == right.prefix &&
         (left.size <= 4 || std::memcmp(left.data, right.data, left.size) == 0);
}

/// Owns bytes that TextRefs point to. Charged.
class TextBytes {
 public:
  explicit TextBytes(Budget& budget) : budget_(budget) {}
  TextBytes(const TextBytes&) = delete;
  TextBytes& operator=(const TextBytes&) = delete;
  ~TextBytes() { budget_.release(charged_); }
  /// A copy of `text`.
  TextRef add(std::string_view text);
  /// Room for `size` bytes, to be filled at once.
  char* make_room(size_t size);
  size_t byte_size() const { return charged_; }

 private:
  static constexpr size_t kBlock = 64 * 1024;
  Budget& budget_;
  std::vector<Buffer<char>> blocks_;
  char* free_ = nullptr;
  size_t left_ = 0;
  size_t charged_ = 0;
};
using TextBytesPtr = std::shared_ptr<const TextBytes>;

/// The distinct texts of a column, in order of first appearance.
struct Dictionary {
  Buffer<TextRef> texts;
};

class Column;

/// Cells of kind Any; the module that made them knows what they are.
class AnyCells {
 public:
  virtual ~AnyCells() = default;
  /// The cells of these rows; kNoRow gives an absent cell.
  virtual std::shared_ptr<const AnyCells> gather(std::span<const uint32_t> rows) const = 0;
  virtual size_t byte_size() const = 0;
  /// Of cells that are records: the cells of a member that each of them has. Null otherwise.
  virtual std::shared_ptr<const Column> member(std::string_view name) const {
    (void)name;
    return nullptr;
  }
};

inline constexpr uint32_t kNoRow = UINT32_MAX;

/// Integers from `least` to `most`; none where `least` is greater.
struct Bounds {
  int64_t least;
  int64_t most;
};

class Column {
 public:
  Column(Kind column_kind, size_t num_rows) : kind(column_kind), size(num_rows) {}
  Column(const Column&) = delete;
  Column& operator=(const Column&) = delete;
  ~Column() {
    if (budget_ != nullptr) budget_->release(charged_);
  }

  Kind kind;
  size_t size;  ///< rows
  Buffer<int64_t> ints;
  Buffer<double> floats;
  Buffer<TextRef> texts;
  Buffer<uint32_t> codes;
  std::shared_ptr<const Dictionary> dictionary;  ///< non-null: the text form with codes
  std::vector<TextBytesPtr> bytes;               ///< keep `texts` and `dictionary` alive
  std::shared_ptr<const AnyCells> cells;
  Buffer<uint64_t> present;    ///< a bit a row, or empty where all are present
  uint32_t scale = 0;          ///< of Decimal
  int32_t offset_seconds = 0;  ///< of DateTime: the offset at which all rows are shown

  bool is_present(size_t row) const {
    return present.empty() || ((present[row / 64] >> (row % 64)) & 1) != 0;
  }
  bool has_missing() const { return !present.empty(); }
  bool has_codes() const { return dictionary != nullptr; }
  /// The text of a row, whichever form the column has.
  const TextRef& text(size_t row) const {
    return has_codes() ? dictionary->texts[codes[row]] : texts[row];
  }
  /// What `ints` lie between, absent cells' too. Found once; grouping and matching ask each time.
  const Bounds& bounds() const;
  /// For who makes the column and knows it.
  void set_bounds(Bounds bounds) { bounds_ = bounds; }
  /// Bytes of the column's own buffers.
  size_t byte_size() const;
  /// Charges the column to a Budget until it dies. Call it once, when it is filled.
  void charge(Budget& budget);

 private:
  Budget* budget_ = nullptr;
  size_t charged_ = 0;
  mutable std::optional<Bounds> bounds_;  // one thread has a column
};
using ColumnPtr = std::shared_ptr<const Column>;

/// Bits for `rows` rows, all set (or all clear); bits beyond the last row are clear.
Buffer<uint64_t> make_bits(size_t rows, bool set);
inline void clear_bit(Buffer<uint64_t>& bits, size_t row) {
  bits[row / 64] &= ~(uint64_t{1} << (row % 64));
}
inline void set_bit(Buffer<uint64_t>& bits, size_t row) {
  bits[row / 64] |= uint64_t{1} << (row % 64);
}

/// The cells of `rows`, in that order; kNoRow gives an absent cell (`with_gaps` says that some may
/// be). Charged to `budget`.
ColumnPtr gather(const Column& column, std::span<const uint32_t> rows, bool with_gaps,
                 Budget& budget);

}  // namespace syn::table
