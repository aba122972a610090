// SPDX-License-Identifier: Apache-2.0
//
// The #pred lines of a model: the words that people should read for a feature or an atom.
//
//   #pred credit_score(X, C) :: 'the credit score of @(X) is @(C)'.
//   #pred reject_loan(X)     :: 'the loan of @(X:applicant) is refused'.
//   #pred not ab1(X)         :: 'nothing speaks for @(X)'.
//
// Places for values are @(X), @(X:type), {{X}} and {{X:type}}, as in logic programs. The first
// argument is the person. read_model has checked the lines; here they become data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace cogs::model {

struct WordTemplate {
  struct Argument {
    std::string variable;           // "_": any value, which no place names
    std::optional<Value> constant;  // in place of a variable
  };
  std::string predicate;
  bool negated = false;
  std::vector<Argument> arguments;
  std::string text;
};

// A place for a value in the text of a template.
struct TemplatePlace {
  std::size_t begin = 0, end = 0;  // bytes of the text, signs included
  std::string variable, type;      // type: empty where none is given
};
std::vector<TemplatePlace> places_in(std::string_view text);

// In file order.
std::vector<WordTemplate> word_templates(const Model& model);

}  // namespace cogs::model
