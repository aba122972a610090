// SPDX-License-Identifier: Apache-2.0
//
// Refuting a conjunction that could hold for infinitely many values of its variables.
//
// The complement of one of its literals is proved for variables that may be anything. What the
// proof needed of them is a piece of all values: there the conjunction is refuted. What remains
// is the conjunction outside the piece, {c1, .. c(i-1), not ci} for each constraint of the piece,
// and these are refuted next. The variables of a piece are settled then: they stand for all its
// values, so nothing may bind them any more.
#include <algorithm>

#include "logic/goal/machine.h"

namespace cogs::logic {

bool Machine::cover(const Saved& all, FrameId next, NodeId node) {
  std::vector<FrameId> alternatives;
  const auto first_piece = pieces_.size();
  // The hypothetical variables behind the slots, in the order in which saves_.save() met them.
  // A complement that holds of everything leaves nothing to cover.
  std::vector<CodeGoal> in_order = all.goals;
  std::stable_partition(in_order.begin(), in_order.end(), [&](const CodeGoal& goal) {
    return goal.negated && code_.predicates[goal.predicate.index()].universal;
  });
  for (const CodeGoal& stuck : in_order) {
    const std::uint32_t environment = builder_.environment_of(all.terms, VariableKind::plain);
    Piece piece;
    piece.conjunction = build_conjunction(all, static_cast<std::uint32_t>(all.goals.size()));
    const std::uint32_t own = static_cast<std::uint32_t>(builder_.size() - all.terms.slots.size());
    for (std::size_t i = 0; i < all.terms.slots.size(); ++i) {
      if (all.terms.slots[i] == VariableKind::universal) continue;
      piece.variables.emplace_back(builder_.slot(own + i), builder_.slot(environment + i));
    }
    piece.first_entry = candidate_.size();
    const auto piece_id = static_cast<std::uint32_t>(pieces_.size());
    pieces_.push_back(piece);
    FrameId first = frame(Step::cover, piece_id, 0, 0, next, node);
    first = prove_frame(dual(builder_.build_saved(stuck, all.terms, environment)), first, node);
    for (std::size_t i = all.constraints.size(); i-- > 0;) {
      first = prove_frame(builder_.build_saved(all.constraints[i], all.terms, environment), first,
                          node);
    }
    alternatives.push_back(first);
  }
  for (std::size_t i = first_piece; i < pieces_.size(); ++i) pieces_[i].start = store_.mark();
  return branch(alternatives);
}

// Does covering end soon? It is tried and taken back.
bool Machine::can_explain(const Saved& all) {
  constexpr std::uint64_t most_goals = 500;
  const Sizes before = sizes();
  const FrameId current = current_;
  const Mode mode = mode_;
  const bool undecided = undecided_, looped = looped_;
  const std::size_t floor = choices_.size();
  const std::uint64_t own = effort() + most_goals;
  mode_.most_goals = mode.most_goals == 0 ? own : std::min(mode.most_goals, own);
  explaining_ = true;
  nodes_.push_back({});
  nodes_.back().kind = NodeKind::query;
  const auto root = static_cast<NodeId>(nodes_.size() - 1);
  const FrameId found = frame(Step::found, 0, 0, 0, nothing, root);
  const bool ends = (cover(all, found, root) || backtrack(floor)) && run(floor);
  explaining_ = false;
  choices_.resize(floor);
  restore(before);
  if (given_up_) given_up_ = mode.most_goals != 0 && effort() > mode.most_goals;
  mode_ = mode;
  current_ = current;
  undecided_ = undecided;
  looped_ = looped;
  return ends && cut_ == Cut::no && !given_up_;
}

bool Machine::settle_piece(std::uint32_t id, FrameId next, NodeId node) {
  const Piece piece = pieces_[id];
  std::vector<Word> own;
  for (const auto& [of_conjunction, of_proof] : piece.variables) own.push_back(of_proof);
  const auto is_own = [&](Word variable) {
    return std::find(own.begin(), own.end(), variable) != own.end();
  };
  std::vector<Word> outer = own;
  const Conjunction conjunction = conjunctions_[piece.conjunction];
  for (std::uint32_t i = 0; i < conjunction.count; ++i) {
    store_.variables_of(goals_[conjunction.first + i].term, outer);
  }
  std::erase_if(
      outer, [&](Word variable) { return store_.kind_of(variable) == VariableKind::hypothetical; });
  Saved region = saves_.save({}, piece.start, outer, true);
  // Other variables may have got values, but none that depends on the piece's.
  bool dependent = false;
  std::erase_if(region.equations, [&](const auto& equation) {
    if (is_own(equation.first)) return false;
    std::vector<Word> variables;
    store_.variables_of(equation.first, variables);
    dependent = dependent || std::any_of(variables.begin(), variables.end(), is_own);
    return true;
  });
  if (region.incomplete) undecided_ = true;
  if (dependent || region.incomplete) return false;
  // Constraints that say nothing of the piece's variables are nothing to be covered.
  std::vector<CodeGoal> about;
  for (const CodeGoal& constraint : region.constraints) {
    if (saves_.mentions(constraint.term, region.terms, own)) about.push_back(constraint);
  }
  region.constraints = std::move(about);

  // What remains: the conjunction outside the region.
  std::vector<std::pair<Word, Word>> renaming;
  for (const auto& [of_conjunction, of_proof] : piece.variables) {
    renaming.emplace_back(of_proof, of_conjunction);
  }
  std::vector<CodeGoal> conjunction_goals(goals_.begin() + conjunction.first,
                                          goals_.begin() + conjunction.first + conjunction.count);
  std::vector<std::vector<CodeGoal>> outside;
  std::vector<CodeGoal> held;
  if (!region.equations.empty()) {
    const std::uint32_t universal = builder_.environment_of(region.terms, VariableKind::universal);
    const std::uint32_t thought = builder_.environment_of(region.terms, VariableKind::hypothetical);
    std::vector<Word> variables, values;
    for (const auto& [variable, value] : region.equations) {
      Word own_variable = variable;
      for (const auto& [from, to] : renaming) {
        if (from == variable) own_variable = to;
      }
      variables.push_back(own_variable);
      values.push_back(
          builder_.renamed(builder_.build(value, region.terms.words, universal), renaming));
      CodeGoal equation;
      equation.kind = GoalKind::unify;
      equation.term = builder_.term_of(
          GoalKind::unify, own_variable,
          builder_.renamed(builder_.build(value, region.terms.words, thought), renaming));
      held.push_back(equation);
    }
    CodeGoal differ;
    differ.kind = GoalKind::differ;
    differ.term =
        builder_.term_of(GoalKind::differ, builder_.tuple(variables), builder_.tuple(values));
    outside.push_back({differ});
  }
  const std::uint32_t thought = builder_.environment_of(region.terms, VariableKind::hypothetical);
  for (const CodeGoal& saved : region.constraints) {
    CodeGoal constraint = builder_.build_saved(saved, region.terms, thought);
    constraint.term = builder_.renamed(constraint.term, renaming);
    std::vector<CodeGoal> goals = held;
    goals.push_back(dual(constraint));
    goals.back().lenient = false;  // what is compared is a number, outside the piece as well
    outside.push_back(std::move(goals));
    held.push_back(constraint);
  }
  // From now on the piece's variables stand for all values of the region.
  std::vector<CodeGoal> described;
  const std::uint32_t free = builder_.environment_of(region.terms, VariableKind::hypothetical);
  for (const CodeGoal& saved : region.constraints) {
    described.push_back(builder_.build_saved(saved, region.terms, free));
  }
  pieces_[id].region = described;
  std::vector<Word> settled;
  for (const Word variable : own) store_.variables_of(variable, settled);
  for (const Word variable : settled) {
    if (store_.kind_of(variable) == VariableKind::plain) {
      store_.set_kind(variable, VariableKind::settled);
    }
  }
  for (auto entry = static_cast<EntryId>(piece.first_entry); entry < candidate_.size(); ++entry) {
    std::vector<Word> variables;
    store_.variables_of(candidate_[entry].atom, variables);
    if (std::any_of(variables.begin(), variables.end(), [&](Word variable) {
          return std::find(settled.begin(), settled.end(), variable) != settled.end();
        })) {
      candidate_.set_piece(entry, id);
    }
  }
  FrameId first = next;
  for (std::size_t i = outside.size(); i-- > 0;) {
    std::vector<CodeGoal> goals = outside[i];
    goals.insert(goals.end(), conjunction_goals.begin(), conjunction_goals.end());
    const std::uint32_t rest = add_conjunction(goals);
    conjunctions_[rest].possible = conjunction.possible;
    first = frame(Step::refute, rest, 0, 0, first, node);
  }
  current_ = first;
  return true;
}

}  // namespace cogs::logic
