// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a table, wherever they are: a file, a pipe, the standard input, a gzip file (told
// by its first bytes), or a text at hand.
//
// A plain file is mapped into memory as a whole; release() gives back the pages of a part that is
// done, so that reading a large file does not fill the memory. All else is read piece by piece.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cogs::table {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // All bytes, where they are in memory at once; read() is then not to be used.
  virtual std::optional<std::string_view> whole() const { return std::nullopt; }
  // Up to `size` bytes; 0 at the end. Throws base::InputError if they cannot be read.
  virtual std::size_t read(char* into, std::size_t size) = 0;
  // A part of whole() will not be looked at again soon.
  virtual void release(std::string_view) const {}
  // Bytes taken from the file so far, and in all (0: not known). In a gzip file: packed bytes.
  virtual std::size_t bytes_done() const = 0;
  virtual std::size_t bytes_in_all() const = 0;
};

// Throws base::InputError for a missing file, a folder, or a file that may not be read. `name`
// stands for the file in messages.
std::unique_ptr<ByteSource> open_byte_source(const std::string& file, const std::string& name);
// A plain file as it is, packed or not; it has a whole(). For files that cogs wrote itself.
std::unique_ptr<ByteSource> open_whole(const std::string& file);
std::unique_ptr<ByteSource> text_source(std::string_view text);

}  // namespace cogs::table
