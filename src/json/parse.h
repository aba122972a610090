// SPDX-License-Identifier: Apache-2.0
//
// Text -> Value, with errors that are located.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/value.h"

namespace cogs::json {

// What no JSON of ours is deeper than, except for proofs; and what those may have.
constexpr std::size_t usual_depth = 100, deepest = 2000;

// Throws InputError, located in `file`, if the text is not one JSON value in valid UTF-8, or is
// nested deeper than `most_nested`.
Value parse(std::string_view text, const std::string& file, std::size_t most_nested = usual_depth);

// The line of `text` that `place` is on, for diagnostics.
std::string source_line(std::string_view text, const base::Place& place);

}  // namespace cogs::json
