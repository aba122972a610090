// SPDX-License-Identifier: Apache-2.0
//
// Which sets of direct changes lead to a goal, cheapest first? Branch and bound over boxes of
// states, goal-directed: it starts from what makes the decision hold and asks what would make
// it fail, so features that no rule in the way mentions are never looked at.
//
// A *box* gives every feature a set of points that its final value may come from. A feature
// whose box still has the start is taken to stay there (the *lazy view* of the box), because
// staying is free. If the lazy view satisfies everything, the changed features are a candidate.
// Otherwise some rule, causal rule or denial is in the way; one of its tests is chosen, and the
// box is split into the part where the test fails and the part where it holds.
//
// The bound: every requirement that fails in the lazy view needs a change to at least one of a
// set of features, each at a price. Such needs are made into a lower bound by dual ascent: each
// takes the least that its features have left of their prices, and charges all of them with it.
//
// A candidate is a set D of direct changes for which one transition to a goal exists, or, rarely,
// one that needs effects left over from an earlier transition (`leftover`): then only walking
// tells. The direct changes of every path are a candidate or hold a settled one.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "path/left_over.h"
#include "path/problem.h"

namespace cogs::path {

class Explorer {
 public:
  struct Candidate {
    const FeatureSet& direct;
    bool leftover;
    Cost cost;                                 // not more than what any path of this box costs
    const std::vector<std::uint64_t>& points;  // the lazy view, by Situation::offset
  };
  // What next? `settled`: nothing more about this set and its supersets; `next_box`: nothing more
  // in this box, others may hold the same set; `go_on`: this set came to nothing, what other sets
  // does the box hold? `stop`: end the run.
  enum class Verdict { settled, next_box, go_on, stop };
  using Visit = std::function<Verdict(const Candidate&)>;

  // Of paths of this cost, only those are wanted that do not change more features than this, or,
  // with as many direct changes as features changed, do not change them further.
  struct Tie {
    Cost cost;
    std::uint32_t touched;
    bool all_direct;  // as many transitions as features: nothing has more
    double change;    // the sum of normalised changes, rounded up; infinite: does not count
  };

  // `at_start`: an evaluator that looks at the start.
  Explorer(const Problem& problem, const state::Evaluator& at_start, base::Budget& budget);

  // Only these features may be set directly from now on (all settable ones at first).
  void restrict_to(const FeatureSet& direct);
  // New values of f come from these points alone (those that are permitted at first).
  void confine(std::uint32_t f, std::vector<std::uint64_t> points);
  void confine_nothing() { confined_.clear(); }

  // Visits candidates of cost at most `bound`. Returns the least bound of what was cut off for
  // its cost, no_cost_bound if nothing was. Sets that were settled in earlier runs stay settled.
  Cost run(Cost bound, const Visit& visit);
  void lower_bound_to(Cost bound) { bound_ = bound < bound_ ? bound : bound_; }
  void beat(const Tie& tie);
  // Sets that hold more than one transition to the goal needs are of interest too: values that are
  // set to be moved on by an effect.
  void look_for_detours() { detours_ = true; }
  // These changes, each to any of the points, lead to a goal by themselves: sets that add to them
  // are not of interest any more.
  void no_more_than(const FeatureSet& direct, const std::vector<std::uint64_t>& points) {
    enough_.push_back({direct, direct.list(), points});
  }
  // Prices are taken to be all alike, but for the order of sets by cost.
  void ignore_prices() { ignore_prices_ = true; }
  // Choices that look alike are made differently from now on, as this number has it.
  void stray(std::uint64_t seed) { stray_ = seed; }
  // Ends a run after so many nodes, as if the budget were exhausted.
  void at_most(std::uint64_t nodes) { most_expanded_ = expanded_ + nodes; }

  std::uint64_t expanded() const { return expanded_; }
  // The last run ended early: the visitor, the budget or the number of nodes stopped it.
  bool stopped() const { return stopped_; }

  // Features that played a part in a dead end since tracking began: while there is no
  // candidate, something about one of them has to be lifted.
  void track_blame() { blaming_ = true; }
  const FeatureSet& blame() const { return blame_; }

 private:
  using Truth = state::Truth;
  using Points = model::Points;
  enum class Directly : std::uint8_t { open, yes, no };

  // A way to divide the box. The first branch is the one that changes something.
  struct Split {
    enum class Kind : std::uint8_t { leave, enter, start, directly, within };
    Kind kind;
    std::uint32_t feature;
    std::uint32_t offset = 0;  // leave, enter: a cell set in the pool; within: the need that has it
    bool either = false;       // both sides may help
    float gain = 0;            // of a score that is short: the part that this can bring at most
  };
  // How much a score is short of, and what changes of features can bring at most.
  struct Shortage {
    double amount = 0;
    std::vector<std::pair<std::uint32_t, double>> gains;  // by feature
  };
  // A requirement that the lazy view does not satisfy. `options`: unless one of them changes,
  // it stays so (only where `hard`; otherwise the view's moved features may still decide).
  struct Need {
    bool hard;
    FeatureSet options;
    FeatureSet mentions;  // all features that it is about; filled only while blaming
    std::vector<Split> splits;
    std::optional<Shortage> shortage = {};   // where nothing but this score has to change
    std::vector<std::uint64_t> within = {};  // cells of the one open feature that meet it
  };
  // What a need has to be paid by: some of payers_; none if it may come for free.
  struct Bill {
    std::uint32_t need, first, payers;
  };
  struct Payer {
    std::uint32_t feature;
    Cost price;
  };

  void visit_node(Cost cost);
  bool cut_off(Cost least);
  void collect_needs();
  void need_decision();
  // Which cells of a feature satisfy a need.
  enum class Cells : std::uint8_t { unknown, some, all };
  Cells asks_one_score(const model::CompiledBody& body, Need& need);
  void need_atom(std::uint32_t atom, bool wanted);
  void need_causes(std::uint32_t f);
  void need_denial(std::size_t denial);
  void need_reason_for_move(std::uint32_t f);
  Cost bound_of_needs(Cost cost);
  // All bills but that of one need, if it is given.
  Cost charge_bills(std::uint32_t left_out = UINT32_MAX);
  Cost bound_without_dear_changes(Cost cost, Cost total);
  bool find_payers(const Need& need);
  void add_payer(std::size_t first, std::uint32_t f, Cost price);
  bool loses_tie(Cost least);
  // `forced`: one need has no other way out.
  Split choose_split(bool& forced);
  double chance();
  void branch(Split split, Cost cost, bool forced = false);
  void narrow(std::uint32_t f, const std::uint64_t* set, bool inside, Cost cost);
  void take_candidate(Cost cost);
  std::vector<Split> splits_beyond_candidate();

  // Adds what would make a body that holds fail / an atom change its value.
  void make_fail(const model::CompiledBody& body, Need& need);
  void make_atom(std::uint32_t atom, bool wanted, Need& need);  // done by make_atoms
  void make_atoms(Need& need);
  void offer(const model::CellTest& test, bool wanted, Need& need);
  Cost price_of_split(const Split& split) const;
  // Scores (explore_score.cpp).
  void make_score(const model::ScoreAtom& atom, bool wanted, Need& need);
  void gains_of_term(const model::CompiledScore& score, const model::ScoreTerm& term, bool up,
                     Points now);
  void gains_of_tree(const model::CompiledScore& score, std::int32_t at, bool up, Points now,
                     Cost price);
  void note_gain(std::uint32_t f, double gain);
  Cost least_for_score(std::uint32_t f) const;
  void open_score(const model::ScoreAtom& atom, std::vector<Split>& splits);
  Cells score_cells(const model::ScoreAtom& atom, bool wanted, Need& need);
  void spread(const model::CompiledScore& score, std::int32_t at, std::uint32_t f,
              std::vector<std::uint64_t> cells);
  void open_score_in_box(const model::ScoreAtom& atom, std::vector<Split>& splits);
  bool open_term(const model::CompiledScore& score, std::uint32_t term, Points wanted, bool up,
                 std::vector<Split>& splits);
  Cost bound_of_shortages();
  Cost bound_of(const Need& need);
  void bar_what_does_not_suffice(const Need& need);
  // Tests that the box leaves open, auxiliaries followed; or only those that the lazy view
  // leaves open too (there are such wherever it leaves a requirement undecided).
  enum class Where : std::uint8_t { box, lazy_view };
  bool open(const model::CellTest& test, Where where) const;
  void open_tests(const model::CompiledBody& body, Where where, std::vector<Split>& splits);
  void open_tests_below(Where where, std::vector<Split>& splits);
  void open_cause_tests(std::uint32_t f, Where where, std::vector<Split>& splits);

  Truth in_box(const model::CellTest& test) const;
  bool moved(std::uint32_t f) const { return moved_[f] == Truth::yes; }
  bool free(std::uint32_t f) const { return free_[f]; }
  bool settable(std::uint32_t f) const { return allowed_.contains(f); }
  // May effects take it away from the start? (Not from missing, nor where nothing in the whole box
  // can force it.)
  bool may_follow(std::uint32_t f) const { return may_follow_[f]; }
  // May effects move it on from where it was set, also back to the start?
  bool may_be_moved_on(std::uint32_t f) const {
    return problem_.movable(f) && !situation_.starts_missing(f);
  }
  // And with no changes but those of this node?
  bool follows_for_free(std::uint32_t f);
  void find_followers();
  void show_on_the_way(std::uint32_t f, const std::uint64_t* cells);
  bool touched(std::uint32_t f) const;
  bool leftover_possible(std::uint32_t f);
  bool settled() const;
  bool holds_enough() const;
  void fill_box();
  void find_live_rules();
  void refresh(std::uint32_t f);
  Cost price_in_box(std::uint32_t f) const {
    return problem_.prices.least_in(f, &points_[situation_.offset(f)]);
  }
  double least_change(std::uint32_t f, const std::uint64_t* points);
  // A need to be filled in; it counts once it is kept. One at a time.
  Need& new_need(bool hard);
  // Keeps the new need if it has a way out; otherwise the box is dead.
  void keep_need();
  void mention(const std::vector<std::uint32_t>& features, Need& need) const;
  void mention_body(const model::CompiledBody& body, Need& need) const;
  void mention_causes(std::uint32_t f, Need& need) const;
  // Marks an atom as seen while one need is filled in; false if it was.
  enum class Sight : std::uint8_t { unwanted, wanted, below };
  bool see(std::uint32_t atom, Sight sight);

  const Problem& problem_;
  const state::Situation& situation_;
  const model::CompiledModel& compiled_;
  state::Evaluator evaluator_;  // looks at the lazy view
  LeftOver left_over_;
  base::Budget& budget_;

  // The box and the lazy view, kept in step by refresh().
  std::vector<std::uint64_t> points_, box_cells_, lazy_points_, lazy_cells_;
  std::vector<Truth> moved_;
  std::vector<char> free_;        // more than one point left
  std::vector<char> may_follow_;  // of this run
  std::vector<Directly> directly_;
  std::vector<Cost> paid_;                            // for features set directly in this box
  FeatureSet direct_;                                 // set directly in this box
  FeatureSet allowed_;                                // may be set directly at all
  std::vector<std::vector<std::uint64_t>> confined_;  // by feature; empty: as permitted

  // Of the node at hand. Needs are used again from node to node, for the sake of their memory.
  std::vector<Need> needs_;
  std::size_t need_count_ = 0;
  std::vector<std::uint32_t> leftovers_;
  bool dead_ = false;
  struct Known {
    std::uint64_t node = 0;  // by the number of nodes until then
    bool follows = false;
  };
  std::vector<Known> known_followers_;  // by feature

  const Visit* visit_ = nullptr;
  std::vector<FeatureSet> settled_;
  struct Enough {
    FeatureSet direct;
    std::vector<std::uint32_t> features;
    std::vector<std::uint64_t> points;
  };
  std::vector<Enough> enough_;
  Cost bound_ = 0, next_ = no_cost_bound;
  std::optional<Tie> tie_;
  std::uint64_t expanded_ = 0, most_expanded_ = UINT64_MAX, stray_ = 0;
  bool stopped_ = false, blaming_ = false, detours_ = false, ignore_prices_ = false;
  FeatureSet blame_;
  std::vector<std::uint32_t> live_rules_;  // of the undesired atom: those the whole box admits

  // Dual ascent: what features are charged with already, and who can pay for one need.
  std::vector<Cost> charged_;
  std::vector<Payer> payers_;
  std::vector<Bill> bills_;
  FeatureSet too_dear_, barred_;         // not to be set in this node, in this box, for the bound
  std::vector<std::uint32_t> payer_at_;  // by feature: its place in payers_, if it is one
  std::vector<std::vector<double>> change_of_;  // by feature and point, from the start; as needed
  std::vector<std::uint64_t> seen_;             // by atom and sight
  std::uint64_t seeing_ = 0, seeing_below_ = 0;
  // Of the score at hand: gains in the term and in all terms, what the leaf on the way asks to
  // change, and the least price of a leaf that was too dear to look at.
  struct Gain {
    double in_term = 0, in_all = 0;
    bool on_way = false;
  };
  std::vector<Gain> gains_;  // by feature
  std::vector<std::uint32_t> gaining_, on_way_;
  std::vector<Points> curve_;                                          // of one feature, by cell
  Cost node_cost_ = 0, too_dear_leaf_ = no_cost_bound, cheapest_ = 0;  // cheapest_: 0 not known
  std::vector<std::pair<std::uint32_t, bool>> atoms_to_make_;
  std::vector<std::uint32_t> atoms_below_;
};

}  // namespace cogs::path
