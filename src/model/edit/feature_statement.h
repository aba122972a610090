// SPDX-License-Identifier: Apache-2.0
//
// One #feature statement as a text: its parts, what it declares, and the same with other options.
// Internal to src/model and to the sheets of output.
//
//   parts_of("#feature debt : integer 0..9, cost 2.")    domain `integer 0..9`, cost `2`
//   edited_statement(text, feature)                      only what differs is written anew
//
// A part is known by the word that it begins with. Texts are as written, blanks and comments
// around a part left out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"

namespace cogs::model {

enum class PartKind {
  domain,
  fixed,
  direction,
  caused,
  may_be_set,
  cost,
  observed,
  unit,
  step,
  label,
  source,
  missing,
  decimal,
  date,
  unknown
};

struct FeaturePart {
  PartKind kind = PartKind::unknown;
  std::size_t begin = 0, end = 0;  // bytes in the statement
  std::size_t comma = 0;           // the one in front of it; not of the domain
  std::size_t argument = 0;        // where the text behind the option's word begins; or `end`
};

// In the order written; the first is the domain. Empty for a text that is no #feature statement.
std::vector<FeaturePart> parts_of(const std::string& statement);

// The argument of this option in the canonical statement: the domain itself, `2 per 100` of a cost.
// nullopt if the feature does not have it.
std::optional<std::string> part_text(const Feature& feature, PartKind kind);

// Reads a text that must be just one #feature statement. Throws InputError, located in the text.
Feature read_feature_statement(const std::string& text, const std::string& file);

// The statement with what makes it declare `wanted`; `before` is what it declares now. Layout and
// comments stay where nothing changes.
std::string edited_statement(const std::string& statement, const Feature& before,
                             const Feature& wanted);

}  // namespace cogs::model
