// Footers are read as the format writes them; what they hold beyond is passed over, and broken ones
// are told from whole ones.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/parquet_footer.h"

#include <gtest/gtest.h>

#include <string>

namespace syn::tableio {
namespace {

/// Thrift's compact protocol, as far as footers need it.
class Thrift {
 public:
  Thrift& field(int step, int type) {
    bytes_ += static_cast<char>(step << 4 | type);
    return *this;
  }
  Thrift& stop() { return field(0, 0); }
  Thrift& bare(uint64_t value) {
    for (; value > 127; value >>= 7) bytes_ += static_cast<char>((value & 127) | 128);
    bytes_ += static_cast<char>(value);
    return *this;
  }
  Thrift& integer(int step, int64_t value, int type = 6) {
    return field(step, type)
        .bare(static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63));
  }
  Thrift& text(int step, const std::string& value) {
    field(step, 8).bare(value.size());
    bytes_ += value;
    return *this;
  }
  Thrift& list(int step, size_t size, int type = 12) {
    field(step, 9);
    if (size < 15) return field(static_cast<int>(size), type);
    return field(15, type).bare(size);
  }
  Thrift& raw(const std::string& bytes) {
    bytes_ += bytes;
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// A leaf with a logical type, which is passed over.
std::string leaf(const std::string& name) {
  Thrift node;
  node.integer(1, 5, 5).integer(2, 1, 5).text(1, name).integer(2, 5, 5).integer(1, 2, 5);
  node.integer(1, 9, 5).field(2, 12).field(5, 12).integer(1, 2, 5).integer(1, 9, 5).stop().stop();
  return node.stop().bytes();
}

std::string chunk(int64_t data, int64_t dictionary, int64_t compressed, int64_t uncompressed) {
  Thrift inner;
  inner.integer(1, 1, 5).list(1, 2, 5).bare(0).bare(6).list(1, 1, 8).bare(1).raw("a");
  inner.integer(1, 6, 5).integer(1, 100).integer(1, uncompressed).integer(1, compressed);
  // Metadata of the column's own, a map, truths, a double: none is asked for.
  inner.list(1, 1).raw(Thrift().text(1, "k").text(1, "v").stop().bytes());
  inner.integer(1, data);
  if (dictionary != 0) inner.integer(2, dictionary);
  inner.field(3, 11).bare(1).raw("\x88").bare(1).raw("x").bare(1).raw("y");
  inner.field(1, 1).field(1, 2).field(1, 7).raw(std::string(8, 'd'));
  inner.list(1, 2, 1).raw("\x01\x02").field(1, 3).raw("b").field(1, 13).raw(std::string(16, 'u'));
  Thrift column;
  column.integer(2, 4).field(1, 12).raw(inner.stop().bytes());
  column.field(0, 6).bare(80).bare(2);  // a field whose number, 40, is written out
  return column.stop().bytes();
}

std::string whole_footer() {
  std::string root = Thrift().text(4, "schema").integer(1, 16, 5).stop().bytes();
  std::string group = Thrift().field(4, 12).integer(1, 1).stop().stop().bytes();
  Thrift footer;
  footer.integer(1, 2, 5).list(1, 17).raw(root);
  for (int i = 0; i < 16; ++i) footer.raw(leaf("column " + std::to_string(i)));
  footer.integer(1, 1'000'000).list(1, 2);
  footer.raw(Thrift().list(1, 2).raw(chunk(4, 0, 90, 1000)).raw(chunk(300, 94, 500, -1)).bytes());
  footer.integer(1, 77).stop();
  footer.raw(Thrift().list(1, 1).raw(chunk(800, 900, 10, 20)).stop().bytes());
  footer.list(1, 2).raw(Thrift().text(1, "ARROW:schema").text(1, "abc").stop().bytes());
  footer.raw(Thrift().text(1, "alone").stop().bytes());
  return footer.text(1, "test").stop().bytes();
}

TEST(ParquetFooter, IsReadAsWritten) {
  std::string bytes = whole_footer();
  auto footer = read_parquet_footer(bytes);
  ASSERT_TRUE(footer.has_value());
  EXPECT_EQ(footer->num_rows, 1'000'000);
  ASSERT_EQ(footer->nodes.size(), 17U);
  EXPECT_EQ(footer->nodes[0].name, "schema");
  EXPECT_EQ(footer->nodes[0].num_children, 16);
  EXPECT_EQ(footer->nodes[16].name, "column 15");
  EXPECT_EQ(footer->nodes[16].num_children, 0);
  EXPECT_EQ(footer->nodes[16].precision, 9);
  ASSERT_EQ(footer->chunks.size(), 3U);
  EXPECT_EQ(footer->chunks[0].num_values, 100);
  EXPECT_EQ(footer->chunks[0].start(), 4);
  EXPECT_EQ(footer->chunks[0].compressed_size, 90);
  EXPECT_EQ(footer->chunks[0].uncompressed_size, 1000);
  EXPECT_EQ(footer->chunks[1].start(), 94);
  EXPECT_EQ(footer->chunks[1].uncompressed_size, -1);
  EXPECT_EQ(footer->chunks[2].start(), 800);
  ASSERT_EQ(footer->keys.size(), 2U);
  EXPECT_EQ(footer->keys[0].first, "ARROW:schema");
  EXPECT_EQ(footer->keys[0].second, "abc");
  EXPECT_EQ(footer->keys[1].second, "");
}

TEST(ParquetFooter, CutOffAnywhereIsNone) {
  std::string bytes = whole_footer();
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(read_parquet_footer(std::string_view(bytes).substr(0, size)).has_value()) << size;
  }
}

TEST(ParquetFooter, DamageEndsSoon) {
  std::string bytes = whole_footer();
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (int flip : {1, 0x55, 0x80, 0xFF}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      auto footer = read_parquet_footer(damaged);
      EXPECT_LE(footer.has_value() ? footer->nodes.size() : 0, bytes.size());
    }
  }
}

TEST(ParquetFooter, LyingOnesAreNone) {
  std::string root = Thrift().text(4, "schema").integer(1, 0, 5).stop().bytes();
  auto with = [&](const std::string& more) {
    return Thrift().integer(1, 2, 5).list(1, 1).raw(root).integer(1, 0).raw(more).bytes();
  };
  EXPECT_TRUE(read_parquet_footer(with(Thrift().list(1, 0).stop().bytes())).has_value());
  // A list of 2^60 row groups, and 100,000 structures one in the other.
  EXPECT_FALSE(
      read_parquet_footer(with(Thrift().field(1, 9).field(15, 12).bare(uint64_t{1} << 60).bytes()))
          .has_value());
  EXPECT_FALSE(read_parquet_footer(with(std::string(100'000, '\x5C') + std::string(100'000, '\0')))
                   .has_value());
  // A name of more bytes than there are, a number of more than 64 bits, no rows, no columns.
  EXPECT_FALSE(read_parquet_footer(with(Thrift().field(3, 8).bare(1000).raw("x").stop().bytes()))
                   .has_value());
  EXPECT_FALSE(
      read_parquet_footer(with(Thrift().field(3, 6).raw(std::string(11, '\xFF')).stop().bytes()))
          .has_value());
  EXPECT_FALSE(read_parquet_footer(Thrift().list(2, 1).raw(root).stop().bytes()).has_value());
  EXPECT_FALSE(read_parquet_footer(Thrift().integer(3, 5).stop().bytes()).has_value());
  // Rows of another type are passed over, and then missing.
  EXPECT_FALSE(read_parquet_footer(Thrift().list(2, 1).raw(root).integer(1, 0, 5).stop().bytes())
                   .has_value());
  // Fewer than no children.
  std::string odd = Thrift().text(4, "schema").integer(1, -1, 5).stop().bytes();
  EXPECT_FALSE(
      read_parquet_footer(Thrift().list(2, 1).raw(odd).integer(1, 0).stop().bytes()).has_value());
}

}  // namespace
}  // namespace syn::tableio
