// SPDX-License-Identifier: Apache-2.0
//
// One text for JSON values that mean the same, to take a checksum of: no white space, members
// sorted by name (by bytes of UTF-8), numbers with the digits they have, strings with the
// escapes \" \\ \b \f \n \r \t and \u00xx for other characters below U+0020, all else as it is.
// Python's json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) agrees.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output/json_value.h"

namespace cogs::output {

// `without`: a member of the outermost object to leave out.
std::string canonical_text(const JsonValue& value, std::string_view without = {});

// A place where two values differ: "/proof/children/0/goal", and what stands there.
struct JsonDifference {
  std::string where;          // a JSON pointer (RFC 6901)
  base::Place place;          // in the text of the first value
  std::string first, second;  // as JSON, cut short; "" where there is nothing
};

// In the order of the first value, at most `most`. The order of members does not matter.
std::vector<JsonDifference> differences(const JsonValue& first, const JsonValue& second,
                                        const std::string& where = {}, std::size_t most = 3);

}  // namespace cogs::output
