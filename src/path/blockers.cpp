// SPDX-License-Identifier: Apache-2.0
#include "path/blockers.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "path/arrange.h"
#include "path/explore.h"

namespace cogs::path {

namespace {

// A restriction that can be lifted.
struct Unit {
  Blocker blocker;
  std::uint32_t index = 0;  // of the feature, denial or option
  std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> order;  // line, column, kind
};

class Units {
 public:
  Units(const model::CompiledModel& compiled, const Record& start, const Options& options)
      : compiled_(compiled), start_(start), options_(options) {
    const model::Model& model = *compiled.model;
    for (std::uint32_t f = 0; f < model.features.size(); ++f) add_feature(model, f);
    for (std::uint32_t d = 0; d < model.denials.size(); ++d) {
      const base::Place place = model.denials[d].place;
      add({BlockerKind::denial, std::nullopt, model::DenialId(d), ""}, d, place);
    }
    std::stable_sort(units_.begin(), units_.end(),
                     [](const Unit& a, const Unit& b) { return a.order < b.order; });
    add_options();
  }

  std::size_t size() const { return units_.size(); }
  const Blocker& blocker(std::size_t unit) const { return units_[unit].blocker; }

  Lifted lift(const std::vector<std::size_t>& chosen) const {
    Lifted lifted;
    for (std::size_t i : chosen) {
      const Unit& unit = units_[i];
      switch (unit.blocker.kind) {
        case BlockerKind::fixed: lifted.fixed.push_back(unit.index); break;
        case BlockerKind::direction: lifted.direction.push_back(unit.index); break;
        case BlockerKind::caused: lifted.caused.push_back(unit.index); break;
        case BlockerKind::missing: lifted.missing.push_back(unit.index); break;
        case BlockerKind::domain: lifted.domain.push_back(unit.index); break;
        case BlockerKind::causal_rules: lifted.causal_rules.push_back(unit.index); break;
        case BlockerKind::denial: lifted.denials.push_back(unit.index); break;
        case BlockerKind::decision: break;
        case BlockerKind::option: lift_option(unit, lifted); break;
      }
    }
    return lifted;
  }

  // Can lifting it also close a path?
  bool takes_away(std::size_t unit) const {
    const Unit& u = units_[unit];
    if (u.blocker.kind == BlockerKind::domain) return !compiled_.causes[u.index].rules.empty();
    return u.blocker.kind == BlockerKind::causal_rules || u.blocker.option == "desired";
  }

  // Is the restriction about one of these features?
  bool concerns(std::size_t unit, const FeatureSet& features) const {
    const Unit& u = units_[unit];
    if (u.blocker.kind == BlockerKind::option) return true;
    if (u.blocker.kind == BlockerKind::denial) {
      const auto& mentions = compiled_.denials[u.index].mentions;
      return std::any_of(mentions.begin(), mentions.end(),
                         [&](std::uint32_t f) { return features.contains(f); });
    }
    return features.contains(u.index);
  }

 private:
  void add(Blocker blocker, std::uint32_t index, base::Place place) {
    const auto kind = static_cast<std::uint32_t>(blocker.kind);
    units_.push_back({std::move(blocker), index, {place.line, place.column, kind}});
  }

  void add_feature(const model::Model& model, std::uint32_t f) {
    const model::Feature& feature = model.features[f];
    const FeatureId id(f);
    const bool allowed =
        std::find(options_.allow.begin(), options_.allow.end(), id) != options_.allow.end();
    const auto add_line = [&](BlockerKind kind, base::Place place) {
      if (place.line == 0) place = feature.place;
      add({kind, id, std::nullopt, ""}, f, place);
    };
    if (feature.numeric() && (feature.numbers().low || feature.numbers().high)) {
      add_line(BlockerKind::domain, feature.domain_place);
    }
    if (!start_[f] && !allowed && !options_.set_missing && !feature.may_be_set) {
      add_line(BlockerKind::missing, feature.place);
    }
    if (feature.fixed && !allowed) add_line(BlockerKind::fixed, feature.fixed_place);
    if (feature.caused && !allowed) add_line(BlockerKind::caused, feature.caused_place);
    if (feature.direction != model::Direction::any && !allowed) {
      add_line(BlockerKind::direction, feature.direction_place);
    }
    const auto first =
        std::find_if(model.causal_rules.begin(), model.causal_rules.end(),
                     [&](const model::CausalRule& rule) { return rule.feature == id; });
    if (first != model.causal_rules.end()) {
      add({BlockerKind::causal_rules, id, std::nullopt, ""}, f, first->place);
    }
  }

  void add_options() {
    const auto add_option = [&](const char* name, std::optional<FeatureId> feature,
                                std::size_t index) {
      units_.push_back(
          {{BlockerKind::option, feature, {}, name}, static_cast<std::uint32_t>(index), {}});
    };
    for (std::size_t i = 0; i < options_.fix.size(); ++i) add_option("fix", options_.fix[i], i);
    if (options_.only) add_option("only", std::nullopt, 0);
    for (std::size_t i = 0; i < options_.ranges.size(); ++i) {
      add_option("range", options_.ranges[i].feature, i);
    }
    if (options_.certain) add_option("certain", std::nullopt, 0);
    if (options_.max_length) add_option("max_length", std::nullopt, 0);
    if (options_.desired) add_option("desired", std::nullopt, 0);
  }

  static void lift_option(const Unit& unit, Lifted& lifted) {
    const std::string& name = unit.blocker.option;
    if (name == "fix") lifted.fix_options.push_back(unit.index);
    if (name == "range") lifted.range_options.push_back(unit.index);
    if (name == "only") lifted.only = true;
    if (name == "certain") lifted.certain = true;
    if (name == "max_length") lifted.max_length = true;
    if (name == "desired") lifted.desired = true;
  }

  const model::CompiledModel& compiled_;
  const Record& start_;
  const Options& options_;
  std::vector<Unit> units_;
};

class BlockerSearch {
 public:
  BlockerSearch(const model::CompiledModel& compiled, const Record& start, const Options& options,
                base::Budget& budget)
      : compiled_(compiled),
        start_(start),
        options_(options),
        budget_(budget),
        units_(compiled, start, options) {}

  Blockers smallest() {
    std::vector<std::size_t> everything(units_.size());
    for (std::size_t i = 0; i < everything.size(); ++i) everything[i] = i;
    nodes_left_ = nodes_to_begin;
    if (!opens(everything)) {
      if (cut()) return {};
      return {{{BlockerKind::decision, std::nullopt, {}, ""}}};
    }
    failures_.clear();
    nodes_left_ = nodes_to_prove;
    opens({});  // fails, and leaves what every set has to meet
    for (std::size_t size = 1; size <= units_.size() && !cut(); ++size) {
      std::vector<std::size_t> chosen;
      if (extend(chosen, 0, size)) return {listed(chosen)};
    }
    return {listed(as_few_as_come_easily(everything)), false};
  }

 private:
  // Counted, so that the same question always ends at the same place.
  static constexpr std::uint64_t nodes_to_begin = 1'000'000, nodes_to_prove = 200'000,
                                 nodes_a_try = 3'000;

  bool cut() { return out_of_nodes_ || budget_.exhausted(); }

  std::vector<Blocker> listed(const std::vector<std::size_t>& chosen) const {
    std::vector<Blocker> out;
    for (std::size_t i : chosen) out.push_back(units_.blocker(i));
    return out;
  }

  // Everything opens a path: what of it can stay in force? Not the fewest, but none too many.
  std::vector<std::size_t> as_few_as_come_easily(std::vector<std::size_t> chosen) {
    for (std::size_t i = 0; i < chosen.size() && !budget_.exhausted();) {
      std::vector<std::size_t> fewer = chosen;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      nodes_left_ = nodes_a_try;
      out_of_nodes_ = false;
      if (opens(fewer)) {
        chosen = std::move(fewer);
      } else {
        ++i;
      }
    }
    return budget_.exhausted() ? std::vector<std::size_t>{} : chosen;
  }

  // One of `helpful` is needed, in addition to `given`: what was lifted and takes something away
  // as well, so that the try says nothing of those that keep it. (Without its causal rules a
  // feature has no effects; without domain ends more values have a cause; without --desired the
  // model's own desire counts.)
  struct Failure {
    std::vector<bool> helpful;
    std::vector<std::size_t> given;
  };

  // Chooses `more` further units from `first` on, in file order; true when a choice opens a path.
  bool extend(std::vector<std::size_t>& chosen, std::size_t first, std::size_t more) {
    if (cut()) return false;
    if (more == 0) return !unmet(chosen) && opens(chosen);
    for (std::size_t i = first; i + more <= units_.size(); ++i) {
      // The last choice has to meet what is left to be met.
      const auto failure = more == 1 ? unmet(chosen) : std::nullopt;
      if (failure && !failures_[*failure].helpful[i]) continue;
      chosen.push_back(i);
      if (extend(chosen, i + 1, more - 1)) return true;
      chosen.pop_back();
    }
    return false;
  }

  // A failed try that tells that what is chosen is not enough.
  std::optional<std::size_t> unmet(const std::vector<std::size_t>& chosen) const {
    const auto is_chosen = [&](std::size_t i) {
      return std::find(chosen.begin(), chosen.end(), i) != chosen.end();
    };
    for (std::size_t k = failures_.size(); k-- > 0;) {
      const Failure& failure = failures_[k];
      if (std::all_of(failure.given.begin(), failure.given.end(), is_chosen) &&
          std::none_of(chosen.begin(), chosen.end(),
                       [&](std::size_t i) { return failure.helpful[i]; })) {
        return k;
      }
    }
    return std::nullopt;
  }

  bool opens(const std::vector<std::size_t>& chosen) {
    const Lifted lifted = units_.lift(chosen);
    const state::Situation situation(compiled_, start_,
                                     permissions(*compiled_.model, options_, lifted));
    const state::Evaluator evaluator(situation);
    const model::Model& model = *compiled_.model;
    std::optional<AtomId> desired = model.desired;
    if (options_.desired && !lifted.desired) desired = options_.desired;
    Goal goal{model.undesired.value, std::nullopt};
    if (desired) goal.desired = desired->value;
    Problem problem(situation, goal, Prices(situation));
    problem.certain_only = options_.certain && !lifted.certain;
    if (options_.max_length && !lifted.max_length) problem.max_length = options_.max_length;

    Explorer explorer(problem, evaluator, budget_);
    explorer.track_blame();
    explorer.at_most(nodes_left_);
    std::optional<Arranger> arranger;
    bool found = false, walked_in_vain = false;
    explorer.run(no_cost_bound, [&](const Explorer::Candidate& candidate) {
      if (candidate.leftover || problem.certain_only) {
        if (!arranger) arranger.emplace(problem, evaluator, budget_, UINT64_MAX);
        if (!arranger->best(candidate.direct).path) {
          walked_in_vain = true;
          return Explorer::Verdict::go_on;
        }
      }
      found = true;
      return Explorer::Verdict::stop;
    });
    nodes_left_ -= std::min(nodes_left_, explorer.expanded());
    if (found) return true;
    if (explorer.stopped()) {
      out_of_nodes_ = true;
      return false;
    }
    note_failure(chosen, explorer.blame(), walked_in_vain);
    return false;
  }

  void note_failure(const std::vector<std::size_t>& chosen, FeatureSet features, bool everything) {
    // A feature changes with what its causal rules mention.
    const auto& order = compiled_.causal_order;
    for (auto f = order.rbegin(); f != order.rend(); ++f) {
      if (!features.contains(*f)) continue;
      for (std::uint32_t m : compiled_.causes[*f].mentions) features.insert(m);
    }
    Failure failure{std::vector<bool>(units_.size()), {}};
    for (std::size_t i = 0; i < units_.size(); ++i) {
      failure.helpful[i] = everything || units_.concerns(i, features);
    }
    for (std::size_t i : chosen) {
      failure.helpful[i] = false;
      if (units_.takes_away(i)) failure.given.push_back(i);
    }
    failures_.push_back(std::move(failure));
  }

  const model::CompiledModel& compiled_;
  const Record& start_;
  const Options& options_;
  base::Budget& budget_;
  Units units_;
  std::vector<Failure> failures_;
  std::uint64_t nodes_left_ = 0;
  bool out_of_nodes_ = false;
};

}  // namespace

Blockers find_blockers(const model::CompiledModel& compiled, const Record& start,
                       const Options& options, base::Budget& budget) {
  return BlockerSearch(compiled, start, options, budget).smallest();
}

}  // namespace cogs::path
