// SPDX-License-Identifier: Apache-2.0
//
// What all pages for browsers share: the frame around their content and how text gets onto a page.
// Style sheet and script are page.css and page.js beside this file.
//
// A page is one file that needs nothing from anywhere else, and a content policy forbids it to
// ask. It follows the light or dark setting of the system, works with the keyboard alone and
// without script, fits a phone, and prints unfolded on A4. The same input gives the same bytes.
#pragma once

#include <string>
#include <string_view>

namespace cogs::present {

struct PageFrame {
  std::string title = {};  // plain text
  bool in_words = false;   // where the content has two notations, the page opens in words
  std::string_view language = "en";
};

// The whole file around the content of <main>, which is HTML.
std::string page_html(const PageFrame& frame, std::string_view content);

// What stands in <main> of such a file, for pages that frame it otherwise.
std::string_view page_content(std::string_view page);

// Safe between tags and in attributes; characters that hide or reorder text become visible.
std::string html_text(std::string_view text);
// The same, between tags only: runs of right-to-left letters are isolated, so that they do not
// change the order of what stands around them.
std::string html_words(std::string_view text);

}  // namespace cogs::present
