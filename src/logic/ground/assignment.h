// SPDX-License-Identifier: Apache-2.0
//
// Truth values that are decided one by one, and what follows from them: clauses over
// propositional variables with unit propagation (two watched literals), and learning from
// conflicts (first unique implication point; Marques-Silva and Sakallah 1999, MiniSat 2003).
//
// Whoever searches decides, propagates, and hands every clause that is broken to resolve(), which
// learns and goes back to where the learned clause says something new. Clauses can be added at
// any time. Nothing here knows what the variables stand for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cogs::logic {

// A variable or its negation.
struct Lit {
  std::uint32_t code = 0;

  Lit() = default;
  Lit(std::uint32_t variable, bool negated) : code(variable * 2 + (negated ? 1 : 0)) {}
  std::uint32_t variable() const { return code / 2; }
  bool negated() const { return code % 2 == 1; }
  Lit operator~() const {
    Lit other;
    other.code = code ^ 1;
    return other;
  }
  friend auto operator<=>(Lit, Lit) = default;
};

// 1 1 2 1 1 2 4 ..: how long to search before starting anew, in units.
std::uint64_t luby(std::uint64_t i);

class Assignment {
 public:
  using ClauseIndex = std::uint32_t;
  static constexpr ClauseIndex no_clause = 0xFFFFFFFF;

  // `choosable`: most_active() may give it.
  std::uint32_t add_variable(bool choosable = false);
  std::size_t variables() const { return levels_.size(); }

  // A clause over variables of any state. Where it leaves one literal that can be true, that one
  // is made true; where it leaves none, it is returned as broken.
  // `keep`: never forgotten. False literals of level zero are left out.
  ClauseIndex add_clause(std::vector<Lit> literals, bool keep = true);
  // Consequences of what is true; a clause that is broken, or no_clause.
  ClauseIndex propagate();
  void decide(Lit literal);
  // Learns from a broken clause and goes back; false: there is nothing left to search.
  bool resolve(ClauseIndex broken);
  void restart() { undo_to(0); }
  // Forgets half of what was learned if that is much.
  void forget();

  bool is_true(Lit literal) const { return truth_[literal.code] > 0; }
  bool is_false(Lit literal) const { return truth_[literal.code] < 0; }
  bool is_open(Lit literal) const { return truth_[literal.code] == 0; }
  std::uint32_t level() const { return static_cast<std::uint32_t>(level_starts_.size()); }
  std::uint32_t level(std::uint32_t variable) const { return levels_[variable]; }
  const std::vector<Lit>& trail() const { return trail_; }
  // The clause that made the variable's literal true; its other literals are false.
  // Empty for decisions.
  std::span<const Lit> reason(std::uint32_t variable) const;
  bool is_inconsistent() const { return inconsistent_; }

  // The least length that the trail has had since the same reader's last call, if it became
  // shorter at all.
  enum class Reader : std::uint8_t { unfounded_sets, sums };
  std::optional<std::size_t> take_undone(Reader reader) {
    return std::exchange(undone_[static_cast<std::size_t>(reader)], std::optional<std::size_t>());
  }

  // Every choosable variable counts for most_active(), also those that no conflict was about.
  void consider_all();
  // The truth that last_truth() tells until the search decides otherwise.
  void prefer(std::uint32_t variable, bool truth) { last_truth_[variable] = truth; }
  // The open variable that most recent conflicts are about; none if no conflict was about any.
  std::optional<std::uint32_t> most_active();
  bool last_truth(std::uint32_t variable) const { return last_truth_[variable]; }
  std::uint64_t conflicts() const { return conflicts_; }
  std::uint64_t propagations() const { return propagations_; }
  std::size_t bytes() const;

 private:
  struct Clause {
    std::uint32_t begin = 0, size = 0;
    float activity = 0;
    bool learned = false;
  };
  struct Watch {
    ClauseIndex clause = 0;
    Lit other;  // true: the clause need not be looked at
  };

  void assign(Lit literal, ClauseIndex reason);
  void undo_to(std::uint32_t level);
  void watch(ClauseIndex clause);
  ClauseIndex store(const std::vector<Lit>& literals, bool learned);
  void analyze(ClauseIndex broken, std::vector<Lit>& learned);
  bool is_redundant(Lit literal) const;
  void raise(std::uint32_t variable);
  void heap_up(std::size_t at);
  void heap_down(std::size_t at);
  void heap_add(std::uint32_t variable);
  std::span<Lit> literals(ClauseIndex clause) {
    return {pool_.data() + clauses_[clause].begin, clauses_[clause].size};
  }

  std::vector<Clause> clauses_;
  std::vector<Lit> pool_;
  std::vector<std::vector<Watch>> watches_;  // by literal: clauses to look at when it is false
  std::vector<std::int8_t> truth_;           // by literal: 1 true, -1 false, 0 open
  std::vector<std::uint32_t> levels_;
  std::vector<ClauseIndex> reasons_;
  std::vector<double> activity_;
  std::vector<bool> last_truth_, seen_, choosable_;
  std::vector<std::uint32_t> heap_;                   // choosable variables, the most active first
  std::vector<std::uint32_t> in_heap_;                // by variable: where, or 0xFFFFFFFF
  std::array<std::optional<std::size_t>, 2> undone_;  // by reader
  std::vector<Lit> trail_;
  std::vector<std::uint32_t> level_starts_;
  std::size_t next_ = 0;  // of the trail, not yet propagated
  std::size_t learned_ = 0, most_learned_ = 2000;
  double step_ = 1;
  float clause_step_ = 1;
  std::uint64_t conflicts_ = 0, propagations_ = 0;
  bool inconsistent_ = false, considers_all_ = false;
};

}  // namespace cogs::logic
