// SPDX-License-Identifier: Apache-2.0
#include "logic/check/answer.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/check/claims.h"
#include "logic/check/side.h"
#include "logic/check/truth.h"

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
      : program(p),
        options(o),
        budget(o.limits),
        side(p, values, o.most_steps / 5, &budget),
        truths(p, values, side) {
    clauses.resize(p.predicates.size());
    for (const Clause& clause : p.clauses) {
      if (clause.has_head) clauses[clause.predicate.index()].push_back(&clause);
    }
  }

  const Program& program;
  CheckOptions options;
  base::Budget budget;
  Values values;
  check::SideModel side;
  check::Truths truths;
  std::vector<std::vector<const Clause*>> clauses;  // by predicate
};

namespace {

using check::Truth;

// What both views of the literals know.
struct Sources {
  const check::SideModel& side;
  check::Truths& truths;
  check::Claims& claims;
  Bounds& bounds;

  // The truth of a literal that the answer says nothing of.
  Truth truth(PredicateId predicate, bool negated, ValueId atom) {
    const Truth found = truths.of(predicate, atom, claims.universe(), bounds);
    if (!negated || found == Truth::unknown) return found;
    return found == Truth::yes ? Truth::no : Truth::yes;
  }
};

// What may be used to support something: literals of the answer, and what holds anyway.
class Supporting : public check::Knowledge {
 public:
  explicit Supporting(Sources& sources) : s_(sources) {}

  bool accepts(PredicateId predicate, bool negated, ValueId atom) override {
    if (s_.side.knows(predicate)) return s_.side.has(predicate, atom) != negated;
    if (negated && !s_.side.is_possible(predicate, atom)) return true;
    if (s_.claims.has(predicate, negated, atom) ||
        (negated && s_.claims.has_opposite(predicate, atom))) {
      return true;
    }
    const Truth truth = s_.truth(predicate, negated, atom);
    if (truth == Truth::unknown && s_.truths.is_fixed(predicate)) unsure_ = true;
    return truth == Truth::yes;
  }
  const std::vector<ValueId>* candidates(PredicateId predicate) override {
    return s_.side.knows(predicate) ? &s_.side.atoms(predicate)
                                    : &s_.claims.positive_atoms(predicate);
  }
  // Was something not accepted only because it is not known?
  bool is_unsure() const { return unsure_; }
  void forget() { unsure_ = false; }

 private:
  Sources& s_;
  bool unsure_ = false;
};

// What is not known to be false.
class NotRefuted : public check::Knowledge {
 public:
  explicit NotRefuted(Sources& sources) : s_(sources) {}

  bool accepts(PredicateId predicate, bool negated, ValueId atom) override {
    return judge(predicate, negated, atom) != Truth::no;
  }
  const std::vector<ValueId>* candidates(PredicateId predicate) override {
    return s_.side.limits(predicate) ? &s_.side.atoms(predicate) : nullptr;
  }
  // Unknown: the answer need not say it, and it is out of reach.
  Truth judge(PredicateId predicate, bool negated, ValueId atom) {
    const auto truth = [](bool holds) { return holds ? Truth::yes : Truth::no; };
    if (s_.side.knows(predicate)) return truth(s_.side.has(predicate, atom) != negated);
    if (!negated && !s_.side.is_possible(predicate, atom)) return Truth::no;
    if (s_.claims.has(predicate, !negated, atom) ||
        (!negated && s_.claims.has_opposite(predicate, atom))) {
      return Truth::no;
    }
    if (s_.claims.has(predicate, negated, atom)) return Truth::yes;
    const Truth found = s_.truth(predicate, negated, atom);
    if (found != Truth::unknown || s_.truths.is_fixed(predicate)) return found;
    // Of what depends on a choice, the answer has all that it rests on, unless it cannot hold.
    if (negated || s_.side.limits(predicate)) return Truth::yes;
    return s_.truths.possible(predicate, atom, s_.claims.universe(), s_.bounds);
  }

 private:
  Sources& s_;
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
        sources_{state.side, state.truths, claims, bounds},
        supporting_(sources_),
        not_refuted_(sources_),
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

  // Was something left open that may be wrong?
  bool is_unsure() const { return unsure_; }

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
    if (sources_.truth(literal.predicate, literal.negated, literal.atom) == Truth::yes) {
      return std::nullopt;
    }
    return literal.negated ? judge_negated(literal) : judge_positive(literal);
  }

  std::optional<std::string> judge_negated(const Ground& literal) {
    if (!state_.side.is_possible(literal.predicate, literal.atom)) return std::nullopt;
    for (const Clause* clause : state_.clauses[literal.predicate.index()]) {
      Environment environment;
      if (!state_.values.match(program_.terms, clause->head, literal.atom, environment)) continue;
      if (is_unblocked(*clause, environment)) {
        return text(literal) + ", although nothing blocks the clause at line " +
               std::to_string(program_.line_of(*clause));
      }
    }
    return std::nullopt;
  }

  // Is there an instance in which everything holds, or must be refuted by the answer and is not?
  bool is_unblocked(const Clause& clause, Environment& environment) {
    refute_.forget_guesses();
    const std::uint64_t names = bounds_.names_compared;
    const bool found = refute_.each(clause.body, environment, [&](const Environment& instance) {
      for (const Goal& goal : clause.body) {
        if (goal.kind != GoalKind::call) continue;
        const auto atom = state_.values.build(program_.terms, goal.term, instance);
        if (atom && not_refuted_.judge(goal.predicate, goal.negated, *atom) == Truth::yes) continue;
        unsure_ = true;
        return false;
      }
      return true;
    });
    if (!found || bounds_.exceeded) return false;
    // A variable that is compared is a number: names were tried for it in vain.
    if (bounds_.names_compared == names) return true;
    unsure_ = true;
    return false;
  }

  std::optional<std::string> judge_positive(const Ground& literal) {
    Instances& instances = instances_[literal];
    if (program_.predicates[literal.predicate.index()].abducible) {
      instances.bodies.emplace_back();
      return std::nullopt;
    }
    supporting_.forget();
    support_.forget_guesses();
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
    if (instances.bodies.empty()) {
      if (!supporting_.is_unsure() && !support_.has_guessed()) {
        return text(literal) + " is supported by no clause";
      }
      unsure_ = true;  // the values that support it may be others
      instances.all = false;
    }
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
    supporting_.forget();
    support_.forget_guesses();
    const bool holds =
        support_.each(*program_.query, environment, [](const Environment&) { return true; });
    if (holds || bounds_.exceeded) return std::nullopt;
    if (supporting_.is_unsure() || support_.has_guessed()) {
      unsure_ = true;
      return std::nullopt;
    }
    return std::string("the query does not follow from the literals under the bindings");
  }

  std::optional<std::string> judge_denials() {
    for (const Clause& clause : program_.clauses) {
      if (clause.has_head) continue;
      Environment environment;
      if (is_unblocked(clause, environment)) {
        return "nothing blocks the denial at line " + std::to_string(program_.line_of(clause));
      }
    }
    return std::nullopt;
  }

  State& state_;
  const Program& program_;
  check::Claims& claims_;
  Bounds& bounds_;
  Sources sources_;
  Supporting supporting_;
  NotRefuted not_refuted_;
  check::BodySearch support_, refute_;
  std::deque<Ground> waiting_;
  std::set<Ground> wanted_;
  std::map<Ground, Instances> instances_;
  bool unsure_ = false;
};

}  // namespace

AnswerChecker::AnswerChecker(const Program& program, const CheckOptions& options)
    : state_(std::make_unique<State>(program, options)) {}
AnswerChecker::~AnswerChecker() = default;

CheckResult AnswerChecker::check(const Answer& answer) {
  CheckResult result;
  Bounds bounds{state_->options.most_steps, false, &state_->budget};
  check::Claims claims(state_->program, answer, state_->values);
  if (!claims.find_choices()) result.unchecked = true;
  for (std::size_t i = 0; i < claims.choices() && !result.wrong && !bounds.exceeded; ++i) {
    claims.choose(i);
    Judgement<State> judgement(*state_, claims, bounds);
    result.wrong = judgement.run();
    result.unchecked |= judgement.is_unsure();
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
