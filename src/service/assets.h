// SPDX-License-Identifier: Apache-2.0
//
// The style sheet and the scripts of the pages, which become part of the program
// (tools/embed.cmake).
#pragma once

#include <string>
#include <string_view>

namespace cogs::service {

std::string_view embedded(std::string_view name);

struct Asset {
  std::string_view text, type;
};
// By the name that asset_link gives, without its folder; empty for any other.
Asset asset(std::string_view hashed_name);
// "/assets/app-1a2b3c4d.js": the name changes with the text, so that browsers may keep it.
const std::string& asset_link(std::string_view name);

}  // namespace cogs::service
