// SPDX-License-Identifier: Apache-2.0
#include "present/html/page.h"

#include <gtest/gtest.h>

#include "html_checker.h"
#include "present/html/page_tree.h"

namespace cogs::present {
namespace {

TEST(Page, IsWellFormedAndNeedsNothingElse) {
  const std::string page = page_html({"<b> & \"more\""}, "<p>text</p>\n");
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_NE(page.find("<title>&lt;b&gt; &amp; &quot;more&quot;</title>"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_NE(page.find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(Page, EscapesTextAndShowsWhatCannotBeSeen) {
  EXPECT_EQ(html_text("<a href='x'>&\"\n"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\n");
  EXPECT_EQ(html_text("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(html_text("a\u202eb"), "a\\u{202e}b");
  EXPECT_EQ(html_text("\xff"), "\\xff");
}

TEST(Page, IsolatesRightToLeftRuns) {
  EXPECT_EQ(html_words("plain < text"), "plain &lt; text");
  EXPECT_EQ(html_words("is \u05d0\u05d1, or \u05d2"),
            "is <bdi>\u05d0\u05d1</bdi>, or <bdi>\u05d2</bdi>");
  EXPECT_EQ(html_words("'\u05d0\u05d1 \u05d2' or x"),
            "&#39;<bdi>\u05d0\u05d1 \u05d2</bdi>&#39; or x");
  EXPECT_EQ(html_words("\u0627\u0644 "), "<bdi>\u0627\u0644</bdi> ");
}

TEST(PageTree, NestsListsAsDeepAsTheNodes) {
  PageTree tree("a \"tree\"");
  tree.add(0, 2, "top");
  tree.add(1, 1, "one");
  tree.add(2, 0, "deep");
  tree.add(1, 0, "two");
  EXPECT_EQ(tree.finish(),
            "<ul class=\"tree\" aria-label=\"a &quot;tree&quot;\">\n"
            "<li class=\"open\"><span class=\"row\">top</span><ul>\n"
            "<li class=\"open\"><span class=\"row\">one</span><ul>\n"
            "<li><span class=\"row\">deep</span></li>\n</ul></li>\n"
            "<li><span class=\"row\">two</span></li>\n</ul></li>\n</ul>\n");
}

TEST(PageTree, SaysHowDeepNodesAreWhereNestingEnds) {
  PageTree tree("t");
  for (std::size_t depth = 0; depth < 5000; ++depth) tree.add(depth, depth < 4999 ? 1 : 0, "node");
  const std::string page = page_html({"t"}, tree.finish());
  EXPECT_EQ(html_faults(page), std::vector<std::string>{});
  EXPECT_LT(occurrences(page, "<ul"), 100u);
  EXPECT_NE(page.find("level 5000"), std::string::npos);
}

TEST(PageTree, BeginsFoldedWhereThereIsMuch) {
  PageTree tree("t");
  tree.add(0, 5000, "top");
  for (int i = 0; i < 5000; ++i) {
    tree.add(1, 1, "node");
    tree.add(2, 0, "leaf");
  }
  EXPECT_EQ(tree.finish().find("class=\"open\""), std::string::npos);
}

}  // namespace
}  // namespace cogs::present
