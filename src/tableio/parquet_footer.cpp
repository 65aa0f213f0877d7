// FileMetaData of the Parquet format, in Thrift's compact protocol: fields are told by number and
// type, so that those of no use here, or of another type than the format gives them, can be passed
// over. Every value takes at least one byte, which bounds all loops by the size of the footer.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/parquet_footer.h"

#include <cstddef>

namespace syn::tableio {
namespace {

/// Types of the compact protocol.
enum class Wire : uint8_t {
  Stop = 0,
  True = 1,
  False = 2,
  Byte = 3,
  Int16 = 4,
  Int32 = 5,
  Int64 = 6,
  Double = 7,
  Binary = 8,
  List = 9,
  Set = 10,
  Map = 11,
  Struct = 12,
  Uuid = 13,
};

struct Field {
  int64_t number = 0;
  Wire type = Wire::Stop;
};

class FooterReader {
 public:
  explicit FooterReader(std::string_view bytes) : bytes_(bytes) {}

  std::optional<ParquetFooter> read() {
    each_field([this](const Field& field) {
      if (field.number == 2) return each_item(field, [this] { read_node(); });
      if (field.number == 3) return take(field, Wire::Int64, footer_.num_rows);
      if (field.number == 4) return each_item(field, [this] { read_row_group(); });
      if (field.number == 5) return each_item(field, [this] { read_key(); });
      skip(field.type, 0);
    });
    bool is_whole = !failed_ && footer_.num_rows >= 0 && !footer_.nodes.empty();
    return is_whole ? std::optional(std::move(footer_)) : std::nullopt;
  }

 private:
  static constexpr int kMaxDepth = 32;  // of what is passed over

  void read_node() {
    ParquetNode node;
    each_field([&](const Field& field) {
      if (field.number == 4) return take(field, node.name);
      if (field.number == 5) return take(field, Wire::Int32, node.num_children);
      if (field.number == 8) return take(field, Wire::Int32, node.precision);
      skip(field.type, 0);
    });
    failed_ = failed_ || node.num_children < 0;
    footer_.nodes.push_back(node);
  }

  void read_row_group() {
    each_field([this](const Field& field) {
      if (field.number == 1) return each_item(field, [this] { read_chunk(); });
      skip(field.type, 0);
    });
  }

  void read_chunk() {
    ParquetChunk chunk;
    each_field([&](const Field& field) {
      if (field.number != 3 || field.type != Wire::Struct) return skip(field.type, 0);
      each_field([&](const Field& inner) {
        if (inner.number == 5) return take(inner, Wire::Int64, chunk.num_values);
        if (inner.number == 6) return take(inner, Wire::Int64, chunk.uncompressed_size);
        if (inner.number == 7) return take(inner, Wire::Int64, chunk.compressed_size);
        if (inner.number == 9) return take(inner, Wire::Int64, chunk.data_page_offset);
        if (inner.number == 11) return take(inner, Wire::Int64, chunk.dictionary_page_offset);
        skip(inner.type, 0);
      });
    });
    footer_.chunks.push_back(chunk);
  }

  void read_key() {
    std::pair<std::string_view, std::string_view> entry;
    each_field([&](const Field& field) {
      if (field.number == 1) return take(field, entry.first);
      if (field.number == 2) return take(field, entry.second);
      skip(field.type, 0);
    });
    footer_.keys.push_back(entry);
  }

  /// Calls `use` with each field of a structure, which has to read it.
  template <typename Use>
  void each_field(Use use) {
    Field field;
    while (!failed_) {
      uint8_t head = byte();
      field.type = static_cast<Wire>(head & 15);
      if (field.type == Wire::Stop || failed_) return;
      int64_t step = head >> 4;
      field.number = step != 0 ? field.number + step : integer();
      use(field);
    }
  }

  /// Calls `use` for each structure of a list.
  template <typename Use>
  void each_item(const Field& field, Use use) {
    if (field.type != Wire::List) return skip(field.type, 0);
    Wire type = Wire::Stop;
    uint64_t size = list_head(type);
    if (type != Wire::Struct && size != 0) failed_ = true;
    for (uint64_t i = 0; i < size && !failed_; ++i) use();
  }

  void take(const Field& field, Wire type, int64_t& out) {
    if (field.type != type) return skip(field.type, 0);
    out = integer();
  }

  void take(const Field& field, std::string_view& out) {
    if (field.type != Wire::Binary) return skip(field.type, 0);
    out = text(varint());
  }

  void skip(Wire type, int depth) {
    if (depth > kMaxDepth) failed_ = true;
    if (failed_) return;
    switch (type) {
      case Wire::True:
      case Wire::False: return;
      case Wire::Byte: text(1); return;
      case Wire::Int16:
      case Wire::Int32:
      case Wire::Int64: varint(); return;
      case Wire::Double: text(8); return;
      case Wire::Binary: text(varint()); return;
      case Wire::Uuid: text(16); return;
      case Wire::List:
      case Wire::Set: return skip_list(depth);
      case Wire::Map: return skip_map(depth);
      case Wire::Struct:
        return each_field([this, depth](const Field& field) { skip(field.type, depth + 1); });
      case Wire::Stop: break;
    }
    failed_ = true;
  }

  void skip_list(int depth) {
    Wire type = Wire::Stop;
    uint64_t size = list_head(type);
    for (uint64_t i = 0; i < size && !failed_; ++i) skip_item(type, depth + 1);
  }

  void skip_map(int depth) {
    uint64_t size = varint();
    if (size == 0) return;
    uint8_t types = byte();
    for (uint64_t i = 0; i < size && !failed_; ++i) {
      skip_item(static_cast<Wire>(types >> 4), depth + 1);
      skip_item(static_cast<Wire>(types & 15), depth + 1);
    }
  }

  /// Truths are bytes of their own where they are no fields.
  void skip_item(Wire type, int depth) {
    bool is_truth = type == Wire::True || type == Wire::False;
    skip(is_truth ? Wire::Byte : type, depth);
  }

  uint64_t list_head(Wire& type) {
    uint8_t head = byte();
    type = static_cast<Wire>(head & 15);
    return head >> 4 != 15 ? head >> 4 : varint();
  }

  std::string_view text(uint64_t size) {
    if (size > bytes_.size() - at_) failed_ = true;
    if (failed_) return {};
    std::string_view found = bytes_.substr(at_, size);
    at_ += size;
    return found;
  }

  uint8_t byte() {
    std::string_view found = text(1);
    return found.empty() ? 0 : static_cast<uint8_t>(found[0]);
  }

  uint64_t varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      uint8_t next = byte();
      value |= static_cast<uint64_t>(next & 127) << shift;
      if (next < 128) return value;
    }
    failed_ = true;
    return 0;
  }

  /// Zigzag: the sign is the last bit.
  int64_t integer() {
    uint64_t bits = varint();
    return static_cast<int64_t>(bits >> 1 ^ (~(bits & 1) + 1));
  }

  std::string_view bytes_;
  size_t at_ = 0;
  bool failed_ = false;
  ParquetFooter footer_;
};

}  // namespace

std::optional<ParquetFooter> read_parquet_footer(std::string_view bytes) {
  return FooterReader(bytes).read();
}

}  // namespace syn::tableio
