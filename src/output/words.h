// SPDX-License-Identifier: Apache-2.0
//
// The words for features, values, ranges and rules that the texts for people share. Everything
// that is returned is safe for a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explain/reason_codes.h"
#include "model/model.h"
#include "output/safe_text.h"
#include "path/path.h"

namespace cogs::output {

// The label of a feature, else its name.
std::string feature_words(const model::Feature& feature);
// "Husband", "'of two words'": a value without its feature's unit.
std::string value_words(const model::Value& value);
// "5000 $", "Husband", "not known".
std::string value_words(const model::Feature& feature, const model::Value& value);
std::string value_words(const model::Feature& feature, const std::optional<model::Value>& value);
// "reject_loan", "label <=50K".
std::string atom_words(const model::Atom& atom);
// "0..1000000 $", "{low, med, high}".
std::string domain_words(const model::Feature& feature);
// "60000 $ or more", "5 to 10 years", "above 5", "any value", "one of Husband, Wife".
std::string set_words(const model::Feature& feature, const path::ValueSet& set);
// Whether the set is the feature's whole domain.
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
// The rule, denial or declaration at this line as written, on one line; "" if there is none.
std::string statement_at(const model::Model& model, std::uint32_t line);

}  // namespace cogs::output
