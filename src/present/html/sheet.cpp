// SPDX-License-Identifier: Apache-2.0
#include "present/html/sheet.h"

#include "present/html/page.h"

namespace cogs::present {

std::string block_html(const SheetBlock& block) {
  using Kind = SheetBlock::Kind;
  if (block.kind == Kind::paragraph) return "<p>" + html_words(block.text) + "</p>\n";
  if (block.kind == Kind::note) {
    return "<p class=\"note strong\">" + html_words(block.text) + "</p>\n";
  }
  const bool numbered = block.kind == Kind::steps;
  std::string out = numbered ? "<ol class=\"plain\">\n" : "<ul class=\"plain\">\n";
  for (const SheetItem& item : block.items) {
    out += std::string(item.doubtful ? "<li class=\"doubtful\">" : "<li>") + "<strong>" +
           html_words(item.text) + "</strong>";
    for (const std::string& detail : item.details) out += "<br>\n" + html_words(detail);
    out += "</li>\n";
  }
  return out + (numbered ? "</ol>\n" : "</ul>\n");
}

std::string sheet_html(const Sheet& sheet) {
  std::string out = std::string("<h1><span class=\"verdict ") + (sheet.good ? "yes" : "no") +
                    "\">" + html_words(sheet.title) + "</span></h1>\n";
  for (const SheetSection& section : sheet.sections) {
    const bool named = !section.heading.empty();
    out += named ? "<section aria-labelledby=\"" + section.id + "\">\n<h2 id=\"" + section.id +
                       "\">" + html_words(section.heading) + "</h2>\n"
                 : "<section>\n";
    for (const SheetBlock& block : section.blocks) out += block_html(block);
    out += "</section>\n";
  }
  PageFrame frame;
  frame.title = sheet.title;
  frame.language = language_name(sheet.language);
  return page_html(frame, out);
}

}  // namespace cogs::present
