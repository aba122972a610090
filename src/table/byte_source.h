// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a table, wherever they are: a file, a pipe, the standard input, a gzip file (told
// by its first bytes), or a text at hand.
//
// A file is read piece by piece, never mapped into memory: what another process does to it
// meanwhile can then be told, and does not end the program. A plain file is read as far as it went
// when it was opened; one that has become shorter is an error.
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
  // How many bytes there are, where that is known; nullopt for what is piped or packed.
  virtual std::optional<std::size_t> size() const { return std::nullopt; }
  // Goes on at this byte; false: not possible.
  virtual bool seek(std::size_t) { return false; }
  // Bytes taken from the file so far, and in all (0: not known). In a gzip file: packed bytes.
  virtual std::size_t bytes_done() const = 0;
  virtual std::size_t bytes_in_all() const = 0;
};

// Throws base::InputError for a missing file, a folder, or a file that may not be read. `name`
// stands for the file in messages.
// `encoding` is that of the text, by one of the names of decode.h; empty: UTF-8, or UTF-16 where
// the file begins with its mark. Files of other kinds (Parquet, Arrow, spreadsheets, other packers)
// are told by their first bytes, and the message says what turns them into CSV.
std::unique_ptr<ByteSource> open_byte_source(const std::string& file, const std::string& name,
                                             const std::string& encoding = {});
// A plain file as it is, packed or not. For files that cogs wrote itself.
std::unique_ptr<ByteSource> open_as_it_is(const std::string& file);
std::unique_ptr<ByteSource> text_source(std::string_view text);

}  // namespace cogs::table
