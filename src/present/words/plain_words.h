// SPDX-License-Identifier: Apache-2.0
//
// A model in the words of those who do not read models: clerks and applicants. No names of
// predicates, no lines, no Prolog; every feature has one name in all sentences, numbers have the
// marks of the language, units stand where people write them.
//
// A feature's name is taken from its #pred line where that ends in its value ("the credit score of
// @(X) is @(C)" gives "the credit score of the person"), else it is its label, else its name with
// blanks. A decision is called by #classes, else by its #pred line, else by its predicate.
//
// All that is returned is safe for a terminal.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/reasons.h"
#include "model/model.h"
#include "model/read/word_templates.h"
#include "path/path.h"
#include "present/words/phrases.h"

namespace cogs::present {

enum class Audience { analyst, clerk, applicant };

// Who reads an answer. `thresholds`: applicants are also told what the rules compare with.
struct Reader {
  Audience audience = Audience::analyst;
  Language language = Language::english;
  bool thresholds = false;

  bool sees_thresholds() const { return audience != Audience::applicant || thresholds; }
};

class PlainWords {
 public:
  // `model` must outlive this.
  PlainWords(const model::Model& model, Language language);

  const Phrases& phrases() const { return say_; }

  // From now on it is about this person: what the record says where an open set does not list it
  // (model/record.h) is said in its words. Null: nobody in particular.
  void about(const std::vector<std::string>* written) { written_ = written; }

  std::string feature(model::FeatureId id) const { return names_[id.index()]; }
  // A phrase whose subject is the feature: its verb is that of one thing or of several.
  std::string said_of(model::FeatureId id, Phrase phrase,
                      std::initializer_list<std::string_view> parts) const;
  // "$40,000", "12 months", "97%", "3 May 2024".
  std::string number(const model::Feature& feature, const model::Number& number) const;
  // What something costs: "1,200", "about 14.44".
  std::string cost(const model::Number& cost) const;
  std::string value(model::FeatureId id, const std::optional<model::Value>& value) const;
  // The same of what the person has now.
  std::string own_value(model::FeatureId id, const std::optional<model::Value>& value) const;
  // "$60,000 or more", "one of a, b or c".
  std::string set(model::FeatureId id, const path::ValueSet& set) const;
  // What a change reaches, with what does as well.
  std::string target(const path::Change& change) const;
  // "bank balance is $40,000", or the model's own sentence.
  std::string state(model::FeatureId id, const std::optional<model::Value>& value) const;

  // What a reason asks for: "It would have to be $60,000 or more if credit score were 600."
  std::string needed(const explain::Reason& reason) const;

  // "Declined" and "Approved".
  std::string decision(bool undesired) const;
  std::string decision_by(model::AtomId atom, bool holds) const;
  // What is decided about a person: of several decisions the one that holds.
  std::string decision_of(const model::Record& record, bool undesired) const;
  // What could be decided instead of the undesired: "Approved", "Approved or Referred". "": the
  // model has no words for that.
  std::string other_decisions() const;

  // "bank balance is below $60,000".
  std::string test(const model::FeatureTest& test) const;
  // "Declined, if bank balance is below $60,000, unless ...".
  std::string rule(model::RuleId id) const;
  std::string causal_rule(model::CausalRuleId id) const;

  std::string action(const path::Change& change) const;
  std::string effect(const path::Effect& effect) const;
  std::string blocker(const path::Blocker& blocker) const;

 private:
  // How much a number changes by: of percents, percentage points.
  std::string difference(const model::Feature& feature, const model::Number& amount) const;
  std::string grouped(const model::Number& number, bool with_unit) const;
  std::string with_unit(const model::Feature& feature, const std::string& number, bool one) const;
  std::string interval(const model::Feature& feature, const model::Interval& interval) const;
  std::string text_value(const std::string& text) const;
  std::string values(model::FeatureId id, const std::vector<model::Value>& values,
                     Phrase last) const;
  std::string places(model::FeatureId id, const std::vector<model::Value>& values) const;
  std::string condition(model::FeatureId id, const model::Condition& condition, bool negated) const;
  std::string body(const std::vector<model::Literal>& body, int depth) const;
  std::string atom(const model::AtomTest& test, int depth) const;
  std::string score(const model::ScoreTest& asked, bool negated) const;
  std::optional<std::string> by_template(const std::string& predicate, bool negated,
                                         const std::vector<std::optional<model::Value>>& values,
                                         const model::Feature* feature) const;
  // "credit score were 600": as a condition.
  std::string if_so(model::FeatureId id, const model::Value& value) const;
  std::string person(const std::string& type) const;
  std::string name_of(std::size_t feature) const;

  const model::Model& model_;
  const Phrases& say_;
  std::vector<model::WordTemplate> templates_;
  std::vector<std::string> names_;
  std::vector<bool> several_;  // by feature: its name is a plural
  const std::vector<std::string>* written_ = nullptr;
};

// A sentence begins with a capital; letters beyond ASCII are left as they are.
std::string sentence(std::string words);

// As part of a sentence, which has a full stop of its own.
std::string without_stop(std::string words);

// "3 May 2024": days since 1970.
std::string day_words(const Phrases& say, const model::Number& day);

}  // namespace cogs::present
