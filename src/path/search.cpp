// SPDX-License-Identifier: Apache-2.0
#include "path/search.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "path/arrange.h"
#include "path/blockers.h"
#include "path/explore.h"
#include "path/places.h"
#include "path/problem.h"
#include "path/score_search.h"

namespace cogs::path {

using state::Truth;

namespace {

struct Solution {
  FeatureSet direct;
  Arranged arranged;
};

// How much work may go into deciding between paths of the least cost, in steps that are counted.
// Beyond it the answer says that ties are not proved.
constexpr std::uint64_t stops_a_set = 3000, nodes_for_ties = 20000, steps_for_ties = 10000;
// How much work may go into further ways once the first one is known. Batches and audits ask for
// them too, so that no single person's last ways may hold up the others.
constexpr std::uint64_t work_for_more_ways = 1000;
// How far all ways are listed where prices depend on the person.
constexpr std::uint64_t nodes_to_share = 400;
// When to look for some path first, and for how long; then for cheaper ones, while they come
// easily. Where the question turns out to be harder still, that is tried again.
constexpr std::uint64_t nodes_before_dive = 200, nodes_a_dive = 64, most_dives = 24,
                        most_dives_for_better = 3, dive_again = 32;

Goal goal_of(const model::Model& model, const Options& options) {
  Goal goal{model.undesired.value, std::nullopt};
  const std::optional<AtomId> desired = options.desired ? options.desired : model.desired;
  if (desired) goal.desired = desired->value;
  return goal;
}

// One question, from the start's own decision to the list of paths.
class Inquiry {
 public:
  Inquiry(const model::CompiledModel& compiled, const Record& start, const Options& options,
          base::Budget& budget, state::Trace* trace, const ProgressHook& progress,
          const ScorePlan* plan = nullptr)
      : compiled_(compiled),
        plan_(trace ? nullptr : plan),
        model_(*compiled.model),
        start_(start),
        options_(options),
        budget_(budget),
        progress_(progress),
        situation_(compiled, start, permissions(model_, options)),
        evaluator_(situation_),
        problem_(situation_, goal_of(model_, options), Prices(situation_, options)) {
    problem_.certain_only = options.certain;
    problem_.max_length = options.max_length;
    situation_.keep(trace);
    if (trace && !problem_.prices.flat() && !can_share_prices()) trace->make_personal();
  }

  Result answer() {
    judge_start();
    if (is_goal_) {
      result_.status = Status::already;
      return std::move(result_);
    }
    refuse_unpriced(compiled_, start_, options_);
    if (!find_by_leaves()) find_solutions();
    result_.exhausted = budget_.reason();
    const bool cut = result_.exhausted != base::Exhausted::no;
    if (cut && !cost_proved_) {
      result_.status = Status::gave_up;
    } else if (solutions_.empty() && result_.paths.empty()) {
      result_.status = Status::none;
      Blockers blockers = find_blockers(compiled_, start_, options_, budget_);
      result_.blockers = std::move(blockers.list);
      result_.fewest_blockers = blockers.fewest;
      result_.exhausted = budget_.reason();
    } else {
      result_.status = Status::found;
    }
    describe_solutions();
    return std::move(result_);
  }

 private:
  void judge_start() {
    is_goal_ = evaluator_.atom(problem_.goal.undesired) == Truth::no &&
               (!problem_.goal.desired || evaluator_.atom(*problem_.goal.desired) == Truth::yes);
    result_.undesired = evaluator_.atom(model_.undesired.value) == Truth::yes;
    for (std::uint32_t rule : compiled_.rules_of[model_.undesired.index()]) {
      const model::CompiledRule& compiled = compiled_.rules[rule];
      if (evaluator_.body(compiled.body) == Truth::yes) {
        result_.deciding_rules.push_back(compiled.rule);
      }
    }
    for (std::uint32_t f = 0; f < situation_.feature_count(); ++f) {
      if (situation_.starts_missing(f) && compiled_.features[f].mentioned) {
        result_.missing.push_back(FeatureId(f));
      }
      note_broken_causes(f);
    }
    for (std::size_t d = 0; d < compiled_.denials.size(); ++d) {
      if (evaluator_.void_denial(d)) {
        result_.start_breaks.push_back(
            {Broken::Kind::denial, static_cast<std::uint32_t>(d), std::nullopt});
      }
    }
    std::stable_sort(result_.start_breaks.begin(), result_.start_breaks.end(),
                     [&](const Broken& a, const Broken& b) {
                       return place_of(model_, a) < place_of(model_, b);
                     });
  }

  void note_broken_causes(std::uint32_t f) {
    const model::CompiledCauses& causes = compiled_.causes[f];
    const bool whole_line = situation_.permission(f).whole_line;
    const state::Point cell = situation_.start_point(f);
    for (std::size_t r = 0; r < causes.rules.size(); ++r) {
      const model::CompiledCause& cause = causes.rules[r];
      const auto note = [&](Broken::Kind kind) {
        result_.start_breaks.push_back({kind, cause.rule.value, FeatureId(f)});
      };
      if (evaluator_.in_vain(f, r)) note(Broken::Kind::in_vain);
      if (evaluator_.unsupported(f) &&
          state::has(compiled_.pool.data() + cause.head(whole_line), cell)) {
        note(Broken::Kind::unsupported);
      }
    }
  }

  // Where one score decides, and one best path is asked for: its trees tell at once which changes
  // count. False: that does not serve.
  bool find_by_leaves() {
    if (!plan_ || options_.all || options_.top > 1 || options_.first || options_.max_length) {
      return false;
    }
    std::optional<ScoreAnswer> found =
        search_score(*plan_, problem_, evaluator_, budget_, [&](Cost proved) {
          proved_ = proved;
          tell();
        });
    if (!found) {
      proved_ = 0;
      return false;
    }
    result_.expanded = found->expanded;
    cost_proved_ = found->cost_proved;
    result_.ties_proved = found->ties_proved;
    proved_ = found->proved;
    const bool none = cost_proved_ && !found->path;  // there is nothing to bound
    result_.lower_bound = problem_.prices.number(none || proved_ >= no_cost_bound ? 0 : proved_);
    if (found->path) {
      found->path->optimal = cost_proved_;
      if (cost_proved_) result_.lower_bound = found->path->cost;
      result_.paths.push_back(std::move(*found->path));
    }
    return true;
  }

  std::uint32_t wanted() const {
    return options_.all ? 1 : std::max<std::uint32_t>(1, options_.top);
  }

  void find_solutions() {
    begin_exploring();
    arranger_.emplace(problem_, evaluator_, budget_, stops_a_set);
    const auto visit = [&](const Explorer::Candidate& candidate) { return take(candidate); };
    Cost bound = 0;
    bool over = situation_.traced() && !problem_.prices.flat() && compare_all_ways();
    while (!over) {
      const std::uint64_t before = explorer_->expanded();
      const Cost next = explorer_->run(bound, visit);
      if (explorer_->stopped()) break;
      // Nothing of up to `bound` is left: what else there is costs `next` or more.
      proved_ = std::max(proved_, next);
      tell();
      const std::optional<Cost> enough = bound_on_wanted();
      over = next >= no_cost_bound || (enough && *enough <= bound);
      if (over) break;
      if (explorer_->expanded() > next_dive_) {
        dive();
        next_dive_ = explorer_->expanded() * dive_again;
      }
      if (options_.first && !solutions_.empty()) break;
      bound = next_bound(bound, next, explorer_->expanded() - before);
    }
    result_.expanded = explorer_->expanded();
    sort_solutions();
    // A run may also end because its share of work for ties is done.
    const bool least = !solutions_.empty() && proved_ >= cost_of(solutions_.front());
    cost_proved_ = over || least;
    result_.ties_proved = over && arranger_->proved() && !options_.first;
    Cost known = proved_;
    if (over && !solutions_.empty()) known = cost_of(solutions_.front());
    result_.lower_bound = problem_.prices.number(known >= no_cost_bound ? 0 : known);
    if (cost_proved_ && !solutions_.empty()) {
      result_.lower_bound = solutions_.front().arranged.rank.cost.value();
    }
  }

  // Prices by amount differ from person to person, but not the ways that there are. Where these are
  // few, all are listed and compared, so that the outcome serves everybody in the same cells.
  bool can_share_prices() const { return !options_.all && options_.top == 1 && !options_.first; }

  bool compare_all_ways() {
    if (!situation_.trace()->personal()) {
      explorer_->ignore_prices();
      explorer_->at_most(nodes_to_share);
      explorer_->run(no_cost_bound,
                     [&](const Explorer::Candidate& candidate) { return take(candidate); });
      if (!explorer_->stopped() && !situation_.trace()->personal()) return true;
    }
    situation_.trace()->make_personal();
    situation_.keep(nullptr);
    solutions_.clear();
    tried_.clear();
    in_vain_.clear();
    begin_exploring();
    return false;
  }

  void begin_exploring() {
    explorer_.emplace(problem_, evaluator_, budget_);
    if (several() || problem_.detours_pay()) explorer_->look_for_detours();
  }

  bool several() const { return options_.top > 1 && !options_.all; }

  Explorer::Verdict take(const Explorer::Candidate& candidate) {
    const FeatureSet direct = candidate.direct;
    const bool detours = (several() || problem_.detours_pay()) && moves_itself(direct);
    // The set may lead to a goal elsewhere and not in this box, which then holds others.
    const bool elsewhere = candidate.leftover && (several() || !problem_.prices.flat());
    if (!tried_.insert(direct.list()).second) {
      const bool go_on = in_vain_.count(direct.list()) || detours || elsewhere;
      return go_on ? Explorer::Verdict::go_on : Explorer::Verdict::next_box;
    }
    budget_.use_memory(sizeof(FeatureSet) + 64 + direct.size() * 4);
    Arranger::Outcome outcome;
    if (options_.first && !candidate.leftover && solutions_.empty()) {
      outcome.path = arranger_->some(direct, candidate.points);  // not the best one of its set
      outcome.possible = outcome.path.has_value();
    }
    if (outcome.path) {
      // That will do.
    } else if (several()) {
      outcome.path = arranger_->irreducible(direct, nullptr);
      for (const Box& box : arranger_->enough_by_themselves()) {
        explorer_->no_more_than(direct, box);
      }
      outcome.possible = outcome.path || (!candidate.leftover && !options_.certain);
    } else {
      outcome = arranger_->best(direct, options_.all ? nullptr : to_beat());
    }
    if (!outcome.possible) {
      in_vain_.insert(direct.list());
      return Explorer::Verdict::go_on;
    }
    if (outcome.path) {
      budget_.use_memory(sizeof(Solution) + outcome.path->walk.states.size() *
                                                situation_.feature_count() * sizeof(state::Point));
      if (wanted() == 1 && !options_.all) solutions_.clear();  // it is better than what is known
      // A dive may have come upon some path of the same set.
      std::erase_if(solutions_, [&](const Solution& known) { return known.direct == direct; });
      solutions_.push_back({direct, std::move(*outcome.path)});
      if (several() && solutions_.size() == 1) {
        arranger_->at_most(work_for_more_ways);
        explorer_->at_most(work_for_more_ways);
      }
      narrow_search();
    }
    if (arranger_->worn_out()) return Explorer::Verdict::stop;
    if (detours || elsewhere) return Explorer::Verdict::go_on;
    return several() || !problem_.prices.flat() ? Explorer::Verdict::next_box
                                                : Explorer::Verdict::settled;
  }

  // Can effects move what is set?
  bool moves_itself(const FeatureSet& direct) const {
    const auto& order = compiled_.causal_order;
    return std::any_of(order.begin(), order.end(),
                       [&](std::uint32_t f) { return direct.contains(f) && problem_.movable(f); });
  }

  // What is known already spares the explorer what cannot be better.
  void narrow_search() {
    tell();
    const std::optional<Cost> enough = bound_on_wanted();
    if (!enough || (situation_.traced() && !problem_.prices.flat())) return;
    explorer_->lower_bound_to(*enough);
    if (options_.all || options_.top > 1) return;
    const Rank& best = *to_beat();
    // The cost is known to be the least: what is left to do is to decide between ties.
    if (proved_ >= *enough && problem_.prices.exact() && !ties_limited_) {
      ties_limited_ = true;
      explorer_->at_most(nodes_for_ties);
      arranger_->at_most(steps_for_ties);
    }
    if (best.uncertain || !problem_.prices.exact()) return;
    const bool shared = situation_.traced();  // other people's distances differ
    explorer_->beat({*enough, best.touched, best.transitions == best.touched,
                     shared ? std::numeric_limits<double>::infinity() : best.change.approximate()});
  }

  Cost cost_of(const Solution& solution) const {
    return problem_.prices.rounded_down(solution.arranged.rank.cost.value());
  }

  // Where one best path is asked for: the rank of the best one so far.
  const Rank* to_beat() const {
    const Rank* best = nullptr;
    for (const Solution& solution : solutions_) {
      if (!best || solution.arranged.rank < *best) best = &solution.arranged.rank;
    }
    return best;
  }

  // Where costs are many and close together, single steps would repeat the same work often: after
  // a cheap round the bound may grow by a part of itself, but no more than the cheapest change, so
  // that rounds stay near the least cost.
  Cost next_bound(Cost bound, Cost next, std::uint64_t spent) const {
    Cost grown = next;
    if (!problem_.prices.flat()) {
      grown = std::max(next, bound + bound / 8);
    } else if (spent >= 64) {
      Cost cheapest = no_cost_bound;
      for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
        cheapest = std::min(cheapest, problem_.prices.least(f));
      }
      grown = std::max(next, std::min(next + next / 16, next + cheapest));
    }
    return std::min(grown, std::max(next, bound_on_wanted().value_or(grown)));
  }

  void tell() const {
    if (!progress_) return;
    Progress progress;
    for (const Solution& solution : solutions_) {
      const Number& cost = solution.arranged.rank.cost.value();
      if (!progress.best || cost < *progress.best) progress.best = cost;
    }
    if (proved_ < no_cost_bound) progress.bound = problem_.prices.number(proved_);
    progress_(progress);
  }

  // When enough solutions are known: nothing dearer than this is of interest.
  std::optional<Cost> bound_on_wanted() const {
    if (solutions_.size() < wanted()) return std::nullopt;
    std::vector<Cost> costs;
    for (const Solution& solution : solutions_) costs.push_back(cost_of(solution));
    std::nth_element(costs.begin(), costs.begin() + (wanted() - 1), costs.end());
    return costs[wanted() - 1];
  }

  // A hard question: some path first, however dear, then cheaper ones for as long as they come
  // easily. A dive that does not come up soon is given up for another one that goes elsewhere.
  void dive() {
    if (options_.top > 1) return;
    Explorer explorer(problem_, evaluator_, budget_);
    Cost bound = bound_on_wanted().value_or(no_cost_bound + 1) - 1;
    std::uint64_t failed = 0;
    while (bound > proved_ && !budget_.exhausted() &&
           failed < (solutions_.empty() ? most_dives : most_dives_for_better)) {
      explorer.at_most(nodes_a_dive << failed / 8);
      if (failed > 0) explorer.stray(++strays_);
      std::optional<Solution> found;
      explorer.run(bound, [&](const Explorer::Candidate& candidate) {
        if (candidate.leftover) return Explorer::Verdict::next_box;
        const FeatureSet direct = candidate.direct;
        auto arranged = arranger_->some(direct, candidate.points);
        if (!arranged) return Explorer::Verdict::next_box;
        found = Solution{direct, std::move(*arranged)};
        return Explorer::Verdict::stop;
      });
      // With prices by amount a set may be dearer than its box promised.
      if (!found || cost_of(*found) > bound) {
        ++failed;
        continue;
      }
      bound = cost_of(*found) - 1;
      failed = 0;
      solutions_.clear();
      solutions_.push_back(std::move(*found));
      narrow_search();
      if (options_.first) return;
    }
  }

  void sort_solutions() {
    std::sort(solutions_.begin(), solutions_.end(), [](const Solution& a, const Solution& b) {
      return a.arranged.rank < b.arranged.rank;
    });
  }

  void describe_solutions() {
    if (solutions_.empty()) return;
    const Number least = solutions_.front().arranged.rank.cost.value();
    std::vector<Arranged> chosen;
    if (options_.all) {
      for (const Solution& solution : solutions_) {
        if (solution.arranged.rank.cost.value() != least) continue;
        for (Arranged& arranged : arranger_->all(solution.direct, least)) {
          chosen.push_back(std::move(arranged));
        }
      }
      std::sort(chosen.begin(), chosen.end(),
                [](const Arranged& a, const Arranged& b) { return a.rank < b.rank; });
    } else {
      for (const Solution& solution : solutions_) {
        if (chosen.size() < wanted()) chosen.push_back(solution.arranged);
      }
    }
    for (const Arranged& arranged : chosen) {
      Path path = arranger_->describe(arranged.walk);
      path.optimal = cost_proved_ && path.cost == least;
      result_.paths.push_back(std::move(path));
    }
  }

  const model::CompiledModel& compiled_;
  const ScorePlan* plan_;  // null: the question is not of that kind
  const model::Model& model_;
  const Record& start_;
  const Options& options_;
  base::Budget& budget_;
  const ProgressHook& progress_;
  state::Situation situation_;
  state::Evaluator evaluator_;
  Problem problem_;
  Result result_;
  std::optional<Explorer> explorer_;
  std::optional<Arranger> arranger_;
  std::vector<Solution> solutions_;
  std::set<std::vector<std::uint32_t>> tried_, in_vain_;  // sets that were arranged; to no avail
  Cost proved_ = 0;                                       // nothing costs less
  std::uint64_t next_dive_ = nodes_before_dive, strays_ = 0;
  bool is_goal_ = false, cost_proved_ = false, ties_limited_ = false;
};

}  // namespace

Search::Search(const model::Model& model, const Options& options)
    : model_(model),
      options_(options),
      compiled_(model::compile(model, cut_request(options))),
      plan_(ScorePlan::make(compiled_, goal_of(model, options))) {}

Search::~Search() = default;

Result Search::find(const Record& start, base::Budget& budget, state::Trace* trace,
                    const ProgressHook& progress) const {
  const double began = budget.seconds();
  Result result;
  if (model::lists_all_values(model_, start)) {
    // Of an ensemble hardly two people share all cells: there is nothing to learn for others.
    if (trace && plan_ && plan_->many_leaves()) {
      trace->make_personal();
      trace = nullptr;
    }
    result = Inquiry(compiled_, start, options_, budget, trace, progress, plan_.get()).answer();
    if (trace && !result.ties_proved) {
      // How far a fixed amount of work goes depends on the person.
      trace->make_personal();
      result = Inquiry(compiled_, start, options_, budget, nullptr, progress, plan_.get()).answer();
    }
  } else {
    // A value that an observed set domain does not list gets a cell of its own.
    model::CutRequest request = cut_request(options_);
    request.start = &start;
    if (trace) trace->make_personal();
    const model::CompiledModel own = model::compile(model_, request);
    result = Inquiry(own, start, options_, budget, nullptr, progress).answer();
  }
  result.seconds = budget.seconds() - began;
  return result;
}

Result search(const model::Model& model, const Record& start, const Options& options,
              base::Budget& budget, const ProgressHook& progress) {
  return Search(model, options).find(start, budget, nullptr, progress);
}

}  // namespace cogs::path
