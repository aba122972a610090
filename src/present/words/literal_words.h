// SPDX-License-Identifier: Apache-2.0
//
// Literals in words: by the #pred templates of the program, or "p holds for a, and b".
//
//   #pred flies(X) :: '@(X:bird) can fly'.        the bird tweety can fly
//   #pred flies(X) :: '{{X:bird}} can fly'.       the same
//
// A form without a template of its own is built from the next simpler one: `not p` is "there is
// no evidence that" p, `-p` is "it is not the case that" p, `not -p` "it may be the case that" p.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "logic/program/answer.h"
#include "logic/program/program.h"

namespace cogs::present {

class LiteralWords {
 public:
  // The words for an argument; `type` is empty if the template gives none.
  using ValueWords = std::function<std::string(logic::TermId value, std::string_view type)>;

  // Program and terms must outlive this; `terms` are those of the literals.
  LiteralWords(const logic::Program& program, const logic::Terms& terms, ValueWords value_words);

  std::string operator()(const logic::Literal& literal) const;
  // Of a built-in goal: "20000 is less than 30000", "4+1 is 5". `expression` gives the text of
  // either side.
  std::string builtin(logic::TermId goal,
                      const std::function<std::string(logic::TermId)>& expression) const;

 private:
  using Values = std::unordered_map<std::string, logic::TermId>;  // by the template's variable

  std::optional<std::string> by_template(const logic::Literal& literal) const;
  bool matches(const logic::WordTemplate& words, logic::TermId atom, Values& values) const;
  bool holds(const logic::Goal& condition, const Values& values) const;
  std::string fill(const std::string& text, const Values& values) const;

  const logic::Program& program_;
  const logic::Terms& terms_;
  ValueWords value_words_;
  std::unordered_map<std::string, std::vector<std::size_t>> templates_;  // by kind and name
};

// "a", "a, and b", "a, b, and c".
std::string enumerated(const std::vector<std::string>& words, std::string_view last);
// "a person", "an animal".
std::string with_article(std::string_view noun);

}  // namespace cogs::present
