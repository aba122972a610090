// SPDX-License-Identifier: Apache-2.0
//
// Bytes in other encodings -> UTF-8, which is what everything else here reads.
//
// UTF-16 with a byte order mark is told by its mark. Any other encoding must be named: no byte of
// a file says that it is Latin-1.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table/byte_source.h"

namespace cogs::table {

enum class Encoding {
  utf8,
  utf16,  // by its mark; without one as on Windows, the low byte first
  utf16le,
  utf16be,
  latin1,
  latin2,
  latin9,
  cp1250,
  cp1251,
  cp1252,
  cp1253,
  cp1254,
  mac_roman
};

// "latin1", "ISO-8859-1", "cp1252", "windows-1252", ...; nullopt: no such encoding.
std::optional<Encoding> encoding_named(std::string_view name);
// One name each, for messages.
const std::vector<std::string>& encoding_names();

// The text of `source` in UTF-8. Reading throws base::InputError about `name` for bytes that the
// encoding does not have.
std::unique_ptr<ByteSource> decoded(std::unique_ptr<ByteSource> source, Encoding encoding,
                                    const std::string& name);

}  // namespace cogs::table
