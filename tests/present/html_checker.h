// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with a page: a small, strict reader of HTML as the pages write it.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cogs::present {

// One sentence a fault: tags that do not match, attributes without quotes or given twice, ids used
// twice, references to ids that are not there, anything that would load something, and handlers.
inline std::vector<std::string> html_faults(std::string_view page) {
  static const std::set<std::string> empty_elements = {"meta", "br", "wbr"};
  std::vector<std::string> faults, open;
  std::set<std::string> ids, wanted;
  const std::string_view doctype = "<!DOCTYPE html>\n";
  if (!page.starts_with(doctype)) faults.push_back("no doctype");
  std::size_t at = page.starts_with(doctype) ? doctype.size() : 0;
  while (at < page.size()) {
    if (page[at] == '>') faults.push_back("a stray >");
    if (page[at] == '&') {
      const std::string_view name = page.substr(at + 1, page.find(';', at) - at - 1);
      if (name != "amp" && name != "lt" && name != "gt" && name != "quot" && name != "#39") {
        faults.push_back("a stray &");
      }
    }
    if (page[at] != '<') {
      ++at;
      continue;
    }
    ++at;
    const bool closing = at < page.size() && page[at] == '/';
    if (closing) ++at;
    std::string name;
    while (at < page.size() && std::isalnum(static_cast<unsigned char>(page[at])))
      name += page[at++];
    if (name.empty()) faults.push_back("a stray <");
    std::set<std::string> attributes;
    bool closed_itself = false;
    while (at < page.size() && page[at] != '>') {
      if (page[at] == ' ') {
        ++at;
        continue;
      }
      if (page.substr(at, 2) == "/>") {
        closed_itself = true;
        ++at;
        continue;
      }
      const std::size_t equals = page.find('=', at);
      if (equals == std::string_view::npos || page.substr(equals, 2) != "=\"") {
        faults.push_back("an attribute of " + name + " without a quoted value");
        return faults;
      }
      const std::string attribute(page.substr(at, equals - at));
      const std::size_t end = page.find('"', equals + 2);
      const std::string value(page.substr(equals + 2, end - equals - 2));
      if (value.find_first_of("<>") != std::string::npos) faults.push_back("< in " + attribute);
      if (!attributes.insert(attribute).second) faults.push_back(attribute + " twice");
      if (attribute == "id" && !ids.insert(value).second) faults.push_back("id twice: " + value);
      if (attribute == "aria-labelledby") wanted.insert(value);
      if (attribute == "src" || attribute == "href" || attribute.starts_with("on")) {
        faults.push_back("attribute " + attribute);
      }
      if (end == std::string_view::npos) {
        faults.push_back("an attribute without an end");
        return faults;
      }
      at = end + 1;
    }
    ++at;
    if (closing) {
      if (open.empty() || open.back() != name) {
        faults.push_back("</" + name + "> in " + (open.empty() ? "nothing" : open.back()));
        return faults;
      }
      open.pop_back();
    } else if (!closed_itself && !empty_elements.contains(name)) {
      open.push_back(name);
      if (name == "style" || name == "script") {
        at = page.find("</" + name + ">", at);  // its content is not HTML
        if (at == std::string_view::npos) at = page.size();
      }
    }
  }
  if (!open.empty()) faults.push_back("<" + open.back() + "> without an end");
  for (const std::string& id : wanted) {
    if (!ids.contains(id)) faults.push_back("no element has the id " + id);
  }
  for (const char* outside : {"http://", "https://", "url(", "@import", "<script src"}) {
    if (page.find(outside) != std::string_view::npos) faults.push_back(outside);
  }
  return faults;
}

inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace cogs::present
