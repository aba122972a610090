// SPDX-License-Identifier: Apache-2.0
//
// Templates of letters: a head of `key: value` lines, an empty line, then the text.
//
//   language: en
//   reasons: codes          texts of reasons come from the file of codes alone; or: words
//   most-reasons: 4
//   thresholds: no          whether reasons say what would have been needed
//
//   | {{creditor}}
//   # Notice of action taken
//   Your application of {{application_date}}: {{decision}}.
//   {{reasons}}
//   ---                     a sheet of its own begins
//   {{ways}}
//
// Lines of a paragraph run together; a line that begins with `| ` stays a line, `# ` makes a
// heading,
// `- ` an item. {{if NAME}} and {{end}}, on lines of their own, keep what is between them for
// letters for which NAME is there. {{reasons}}, {{ways}}, {{data}} and {{logic}} stand alone on a
// line. All other names are settings, or one of `date`, `reference`, `decision`,
// `other_decision`, `model`. `%` begins a comment line.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "present/words/phrases.h"

namespace cogs::present {

struct LetterPart {
  enum class Kind { heading, paragraph, lines, items, sheet, if_, end, reasons, ways, data, logic };
  Kind kind = Kind::paragraph;
  std::vector<std::string> texts = {};  // of lines and items several; of if_ the name
  std::uint32_t line = 0;
};

struct LetterTemplate {
  std::string name;  // as messages call it
  Language language = Language::english;
  bool reasons_by_codes = true;
  std::size_t most_reasons = 4;
  bool thresholds = false;
  std::vector<LetterPart> parts;

  bool has(LetterPart::Kind kind) const;
};

// Throws base::InputError with every line that is wrong.
LetterTemplate read_letter_template(std::string_view text, const std::string& name);

// "regulation-b", "gdpr": templates that come with the library, by language; empty: no such one.
std::string_view built_in_letter(std::string_view name, Language language);
const std::vector<std::string>& built_in_letter_names();

using LetterSettings = std::map<std::string, std::string>;

// `name = value` lines; `%` begins a comment. Throws base::InputError.
LetterSettings read_letter_settings(std::string_view text, const std::string& name);

// What the template asks for and nothing gives, each once, where it stands. Names inside an {{if}}
// of a setting that is not given, or of one of `never`, are not asked for. `by_row`: settings that
// each row brings.
std::vector<base::Diagnostic> missing_settings(const LetterTemplate& letter,
                                               const LetterSettings& settings,
                                               const std::vector<std::string>& by_row,
                                               const std::vector<std::string>& never);

// Calls `text` for what stands between places and `place` for the name in each {{...}}.
template <class Text, class Place>
void walk_places(std::string_view line, Text text, Place place) {
  while (!line.empty()) {
    const std::size_t open = line.find("{{");
    const std::size_t close = open == std::string_view::npos ? open : line.find("}}", open);
    if (close == std::string_view::npos) return text(line);
    text(line.substr(0, open));
    place(line.substr(open + 2, close - open - 2));
    line.remove_prefix(close + 2);
  }
}

}  // namespace cogs::present
