// Arrow's schema as Parquet files keep it (base64 of an IPC message, which is a flatbuffer): the
// zones of timestamps and the units of durations. Every offset is checked; what does not fit ends
// the reading.
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "builtins/bytes_text.h"
#include "builtins/parquet_metadata.h"

namespace syn {
namespace {

constexpr uint8_t kSchemaHeader = 1;
constexpr uint8_t kTimestamp = 10;
constexpr uint8_t kDuration = 18;
constexpr int64_t kUnits[] = {1'000'000'000, 1'000'000, 1'000, 1};

template <typename T>
T read_at(std::string_view bytes, size_t at) {
  T value{};
  if (at + sizeof(T) <= bytes.size() && at + sizeof(T) > at) {
    std::memcpy(&value, bytes.data() + at, sizeof(T));
  }
  return value;
}

/// A table of a flatbuffer; at 0 there is none.
class FlatTable {
 public:
  FlatTable(std::string_view bytes, size_t at) : bytes_(bytes), at_(at) {}
  bool ok() const { return at_ != 0 && at_ + 4 <= bytes_.size(); }

  /// Where field `index` is stored, or 0.
  size_t field(size_t index) const {
    if (!ok()) return 0;
    int64_t table = static_cast<int64_t>(at_) - read_at<int32_t>(bytes_, at_);
    if (table < 0 || static_cast<size_t>(table) + 4 > bytes_.size()) return 0;
    auto start = static_cast<size_t>(table);
    size_t slot = 4 + 2 * index;
    if (slot + 2 > read_at<uint16_t>(bytes_, start)) return 0;
    uint16_t offset = read_at<uint16_t>(bytes_, start + slot);
    return offset == 0 || at_ + offset >= bytes_.size() ? 0 : at_ + offset;
  }
  /// What the offset stored in field `index` points to, or 0.
  size_t target(size_t index) const {
    size_t place = field(index);
    if (place == 0) return 0;
    size_t to = place + read_at<uint32_t>(bytes_, place);
    return to < bytes_.size() ? to : 0;
  }
  FlatTable table(size_t index) const { return {bytes_, target(index)}; }
  std::string text(size_t index) const {
    size_t start = target(index);
    if (start == 0) return {};
    size_t length = read_at<uint32_t>(bytes_, start);
    if (start + 4 + length > bytes_.size()) return {};
    return std::string(bytes_.substr(start + 4, length));
  }
  template <typename T>
  T number(size_t index, T fallback) const {
    size_t place = field(index);
    return place == 0 ? fallback : read_at<T>(bytes_, place);
  }

 private:
  std::string_view bytes_;
  size_t at_;
};

ArrowField field_of(const FlatTable& field) {
  ArrowField result;
  result.name = field.text(0);
  uint8_t type = field.number<uint8_t>(2, 0);
  FlatTable detail = field.table(3);
  if (type == kTimestamp) result.zone = detail.text(1);
  if (type == kDuration) {
    auto unit = static_cast<size_t>(detail.number<int16_t>(0, 1));
    if (unit < std::size(kUnits)) result.duration_unit = kUnits[unit];
  }
  return result;
}

}  // namespace

std::vector<ArrowField> arrow_fields(std::string_view text) {
  constexpr uint32_t kContinuation = 0xFFFFFFFF;
  Result<std::string> decoded = decode_byte_text(text, ByteText::Base64);
  if (!decoded.ok()) return {};
  std::string_view bytes = decoded.value();
  // Since Arrow 0.15 a message begins with a mark before its length.
  size_t skipped = read_at<uint32_t>(bytes, 0) == kContinuation ? 8 : 4;
  if (bytes.size() <= skipped + 4) return {};
  bytes.remove_prefix(skipped);
  FlatTable message(bytes, read_at<uint32_t>(bytes, 0));
  if (message.number<uint8_t>(1, 0) != kSchemaHeader) return {};
  FlatTable schema = message.table(2);
  size_t list = schema.ok() ? schema.target(1) : 0;
  if (list == 0) return {};
  size_t count = read_at<uint32_t>(bytes, list);
  std::vector<ArrowField> fields;
  for (size_t i = 0; i < count; ++i) {
    size_t place = list + 4 + 4 * i;
    if (place + 4 > bytes.size()) break;
    fields.push_back(field_of(FlatTable(bytes, place + read_at<uint32_t>(bytes, place))));
  }
  return fields;
}

}  // namespace syn
