// SPDX-License-Identifier: Apache-2.0
#include "present/text/sheet.h"

namespace cogs::present {

namespace {

std::string block_text(const SheetBlock& block, const TextStyle& style) {
  using Kind = SheetBlock::Kind;
  if (block.kind == Kind::paragraph) return wrapped("", block.text, style);
  if (block.kind == Kind::note)
    return wrapped("! ", toned(Tone::doubtful, block.text, style), style);
  std::string out;
  std::size_t number = 0;
  for (const SheetItem& item : block.items) {
    ++number;
    const std::string margin = block.kind == Kind::list
                                   ? "  - "
                                   : (number < 10 ? "  " : " ") + std::to_string(number) + ". ";
    out += wrapped(margin, item.text, style);
    for (const std::string& detail : item.details) {
      out += wrapped(std::string(margin.size(), ' '), detail, style);
    }
  }
  return out;
}

}  // namespace

std::string sheet_text(const Sheet& sheet, const TextStyle& style) {
  std::string out = wrapped("", toned(Tone::strong, sheet.title, style), style);
  for (const SheetSection& section : sheet.sections) {
    out += "\n";
    if (!section.heading.empty()) {
      out += wrapped("", toned(Tone::strong, section.heading, style), style);
    }
    for (const SheetBlock& block : section.blocks) out += block_text(block, style);
  }
  return out;
}

}  // namespace cogs::present
