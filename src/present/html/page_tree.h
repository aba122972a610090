// SPDX-License-Identifier: Apache-2.0
//
// A tree that can be folded on a page: nested lists, which the script of page.h turns into a
// tree for the keyboard. Nodes are added in order of a walk, each with its depth.
//
// Browsers give up on nesting that is too deep: from some level on, nodes stand side by side and
// say how deep they are. The first levels begin unfolded as long as they are not many.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cogs::present {

class PageTree {
 public:
  // `name` is what the tree is called, for those who do not see it.
  explicit PageTree(std::string_view name);

  // `content` is HTML. Depth 0 is a top node; a node is at most one deeper than the one before.
  // `children`: how many nodes follow below it.
  void add(std::size_t depth, std::size_t children, const std::string& content);
  std::string finish();

  // Buttons that unfold and fold the trees of the section, or of the page outside of sections;
  // `more` is HTML of further buttons.
  static std::string tools(std::string_view more = {});

 private:
  void close_to(std::size_t depth);

  std::string out_;
  std::size_t open_ = 0;         // lists below the outermost
  std::size_t shown_ = 0;        // nodes that can be seen at first
  std::size_t unfolded_to_ = 0;  // the list at this depth, at the present place, is unfolded
};

}  // namespace cogs::present
