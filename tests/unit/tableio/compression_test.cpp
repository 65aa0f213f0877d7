// Gzip and zstd: whole, in parts, cut off at every byte, damaged, and bombs.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/compression.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "host/errors.h"

namespace syn::tableio {
namespace {

std::string gzip(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

class Limit final : public host::ReadWatch {
 public:
  explicit Limit(uint64_t most) : most_(most) {}
  Result<void> admit(uint64_t bytes) override {
    if (bytes > most_) return Error(host_errors::kCannotLend, {"no room"});
    return {};
  }
  Result<void> advance(uint64_t) override { return {}; }

 private:
  uint64_t most_;
};

std::string sample() {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "line " + std::to_string(i * 7919) + "\n";
  return text;
}

TEST(Compression, IsFoundByContent) {
  EXPECT_EQ(compression_of(gzip("x")), Compression::Gzip);
  EXPECT_EQ(compression_of(zstd("x")), Compression::Zstd);
  EXPECT_EQ(compression_of("a,b\n"), Compression::None);
  EXPECT_EQ(compression_of(""), Compression::None);
}

TEST(Compression, GivesBackWhatWentIn) {
  std::string text = sample();
  Limit limit(uint64_t{64} << 20);
  for (Compression form : {Compression::Gzip, Compression::Zstd}) {
    std::string packed = form == Compression::Gzip ? gzip(text) : zstd(text);
    std::string out;
    Unpacked unpacked;
    ASSERT_TRUE(decompress(packed + packed, form, limit, out, unpacked).ok());
    EXPECT_EQ(unpacked.state, Unpacked::State::Whole);
    EXPECT_EQ(unpacked.offset, 2 * packed.size());
    EXPECT_EQ(unpacked.made, 2 * text.size());
    EXPECT_EQ(out, text + text);
    out.clear();
    std::string nothing = form == Compression::Gzip ? gzip("") : zstd("");
    Unpacked none;
    ASSERT_TRUE(decompress(nothing, form, limit, out, none).ok());
    EXPECT_EQ(out, "");
  }
}

TEST(Compression, SaysWhereItIsCutOff) {
  Limit limit(uint64_t{64} << 20);
  for (Compression form : {Compression::Gzip, Compression::Zstd}) {
    std::string packed = form == Compression::Gzip ? gzip("a,b\n1,2\n") : zstd("a,b\n1,2\n");
    for (size_t length = 4; length < packed.size(); ++length) {
      std::string out;
      Unpacked unpacked;
      std::string_view start = std::string_view(packed).substr(0, length);
      ASSERT_TRUE(decompress(start, form, limit, out, unpacked).ok());
      EXPECT_EQ(unpacked.state, Unpacked::State::CutOff) << length;
      EXPECT_EQ(unpacked.offset, length);
    }
  }
}

TEST(Compression, SurvivesDamage) {
  Limit limit(uint64_t{8} << 20);
  std::string text = sample().substr(0, 5000);
  for (Compression form : {Compression::Gzip, Compression::Zstd}) {
    std::string packed = form == Compression::Gzip ? gzip(text) : zstd(text);
    for (size_t at = 0; at < packed.size(); ++at) {
      std::string damaged = packed;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
      std::string out;
      Unpacked unpacked;
      (void)decompress(damaged, form, limit, out, unpacked).ok();
      EXPECT_LE(out.size(), size_t{8} << 20);
      EXPECT_LE(unpacked.offset, damaged.size());
    }
  }
}

TEST(Compression, StopsBombs) {
  std::string zeros(size_t{40} << 20, '\0');
  Limit limit(uint64_t{4} << 20);
  for (Compression form : {Compression::Gzip, Compression::Zstd}) {
    std::string packed = form == Compression::Gzip ? gzip(zeros) : zstd(zeros);
    std::string out;
    Unpacked unpacked;
    EXPECT_FALSE(decompress(packed, form, limit, out, unpacked).ok());
    EXPECT_LE(out.size(), size_t{4} << 20);
    // Where the limit was met: some way into the data, which holds ten times as much.
    EXPECT_GE(unpacked.made, size_t{1} << 20);
    EXPECT_LE(unpacked.made, size_t{4} << 20);
    EXPECT_GT(unpacked.offset, 0U);
    EXPECT_LT(unpacked.offset, packed.size());
  }
}

}  // namespace
}  // namespace syn::tableio
