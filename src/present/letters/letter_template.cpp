// SPDX-License-Identifier: Apache-2.0
#include "present/letters/letter_template.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "present/embedded.h"

namespace cogs::present {

namespace {

using Kind = LetterPart::Kind;

// Names that are known about every letter.
constexpr std::string_view always_known[] = {"date", "decision", "other_decision", "model"};
// Conditions that letters themselves answer.
constexpr std::string_view conditions[] = {"ways", "consumer_report", "codes"};

template <class List>
bool is_in(const List& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::optional<Kind> block_named(std::string_view name) {
  if (name == "reasons") return Kind::reasons;
  if (name == "ways") return Kind::ways;
  if (name == "data") return Kind::data;
  if (name == "logic") return Kind::logic;
  return std::nullopt;
}

bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

class TemplateReader {
 public:
  TemplateReader(std::string_view text, const std::string& name) : text_(text) { out_.name = name; }

  LetterTemplate read() {
    bool head = true, empty = true;
    while (next_line()) {
      if (line_.starts_with('%')) continue;
      if (head && !line_.empty()) {
        read_head();
        empty = false;
      } else if (head) {
        head = empty;  // empty lines above the head do not end it
      } else {
        read_body();
      }
    }
    for (const std::uint32_t line : open_) fault(line, "{{if ...}} has no {{end}}");
    if (!out_.has(Kind::reasons)) {
      errors_.push_back(base::error_about(out_.name, "the template has no {{reasons}}",
                                          "a head of `key: value` lines, an empty line, the text"));
    }
    if (!errors_.empty()) throw base::InputError(std::move(errors_));
    return std::move(out_);
  }

 private:
  bool next_line() {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    line_ = trimmed(text_.substr(0, end));
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++number_;
    return true;
  }

  void fault(std::uint32_t line, std::string message, std::string help = {}) {
    errors_.push_back(
        {base::Severity::error, out_.name, {line, 1}, std::move(message), std::move(help), {}});
  }

  void read_head() {
    const std::size_t colon = line_.find(':');
    const std::string key(trimmed(line_.substr(0, colon)));
    const std::string value(colon == std::string_view::npos ? ""
                                                            : trimmed(line_.substr(colon + 1)));
    if (key == "language") {
      const auto language = language_named(value);
      if (!language) return fault(number_, "'" + value + "' is no language", "en, en-US or es");
      out_.language = *language;
    } else if (key == "reasons") {
      if (value != "codes" && value != "words") {
        return fault(number_, "'" + value + "' is no source of reasons", "codes or words");
      }
      out_.reasons_by_codes = value == "codes";
    } else if (key == "most-reasons") {
      const auto [end, error] =
          std::from_chars(value.data(), value.data() + value.size(), out_.most_reasons);
      if (error != std::errc() || end != value.data() + value.size() || out_.most_reasons < 1 ||
          out_.most_reasons > 4) {
        fault(number_, "'" + value + "' is no number of reasons", "1 to 4: more do not help");
      }
    } else if (key == "thresholds") {
      if (value != "yes" && value != "no") return fault(number_, "thresholds are yes or no");
      out_.thresholds = value == "yes";
    } else {
      fault(number_, "the head of a template has no '" + key + "'",
            "language, reasons, most-reasons, thresholds; then an empty line");
    }
  }

  void read_body() {
    if (line_.empty()) {
      follows_ = false;
    } else if (line_ == "---") {
      add(Kind::sheet, "");
    } else if (line_ == "{{end}}") {
      if (open_.empty()) return fault(number_, "{{end}} without {{if ...}}");
      open_.pop_back();
      add(Kind::end, "");
    } else if (line_.starts_with("{{if ") && line_.ends_with("}}")) {
      const std::string_view name = trimmed(line_.substr(5, line_.size() - 7));
      if (!is_name(name)) return fault(number_, "{{if ...}} takes the name of a setting");
      open_.push_back(number_);
      add(Kind::if_, name);
    } else if (line_.starts_with("{{") && line_.ends_with("}}") &&
               block_named(line_.substr(2, line_.size() - 4))) {
      add(*block_named(line_.substr(2, line_.size() - 4)), "");
    } else if (line_.starts_with("# ")) {
      check_places();
      add(Kind::heading, trimmed(line_.substr(2)));
    } else if (line_.starts_with("| ") || line_ == "|") {
      check_places();
      append(Kind::lines, trimmed(line_.substr(1)));
    } else if (line_.starts_with("- ")) {
      check_places();
      append(Kind::items, trimmed(line_.substr(2)));
    } else {
      check_places();
      const bool goes_on = follows_ && out_.parts.back().kind == Kind::paragraph;
      if (goes_on) {
        out_.parts.back().texts[0] += " " + std::string(line_);
      } else {
        add(Kind::paragraph, line_);
      }
      follows_ = true;
    }
  }

  void check_places() {
    walk_places(
        line_,
        [&](std::string_view text) {
          if (text.find("{{") != std::string_view::npos) fault(number_, "{{ is not closed by }}");
        },
        [&](std::string_view name) {
          if (block_named(name)) {
            fault(number_, "{{" + std::string(name) + "}} stands on a line of its own");
          } else if (!is_name(name)) {
            fault(number_, "{{" + std::string(name) + "}} is no name", "letters, digits, _ and -");
          }
        });
  }

  void add(Kind kind, std::string_view text) {
    out_.parts.push_back({kind, {std::string(text)}, number_});
    follows_ = false;
  }

  void append(Kind kind, std::string_view text) {
    if (follows_ && out_.parts.back().kind == kind) {
      out_.parts.back().texts.emplace_back(text);
    } else {
      add(kind, text);
    }
    follows_ = true;
  }

  std::string_view text_, line_;
  std::uint32_t number_ = 0;
  bool follows_ = false;  // the line goes on with what the last one began
  std::vector<std::uint32_t> open_;
  std::vector<base::Diagnostic> errors_;
  LetterTemplate out_;
};

}  // namespace

bool LetterTemplate::has(Kind kind) const {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const LetterPart& part) { return part.kind == kind; });
}

LetterTemplate read_letter_template(std::string_view text, const std::string& name) {
  return TemplateReader(text, name).read();
}

const std::vector<std::string>& built_in_letter_names() {
  static const std::vector<std::string> names = {"regulation-b", "gdpr"};
  return names;
}

std::string_view built_in_letter(std::string_view name, Language language) {
  if (!is_in(built_in_letter_names(), std::string(name))) return {};
  return embedded(std::string(name) + "." + (language == Language::spanish ? "es" : "en") +
                  ".letter");
}

LetterSettings read_letter_settings(std::string_view text, const std::string& name) {
  LetterSettings settings;
  std::vector<base::Diagnostic> errors;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('%')) continue;
    const std::size_t equals = line.find('=');
    const std::string_view key = trimmed(line.substr(0, equals));
    if (equals == std::string_view::npos || !is_name(key)) {
      errors.push_back({base::Severity::error,
                        name,
                        {number, 1},
                        "this is no setting",
                        "write name = value",
                        {}});
    } else if (!settings.emplace(key, trimmed(line.substr(equals + 1))).second) {
      errors.push_back({base::Severity::error,
                        name,
                        {number, 1},
                        "'" + std::string(key) + "' is given twice",
                        {},
                        {}});
    }
  }
  if (!errors.empty()) throw base::InputError(std::move(errors));
  return settings;
}

std::vector<base::Diagnostic> missing_settings(const LetterTemplate& letter,
                                               const LetterSettings& settings,
                                               const std::vector<std::string>& by_row,
                                               const std::vector<std::string>& never) {
  std::vector<base::Diagnostic> missing;
  std::set<std::string, std::less<>> said;
  const auto given = [&](std::string_view name) {
    return is_in(always_known, name) || settings.contains(std::string(name)) ||
           std::find(by_row.begin(), by_row.end(), name) != by_row.end();
  };
  std::vector<bool> dropped;  // of the conditions that are open: is what they keep left out?
  for (const LetterPart& part : letter.parts) {
    if (part.kind == Kind::if_) {
      const std::string& name = part.texts.front();
      dropped.push_back(is_in(conditions, name) ? is_in(never, name) : !given(name));
      continue;
    }
    if (part.kind == Kind::end) {
      dropped.pop_back();
      continue;
    }
    if (std::find(dropped.begin(), dropped.end(), true) != dropped.end()) continue;
    for (const std::string& text : part.texts) {
      walk_places(
          text, [](std::string_view) {},
          [&](std::string_view name) {
            if (given(name) || !said.insert(std::string(name)).second) return;
            missing.push_back(
                {base::Severity::error,
                 letter.name,
                 {part.line, 1},
                 "the letter asks for '" + std::string(name) + "', and nothing gives it",
                 name == "reference"
                     ? "--id TEXT names the case"
                     : "--set " + std::string(name) + "=..., or a line of --settings",
                 {}});
          });
    }
  }
  return missing;
}

}  // namespace cogs::present
