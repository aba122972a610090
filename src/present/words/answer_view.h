// SPDX-License-Identifier: Apache-2.0
//
// An answer as it is shown: which literals and bindings, what each variable is called, and the
// texts of terms with the constraints beside their variables, as s(CASP) prints them:
//
//   flies(X | {X ∉ [sam,tweety]})     p(Y | {Y#>3,Y#<5},_)     q(X | {X#>=Y+1},Y)
//
// The variables of the query keep their names; of the others, those that occur only once are
// `_`. All texts are safe for a terminal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "logic/program/answer.h"
#include "logic/program/program.h"
#include "present/words/term_text.h"
#include "present/words/variable_facts.h"

namespace cogs::present {

class AnswerView {
 public:
  // Program and answer must outlive the view. `with_proof`: the proof is shown too, so its
  // variables count as occurrences.
  AnswerView(const logic::Program& program, const logic::Answer& answer, bool with_proof,
             std::optional<int> decimals = {});
  AnswerView(const AnswerView&) = delete;
  AnswerView& operator=(const AnswerView&) = delete;

  const logic::Program& program() const { return program_; }
  const logic::Answer& answer() const { return answer_; }
  const logic::Terms& terms() const { return answer_.terms; }
  // Those that #show leaves.
  const std::vector<logic::Literal>& literals() const { return literals_; }
  // Those that say something: not the variables that stay free.
  std::vector<logic::Binding> bindings() const;

  // `_` for a variable that occurs once.
  std::string name(std::string_view variable) const;
  const VariableFacts& facts(std::string_view variable) const;
  // "X#>1,X#<5", or "".
  std::string facts_text(std::string_view variable) const;
  // "X | {X#>1,X#<5}", "X" or "_".
  std::string variable_text(std::string_view variable) const;
  // "Y+1": the right side of a fact.
  std::string sum_text(const LinearSum& sum) const;
  std::string number(const base::Number& number) const;

  std::string term(logic::TermId id, int priority = logic::argument_priority) const;
  // With plain variables, without their constraints.
  std::string plain_term(logic::TermId id) const;
  // The same with blanks around comparisons: 20000 < 30000.
  std::string wide_term(logic::TermId id) const;
  // p(X), not p(X), ¬ p(X), not ¬ p(X).
  std::string literal(const logic::Literal& literal) const;

 private:
  void choose_literals();
  void count(bool with_proof);
  void count(logic::TermId id);
  std::vector<std::string> others_of(const Fact& fact) const;
  std::string own_facts_text(std::string_view variable) const;
  std::string fact_text(const std::string& name, const Fact& fact) const;
  TermStyle style() const;

  const logic::Program& program_;
  const logic::Answer& answer_;
  std::optional<int> decimals_;
  std::vector<logic::Literal> literals_;
  std::vector<std::string> order_;  // variables as the reader meets them
  std::unordered_set<std::string> visible_, named_;
  std::unordered_map<std::string_view, std::size_t> occurrences_;
  std::unordered_set<std::string_view> query_variables_;
  FactsByVariable facts_;
  mutable std::unordered_map<std::string, std::string> texts_;  // of variables
};

// Predicates of cogs itself, such as `$constant`: they are shown with --long only.
bool is_internal(std::string_view predicate);

}  // namespace cogs::present
