// SPDX-License-Identifier: Apache-2.0
#include "logic/check_answer.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/check_claims.h"
#include "logic/check_side.h"

namespace cogs::logic {

namespace {

using check::Bounds;
using check::Environment;
using check::ValueId;
using check::Values;

// A ground literal that is to be judged.
struct Ground {
  PredicateId predicate;
  bool negated = false;
  ValueId atom = 0;

  friend auto operator<=>(const Ground&, const Ground&) = default;
};

}  // namespace

struct AnswerChecker::State {
  State(const Program& p, const CheckOptions& o)
      : program(p), options(o), side(p, values, o.most_steps) {
    clauses.resize(p.predicates.size());
    for (const Clause& clause : p.clauses) {
      if (clause.has_head) clauses[clause.predicate.index()].push_back(&clause);
    }
  }

  const Program& program;
  CheckOptions options;
  Values values;
  check::SideModel side;
  std::vector<std::vector<const Clause*>> clauses;  // by predicate
};

namespace {

// What may be used to support something: literals of the answer, and the side model.
class Supporting : public check::Knowledge {
 public:
  Supporting(const check::SideModel& side, check::Claims& claims) : side_(side), claims_(claims) {}

  bool accepts(PredicateId predicate, bool negated, ValueId atom) override {
    if (side_.knows(predicate)) return side_.has(predicate, atom) != negated;
    if (negated && !side_.is_possible(predicate, atom)) return true;
    return claims_.has(predicate, negated, atom) ||
           (negated && claims_.has_opposite(predicate, atom));
  }
  const std::vector<ValueId>* candidates(PredicateId predicate) override {
    return side_.knows(predicate) ? &side_.atoms(predicate) : &claims_.positive_atoms(predicate);
  }

 private:
  const check::SideModel& side_;
  check::Claims& claims_;
};

// What is not known to be false.
class NotRefuted : public check::Knowledge {
 public:
  NotRefuted(const check::SideModel& side, check::Claims& claims) : side_(side), claims_(claims) {}

  bool accepts(PredicateId predicate, bool negated, ValueId atom) override {
    if (side_.knows(predicate)) return side_.has(predicate, atom) != negated;
    if (!negated && !side_.is_possible(predicate, atom)) return false;
    return !claims_.has(predicate, !negated, atom) &&
           (negated || !claims_.has_opposite(predicate, atom));
  }
  const std::vector<ValueId>* candidates(PredicateId predicate) override {
    return side_.limits(predicate) ? &side_.atoms(predicate) : nullptr;
  }

 private:
  const check::SideModel& side_;
  check::Claims& claims_;
};

// One answer with values for its `each` variables.
template <class State>
class Judgement {
 public:
  Judgement(State& state, check::Claims& claims, Bounds& bounds)
      : state_(state),
        program_(state.program),
        claims_(claims),
        bounds_(bounds),
        supporting_(state.side, claims),
        not_refuted_(state.side, claims),
        support_(state.program, state.values, claims.universe(), supporting_, bounds),
        refute_(state.program, state.values, claims.universe(), not_refuted_, bounds) {}

  std::optional<std::string> run() {
    for (const check::Claim& claim : claims_.samples()) {
      if (!claim.predicate) {
        if (!claim.negated) return text(claim.negated, false, claim.atom) + " has no clause";
        continue;
      }
      want({*claim.predicate, claim.negated, claim.atom});
    }
    if (auto wrong = judge_query()) return wrong;
    while (!waiting_.empty()) {
      const Ground literal = waiting_.front();
      waiting_.pop_front();
      if (auto wrong = judge(literal)) return wrong;
      if (bounds_.exceeded) return std::nullopt;
    }
    if (auto wrong = judge_founded()) return wrong;
    if (state_.options.denials) return judge_denials();
    return std::nullopt;
  }

 private:
  // Instances of one positive literal: the positive literals that each rests on.
  struct Instances {
    std::vector<std::vector<Ground>> bodies;
    bool all = true;  // false: there were too many to keep
  };

  void want(const Ground& literal) {
    if (wanted_.size() < 50000 && wanted_.insert(literal).second) waiting_.push_back(literal);
  }

  std::string text(bool negated, bool classical, ValueId atom) const {
    return (negated ? "not " : "") + std::string(classical ? "-" : "") + state_.values.text(atom);
  }
  std::string text(const Ground& literal) const {
    return text(literal.negated, program_.predicates[literal.predicate.index()].classical,
                literal.atom);
  }

  std::optional<std::string> judge(const Ground& literal) {
    if (!literal.negated) {
      if (claims_.has(literal.predicate, true, literal.atom)) {
        return text(literal) + " is there with its negation";
      }
      if (claims_.has_opposite(literal.predicate, literal.atom)) {
        return text(literal) + " is there with its classical negation";
      }
    }
    if (state_.side.knows(literal.predicate)) {
      if (state_.side.has(literal.predicate, literal.atom) != literal.negated) return std::nullopt;
      return text(literal) + " is false whatever is chosen";
    }
    return literal.negated ? judge_negated(literal) : judge_positive(literal);
  }

  std::optional<std::string> judge_negated(const Ground& literal) {
    if (!state_.side.is_possible(literal.predicate, literal.atom)) return std::nullopt;
    for (const Clause* clause : state_.clauses[literal.predicate.index()]) {
      Environment environment;
      if (!state_.values.match(program_.terms, clause->head, literal.atom, environment)) continue;
      if (refute_.each(clause->body, environment, [](const Environment&) { return true; }) &&
          !bounds_.exceeded) {
        return text(literal) + ", although nothing blocks the clause at line " +
               std::to_string(program_.line_of(*clause));
      }
    }
    return std::nullopt;
  }

  std::optional<std::string> judge_positive(const Ground& literal) {
    Instances& instances = instances_[literal];
    if (program_.predicates[literal.predicate.index()].abducible) {
      instances.bodies.emplace_back();
      return std::nullopt;
    }
    for (const Clause* clause : state_.clauses[literal.predicate.index()]) {
      Environment environment;
      if (!state_.values.match(program_.terms, clause->head, literal.atom, environment)) continue;
      support_.each(clause->body, environment, [&](const Environment& found) {
        instances.bodies.push_back(positive_literals(clause->body, found));
        if (instances.bodies.size() >= 100) instances.all = false;
        return !instances.all;
      });
    }
    if (bounds_.exceeded) return std::nullopt;
    if (instances.bodies.empty()) return text(literal) + " is supported by no clause";
    for (const auto& body : instances.bodies) {
      for (const Ground& needed : body) want(needed);
    }
    return std::nullopt;
  }

  std::vector<Ground> positive_literals(const std::vector<Goal>& body, const Environment& found) {
    std::vector<Ground> result;
    for (const Goal& goal : body) {
      if (goal.kind != GoalKind::call || goal.negated || state_.side.knows(goal.predicate))
        continue;
      const auto atom = state_.values.build(program_.terms, goal.term, found);
      if (atom) result.push_back({goal.predicate, false, *atom});
    }
    return result;
  }

  // The least set of positive literals that support themselves step by step must be all of them.
  std::optional<std::string> judge_founded() {
    struct Body {
      Ground head;
      std::size_t missing;
    };
    std::vector<Body> bodies;
    std::map<Ground, std::vector<std::size_t>> waiting_for;
    std::set<Ground> founded;
    std::vector<Ground> fresh;
    const auto found = [&](const Ground& literal) {
      if (founded.insert(literal).second) fresh.push_back(literal);
    };
    for (const auto& [literal, instances] : instances_) {
      if (!instances.all) found(literal);  // cannot tell: in favour of the answer
      for (const auto& body : instances.bodies) {
        if (body.empty()) found(literal);
        for (const Ground& needed : body) waiting_for[needed].push_back(bodies.size());
        bodies.push_back({literal, body.size()});
        for (const Ground& needed : body) {  // beyond the bounds of want()
          if (!instances_.count(needed)) found(needed);
        }
      }
    }
    while (!fresh.empty()) {
      const Ground literal = fresh.back();
      fresh.pop_back();
      for (const std::size_t body : waiting_for[literal]) {
        if (--bodies[body].missing == 0) found(bodies[body].head);
      }
    }
    for (const auto& [literal, instances] : instances_) {
      if (!founded.count(literal)) return text(literal) + " rests on itself";
    }
    return std::nullopt;
  }

  std::optional<std::string> judge_query() {
    if (!program_.query) return std::nullopt;
    Environment environment;
    for (const Goal& goal : *program_.query) {
      std::vector<TermId> variables;
      check::collect_variables(program_.terms, goal.term, variables);
      for (const TermId variable : variables) {
        const auto value = claims_.binding(program_.terms.name(variable));
        const std::uint64_t key = check::variable_key(program_.terms, variable);
        if (value && !environment.find(key)) environment.set(key, *value);
      }
    }
    const bool holds =
        support_.each(*program_.query, environment, [](const Environment&) { return true; });
    if (holds || bounds_.exceeded) return std::nullopt;
    return std::string("the query does not follow from the literals under the bindings");
  }

  std::optional<std::string> judge_denials() {
    for (const Clause& clause : program_.clauses) {
      if (clause.has_head) continue;
      Environment environment;
      if (refute_.each(clause.body, environment, [](const Environment&) { return true; }) &&
          !bounds_.exceeded) {
        return "nothing blocks the denial at line " + std::to_string(program_.line_of(clause));
      }
    }
    return std::nullopt;
  }

  State& state_;
  const Program& program_;
  check::Claims& claims_;
  Bounds& bounds_;
  Supporting supporting_;
  NotRefuted not_refuted_;
  check::BodySearch support_, refute_;
  std::deque<Ground> waiting_;
  std::set<Ground> wanted_;
  std::map<Ground, Instances> instances_;
};

}  // namespace

AnswerChecker::AnswerChecker(const Program& program, const CheckOptions& options)
    : state_(std::make_unique<State>(program, options)) {}
AnswerChecker::~AnswerChecker() = default;

CheckResult AnswerChecker::check(const Answer& answer) {
  CheckResult result;
  Bounds bounds{state_->options.most_steps, false};
  check::Claims claims(state_->program, answer, state_->values);
  if (!claims.find_choices()) result.unchecked = true;
  for (std::size_t i = 0; i < claims.choices() && !result.wrong && !bounds.exceeded; ++i) {
    claims.choose(i);
    result.wrong = Judgement<State>(*state_, claims, bounds).run();
  }
  result.unchecked = !result.wrong && (result.unchecked || bounds.exceeded || claims.beyond());
  return result;
}

std::optional<std::string> what_is_wrong(const Program& program, const Answer& answer,
                                         bool* unchecked, const CheckOptions& options) {
  CheckResult result = AnswerChecker(program, options).check(answer);
  if (unchecked) *unchecked = result.unchecked;
  return std::move(result.wrong);
}

}  // namespace cogs::logic
