// SPDX-License-Identifier: Apache-2.0
#include "path/search.h"

#include <algorithm>
#include <optional>

#include "path/arrange.h"
#include "path/blockers.h"
#include "path/explore.h"
#include "path/problem.h"

namespace cogs::path {

using state::Truth;

namespace {

struct Solution {
  FeatureSet direct;
  Cost cost;
  Arranged arranged;
};

// One question, from the start's own decision to the list of paths.
class Inquiry {
 public:
  Inquiry(const model::CompiledModel& compiled, const Record& start, const Options& options,
          base::Budget& budget, state::Trace* trace)
      : compiled_(compiled),
        model_(*compiled.model),
        start_(start),
        options_(options),
        budget_(budget),
        situation_(compiled, start, permissions(model_, options)),
        evaluator_(situation_),
        problem_(situation_, goal(), costs()) {
    problem_.certain_only = options.certain;
    problem_.max_length = options.max_length;
    situation_.keep(trace);
  }

  Result answer() {
    judge_start();
    if (is_goal_) {
      result_.status = Status::already;
      return std::move(result_);
    }
    find_solutions();
    result_.exhausted = budget_.reason();
    const bool cut = result_.exhausted != base::Exhausted::no;
    if (cut) {
      result_.status = Status::gave_up;
    } else if (solutions_.empty()) {
      result_.status = Status::none;
      result_.blockers = find_blockers(compiled_, start_, options_, budget_);
      result_.exhausted = budget_.reason();
    } else {
      result_.status = Status::found;
    }
    describe_solutions(!cut);
    return std::move(result_);
  }

 private:
  Goal goal() const {
    Goal goal{model_.undesired.value, std::nullopt};
    const std::optional<AtomId> desired = options_.desired ? options_.desired : model_.desired;
    if (desired) goal.desired = desired->value;
    return goal;
  }

  Costs costs() const {
    std::vector<Number> numbers;
    for (const model::Feature& feature : model_.features) numbers.push_back(feature.cost);
    for (const CostOption& option : options_.costs) numbers[option.feature.index()] = option.cost;
    return scale_costs(model_, numbers);
  }

  void judge_start() {
    Steps steps(problem_, evaluator_);
    is_goal_ = steps.is_goal(steps.start());  // leaves the evaluator looking at the start
    result_.undesired = evaluator_.atom(model_.undesired.value) == Truth::yes;
    for (std::uint32_t rule : compiled_.rules_of[model_.undesired.index()]) {
      const model::CompiledRule& compiled = compiled_.rules[rule];
      if (evaluator_.body(compiled.body) == Truth::yes) {
        result_.deciding_rules.push_back(compiled.line);
      }
    }
    for (std::uint32_t f = 0; f < situation_.feature_count(); ++f) {
      if (situation_.starts_missing(f) && compiled_.features[f].mentioned) {
        result_.missing.push_back(FeatureId(f));
      }
      if (evaluator_.start_breaks(f)) note_broken_causes(f);
    }
    for (std::size_t d = 0; d < compiled_.denials.size(); ++d) {
      if (evaluator_.start_breaks_denial(d)) {
        result_.start_breaks.push_back(compiled_.denials[d].line);
      }
    }
    std::sort(result_.start_breaks.begin(), result_.start_breaks.end());
  }

  // What is at fault, by mode: causes that hold without their effect (`if`), and rules for the
  // value of which none holds (`only_if`).
  void note_broken_causes(std::uint32_t f) {
    const model::CompiledCauses& causes = compiled_.causes[f];
    const state::Point cell = situation_.start_point(f);
    std::vector<std::uint32_t> without_effect, without_cause;
    bool supported = false;
    for (const model::CompiledCause& cause : causes.rules) {
      const bool head = state::has(compiled_.pool.data() + cause.head_offset, cell);
      const bool body = evaluator_.body(cause.body) == Truth::yes;
      supported = supported || (head && body);
      if (body && !head) without_effect.push_back(cause.line);
      if (head && !body) without_cause.push_back(cause.line);
    }
    if (supported) return;
    std::vector<std::uint32_t>& lines = result_.start_breaks;
    if (causes.mode != model::CausalMode::only_if) {
      lines.insert(lines.end(), without_effect.begin(), without_effect.end());
    }
    if (causes.mode != model::CausalMode::if_) {
      lines.insert(lines.end(), without_cause.begin(), without_cause.end());
    }
  }

  std::uint32_t wanted() const {
    return options_.all ? 1 : std::max<std::uint32_t>(1, options_.top);
  }

  void find_solutions() {
    Explorer explorer(problem_, evaluator_, budget_);
    Arranger arranger(problem_, evaluator_, budget_);
    std::vector<FeatureSet> in_vain;  // candidates that no walk realises
    const auto visit = [&](const Explorer::Candidate& candidate) {
      const FeatureSet direct = candidate.direct;
      const Cost cost = candidate.cost;
      if (std::find(in_vain.begin(), in_vain.end(), direct) != in_vain.end()) {
        return Explorer::Verdict::go_on;
      }
      Arranger::Outcome outcome = arranger.best(direct, to_beat(cost));
      if (!outcome.possible) {
        in_vain.push_back(direct);
        budget_.use_memory(sizeof(FeatureSet) + situation_.feature_count() / 8);
        return Explorer::Verdict::go_on;
      }
      if (!outcome.path) return Explorer::Verdict::settled;  // but not better than what is known
      budget_.use_memory(sizeof(Solution) + outcome.path->walk.states.size() *
                                                situation_.feature_count() * sizeof(state::Point));
      solutions_.push_back({direct, cost, std::move(*outcome.path)});
      if (const auto bound = bound_on_wanted()) explorer.lower_bound_to(*bound);
      return Explorer::Verdict::settled;
    };
    Cost bound = 0, proved = 0;
    std::uint64_t before = 0;
    while (true) {
      const Cost next = explorer.run(bound, visit);
      if (explorer.stopped()) break;
      const std::uint64_t spent = explorer.expanded() - before;
      before = explorer.expanded();
      proved = std::max(proved, std::min(next, bound_on_wanted().value_or(next)));
      if (next >= no_cost_bound || bound_on_wanted()) break;
      // Where costs are many and close together, single steps would repeat the same work often:
      // after a cheap round the bound may grow by a part of itself.
      bound = spent < 64 ? next : std::max(next, std::min(next + next / 16, next + most_jump()));
      if (!tried_dive_ && explorer.expanded() > 4096) dive(arranger);
    }
    result_.expanded = explorer.expanded();
    Cost least = proved;
    if (!explorer.stopped() && !solutions_.empty()) {
      least = no_cost_bound;
      for (const Solution& solution : solutions_) least = std::min(least, solution.cost);
    }
    result_.lower_bound = problem_.costs.number(least >= no_cost_bound ? 0 : least);
    keep_minimal_sets();
  }

  // Where one best path is asked for: the rank of the best one of this cost so far.
  const Rank* to_beat(Cost cost) const {
    if (options_.all || options_.top > 1) return nullptr;
    const Rank* best = nullptr;
    for (const Solution& solution : solutions_) {
      const Rank& rank = solution.arranged.rank;
      if (solution.cost <= cost && (!best || rank < *best)) best = &rank;
    }
    return best;
  }

  // No more than the cheapest change, so that rounds stay near the least cost.
  Cost most_jump() const {
    return *std::min_element(problem_.costs.of_feature.begin(), problem_.costs.of_feature.end());
  }

  // When enough solutions are known: nothing dearer than this is of interest.
  std::optional<Cost> bound_on_wanted() const {
    if (solutions_.size() < wanted()) return std::nullopt;
    std::vector<Cost> costs;
    for (const Solution& solution : solutions_) costs.push_back(solution.cost);
    std::nth_element(costs.begin(), costs.begin() + (wanted() - 1), costs.end());
    return costs[wanted() - 1];
  }

  // A hard question: have some path to show if the budget runs out, however dear.
  void dive(Arranger& arranger) {
    tried_dive_ = true;
    Explorer explorer(problem_, evaluator_, budget_);
    explorer.run(no_cost_bound, [&](const Explorer::Candidate& candidate) {
      const FeatureSet direct = candidate.direct;
      const Cost cost = candidate.cost;
      auto arranged = arranger.best(direct).path;
      if (!arranged) return Explorer::Verdict::go_on;
      dived_ = Solution{direct, cost, std::move(*arranged)};
      return Explorer::Verdict::stop;
    });
  }

  void keep_minimal_sets() {
    std::vector<Solution> minimal;
    for (const Solution& solution : solutions_) {
      const bool covered =
          std::any_of(solutions_.begin(), solutions_.end(), [&](const Solution& o) {
            return &o != &solution && o.direct.within(solution.direct) &&
                   !(o.direct == solution.direct);
          });
      if (!covered) minimal.push_back(solution);
    }
    solutions_ = std::move(minimal);
    std::sort(solutions_.begin(), solutions_.end(), [](const Solution& a, const Solution& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.arranged.rank < b.arranged.rank;
    });
  }

  void describe_solutions(bool proved) {
    if (solutions_.empty() && dived_ && result_.status == Status::gave_up) {
      solutions_.push_back(std::move(*dived_));
    }
    if (solutions_.empty()) return;
    Steps steps(problem_, evaluator_);
    Walks walks(problem_, steps);
    const Cost least = solutions_.front().cost;
    std::vector<Arranged> chosen;
    if (options_.all) {
      Arranger arranger(problem_, evaluator_, budget_);
      for (const Solution& solution : solutions_) {
        if (solution.cost != least) continue;
        for (Arranged& arranged : arranger.all(solution.direct)) {
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
    const Number best = problem_.costs.number(least);
    for (const Arranged& arranged : chosen) {
      Path path = walks.describe(arranged.walk);
      path.optimal = proved && path.cost == best;
      result_.paths.push_back(std::move(path));
    }
  }

  const model::CompiledModel& compiled_;
  const model::Model& model_;
  const Record& start_;
  const Options& options_;
  base::Budget& budget_;
  state::Situation situation_;
  state::Evaluator evaluator_;
  Problem problem_;
  Result result_;
  std::vector<Solution> solutions_;
  std::optional<Solution> dived_;
  bool is_goal_ = false, tried_dive_ = false;
};

bool lists_all_values(const model::Model& model, const Record& start) {
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    if (!start[f] || model.features[f].numeric()) continue;
    const auto& listed = model.features[f].set().values;
    if (std::none_of(listed.begin(), listed.end(),
                     [&](const model::SetValue& v) { return v.value == *start[f]; })) {
      return false;
    }
  }
  return true;
}

}  // namespace

Search::Search(const model::Model& model, const Options& options)
    : model_(model), options_(options), compiled_(model::compile(model, cut_request(options))) {}

Result Search::find(const Record& start, base::Budget& budget, state::Trace* trace) const {
  const double began = budget.seconds();
  Result result;
  if (lists_all_values(model_, start)) {
    result = Inquiry(compiled_, start, options_, budget, trace).answer();
  } else {
    // A value that an observed set domain does not list gets a cell of its own.
    model::CutRequest request = cut_request(options_);
    request.start = &start;
    if (trace) trace->make_personal();
    const model::CompiledModel own = model::compile(model_, request);
    result = Inquiry(own, start, options_, budget, trace).answer();
  }
  result.seconds = budget.seconds() - began;
  return result;
}

Result search(const model::Model& model, const Record& start, const Options& options,
              base::Budget& budget) {
  return Search(model, options).find(start, budget);
}

}  // namespace cogs::path
