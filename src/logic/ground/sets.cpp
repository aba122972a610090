// SPDX-License-Identifier: Apache-2.0
//
// The costs are made least one priority after the other, the highest first. Each answer set that
// is found must be beaten by the next, under a literal that stands for this demand; when the
// search shows that literal to be false, the last one was the best, and its cost becomes a bound
// for good. What was learned on the way stays true.
#include "logic/ground/sets.h"

#include <deque>
#include <set>
#include <vector>

#include "logic/ground/assignment.h"
#include "logic/ground/completion.h"
#include "logic/ground/linear.h"
#include "logic/ground/minimal.h"
#include "logic/ground/parts.h"
#include "logic/ground/rules.h"
#include "logic/ground/search_limits.h"
#include "logic/ground/set_answer.h"
#include "logic/ground/unfounded.h"

namespace cogs::logic {

namespace {

class AnswerSets : public AnswerStream {
 public:
  AnswerSets(const Program& program, const SolveOptions& options)
      : options_(options), budget_(options.limits), ground_(program) {
    statistics_.engine = "ground";
    const Grounding grounding = ground_rules(ground_, options_, budget_);
    statistics_.ground_atoms = ground_.world.atoms.size();
    statistics_.ground_clauses = ground_.clauses.size();
    if (grounding == Grounding::cut) {
      stop_at_limit();
    } else if (ground_.inconsistent || (program.query && ground_.query_answers.empty())) {
      finished_ = true;
    } else {
      search_.emplace(ground_, options_, budget_);
      refuse_recursive_aggregates();
      require_query();
      search_->assignment.consider_all();
      improving_ = !ground_.costs.empty() && options_.optimize != Optimize::ignore;
    }
  }

  std::optional<Answer> next() override {
    for (;;) {
      if (!ready_.empty()) {
        Answer answer = std::move(ready_.front());
        ready_.pop_front();
        return answer;
      }
      if (finished_) return std::nullopt;
      if (is_at_limit()) {
        stop_at_limit();
        give_best_so_far();
      } else if (search_->assignment.is_inconsistent()) {
        end_of_search();
      } else if (advance()) {
        take_set();
      }
    }
  }

  Cut cut() const override { return limits_.cut(); }
  const SolveStatistics& statistics() const override { return statistics_; }

 private:
  struct Search {
    Search(GroundProgram& ground, const SolveOptions& options, base::Budget& budget)
        : completion(ground, false, assignment),
          sums(assignment),
          parts(ground, completion, assignment, sums),
          unfounded(ground, completion, assignment),
          minimal(ground, completion, assignment),
          answers(ground, completion, parts, unfounded, assignment, budget, options.full_proofs) {}
    Assignment assignment;
    Completion completion;
    LinearConstraints sums;
    PartClauses parts;
    UnfoundedSets unfounded;
    MinimalCheck minimal;
    SetAnswers answers;
  };

  // An aggregate that supports its own elements would need a theory of its own.
  void refuse_recursive_aggregates() const {
    for (const GroundDefinition& definition : ground_.definitions) {
      const std::uint32_t variable = search_->completion.lit(definition.atom).variable();
      if (search_->completion.loop(variable) == Completion::none) continue;
      const auto id = ground_.forms[definition.form].clause;
      if (!id) continue;
      const Clause& clause = ground_.program.clauses[id->index()];
      throw_located(ground_.program, clause.file, clause.span,
                    "what this aggregate counts depends on the aggregate itself",
                    "count something that is decided before, or say with rules what supports what");
    }
  }

  void require_query() {
    if (!ground_.program.query) return;
    std::vector<Lit> any;
    for (const QueryAnswer& answer : ground_.query_answers) {
      std::vector<Lit> all;
      for (const GroundLiteral literal : answer.literals) {
        all.push_back(search_->completion.lit(literal));
      }
      any.push_back(search_->completion.all_of(std::move(all), search_->assignment));
    }
    search_->assignment.add_clause(std::move(any));
  }

  // One step of the search; whether it stands at an answer set.
  bool advance() {
    Search& search = *search_;
    Assignment& assignment = search.assignment;
    Assignment::ClauseIndex broken = assignment.propagate();
    if (broken == Assignment::no_clause) {
      broken = search.sums.propagate();
      if (broken == Assignment::no_clause && search.sums.found()) return false;
    }
    if (broken == Assignment::no_clause) {
      broken = search.unfounded.propagate();
      if (broken == Assignment::no_clause && search.unfounded.found()) return false;
    }
    if (broken != Assignment::no_clause) {
      ++statistics_.backtracks;
      assignment.resolve(broken);
      return false;
    }
    if (better_ && assignment.is_false(*better_)) {
      fix_level();
    } else if (better_ && assignment.is_open(*better_)) {
      assignment.decide(*better_);
    } else if (limits_.is_restart_due(assignment)) {
      limits_.restart(assignment);
    } else if (const auto variable = assignment.most_active()) {
      ++statistics_.choices;
      assignment.decide(Lit(*variable, !assignment.last_truth(*variable)));
    } else {
      return is_minimal();
    }
    return false;
  }

  bool is_minimal() {
    Search& search = *search_;
    const auto broken = search.minimal.run();
    if (broken != Assignment::no_clause) {
      ++statistics_.backtracks;
      search.assignment.resolve(broken);
    }
    return !search.minimal.found();
  }

  // Costs

  std::int64_t cost(std::size_t level) const {
    std::int64_t sum = 0;
    const auto& elements = ground_.costs[level].elements;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (search_->assignment.is_true(search_->parts.cost_element(level, i))) {
        sum += elements[i].weight;
      }
    }
    return sum;
  }

  std::pair<std::int64_t, std::int64_t> range(std::size_t level) const {
    std::int64_t least = 0, most = 0;
    for (const GroundElement& element : ground_.costs[level].elements) {
      (element.weight < 0 ? least : most) += element.weight;
    }
    return {least, most};
  }

  // cost <= bound, if `when` is true (always, if there is none).
  std::uint32_t add_bound(std::size_t level, std::int64_t bound, std::optional<Lit> when) {
    std::vector<WeightedLit> terms;
    const auto& elements = ground_.costs[level].elements;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      terms.push_back({-elements[i].weight, search_->parts.cost_element(level, i)});
    }
    const auto [least, most] = range(level);
    if (when) terms.push_back({most - least + 1, ~*when});
    return search_->sums.add(terms, -bound);
  }

  void remember_set() {
    best_.clear();
    for (std::size_t level = 0; level < ground_.costs.size(); ++level) best_.push_back(cost(level));
    best_set_.clear();
    for (std::uint32_t v = 0; v < search_->completion.atoms(); ++v) {
      best_set_.push_back(search_->assignment.is_true(Lit(v, false)));
    }
  }

  // From now on only answer sets that cost less at this level are looked for.
  void demand_better() {
    const std::int64_t wanted = best_[level_] - 1;
    if (wanted < range(level_).first) return fix_level();
    if (better_) return search_->sums.raise_bound(bound_, -wanted);
    search_->assignment.restart();
    better_ = Lit(search_->assignment.add_variable(), false);
    bound_ = add_bound(level_, wanted, better_);
  }

  // The best cost of this level is known; the next one begins.
  void fix_level() {
    search_->assignment.restart();
    if (better_) search_->assignment.add_clause({~*better_});
    better_.reset();
    add_bound(level_, best_[level_], std::nullopt);
    if (++level_ < ground_.costs.size()) return demand_better();
    improving_ = false;
    optimal_ = true;
    prefer_best();
  }

  void prefer_best() {
    for (std::uint32_t v = 0; v < best_set_.size(); ++v) {
      search_->assignment.prefer(v, best_set_[v]);
    }
  }

  void take_set() {
    if (improving_) {
      remember_set();
      demand_better();
      return;
    }
    build_answers();
    if (optimal_ && options_.optimize == Optimize::best) {
      finished_ = true;
    } else {
      exclude();
    }
  }

  void build_answers() {
    std::vector<Cost> costs;
    for (std::size_t level = 0; level < ground_.costs.size(); ++level) {
      costs.push_back({ground_.costs[level].priority, cost(level)});
    }
    for (Answer& answer : search_->answers.build(costs, options_.proofs, options_.shown_only)) {
      answer.optimal = optimal_;
      ready_.push_back(std::move(answer));
    }
  }

  void end_of_search() { finished_ = true; }

  // A limit came before the best was known to be the best.
  void give_best_so_far() {
    if (best_set_.empty() || optimal_) return;
    Assignment& assignment = search_->assignment;
    assignment.restart();
    prefer_best();
    improving_ = false;
    better_.reset();
    // Nothing stands in the way of a set that was found before.
    limits_.put_restart_off(assignment.conflicts() + 1'000'000);
    while (!assignment.is_inconsistent() && !advance()) {
    }
    if (!assignment.is_inconsistent()) build_answers();
  }

  // From now on, one of the choices must be different; everything else follows from them.
  void exclude() {
    Assignment& assignment = search_->assignment;
    std::vector<Lit> clause;
    for (const Lit literal : assignment.trail()) {
      const std::uint32_t variable = literal.variable();
      if (assignment.level(variable) > 0 && assignment.reason(variable).empty()) {
        clause.push_back(~literal);
      }
    }
    const auto broken = assignment.add_clause(std::move(clause));
    if (broken != Assignment::no_clause) assignment.resolve(broken);
  }

  bool is_at_limit() { return limits_.is_at_limit(search_->assignment, statistics_); }

  void stop_at_limit() {
    finished_ = true;
    limits_.stop();
  }

  const SolveOptions options_;
  base::Budget budget_;
  SearchLimits limits_{options_.most_steps, budget_};
  GroundProgram ground_;
  std::optional<Search> search_;
  SolveStatistics statistics_;
  std::deque<Answer> ready_;

  bool improving_ = false, optimal_ = false;
  std::size_t level_ = 0;      // of the costs, being made least
  std::optional<Lit> better_;  // true while something better is looked for
  std::uint32_t bound_ = 0;    // the sum that demands it
  std::vector<std::int64_t> best_;
  std::vector<bool> best_set_;  // by variable

  bool finished_ = false;
};

}  // namespace

std::unique_ptr<AnswerStream> answer_sets(const Program& program, const SolveOptions& options) {
  return std::make_unique<AnswerSets>(program, options);
}

}  // namespace cogs::logic
