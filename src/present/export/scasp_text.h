// SPDX-License-Identifier: Apache-2.0
//
// Small pieces of s(CASP) text: names, values, and conditions on a variable.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace cogs::present {

// An atom, quoted where it must be.
std::string scasp_atom(const std::string& name);

// A value of a set domain: a bare integer where the text is one, else an atom.
std::string scasp_value(const model::Value& value);

// A number as a term: 5, or 12/10. A decimal, 1.2, would be a floating-point number, which as a
// term is another one than the exact number that constraints give.
std::string scasp_number(const model::Number& number);

// "Bank_balance" for bank_balance: a variable that reads like the feature.
std::string scasp_variable(const std::string& name);

// "a, b"
std::string scasp_list(const std::vector<std::string>& parts);

// "predicate(a, b)"
std::string scasp_term(const std::string& predicate, const std::vector<std::string>& arguments);

// "head :- goal, goal." with a line end; a goal a line where it is long.
std::string scasp_clause(const std::string& head, const std::vector<std::string>& goals);

// The conjunction of conditions on a feature's value, as alternatives of goals on `variable`;
// the goals of one alternative hold together. No alternative: never true. An alternative
// without goals: always true.
class ScaspConditions {
 public:
  ScaspConditions(const model::Model& model, model::FeatureId feature);

  using Goals = std::vector<std::string>;
  std::vector<Goals> alternatives(const std::vector<model::Condition>& conditions,
                                  const std::string& variable) const;
  // The domain of the feature, likewise.
  std::vector<Goals> domain(const std::string& variable) const;
  // Does the feature need comparisons without room between integers?
  bool rounded() const { return rounded_; }

 private:
  std::vector<Goals> integer_alternatives(const std::vector<model::Condition>& conditions,
                                          const std::string& variable) const;

  const model::Feature& feature_;
  bool rounded_ = false;
};

}  // namespace cogs::present
