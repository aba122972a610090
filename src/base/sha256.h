// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 (FIPS 180-4), so that an answer can name the very bytes of the model it speaks of.
#pragma once

#include <string>
#include <string_view>

namespace cogs::base {

// The digest in 64 small hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace cogs::base
