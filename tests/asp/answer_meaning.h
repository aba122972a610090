// SPDX-License-Identifier: Apache-2.0
//
// What an answer of the solver says, instance by instance: which values its variables may have
// and which ground literals it then claims. Written from the words of answer.h alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "asp/stable_models.h"
#include "logic/program/answer.h"

namespace cogs::asp {

class AnswerMeaning {
 public:
  // `universe`: the values that variables are tried with.
  AnswerMeaning(const logic::Answer& answer, const std::vector<Value>& universe);

  // Calls `use` for every choice of the `each` variables within the constraints, the query's
  // variables first fixed as in `query` where it has them; stops when `use` says true, and says
  // whether it did. Gives up (false) after a good many choices.
  bool any_choice(const Assignment& query, const std::function<bool(const Assignment&)>& use) const;

  // The query's variables under a choice; nothing if one is not a constant of this language.
  std::optional<Assignment> bindings(const Assignment& choice) const;

  // The first literal that the model does not satisfy, for some value of the `all` variables.
  std::optional<std::string> broken_literal(const Assignment& choice, const Model& model) const;

  // Query variables that have no binding, or a literal that is written oddly.
  std::optional<std::string> malformed(const std::vector<std::string>& query_variables) const;

  // The same for equal answers, whatever their variables are called.
  std::string canonical() const;
  std::string text() const;

 private:
  bool is_universal(const std::string& variable) const;
  bool constraints_hold(const Assignment& assignment, bool all_assigned) const;
  bool choose(std::size_t from, Assignment& choice, std::size_t& left,
              const std::function<bool(const Assignment&)>& use) const;

  const logic::Answer& answer_;
  const std::vector<Value>& universe_;
  std::vector<std::string> each_;
};

}  // namespace cogs::asp
