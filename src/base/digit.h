// SPDX-License-Identifier: Apache-2.0
//
// What a digit is: '0' to '9' in every locale, for any char.
#pragma once

namespace cogs::base {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace cogs::base
