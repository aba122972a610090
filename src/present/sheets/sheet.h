// SPDX-License-Identifier: Apache-2.0
//
// An answer for clerks and applicants, as data: headings, paragraphs, numbered steps. The terminal,
// pages and letters write the same sheet. All texts are safe for a terminal.
#pragma once

#include <string>
#include <vector>

#include "present/words/phrases.h"

namespace cogs::present {

struct SheetItem {
  std::string text;
  std::vector<std::string> details = {};
  bool doubtful = false;  // nothing promises it
};

struct SheetBlock {
  enum class Kind { paragraph, note, list, steps };
  Kind kind = Kind::paragraph;
  std::string text = {};              // of a paragraph or a note
  std::vector<SheetItem> items = {};  // of a list, or of steps, which are numbered
};

struct SheetSection {
  std::string id, heading;
  std::vector<SheetBlock> blocks = {};

  void say(std::string text) { blocks.push_back({SheetBlock::Kind::paragraph, std::move(text)}); }
  void note(std::string text) { blocks.push_back({SheetBlock::Kind::note, std::move(text)}); }
};

struct Sheet {
  Language language = Language::english;
  std::string title;  // "Decision: Declined"
  bool good = false;
  std::vector<SheetSection> sections = {};
};

}  // namespace cogs::present
