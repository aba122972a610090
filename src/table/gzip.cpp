// SPDX-License-Identifier: Apache-2.0
#include "table/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <stdexcept>

namespace cogs::table {

namespace {

constexpr int gzip_window = 15 + 16;  // zlib's way to say: gzip, not zlib's own wrapper

// zlib counts in 32 bits.
void give(z_stream& stream, std::string_view& rest) {
  const std::size_t size = std::min<std::size_t>(rest.size(), std::size_t{1} << 30);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data()));
  stream.avail_in = static_cast<uInt>(size);
  rest.remove_prefix(size);
}

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }

std::string gzip_member(std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string out;
  char buffer[1 << 16];
  int state = Z_OK;
  while (state != Z_STREAM_END) {
    if (stream.avail_in == 0 && !text.empty()) give(stream, text);
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    state = deflate(&stream, text.empty() ? Z_FINISH : Z_NO_FLUSH);
    out.append(buffer, sizeof buffer - stream.avail_out);
  }
  deflateEnd(&stream);
  return out;
}

FirstMember first_gzip_member(std::string_view bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, gzip_window) != Z_OK) throw std::bad_alloc();
  FirstMember member;
  std::string_view rest = bytes;
  char buffer[1 << 16];
  int state = Z_OK;
  while (state == Z_OK) {
    if (stream.avail_in == 0 && !rest.empty()) give(stream, rest);
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    state = inflate(&stream, Z_NO_FLUSH);
    member.text.append(buffer, sizeof buffer - stream.avail_out);
  }
  if (state == Z_STREAM_END) member.length = bytes.size() - rest.size() - stream.avail_in;
  inflateEnd(&stream);
  return member;
}

}  // namespace cogs::table
