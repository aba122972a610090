// SPDX-License-Identifier: Apache-2.0
//
// Text -> what read_model says of it, for the tests of this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/read/read_model.h"

namespace cogs::model {

using Lines = std::vector<std::string>;

inline std::string shown(const base::Diagnostic& d) {
  std::string out = std::to_string(d.place.line) + ":" + std::to_string(d.place.column) + " ";
  out += d.message;
  return d.help.empty() ? out : out + " | " + d.help;
}

// "LINE:COLUMN message | help" for each error of the text; empty if it is a model.
inline Lines errors(std::string_view text) {
  Lines lines;
  try {
    read_model(text, "test.cogs");
  } catch (const base::InputError& error) {
    for (const base::Diagnostic& d : error.diagnostics()) {
      if (d.severity == base::Severity::error) lines.push_back(shown(d));
    }
  }
  return lines;
}

inline Lines warnings(std::string_view text) {
  Lines lines;
  for (const base::Diagnostic& d : read_model(text, "test.cogs").warnings) {
    lines.push_back(shown(d));
  }
  return lines;
}

// Two features and a decision on line 1, so that a test can write the rules that it is about
// from line 2 on.
inline const std::string base_model =
    "#feature debt : integer 0..100. #feature color : {red, green, 'dark blue', 4}. "
    "#undesired no(X). no(X) :- debt(X, 7).\n";

inline Lines rule_errors(const std::string& rules) { return errors(base_model + rules); }
inline Model with_rules(const std::string& rules) {
  return read_model(base_model + rules, "test.cogs");
}

}  // namespace cogs::model
