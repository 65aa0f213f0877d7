// Streams of zlib and libzstd, a chunk at a time.
// SPDX-License-Identifier: Apache-2.0
#include "tableio/compression.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>

namespace syn::tableio {
namespace {

constexpr size_t kChunk = size_t{256} << 10;

/// Room for one more chunk, in a string that doubles: what it may take, with the memory that the
/// stream holds, is admitted first.
Result<void> make_room(std::string& out, size_t filled, size_t held, host::ReadWatch& watch) {
  if (out.size() - filled >= kChunk) return {};
  size_t wanted = std::max(filled + kChunk, filled * 2);
  TRY(watch.admit(wanted + held));
  out.resize(wanted);
  return {};
}

class Inflater {
 public:
  Inflater() {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    ok_ = inflateInit2(&stream_, kGzipOnly) == Z_OK;
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }
  bool ok() const { return ok_; }
  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
  bool ok_ = false;
};

struct DropZstd {
  void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};

using State = Unpacked::State;

Result<void> inflate_all(std::string_view bytes, host::ReadWatch& watch, std::string& out,
                         Unpacked& unpacked) {
  Inflater inflater;
  if (!inflater.ok()) {
    unpacked.state = State::Damaged;
    return {};
  }
  z_stream& stream = inflater.stream();
  size_t& read = unpacked.offset;
  size_t& filled = unpacked.made;
  size_t start = out.size();
  bool at_end = false;
  while (true) {
    TRY(make_room(out, start + filled, 0, watch));
    if (at_end) {
      // Another member may follow; zeros that pad the file are none.
      size_t next = bytes.find_first_not_of('\0', read);
      if (next == std::string_view::npos) break;
      read = next;
      if (inflateReset(&stream) != Z_OK) break;
      at_end = false;
    }
    size_t input = std::min(bytes.size() - read, kChunk);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + read));
    stream.avail_in = static_cast<uInt>(input);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + start + filled);
    stream.avail_out = static_cast<uInt>(kChunk);
    int state = inflate(&stream, Z_NO_FLUSH);
    read += input - stream.avail_in;
    size_t made = kChunk - stream.avail_out;
    filled += made;
    TRY(watch.advance(made + input - stream.avail_in));
    if (state == Z_STREAM_END) {
      at_end = true;
    } else if (state == Z_BUF_ERROR || (state == Z_OK && made == 0 && read == bytes.size())) {
      unpacked.state = State::CutOff;
      break;
    } else if (state != Z_OK) {
      unpacked.state = State::Damaged;
      break;
    }
  }
  out.resize(start + filled);
  return {};
}

Result<void> unzstd_all(std::string_view bytes, host::ReadWatch& watch, std::string& out,
                        Unpacked& unpacked) {
  std::unique_ptr<ZSTD_DStream, DropZstd> stream(ZSTD_createDStream());
  if (stream == nullptr) {
    unpacked.state = State::Damaged;
    return {};
  }
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  size_t start = out.size();
  size_t wanted = 1;  // 0 between frames
  while (input.pos < input.size || wanted != 0) {
    size_t filled = start + unpacked.made;
    // Frames say how far back they refer: up to 128 MiB.
    TRY(make_room(out, filled, ZSTD_sizeof_DStream(stream.get()), watch));
    ZSTD_outBuffer output{out.data() + filled, kChunk, 0};
    size_t before = input.pos;
    wanted = ZSTD_decompressStream(stream.get(), &output, &input);
    unpacked.made += output.pos;
    unpacked.offset = input.pos;
    TRY(watch.advance(output.pos + input.pos - before));
    if (ZSTD_isError(wanted) != 0) {
      unpacked.state = State::Damaged;
      break;
    }
    if (wanted != 0 && output.pos == 0 && input.pos == before) {
      unpacked.state = State::CutOff;
      break;
    }
  }
  out.resize(start + unpacked.made);
  return {};
}

}  // namespace

Compression compression_of(std::string_view bytes) {
  if (bytes.starts_with("\x1F\x8B")) return Compression::Gzip;
  if (bytes.starts_with("\x28\xB5\x2F\xFD")) return Compression::Zstd;
  return Compression::None;
}

std::string_view compression_name(Compression compression) {
  switch (compression) {
    case Compression::None: return "none";
    case Compression::Gzip: return "gzip";
    case Compression::Zstd: return "zstd";
  }
  return {};
}

Result<void> decompress(std::string_view bytes, Compression compression, host::ReadWatch& watch,
                        std::string& out, Unpacked& unpacked) {
  switch (compression) {
    case Compression::Gzip: return inflate_all(bytes, watch, out, unpacked);
    case Compression::Zstd: return unzstd_all(bytes, watch, out, unpacked);
    case Compression::None: break;
  }
  TRY(watch.admit(bytes.size()));
  out.append(bytes);
  unpacked.offset = unpacked.made = bytes.size();
  return {};
}

}  // namespace syn::tableio
