// SPDX-License-Identifier: Apache-2.0
//
// One walk over the model, two ways to say that a feature has a value: a literal feature(x,N)
// with a record, a variable named after the feature without one.
#include "present/export/scasp.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "path/check_state.h"
#include "present/export/clingo_text.h"
#include "present/export/scasp_text.h"

namespace cogs::present {

using model::AtomId;
using model::CausalMode;
using model::CausalRule;
using model::Condition;
using model::FeatureId;
using model::FeatureTest;
using model::Literal;
using Goals = ScaspConditions::Goals;

namespace {

// A goal that fails, for predicates that must exist but never hold.
constexpr const char* never = "0 = 1";

class ScaspExporter {
 public:
  ScaspExporter(const model::Model& model, const std::optional<model::Record>& record)
      : model_(model), rules_(model), record_(record) {
    for (std::size_t f = 0; f < model.features.size(); ++f) {
      conditions_.emplace_back(model, FeatureId(f));
    }
    for (const model::Feature& feature : model.features) taken_.insert(feature.name);
    for (const model::Atom& atom : model.atoms) taken_.insert(atom.predicate);
    inconsistent_ = fresh("inconsistent");
    counterfactual_ = fresh("counterfactual");
    name_variables();
    find_dependencies();
  }

  std::string run() {
    std::string text = header() + templates() + (record_ ? facts() : domains());
    text += "\n% The rules of the decision.\n";
    for (const model::Rule& rule : model_.rules) {
      text += clause_of(atom(rule.head), rule.body, rule.place);
    }
    text += atoms_without_rules() + causal_part();
    text += denial_part();
    text += tests_;
    return record_ ? text : text + counterfactual_part();
  }

 private:
  std::string fresh(std::string name) {
    while (!taken_.insert(name).second) name += "_";
    return name;
  }

  const std::string& name(std::size_t f) const { return model_.features[f].name; }

  void name_variables() {
    std::set<std::string> used;
    for (const model::Feature& feature : model_.features) {
      std::string variable = scasp_variable(feature.name);
      while (!used.insert(variable).second) variable += "_";
      variables_.push_back(variable);
    }
  }

  // Which features the truth of each auxiliary predicate depends on: its arguments without a
  // record. All atoms of a predicate take the same.
  void find_dependencies() {
    // What a rule adds to its head is handed on to the rules that use the head, and to no others:
    // chains of rules can be long, and may stand in any order.
    std::map<std::pair<std::string, std::size_t>, std::vector<std::size_t>> users;
    for (std::size_t r = 0; r < model_.rules.size(); ++r) {
      for (const Literal& literal : model_.rules[r].body) {
        if (const auto* test = std::get_if<model::AtomTest>(&literal)) {
          users[key(test->atom)].push_back(r);
        }
      }
    }
    std::vector<std::size_t> waiting(model_.rules.size());
    std::iota(waiting.begin(), waiting.end(), std::size_t{0});
    std::vector<bool> waits(model_.rules.size(), true);
    while (!waiting.empty()) {
      const std::size_t r = waiting.back();
      waiting.pop_back();
      waits[r] = false;
      const auto head = key(model_.rules[r].head);
      std::set<std::size_t> below = features_of(model_.rules[r].body);
      std::set<std::size_t>& known = depends_[head];
      const std::size_t before = known.size();
      known.merge(below);
      if (known.size() == before) continue;
      for (const std::size_t user : users[head]) {
        if (!waits[user]) waiting.push_back(user);
        waits[user] = true;
      }
    }
  }

  std::pair<std::string, std::size_t> key(AtomId id) const {
    const model::Atom& atom = model_.atoms[id.index()];
    return {atom.predicate, atom.arguments.size()};
  }

  std::set<std::size_t> features_of(const std::vector<Literal>& body) const {
    std::set<std::size_t> found;
    for (const Literal& literal : body) {
      if (const auto* test = std::get_if<FeatureTest>(&literal)) {
        found.insert(test->feature.index());
      } else if (const auto at = depends_.find(key(std::get<model::AtomTest>(literal).atom));
                 at != depends_.end()) {
        found.insert(at->second.begin(), at->second.end());
      }
    }
    return found;
  }

  // What stands for the person and the values of these features in a head or a call.
  std::vector<std::string> person(const std::set<std::size_t>& features) const {
    if (record_) return {"X"};
    std::vector<std::string> arguments;
    for (std::size_t f : features) arguments.push_back(variables_[f]);
    return arguments;
  }

  std::string atom(AtomId id, const std::string& for_person = "X") const {
    const model::Atom& atom = model_.atoms[id.index()];
    std::vector<std::string> arguments;
    for (const auto& argument : atom.arguments) {
      if (argument) {
        arguments.push_back(scasp_value(*argument));
      } else if (record_) {
        arguments.push_back(for_person);
      }
    }
    if (!record_) {
      if (const auto at = depends_.find(key(id)); at != depends_.end()) {
        for (std::size_t f : at->second) arguments.push_back(variables_[f]);
      }
    }
    return scasp_term(atom.predicate, arguments);
  }

  // A literal on a feature, as goals. What takes several clauses, or is a negated conjunction,
  // becomes a predicate of its own.
  Goals feature_goals(const FeatureTest& test, int& variables) {
    const std::size_t f = test.feature.index();
    const ScaspConditions& conditions = conditions_[f];
    std::string variable = variables_[f];
    if (record_) {
      if (const auto constant = single_constant(test)) {
        return {(test.negated ? "not " : "") + scasp_term(name(f), {"X", *constant})};
      }
      if (test.conditions.empty() && !test.negated) return {scasp_term(name(f), {"X", "_"})};
      variable = "N" + std::to_string(++variables);
    }
    const auto alternatives = conditions.alternatives(test.conditions, variable);
    if (alternatives.size() == 1 && !test.negated) {
      Goals goals = alternatives[0];
      if (record_) goals.insert(goals.begin(), scasp_term(name(f), {"X", variable}));
      return goals;
    }
    if (!record_ && alternatives.size() == 1 && alternatives[0].size() == 1) {
      // `not (V = low)` has a comparison of its own.
      Condition turned = test.conditions[0];
      turned.negated = !turned.negated;
      const auto other = conditions.alternatives({turned}, variable);
      if (other.size() == 1) return other[0];
    }
    return {(test.negated ? "not " : "") + scasp_term(test_predicate(test), person({f}))};
  }

  // `feature(x, c)` where the literal says just that, and c is written in one way only.
  std::optional<std::string> single_constant(const FeatureTest& test) const {
    if (test.conditions.size() != 1) return std::nullopt;
    const Condition& condition = test.conditions[0];
    if (condition.comparison != model::Comparison::equal || condition.negated) return std::nullopt;
    if (!model_.feature(test.feature).numeric()) return scasp_value(condition.constant);
    const auto& number = condition.constant.number;
    if (!number || !number->is_integer()) return std::nullopt;
    return number->text();
  }

  std::string test_predicate(const FeatureTest& test) {
    const std::size_t f = test.feature.index();
    const std::string variable = record_ ? "N" : variables_[f];
    std::string bodies;
    std::vector<Goals> clauses;
    for (Goals goals : conditions_[f].alternatives(test.conditions, variable)) {
      if (record_) goals.insert(goals.begin(), scasp_term(name(f), {"X", variable}));
      bodies += scasp_list(goals) + ";";
      clauses.push_back(std::move(goals));
    }
    auto [at, added] = test_names_.try_emplace({f, bodies});
    if (!added) return at->second;
    at->second = fresh("test_" + std::to_string(test_names_.size()));
    if (tests_.empty()) tests_ = "\n% Tests that take more than one literal.\n";
    const std::string head = scasp_term(at->second, person({f}));
    for (const Goals& goals : clauses) tests_ += scasp_clause(head, goals);
    if (clauses.empty()) tests_ += scasp_clause(head, {never});
    return at->second;
  }

  Goals body(const std::vector<Literal>& literals) {
    Goals goals;
    int variables = 0;
    for (const Literal& literal : literals) {
      if (const auto* on_feature = std::get_if<FeatureTest>(&literal)) {
        for (std::string& goal : feature_goals(*on_feature, variables)) {
          goals.push_back(std::move(goal));
        }
      } else {
        const auto& on_atom = std::get<model::AtomTest>(literal);
        goals.push_back((on_atom.negated ? "not " : "") + atom(on_atom.atom));
      }
    }
    return goals;
  }

  std::string clause_of(const std::string& head, const std::vector<Literal>& literals,
                        const base::Place& place) {
    std::string text = scasp_clause(head, body(literals));
    if (place.line > 0) {
      text.pop_back();
      text += "  % line " + std::to_string(place.line) + "\n";
    }
    return text;
  }

  std::string header() const {
    const std::string undesired = atom(model_.undesired, "x");
    std::string text;
    if (!record_) {
      text = "% The goal states of " + comment_text(model_.path) +
             " for s(CASP): each answer binds or constrains the values\n"
             "% of consistent states without the undesired decision.  scasp -s0 FILE\n\n";
      return text + "?- " + scasp_term(counterfactual_, variables_) + ".\n";
    }
    path::check::StateView view;
    for (const auto& value : *record_) view.push_back(value ? &*value : nullptr);
    path::check::Truth truth;
    rules_.evaluate(view, truth);
    const bool holds = truth[model_.undesired.index()];
    text = "% A decision of " + comment_text(model_.path) +
           " for s(CASP), which justifies it:  scasp --tree FILE\n"
           "% Do the causal rules hold for the record?  ?- not " +
           scasp_term(inconsistent_, {"x"}) + ".\n\n";
    return text + "?- " + (holds ? "" : "not ") + undesired + ".\n";
  }

  // The words for people are written in s(CASP)'s own way.
  std::string templates() const {
    std::string text;
    if (!record_) return text;  // the predicates have other arguments there
    for (const model::Statement& statement : model_.document.statements) {
      if (statement.kind == model::Statement::Kind::pred) text += statement.text + "\n";
    }
    return text.empty() ? text : "\n" + text;
  }

  std::string facts() const {
    std::string text = "\n% The record.\n";
    for (std::size_t f = 0; f < model_.features.size(); ++f) {
      const auto& value = (*record_)[f];
      if (!value) {
        text += scasp_term(name(f), {"x", "_"}) + " :- " + never + ".  % missing\n";
      } else {
        const bool numeric = model_.features[f].numeric();
        text += scasp_term(name(f),
                           {"x", numeric ? scasp_number(*value->number) : scasp_value(*value)}) +
                ".\n";
      }
    }
    return text;
  }

  std::string domains() {
    std::string text = "\n% The domains.\n";
    for (std::size_t f = 0; f < model_.features.size(); ++f) {
      domain_names_.push_back(fresh("domain_" + name(f)));
      for (const Goals& goals : conditions_[f].domain(variables_[f])) {
        const bool value = !model_.features[f].numeric();
        // A fact reads better than an equation.
        text +=
            value
                ? scasp_clause(
                      scasp_term(domain_names_[f], {goals[0].substr(variables_[f].size() + 3)}), {})
                : scasp_clause(scasp_term(domain_names_[f], {goals.empty() ? "_" : variables_[f]}),
                               goals);
      }
    }
    return text;
  }

  std::string atoms_without_rules() const {
    std::set<std::uint32_t> named, headed;
    const auto note = [&](const std::vector<Literal>& literals) {
      for (const Literal& literal : literals) {
        if (const auto* test = std::get_if<model::AtomTest>(&literal))
          named.insert(test->atom.value);
      }
    };
    for (const model::Rule& rule : model_.rules) {
      headed.insert(rule.head.value);
      note(rule.body);
    }
    for (const CausalRule& rule : model_.causal_rules) note(rule.body);
    for (const model::Denial& denial : model_.denials) note(denial.body);
    if (model_.desired) named.insert(model_.desired->value);
    std::string text;
    for (std::uint32_t id : named) {
      if (!headed.count(id)) text += scasp_clause(atom(AtomId(id), "_"), {never});
    }
    return text;
  }

  // For a feature F with value V: cause_F when a rule gives V and its body holds, caused_F when
  // a body holds, covered_F when a rule could give V.
  std::string causal_part() {
    std::string text;
    for (std::size_t f = 0; f < model_.features.size(); ++f) {
      const auto& rules = rules_.causal_rules(FeatureId(f));
      if (rules.empty()) continue;
      const CausalMode mode = model_.features[f].mode;
      const std::string value = record_ ? "V" : variables_[f];
      std::set<std::size_t> causes;
      for (const CausalRule* rule : rules) causes.merge(features_of(rule->body));
      const auto with_value = [&](std::vector<std::string> arguments) {
        arguments.insert(record_ ? arguments.end() : arguments.begin(), value);
        return arguments;
      };
      const std::string cause = scasp_term(fresh("cause_" + name(f)), with_value(person(causes)));
      const std::string caused = scasp_term(fresh("caused_" + name(f)), person(causes));
      const std::string covered = scasp_term(fresh("covered_" + name(f)), {value});

      text += "\n% " + comment_text(name(f)) + ": ";
      text += mode == CausalMode::if_ ? "a cause has its effect (if).\n"
              : mode == CausalMode::only_if
                  ? "a value that has a cause needs one (only_if).\n"
                  : "a cause has its effect, and an effect a cause (iff).\n";
      for (const CausalRule* rule : rules) {
        const Goals because = body(rule->body);
        for (Goals goals : heads(*rule, value)) {
          goals.insert(goals.end(), because.begin(), because.end());
          text += scasp_clause(cause, goals);
        }
      }
      const std::string head = scasp_term(inconsistent_, person_of_state());
      Goals has_value;
      if (record_) has_value.push_back(scasp_term(name(f), {"X", value}));
      if (mode != CausalMode::only_if) {
        for (const CausalRule* rule : rules) text += scasp_clause(caused, body(rule->body));
        text += scasp_clause(head, combined(has_value, {caused, "not " + cause}));
        text += together_part(f, value, head, has_value);
      }
      if (mode != CausalMode::if_) {
        for (const CausalRule* rule : rules) {
          for (const Goals& goals : heads(*rule, value)) {
            const std::string line = scasp_clause(covered, goals);
            if (text.find("\n" + line) == std::string::npos) text += line;
          }
        }
        text += scasp_clause(head, combined(has_value, {covered, "not " + cause}));
      }
    }
    return text;
  }

  // Rules that can be met together are owed together: where one of them, whose body holds, is not
  // met, the value has to meet a rule that is not among them.
  std::string together_part(std::size_t f, const std::string& value, const std::string& head,
                            const Goals& has_value) {
    const auto& rules = rules_.causal_rules(FeatureId(f));
    const auto groups = largest_groups(f);
    if (groups.empty()) return {};
    std::string text =
        "% Of the rules whose causes are there, as many hold as can hold together.\n";
    std::vector<std::string> owed, met;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      const std::string number = "_" + std::to_string(r + 1);
      const std::set<std::size_t> causes = features_of(rules[r]->body);
      owed.push_back(scasp_term(fresh("owed_" + name(f) + number), person(causes)));
      std::vector<std::string> arguments = person(causes);
      arguments.insert(record_ ? arguments.end() : arguments.begin(), value);
      met.push_back(scasp_term(fresh("met_" + name(f) + number), arguments));
      text += scasp_clause(owed[r], body(rules[r]->body));
      const std::vector<Goals> alternatives = heads(*rules[r], value);
      for (const Goals& goals : alternatives) {
        text += scasp_clause(met[r], combined(goals, {owed[r]}));
      }
      if (alternatives.empty()) text += scasp_clause(met[r], {never});
    }
    for (const std::vector<bool>& group : groups) {
      for (std::size_t r = 0; r < rules.size(); ++r) {
        if (!group[r]) continue;
        Goals goals = combined(has_value, {owed[r], "not " + met[r]});
        for (std::size_t other = 0; other < rules.size(); ++other) {
          if (!group[other]) goals.push_back("not " + met[other]);
        }
        text += scasp_clause(head, goals);
      }
    }
    return text;
  }

  // Sets of two rules or more that some value meets all of, and none meets these and more.
  std::vector<std::vector<bool>> largest_groups(std::size_t f) const {
    const std::size_t count = rules_.causal_rules(FeatureId(f)).size();
    std::vector<std::vector<bool>> all;
    for (const path::check::RuleSet& heads : rules_.head_classes(FeatureId(f))) {
      std::vector<bool> group(count);
      for (std::size_t r = 0; r < count; ++r) group[r] = (heads[r / 64] >> r % 64 & 1) != 0;
      all.push_back(std::move(group));
    }
    std::vector<std::vector<bool>> largest;
    for (const std::vector<bool>& group : all) {
      const auto within = [&](const std::vector<bool>& other) {
        for (std::size_t r = 0; r < count; ++r) {
          if (group[r] && !other[r]) return false;
        }
        return other != group;
      };
      const bool several = std::count(group.begin(), group.end(), true) > 1;
      if (several && std::none_of(all.begin(), all.end(), within)) largest.push_back(group);
    }
    return largest;
  }

  static Goals combined(Goals first, const Goals& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  }

  // The head set, the domain included where a record may lie outside it.
  std::vector<Goals> heads(const CausalRule& rule, const std::string& value) const {
    const std::size_t f = rule.feature.index();
    auto alternatives = conditions_[f].alternatives(rule.head, value);
    if (record_ && model_.features[f].observed) {
      std::vector<Goals> inside;
      for (const Goals& head : alternatives) {
        for (const Goals& domain : conditions_[f].domain(value)) {
          inside.push_back(combined(head, domain));
        }
      }
      return inside;
    }
    return alternatives;
  }

  std::vector<std::string> person_of_state() const {
    return record_ ? std::vector<std::string>{"X"} : variables_;
  }

  std::string denial_part() {
    const std::string head = scasp_term(inconsistent_, person_of_state());
    std::string text;
    if (!model_.denials.empty()) text += "\n% States that cannot exist.\n";
    for (const model::Denial& denial : model_.denials) {
      text += clause_of(head, denial.body, denial.place);
    }
    if (model_.denials.empty() && model_.causal_rules.empty()) {
      text += "\n% No causal rules and no denials: every state is consistent.\n";
      text += scasp_clause(head, {never});
    }
    return text;
  }

  std::string counterfactual_part() const {
    Goals goals;
    for (std::size_t f = 0; f < domain_names_.size(); ++f) {
      goals.push_back(scasp_term(domain_names_[f], {variables_[f]}));
    }
    goals.push_back("not " + atom(model_.undesired));
    if (model_.desired) goals.push_back(atom(*model_.desired));
    goals.push_back("not " + scasp_term(inconsistent_, variables_));
    return "\n% The states in question.\n" +
           scasp_clause(scasp_term(counterfactual_, variables_), goals);
  }

  const model::Model& model_;
  path::check::StateRules rules_;
  const std::optional<model::Record>& record_;
  std::vector<ScaspConditions> conditions_;
  std::set<std::string> taken_;
  std::string inconsistent_, counterfactual_;
  std::vector<std::string> variables_, domain_names_;
  std::map<std::pair<std::string, std::size_t>, std::set<std::size_t>> depends_;
  std::map<std::pair<std::size_t, std::string>, std::string> test_names_;
  std::string tests_;
};

}  // namespace

std::string export_scasp(const model::Model& model, const std::optional<model::Record>& record) {
  if (!model.scores.empty()) {
    throw base::InputError(base::error_about(
        model.path, "models with scores cannot be written as an s(CASP) program",
        "goal-directed programs have no sums; `cogs why` explains the model itself"));
  }
  return ScaspExporter(model, record).run();
}

}  // namespace cogs::present
