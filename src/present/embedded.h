// SPDX-License-Identifier: Apache-2.0
//
// Files of this folder that become part of the library when it is built (tools/embed.cmake): the
// style and the script of pages, the words of each language, the templates of letters.
#pragma once

#include <string_view>

namespace cogs::present {

// The text of the file of this name, such as "page.css", without the lines about the file itself at
// its top; empty for a name that there is not.
std::string_view embedded(std::string_view name);

}  // namespace cogs::present
