// SPDX-License-Identifier: Apache-2.0
#include "present/html/page_tree.h"

#include <algorithm>

#include "present/html/page.h"

namespace cogs::present {

namespace {

constexpr std::size_t deepest = 60;
constexpr std::size_t unfolded_levels = 2;
constexpr std::size_t most_unfolded = 200;

}  // namespace

PageTree::PageTree(std::string_view name)
    : out_("<ul class=\"tree\" aria-label=\"" + html_text(name) + "\">\n") {}

void PageTree::close_to(std::size_t depth) {
  for (; open_ > depth; --open_) out_ += "</ul></li>\n";
}

void PageTree::add(std::size_t depth, std::size_t children, const std::string& content) {
  close_to(std::min(depth, deepest));
  const bool folds = children > 0 && depth < deepest;
  // What stands in a folded list begins folded as well.
  unfolded_to_ = std::min(unfolded_to_, depth);
  const bool unfolded = folds && unfolded_to_ == depth && depth < unfolded_levels &&
                        shown_ + children <= most_unfolded;
  if (unfolded) {
    shown_ += children;
    ++unfolded_to_;
  }
  out_ += unfolded ? "<li class=\"open\">" : "<li>";
  out_ += "<span class=\"row\">";
  if (depth > deepest) {
    out_ += "<span class=\"soft\">level " + std::to_string(depth + 1) + "</span> ";
  }
  out_ += content + "</span>";
  if (folds) {
    out_ += "<ul>\n";
    ++open_;
  } else {
    out_ += "</li>\n";
  }
}

std::string PageTree::finish() {
  close_to(0);
  return std::move(out_) + "</ul>\n";
}

std::string PageTree::tools(std::string_view more) {
  return "<div class=\"tools\"><button type=\"button\" data-do=\"expand\">Expand all</button>"
         "<button type=\"button\" data-do=\"collapse\">Collapse all</button>" +
         std::string(more) + "</div>\n";
}

}  // namespace cogs::present
