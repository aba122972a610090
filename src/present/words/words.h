// SPDX-License-Identifier: Apache-2.0
//
// The words for features, values, ranges and rules that the texts for people share. Everything
// that is returned is safe for a terminal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explain/reason_codes.h"
#include "model/model.h"
#include "path/path.h"
#include "present/words/safe_text.h"

namespace cogs::present {

// The label of a feature, else its name.
std::string feature_words(const model::Feature& feature);
// "Husband", "'of two words'": a value without its feature's unit.
std::string value_words(const model::Value& value);
// A number as people read it, without its unit: a date where the feature is one.
std::string number_text(const model::Feature& feature, const model::Number& number);
// What something costs, with no more digits than people read; and in words: "2", "1.2",
// "about 14.44".
model::Number rounded_cost(const model::Number& cost);
std::string cost_words(const model::Number& cost);
// A name as an option takes it, and a policy: debt, 'Marital Status'.
std::string quoted_name(const std::string& name);
// "5000 $", "Husband", "not known".
std::string value_words(const model::Feature& feature, const model::Value& value);
std::string value_words(const model::Feature& feature, const std::optional<model::Value>& value);
// What lies between two values of a numeric feature: "500 $"; of dates "564 days".
std::string difference_words(const model::Feature& feature, const model::Number& amount);
// "reject_loan", "label <=50K".
std::string atom_words(const model::Atom& atom);
// "0..1000000 $", "{low, med, high}".
std::string domain_words(const model::Feature& feature);
// "60000 $ or more", "5 to 10 years", "above 5", "any value", "one of Husband, Wife".
std::string set_words(const model::Feature& feature, const path::ValueSet& set);
// Whether the set is the feature's whole domain.
// Is this end the domain's own? Then it says nothing.
bool ends_low(const model::Feature& feature, const model::Interval& interval);
bool ends_high(const model::Feature& feature, const model::Interval& interval);
bool is_whole_domain(const model::Feature& feature, const path::ValueSet& set);
// The value that a change reaches, and what does as well: "60000 $ or more",
// "700 (550 to 900 does as well)", "med (or high)".
std::string target_words(const model::Feature& feature, const path::Change& change);
// "line 9", "lines 9 and 12".
std::string line_words(const std::vector<std::uint32_t>& lines);
// "12: Bank balance too low"; "none" for null.
std::string code_words(const explain::ReasonCode* code);
// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& words, const std::string& last = "and");
// "1 step", "2 steps".
std::string counted(std::size_t count, const std::string& noun);
// White space, line ends too, as single blanks.
std::string on_one_line(std::string_view text);
// The rule, denial or declaration that stands there, as written, on one line; "" if none does.
std::string statement_at(const model::Model& model, base::Place place);
// Rules without those that stand where another one does: one statement may stand for several.
template <class Id>
std::vector<Id> by_statement(const model::Model& model, const std::vector<Id>& rules) {
  std::vector<Id> out;
  for (const Id id : rules) {
    const bool again = std::any_of(out.begin(), out.end(), [&](Id other) {
      return model.rule(other).place == model.rule(id).place;
    });
    if (!again) out.push_back(id);
  }
  return out;
}

}  // namespace cogs::present
