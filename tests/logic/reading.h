// SPDX-License-Identifier: Apache-2.0
//
// Text -> clauses in functional notation, and what was wrong, for the tests of this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "logic/syntax/term_parser.h"

namespace cogs::logic {

struct Reading {
  std::vector<std::string> clauses;   // canonical_text of each
  std::vector<std::string> errors;    // "LINE:COLUMN message"
  std::vector<std::string> helps;     // of the errors
  std::vector<std::string> warnings;  // "LINE:COLUMN message"
};

inline Reading read(std::string_view text) {
  const Source source(text, "test.pl");
  Terms terms;
  Messages messages(source);
  Reading reading;
  if (check_encoding(source, messages)) {
    TermParser parser(source, terms, messages);
    while (!parser.at_end() && !messages.flooded()) {
      if (const auto clause = parser.read_clause()) {
        reading.clauses.push_back(canonical_text(terms, *clause));
      }
    }
  }
  for (const base::Diagnostic& d : messages.take_errors()) {
    const std::string line =
        std::to_string(d.place.line) + ":" + std::to_string(d.place.column) + " " + d.message;
    if (d.severity == base::Severity::warning) {
      reading.warnings.push_back(line);
    } else {
      reading.errors.push_back(line);
      reading.helps.push_back(d.help);
    }
  }
  return reading;
}

// The one clause of a text without errors.
inline std::string term(std::string_view text) {
  const Reading reading = read(text);
  if (!reading.errors.empty()) return "error " + reading.errors[0];
  return reading.clauses.size() == 1 ? reading.clauses[0]
                                     : std::to_string(reading.clauses.size()) + " clauses";
}

// The one error of a text.
inline std::string error(std::string_view text) {
  const Reading reading = read(text);
  return reading.errors.size() == 1 ? reading.errors[0]
                                    : std::to_string(reading.errors.size()) + " errors";
}

}  // namespace cogs::logic
