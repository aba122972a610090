// SPDX-License-Identifier: Apache-2.0
//
// Refutation: showing that a conjunction holds for no values of its hypothetical variables.
//
// The conjunction is assumed for a moment. Equations and constraints are put into the store; if
// they cannot be met, it is refuted. Otherwise a literal is looked at:
//   - one without hypothetical variables is split upon: either its complement is proved, or it
//     is proved and the rest refuted. The two exclude each other. If its truth does not depend
//     on the answer set, it is looked up instead;
//   - one with hypothetical variables whose truth does not depend on the answer set is replaced
//     by its answers: the rest is to be refuted for each of them (Chan's constructive negation);
//   - of any other, the instances that could hold are enumerated, and it is refuted for each;
//   - where these do not come to an end, what was assumed of outer variables is denied first: if
//     Y is no list at all, nothing is a member of it;
//   - where nothing was, its complement is proved for a variable that may be
//     anything, and what the proof needed of the variable is the piece that is done; the rest is
//     refuted outside this piece.
// When nothing is left but what was assumed of outer variables, that is denied: one disequality
// for all equations, or the complement of one constraint while those before it hold. So there
// is no region to keep, and no cover that can explode.
#include <algorithm>

#include "logic/goal/machine.h"
#include "logic/program/builtins.h"

namespace cogs::logic {

namespace {

bool needs_values(GoalKind kind) {
  switch (kind) {
    case GoalKind::identical:
    case GoalKind::not_identical:
    case GoalKind::order_less:
    case GoalKind::order_not_greater:
    case GoalKind::order_greater:
    case GoalKind::order_not_less:
    case GoalKind::find_all: return true;
    default: return false;
  }
}

bool is_numeric(GoalKind kind) {
  return is_comparison(kind) || kind == GoalKind::is || kind == GoalKind::integer;
}

}  // namespace

// One conjunction, step by step. A step that decides what comes next says so with a value: true
// if there is a way on (`current_` is set), false if this way has failed.
class Machine::Refutation {
 public:
  Refutation(Machine& machine, std::uint32_t id, FrameId next, NodeId node)
      : m_(machine),
        id_(id),
        conjunction_(machine.conjunctions_[id]),
        next_(next),
        node_(node),
        before_(machine.sizes()) {}

  // Leaves saying why nothing holds to whoever did not find that.
  bool run_without_reasons() {
    m_.explaining_ = true;
    const bool result = run();
    m_.explaining_ = false;
    return result;
  }

  bool run() {
    if (needs_undefined()) return go_on();
    find_outer();
    if (const Decision done = assume_builtins()) return *done;
    note_instances();
    if (const Decision done = look_up_literals()) return *done;
    if (!has_call()) {
      if (const Decision done = assume_waiting()) return *done;
      left_.clear();
    }
    if (left_.empty()) return deny_effects();
    if (denies_a_fact()) return cover_rest();
    if (const Decision done = enumerate_fixed()) return *done;
    if (const Decision done = split_on_known()) return *done;
    if (const Decision done = enumerate_negated()) return *done;
    if (const Decision done = enumerate_possible()) return *done;
    return cover_rest();
  }

 private:
  using Decision = std::optional<bool>;
  struct Left {  // a goal that is still open
    std::uint32_t at;
    bool with_hypothetical;
  };

  const CodeGoal& goal(std::uint32_t at) const { return m_.goals_[conjunction_.first + at]; }
  bool is_call(std::uint32_t at) const { return goal(at).kind == GoalKind::call; }
  const CodePredicate& predicate(std::uint32_t at) const {
    return m_.code_.predicates[goal(at).predicate.index()];
  }
  bool is_fixed(std::uint32_t at) const { return is_call(at) && predicate(at).stratified; }
  bool has_call() const {
    return std::any_of(left_.begin(), left_.end(), [&](const Left& l) { return is_call(l.at); });
  }
  // One whose complement is a fact about everything.
  bool denies_a_fact() const {
    return std::any_of(left_.begin(), left_.end(), [&](const Left& l) {
      return is_call(l.at) && goal(l.at).negated && l.with_hypothetical &&
             predicate(l.at).universal;
    });
  }
  bool go_on() {
    m_.current_ = next_;
    return true;
  }

  bool needs_undefined() const;
  void find_outer();
  Decision assume_builtins();
  bool refuted_by(const CodeGoal& broken);
  void note_instances();
  Decision look_up_literals();
  Decision assume_waiting();
  bool deny_effects();
  Decision enumerate_fixed();
  Decision split_on_known();
  Decision enumerate_negated();
  Decision enumerate_possible();
  Decision refute_each(std::uint32_t at, bool upper);
  bool bound_by_positive(std::uint32_t at) const;
  bool has_stranger(const CodeGoal& comparison) const;
  bool cover_rest();

  Machine& m_;
  std::uint32_t id_;
  Conjunction conjunction_;
  FrameId next_;
  NodeId node_;
  Sizes before_;
  std::vector<Word> outer_;          // variables that are not hypothetical
  std::vector<std::uint32_t> open_;  // goals that were not assumed at once
  std::vector<Left> left_;           // of these, those that do not hold as far as is known
  bool unjudged_ = false;            // something built in could not be judged
  std::vector<bool> had_instances_;  // calls whose possible instances were enumerated
  std::vector<bool> endless_;        // calls whose answers did not come to an end
};

bool Machine::refute(std::uint32_t id, FrameId next, NodeId node) {
  ++statistics_.goals;
  if (out_of_budget()) return false;
  return Refutation(*this, id, next, node).run();
}

bool Machine::Refutation::needs_undefined() const {
  for (std::uint32_t i = 0; i < conjunction_.count; ++i) {
    if (is_call(i) && !goal(i).negated && !predicate(i).defined) return true;
  }
  return false;
}

void Machine::Refutation::find_outer() {
  for (std::uint32_t i = 0; i < conjunction_.count; ++i) {
    m_.store_.variables_of(goal(i).term, outer_);
  }
  std::erase_if(outer_, [&](Word variable) {
    return m_.store_.kind_of(variable) == VariableKind::hypothetical;
  });
}

// 1. Assume all that is built in: first what can be said at once, then what waited.
Machine::Refutation::Decision Machine::Refutation::assume_builtins() {
  for (const bool late : {false, true}) {
    std::vector<Word> called;  // variables of the literals so far
    for (std::uint32_t i = 0; i < conjunction_.count; ++i) {
      const CodeGoal builtin = goal(i);
      if (builtin.kind == GoalKind::call) {
        if (!late) open_.push_back(i);
        m_.store_.variables_of(builtin.term, called);
        continue;
      }
      // A comparison makes its variables numbers: literals in front of it have their say first.
      // What is computed must be known, and what is no number may make a lenient one true.
      const bool waits = needs_values(builtin.kind) || (builtin.lenient && has_stranger(builtin)) ||
                         (is_numeric(builtin.kind) && m_.shares_open(builtin.term, called)) ||
                         (builtin.kind == GoalKind::is && m_.is_open(builtin));
      if (waits != late) continue;
      if (waits && (is_numeric(builtin.kind) || m_.has_hypothetical(builtin.term))) {
        open_.push_back(i);
        continue;
      }
      m_.store_.forget_settled();
      switch (m_.hold_builtin(builtin)) {
        case Verdict::yes: break;
        case Verdict::no: return !m_.store_.met_settled() && refuted_by(builtin);
        case Verdict::unknown: unjudged_ = true; break;  // the others must do
      }
    }
  }
  std::sort(open_.begin(), open_.end());
  return std::nullopt;
}

bool Machine::Refutation::refuted_by(const CodeGoal& broken) {
  const Word shown = m_.store_.share(broken.term);
  m_.restore(before_);
  if (shown) {
    CodeGoal leaf = dual(broken);
    leaf.term = shown;
    if (m_.add_builtin_node(leaf, node_) == nothing) return false;
  }
  return go_on();
}

void Machine::Refutation::note_instances() {
  endless_.assign(conjunction_.count, false);
  had_instances_.assign(conjunction_.count, false);
  for (std::uint32_t i = 0, calls = 0; i < conjunction_.count; ++i) {
    if (is_call(i)) had_instances_[i] = calls++ < conjunction_.possible;
  }
}

// 2. What is known already.
Machine::Refutation::Decision Machine::Refutation::look_up_literals() {
  for (const std::uint32_t at : open_) {
    if (!is_call(at)) {
      left_.push_back({at, true});
      continue;
    }
    if (!predicate(at).defined) continue;  // a negated one: it holds
    const CodeGoal literal = goal(at);
    const Word shared = m_.store_.share(literal.term);
    if (!shared) {
      left_.push_back({at, m_.has_hypothetical(literal.term)});
      continue;
    }
    // Only ground literals of the candidate: others may look ground under the hypothesis.
    if (m_.candidate_.find_ground(literal.predicate, literal.negated, shared, m_.mode_.first_entry))
      continue;
    CodeGoal complement = dual(literal);
    complement.term = shared;
    bool fails =
        m_.candidate_
            .find_ground(literal.predicate, complement.negated, shared, m_.mode_.first_entry)
            .has_value();
    if (!fails && predicate(at).stratified) {
      CodeGoal asked = literal;
      asked.term = shared;
      if (!m_.answers_of(asked, false).empty()) continue;
      if (m_.cut_ != Cut::no) return false;
      fails = true;
    }
    if (fails) {
      m_.restore(before_);
      return m_.call(complement, next_, node_);
    }
    left_.push_back({at, false});
  }
  return std::nullopt;
}

// What waited for literals in front of it waits no longer where these cannot be decided first.
Machine::Refutation::Decision Machine::Refutation::assume_waiting() {
  std::vector<Left> others;
  std::vector<std::uint32_t> waiting;
  for (const Left& l : left_) {
    if (!is_call(l.at) && is_numeric(goal(l.at).kind)) {
      waiting.push_back(l.at);
    } else {
      others.push_back(l);
    }
  }
  left_ = std::move(others);
  for (const std::uint32_t at : waiting) {
    const CodeGoal builtin = goal(at);
    if (builtin.lenient && has_stranger(builtin)) continue;  // any name makes it true
    m_.store_.forget_settled();
    const Verdict verdict = m_.hold_builtin(builtin);
    if (verdict == Verdict::unknown) unjudged_ = true;
    if (verdict != Verdict::no) continue;
    return !m_.store_.met_settled() && refuted_by(builtin);
  }
  return std::nullopt;
}

// Has it a hypothetical variable that need not be a number?
bool Machine::Refutation::has_stranger(const CodeGoal& comparison) const {
  std::vector<Word> variables;
  m_.store_.variables_of(comparison.term, variables);
  return std::any_of(variables.begin(), variables.end(), [&](Word variable) {
    return m_.store_.kind_of(variable) == VariableKind::hypothetical &&
           !m_.store_.is_numeric(variable);
  });
}

// 3. Nothing is left: deny what was assumed of outer variables.
bool Machine::Refutation::deny_effects() {
  if (m_.store_.judge_numbers() == Possible::no) {
    m_.restore(before_);
    return go_on();
  }
  const Saved effects = m_.saves_.save({}, before_.store, outer_, true);
  m_.restore(before_);
  // More is denied than what was assumed: that proves too little, not too much.
  if (effects.incomplete || unjudged_) m_.undecided_ = true;
  return m_.deny(effects, next_, node_, nothing);
}

// 4. A literal whose answers can be enumerated.
Machine::Refutation::Decision Machine::Refutation::enumerate_fixed() {
  for (const Left& l : left_) {
    if (!l.with_hypothetical || !is_fixed(l.at) || goal(l.at).negated) continue;
    if (const Decision done = refute_each(l.at, false)) return done;
  }
  return std::nullopt;
}

// 5. A literal that does not depend on hypothetical variables.
Machine::Refutation::Decision Machine::Refutation::split_on_known() {
  const auto known =
      std::find_if(left_.begin(), left_.end(), [](const Left& l) { return !l.with_hypothetical; });
  if (known == left_.end()) return std::nullopt;
  const std::uint32_t at = known->at;
  const Saved effects = m_.saves_.save({goal(at)}, before_.store, outer_, true);
  std::vector<CodeGoal> remaining;  // all but the literal, with what is built in
  for (std::uint32_t other = 0; other < conjunction_.count; ++other) {
    if (other != at) remaining.push_back(goal(other));
  }
  m_.restore(before_);
  if (!effects.equations.empty() || !m_.without_entailed(effects).empty()) {
    return m_.deny(effects, next_, node_, id_);
  }
  const std::uint32_t environment = m_.builder_.environment_of(effects.terms, VariableKind::plain);
  const CodeGoal literal = m_.builder_.build_saved(effects.goals[0], effects.terms, environment);
  const std::uint32_t others = m_.add_conjunction(remaining);
  m_.conjunctions_[others].possible = conjunction_.possible - (had_instances_[at] ? 1 : 0);
  const FrameId refute_rest = m_.frame(Step::refute, others, 0, 0, next_, node_);
  return m_.branch(
      {m_.prove_frame(dual(literal), next_, node_), m_.prove_frame(literal, refute_rest, node_)});
}

// 6. Negated ones whose truth is fixed, then the instances that others could have.
Machine::Refutation::Decision Machine::Refutation::enumerate_negated() {
  for (const Left& l : left_) {
    if (!is_fixed(l.at) || !goal(l.at).negated || bound_by_positive(l.at)) continue;
    if (const Decision done = refute_each(l.at, false)) return done;
  }
  return std::nullopt;
}

Machine::Refutation::Decision Machine::Refutation::enumerate_possible() {
  for (const Left& l : left_) {
    if (!is_call(l.at) || goal(l.at).negated || had_instances_[l.at] || endless_[l.at]) continue;
    if (const Decision done = refute_each(l.at, true)) return done;
  }
  return std::nullopt;
}

bool Machine::Refutation::bound_by_positive(std::uint32_t at) const {
  std::vector<Word> own;
  m_.store_.variables_of(goal(at).term, own);
  return std::any_of(left_.begin(), left_.end(), [&](const Left& other) {
    if (other.at == at || !is_call(other.at) || goal(other.at).negated) return false;
    if (had_instances_[other.at]) return false;
    std::vector<Word> variables;
    m_.store_.variables_of(goal(other.at).term, variables);
    return std::any_of(variables.begin(), variables.end(), [&](Word variable) {
      return std::find(own.begin(), own.end(), variable) != own.end();
    });
  });
}

// For each answer of the literal, or each instance that it could have, the rest is refuted. No
// decision if these do not come to an end.
Machine::Refutation::Decision Machine::Refutation::refute_each(std::uint32_t at, bool upper) {
  const CodeGoal literal = goal(at);
  const auto found = m_.answers_if_finite(literal, upper);
  if (!found) {
    if (m_.cut_ != Cut::no || m_.given_up_) return false;
    endless_[at] = true;
    return std::nullopt;
  }
  const std::vector<TableAnswer>& answers = *found;
  // Those whose instances were enumerated come first; a possible one stays and joins them.
  std::vector<CodeGoal> rest, behind;
  for (const Left& other : left_) {
    if (other.at == at) continue;
    (!upper || had_instances_[other.at] ? rest : behind).push_back(goal(other.at));
  }
  std::uint32_t possible = 0;
  if (upper) {
    rest.push_back(literal);
    possible = static_cast<std::uint32_t>(rest.size());
    rest.insert(rest.end(), behind.begin(), behind.end());
  } else {
    for (const Left& other : left_) {
      if (other.at != at && had_instances_[other.at]) ++possible;
    }
  }
  std::vector<Saved> obligations;
  if (answers.empty() && !upper && !literal.negated && m_.cut_ == Cut::no && !m_.given_up_ &&
      m_.code_.predicates[literal.predicate.index()].compares && !m_.explaining_ &&
      !m_.mode_.nested) {
    // It holds for no values. Why, is said piece by piece, where that ends.
    const Saved all = m_.saves_.save({literal}, before_.store, outer_, false);
    const Saved effects = m_.saves_.save({}, before_.store, outer_, true);
    if (effects.equations.empty() && effects.constraints.empty() && !all.incomplete) {
      m_.restore(before_);
      if (m_.can_explain(all)) return m_.cover(all, next_, node_);
      if (m_.cut_ != Cut::no) return false;
      return Refutation(m_, id_, next_, node_).run_without_reasons();
    }
  }
  for (const TableAnswer& answer : answers) {
    const Sizes here = m_.sizes();
    if (m_.apply(answer, literal.term)) {
      obligations.push_back(m_.saves_.save(rest, before_.store, outer_, false));
    }
    m_.restore(here);
  }
  const Saved asked = m_.saves_.save({literal}, before_.store, {}, true);
  m_.restore(before_);
  if (m_.cut_ != Cut::no) return false;
  // Why it is refuted for all other values. If there are no answers, that is the whole reason.
  const bool none = answers.empty() && !asked.incomplete;
  const bool fixed = !upper && asked.constraints.empty();
  if ((none || fixed) && !literal.negated && asked.equations.empty()) {
    m_.add_other_instances(asked, answers, node_);
  }
  for (std::size_t i = obligations.size(); i-- > 0;) {
    next_ =
        m_.frame(Step::refute, m_.build_conjunction(obligations[i], possible), 0, 0, next_, node_);
  }
  return go_on();
}

// 7. What is left could hold for infinitely many values.
bool Machine::Refutation::cover_rest() {
  if (const Decision done = assume_waiting()) return *done;
  const Saved effects = m_.saves_.save({}, before_.store, outer_, true);
  std::vector<CodeGoal> stuck;
  for (const Left& l : left_) {
    if (is_call(l.at)) stuck.push_back(goal(l.at));
  }
  const Saved all = m_.saves_.save(stuck, before_.store, outer_, false);
  m_.restore(before_);
  if (!effects.equations.empty() || !m_.without_entailed(effects).empty()) {
    return m_.deny(effects, next_, node_, id_);
  }
  return m_.cover(all, next_, node_);
}

}  // namespace cogs::logic
