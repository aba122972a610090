// SPDX-License-Identifier: Apache-2.0
//
// One clause as a term -> its resolved head and body. Internal to src/model.
//
// A body has three kinds of literals: tests on features, tests on auxiliary atoms, and
// comparisons. Comparisons are not literals of the result: each joins the test (or the causal
// head) whose variable it speaks of. The variable for the person is found first, because
// everything else is told apart by it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/read/draft.h"

namespace cogs::model {

// Predicates that rules conclude, by name.
struct Predicate {
  std::size_t arity = 0;
  std::uint32_t line = 0;
  Span span;
  bool used = false;
};
using Predicates = std::unordered_map<std::string, std::vector<Predicate>>;

// Atoms of the model, each once.
class AtomTable {
 public:
  explicit AtomTable(Draft& draft) : draft_(draft) {}
  AtomId find_or_add(Atom atom);
  // The atom that holds where the score passes the test.
  AtomId find_or_add(const ScoreTest& test);

 private:
  Draft& draft_;
  AtomId find_or_add(std::string key, Atom atom);

  std::unordered_map<std::string, AtomId> ids_;
};

// Adds the rules of a list to the model, in an order of their own: each class gives way to those
// before it.
void resolve_rule_list(Draft& draft, AtomTable& atoms, const Predicates& predicates,
                       const RuleList& list);

class ClauseReader {
 public:
  ClauseReader(Draft& draft, Predicates& predicates, AtomTable& atoms)
      : draft_(draft), predicates_(predicates), atoms_(atoms) {}

  // Reads `head :- body`, or a denial if there is no head. False if something is wrong with
  // it; that has been reported then, unless it only follows from an earlier error.
  bool read(std::optional<TermId> head, std::optional<TermId> body);
  // Reads the atom of an #undesired or #desired line.
  std::optional<AtomId> read_target(TermId atom);

  // The result of read(): exactly one of the three heads is set, or none for a denial.
  std::optional<ScoreId> score_head;
  Number points;  // of a score head
  std::optional<AtomId> atom_head;
  std::optional<FeatureId> feature_head;
  std::vector<Condition> head_conditions;
  std::vector<Literal> literals;
  std::vector<Span> spans;  // beside literals

 private:
  enum class GoalKind { feature, score, probability, chosen, atom, comparison };
  struct Goal {
    GoalKind kind;
    TermId term;
    bool negated = false;
    FeatureId feature{};
    ScoreId score{};
    Comparison comparison = Comparison::equal;
  };
  struct Binding {
    FeatureId feature;
    std::optional<std::size_t> literal;  // index in `literals`; nullopt: the head
    std::optional<ScoreId> score = {};   // then there is no feature
    bool probability = false;            // ... but what its logistic function gives
    bool compared = false;
    TermId at = {};
  };

  void reset();
  void error(TermId at, std::string message, std::string help = {});
  std::string name_of(FeatureId id) const { return draft_.model.feature(id).name; }
  std::string name_of(ScoreId id) const { return draft_.model.score(id).name; }
  // How many arguments of the literal are not values: the person, and the score that it names.
  static std::size_t before_value(GoalKind kind) {
    return kind == GoalKind::feature || kind == GoalKind::score        ? 1
           : kind == GoalKind::probability || kind == GoalKind::chosen ? 2
                                                                       : 0;
  }

  void classify(TermId term, std::vector<Goal>& goals);
  bool classify_call(TermId term, bool head, Goal& goal);
  bool check_known(TermId term);
  void find_person(const std::vector<Goal>& goals);
  void check_person(TermId argument, const std::string& predicate);
  void count_variables(const std::vector<Goal>& goals);
  std::optional<AtomId> read_atom(TermId term);
  void read_feature_head(const Goal& goal);
  void read_feature_test(const Goal& goal);
  std::optional<ScoreId> named_score(TermId term);
  std::optional<AtomId> read_chosen(const Goal& goal);
  void read_score_head(const Goal& goal);
  void read_score_test(const Goal& goal);
  void add_score_test(const Binding& binding, TermId constant, Comparison comparison, bool negated,
                      TermId at);
  bool says_missing(FeatureId feature, TermId value) const;
  void bind(TermId variable, const Binding& binding);
  void read_comparison(const Goal& goal);
  void add_condition(TermId variable, TermId constant, Comparison comparison, const Goal& goal);
  std::optional<Condition> make_condition(FeatureId feature, TermId constant, Comparison comparison,
                                          bool negated);
  std::optional<Value> read_number(FeatureId feature, TermId constant);
  std::optional<Value> read_set_value(FeatureId feature, TermId constant, Comparison comparison);

  Draft& draft_;
  Predicates& predicates_;
  AtomTable& atoms_;
  bool failed_ = false;
  bool person_reported_ = false;  // two names for the person are reported once a clause
  std::optional<std::string> person_;
  std::unordered_map<std::string, int> uses_;  // of variables in places for values
  std::unordered_map<std::string, Binding> bindings_;
};

}  // namespace cogs::model
