// SPDX-License-Identifier: Apache-2.0
#include "service/assets.h"

#include <map>

#include "base/sha256.h"
#include "present/embedded.h"

namespace cogs::service {

namespace {

struct Kept {
  std::string_view text, type;
  std::string link;
};

const std::map<std::string, Kept, std::less<>>& all() {
  static const auto made = [] {
    std::map<std::string, Kept, std::less<>> out;
    const auto add = [&](const std::string& name, std::string_view text, const char* type) {
      const auto dot = name.rfind('.');
      out[name] = {text, type,
                   "/assets/" + name.substr(0, dot) + "-" + base::sha256(text).substr(0, 12) +
                       name.substr(dot)};
    };
    add("page.css", present::embedded("page.css"), "text/css; charset=utf-8");
    add("page.js", present::embedded("page.js"), "text/javascript; charset=utf-8");
    add("letter.css", present::embedded("letter.css"), "text/css; charset=utf-8");
    add("app.css", embedded("app.css"), "text/css; charset=utf-8");
    add("app.js", embedded("app.js"), "text/javascript; charset=utf-8");
    add("boot.js", embedded("boot.js"), "text/javascript; charset=utf-8");
    return out;
  }();
  return made;
}

}  // namespace

Asset asset(std::string_view hashed_name) {
  const std::string link = "/assets/" + std::string(hashed_name);
  for (const auto& [name, kept] : all()) {
    if (kept.link == link) return {kept.text, kept.type};
  }
  return {};
}

const std::string& asset_link(std::string_view name) { return all().find(name)->second.link; }

}  // namespace cogs::service
