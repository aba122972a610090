// SPDX-License-Identifier: Apache-2.0
//
// Control: frames, choice points, commitments.
#include "logic/goal/machine.h"

#include <algorithm>
#include <cassert>

namespace cogs::logic {

Machine::Machine(const Program& program, const SolveOptions& options)
    : program_(program),
      options_(options),
      code_(program, options, store_),
      candidate_(store_, program.predicates.size()),
      budget_(options.limits) {
  statistics_.engine = "goal-directed";
}

std::optional<Answer> Machine::next() {
  if (cut_ != Cut::no) return std::nullopt;
  bool going = true;
  if (!started_) {
    started_ = true;
    nodes_.push_back({});
    nodes_[0].kind = NodeKind::query;
    const std::uint32_t environment = builder_.new_environment(code_.query.slots);
    for (std::uint32_t i = 0; i < code_.query.slots; ++i) {
      query_variables_.push_back(builder_.slot(environment + i) = store_.new_variable());
    }
    const FrameId found = frame(Step::found, 0, 0, 0, nothing, 0);
    const FrameId checks = frame(Step::refute_checks, 0, 0, 0, found, 0);
    current_ = frame(Step::body, nothing, 0, environment, checks, 0);
  } else {
    going = backtrack(0);
  }
  while (going && run(0)) {
    // An answer can cost more than many goals.
    if (out_of_time()) return std::nullopt;
    const Possible possible = store_.judge_numbers();
    if (possible == Possible::no || !store_.fix_integers()) {
      going = backtrack(0);
      continue;
    }
    candidate_.check_invariants();
    if (split_difference()) continue;
    if (writer_.too_large(nodes_, query_variables_)) {
      cut_ = Cut::size;
      return std::nullopt;
    }
    if (std::optional<Answer> answer = writer_.write(nodes_, query_variables_)) {
      answer->undecided = possible == Possible::unknown;
      return answer;
    }
    ++statistics_.duplicates;
    going = backtrack(0);
  }
  if (cut_ == Cut::no && depth_reached_) cut_ = Cut::depth;
  if (cut_ == Cut::no && undecided_) cut_ = Cut::undecided;
  return std::nullopt;
}

// [X,Y] \\= [a,b] is shown as two answers, X \\= a and X = a with Y \\= b: that is what people and
// scripts can read.
bool Machine::split_difference() {
  for (std::size_t i = 0; i < store_.suspended().size(); ++i) {
    const Suspended waiting = store_.suspended()[i];
    if (waiting.done || waiting.kind != GoalKind::differ) continue;
    const auto pairs = store_.remaining(waiting);
    if (pairs.size() < 2) continue;
    if (!writer_.may_be_equal(pairs)) continue;
    const auto& [variable, value] = pairs.front();
    if (store_.kind_of(variable) != VariableKind::plain) continue;
    std::vector<Word> variables;
    store_.variables_of(value, variables);
    if (std::any_of(variables.begin(), variables.end(),
                    [&](Word other) { return store_.kind_of(other) != VariableKind::plain; })) {
      continue;
    }
    CodeGoal goal;
    goal.kind = GoalKind::unify;
    goal.term = builder_.term_of(GoalKind::unify, variable, value);
    const FrameId found = current_;
    return branch({prove_frame(dual(goal), found, 0), prove_frame(goal, found, 0)});
  }
  return false;
}

bool Machine::run(std::size_t floor) {
  for (;;) {
    if (frames_[current_].step == Step::found) return true;
    if (!step()) {
      if (cut_ != Cut::no || given_up_ || !backtrack(floor)) return false;
    }
  }
}

bool Machine::out_of_budget() {
  if (cut_ != Cut::no) return true;
  if (mode_.most_goals != 0 && effort() > mode_.most_goals) {
    given_up_ = true;
    return true;
  }
  if (options_.most_steps != 0 && statistics_.goals > options_.most_steps) {
    cut_ = Cut::steps;
  } else if ((statistics_.goals & 0x7) == 0) {
    const std::size_t bytes = store_.bytes() + frames_.capacity() * sizeof(Frame) +
                              nodes_.capacity() * sizeof(Node) + candidate_.bytes() +
                              choices_.capacity() * sizeof(Choice) +
                              goals_.capacity() * sizeof(CodeGoal) + builder_.bytes();
    statistics_.peak_bytes = std::max(statistics_.peak_bytes, bytes);
    if (options_.limits.memory_bytes && bytes > *options_.limits.memory_bytes) {
      cut_ = Cut::memory;
    } else if (budget_.exhausted()) {
      stop_at_limit();
    }
  }
  return cut_ != Cut::no;
}

bool Machine::out_of_time() {
  if (budget_.exhausted_now()) stop_at_limit();
  return cut_ != Cut::no;
}

void Machine::stop_at_limit() {
  if (const Cut cut = cut_of(budget_.reason()); cut != Cut::no) cut_ = cut;
}

// --- the stacks ----------------------------------------------------------------------------

Machine::FrameId Machine::frame(Step step, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                FrameId next, NodeId node) {
  frames_.push_back({step, a, b, c, next, node});
  return static_cast<FrameId>(frames_.size() - 1);
}

Machine::FrameId Machine::prove_frame(const CodeGoal& goal, FrameId next, NodeId node) {
  goals_.push_back(goal);
  return frame(Step::prove, static_cast<std::uint32_t>(goals_.size() - 1), 0, 0, next, node);
}

Machine::Sizes Machine::sizes() const {
  return {store_.mark(),   candidate_.mark(), frames_.size(),       nodes_.size(),
          builder_.size(), goals_.size(),     conjunctions_.size(), branches_.size(),
          pieces_.size(),  lists_.size(),     commitments_.size(),  assumptions_};
}

void Machine::restore(const Sizes& sizes) {
  assert(sizes.nodes <= nodes_.size() && sizes.environments <= builder_.size());
  candidate_.undo(sizes.candidate);
  store_.undo(sizes.store);
  frames_.resize(sizes.frames);
  nodes_.resize(sizes.nodes);
  builder_.resize(sizes.environments);
  goals_.resize(sizes.goals);
  conjunctions_.resize(sizes.conjunctions);
  branches_.resize(sizes.branches);
  pieces_.resize(sizes.pieces);
  lists_.resize(sizes.lists);
  commitments_.resize(sizes.commitments);
  assumptions_ = sizes.assumptions;
}

bool Machine::backtrack(std::size_t floor) {
  while (choices_.size() > floor) {
    ++statistics_.backtracks;
    Choice& choice = choices_.back();
    restore(choice.sizes);
    if (choice.kind == Alternatives::branches) {
      current_ = branches_[choice.at++];
      if (choice.at == choice.end) choices_.pop_back();
      return true;
    }
    const Choice last = choice;
    choices_.pop_back();
    if (try_clauses(*last.clauses, last.at, last.entry, last.atom, last.node, last.next)) {
      return true;
    }
    if (cut_ != Cut::no || given_up_) return false;
  }
  return false;
}

bool Machine::branch(const std::vector<FrameId>& alternatives) {
  if (alternatives.empty()) return false;
  current_ = alternatives.front();
  if (alternatives.size() == 1) return true;
  const auto first = static_cast<std::uint32_t>(branches_.size());
  branches_.insert(branches_.end(), alternatives.begin(), alternatives.end());
  Choice choice;
  choice.sizes = sizes();
  choice.kind = Alternatives::branches;
  choice.at = first + 1;
  choice.end = static_cast<std::uint32_t>(branches_.size());
  choices_.push_back(choice);
  ++statistics_.choices;
  return true;
}

std::uint32_t Machine::begin_commitment(bool always, bool with_query) {
  Commitment commitment;
  commitment.start = store_.mark();
  commitment.choices = static_cast<std::uint32_t>(choices_.size());
  commitment.assumptions = assumptions_;
  commitment.always = always;
  if (with_query) {
    commitment.of_query = numbers_of_query();
    commitment.knows_query = true;
  }
  commitments_.push_back(std::move(commitment));
  return static_cast<std::uint32_t>(commitments_.size() - 1);
}

// A proof that assumed nothing shows what holds in every answer set that agrees with the
// candidate so far. If it left all older variables alone too, other proofs of the same add
// nothing, and their choice points are dropped.
void Machine::commit(std::uint32_t id) {
  const Commitment& commitment = commitments_[id];
  if (choices_.size() <= commitment.choices) return;
  // What is not decided of its numbers may turn out to be impossible; then another proof is needed.
  if (store_.numbers_since(commitment.start) && store_.judge_numbers() != Possible::yes) return;
  if (!commitment.always) {
    if (assumptions_ != commitment.assumptions || store_.touched_older(commitment.start)) return;
    if (store_.posted() != commitment.start.posted && commitment.start.numbers.variables > 0) {
      if (!commitment.knows_query) return;
      const std::vector<LinearConstraint> now = numbers_of_query();
      const bool same = std::equal(
          now.begin(), now.end(), commitment.of_query.begin(), commitment.of_query.end(),
          [](const LinearConstraint& a, const LinearConstraint& b) {
            return a.relation == b.relation && a.expression.constant == b.expression.constant &&
                   a.expression.terms == b.expression.terms;
          });
      if (!same) return;
    }
  }
  choices_.resize(commitment.choices);
}

std::vector<LinearConstraint> Machine::numbers_of_query() {
  std::vector<Word> variables;
  for (const Word variable : query_variables_) store_.variables_of(variable, variables);
  std::vector<NumberVariable> numbers;
  for (const Word variable : variables) {
    if (store_.is_numeric(variable)) numbers.push_back(store_.number_of(variable));
  }
  if (numbers.empty()) return {};
  return store_.numbers().project(numbers);
}

bool Machine::step() {
  const Frame now = frames_[current_];
  switch (now.step) {
    case Step::body: {
      const CodeBody& body = now.a == nothing ? code_.query : code_.clauses[now.a].body;
      if (now.b == body.goals.size()) {
        current_ = now.next;
        return true;
      }
      const CodeGoal goal = builder_.build_goal(body.goals[now.b], now.c, VariableKind::plain);
      if (goal.kind == GoalKind::is && postpone(goal, now)) return true;
      const FrameId next = now.b + 1 < body.goals.size()
                               ? frame(Step::body, now.a, now.b + 1, now.c, now.next, now.node)
                               : now.next;
      return prove(goal, next, now.node);
    }
    case Step::prove: {
      const CodeGoal goal = goals_[now.a];  // a copy: goals_ grows
      return prove(goal, now.next, now.node);
    }
    case Step::refute: return refute(now.a, now.next, now.node);
    case Step::refute_clauses: return refute_next_clause(now.a, now.b, now.c, now.next, now.node);
    case Step::refute_checks: {
      if (now.a >= code_.checks.size()) {
        current_ = now.next;
        return true;
      }
      NodeId checks = now.node;
      if (now.a == 0) {
        checks = add_node(NodeKind::checks, {}, now.node);
        if (checks == nothing) return false;
      }
      const CodeCheck& check = code_.checks[now.a];
      const FrameId next = frame(Step::refute_checks, now.a + 1, 0, 0, now.next, checks);
      const NodeId node = add_node(NodeKind::check, {}, checks);
      if (node == nothing) return false;
      if (check.from_source) nodes_[node].clause = check.source.value;
      const std::uint32_t environment = builder_.new_environment(check.body.slots);
      std::vector<CodeGoal> goals;
      for (const CodeGoal& goal : check.body.goals) {
        goals.push_back(builder_.build_goal(goal, environment, VariableKind::hypothetical));
      }
      const FrameId done = frame(Step::commit, begin_commitment(false, true), 0, 0, next, node);
      return refute(add_conjunction(goals), done, node);
    }
    case Step::exit:
      candidate_.finish(now.a);
      if (now.c == 1) {
        nodes_[candidate_[now.a].node].support = Support::abduced;
        ++assumptions_;
      }
      if (now.b != nothing) commit(now.b);
      current_ = now.next;
      return true;
    case Step::commit:
      commit(now.a);
      current_ = now.next;
      return true;
    case Step::decide: {
      const CodeGoal goal = goals_[now.a];
      return branch(
          {prove_frame(goal, now.next, now.node), prove_frame(dual(goal), now.next, now.node)});
    }
    case Step::gather: {
      const CodeGoal goal = goals_[now.b];
      return gather(now.a, goal, now.next, now.node);
    }
    case Step::cover: return settle_piece(now.a, now.next, now.node);
    case Step::found: return true;
  }
  return false;
}

// `X is Y+1, p(Y)`: a value that is not known yet but will be, when a literal behind it is proved,
// is waited for.
bool Machine::postpone(const CodeGoal& goal, const Frame& now) {
  const CodeBody& body = now.a == nothing ? code_.query : code_.clauses[now.a].body;
  std::vector<Word> open;
  store_.variables_of(store_.argument(goal.term, 1), open);
  if (open.empty()) return false;
  std::vector<CodeGoal> rest;
  std::size_t last = 0;  // goals that come first
  for (std::size_t i = now.b + 1; i < body.goals.size(); ++i) {
    rest.push_back(builder_.build_goal(body.goals[i], now.c, VariableKind::plain));
    if (rest.back().kind != GoalKind::call || rest.back().negated) continue;
    std::vector<Word> variables;
    store_.variables_of(rest.back().term, variables);
    const bool binds = std::any_of(variables.begin(), variables.end(), [&](Word variable) {
      return std::find(open.begin(), open.end(), variable) != open.end();
    });
    if (binds) last = rest.size();
  }
  if (last == 0) return false;
  rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(last), goal);
  FrameId next = now.next;
  for (std::size_t i = rest.size(); i-- > 0;) next = prove_frame(rest[i], next, now.node);
  current_ = next;
  return true;
}

// --- nodes ---------------------------------------------------------------------------------

NodeId Machine::add_node(NodeKind kind, const CodeGoal& goal, NodeId parent) {
  Node node;
  node.kind = kind;
  node.goal = goal.kind;
  node.negated = goal.negated;
  node.predicate = goal.predicate;
  node.term = goal.term;
  node.parent = parent;
  node.depth = nodes_[parent].depth + 1;
  if (options_.most_depth != 0 && node.depth > options_.most_depth) {
    depth_reached_ = true;
    return nothing;
  }
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

}  // namespace cogs::logic
