// SPDX-License-Identifier: Apache-2.0
//
// Value -> text. What is written on lines and pages is valid UTF-8 without raw control characters,
// whatever the strings hold.
#pragma once

#include <string>
#include <string_view>

#include "json/value.h"

namespace cogs::json {

enum class Layout { line, page };

// One line; or a page where whatever fits in 100 columns stays on one line. No final newline.
std::string to_text(const Value& value, Layout layout = Layout::page);

// The text as a JSON string, with its quotes.
std::string quoted(std::string_view text);

// One text for values that mean the same, to take a checksum of: no white space, members sorted by
// name (by bytes of UTF-8), numbers with the digits they have, strings with the escapes
// \" \\ \b \f \n \r \t and \u00xx for other characters below U+0020, all else as it is. Python's
// json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) agrees.
// `without`: a member of the outermost object to leave out.
std::string canonical_text(const Value& value, std::string_view without = {});

}  // namespace cogs::json
