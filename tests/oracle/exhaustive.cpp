// SPDX-License-Identifier: Apache-2.0
#include "oracle/exhaustive.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

#include "oracle/enumerate.h"
#include "oracle/rank.h"
#include "oracle/walk.h"

namespace cogs::oracle {

namespace {

using Best = std::pair<Rank, IndexPath>;

// All nonempty subsets, cheapest first.
std::vector<FeatureMask> subsets_by_cost(const Enumeration& enumeration) {
  std::vector<std::pair<Number, FeatureMask>> all;
  const FeatureMask whole = enumeration.settable();
  for (FeatureMask set = whole; set != 0; set = (set - 1) & whole) {
    all.emplace_back(enumeration.cost(set), set);
  }
  std::sort(all.begin(), all.end());
  std::vector<FeatureMask> result;
  for (const auto& entry : all) result.push_back(entry.second);
  return result;
}

std::optional<Number> least_cost(Enumeration& enumeration) {
  for (FeatureMask used : subsets_by_cost(enumeration)) {
    if (enumeration.exists(used)) return enumeration.cost(used);
  }
  return std::nullopt;
}

Steps to_steps(const Space& space, const IndexPath& path) {
  Steps steps;
  for (const IndexStep& step : path) {
    Step s;
    for (std::size_t f = 0; f < space.feature_count(); ++f) {
      if (step.direct >> f & 1) s.direct.insert(f);
      if (step.effects >> f & 1) s.effects.insert(f);
    }
    s.state = space.record(step.state);
    steps.push_back(std::move(s));
  }
  return steps;
}

// One run of the oracle over the values that answers report.
class Solver {
 public:
  Solver(const Meaning& meaning, const Restrictions& restrictions, const Record& start)
      : meaning_(meaning),
        restrictions_(restrictions),
        start_(start),
        space_(meaning, restrictions, start, Fill::every_value),
        enumeration_(space_, restrictions, Targets::nearest),
        ranking_(space_, enumeration_, start) {}

  Space& space() { return space_; }
  Enumeration& enumeration() { return enumeration_; }

  // One path, the best, for each sufficient set of features without a smaller one inside.
  std::vector<IndexPath> minimal_sets(std::uint32_t count, const Number& least) {
    std::vector<FeatureMask> sets = subsets_by_cost(enumeration_), minimal;
    // Every set of the least cost is minimal, and the best path sets one of them.
    if (count == 1) {
      std::erase_if(sets, [&](FeatureMask set) { return enumeration_.cost(set) != least; });
    }
    std::stable_sort(sets.begin(), sets.end(), [](FeatureMask a, FeatureMask b) {
      return __builtin_popcount(a) < __builtin_popcount(b);
    });
    for (FeatureMask set : sets) {
      const bool above = std::any_of(minimal.begin(), minimal.end(),
                                     [&](FeatureMask m) { return (set & m) == m; });
      if (!above && enumeration_.exists(set)) minimal.push_back(set);
    }
    std::vector<Best> best;
    for (FeatureMask set : minimal) {
      std::optional<Best> of_set;
      visit(set, [&](Best candidate) {
        if (!of_set || candidate.first < of_set->first) of_set = std::move(candidate);
      });
      best.push_back(std::move(*of_set));
    }
    return sorted(std::move(best), count);
  }

  // All that cost this much, one path for each choice of features and of their last cells.
  std::vector<IndexPath> all_of_cost(const Number& cost) {
    std::map<std::vector<std::pair<std::size_t, std::size_t>>, Best> groups;
    for (FeatureMask set : subsets_by_cost(enumeration_)) {
      if (enumeration_.cost(set) != cost) continue;
      visit(set, [&](Best candidate) {
        std::vector<std::pair<std::size_t, std::size_t>> cells;
        for (std::size_t f = 0; f < space_.feature_count(); ++f) {
          if (!(set >> f & 1)) continue;
          const std::size_t at = space_.digit(candidate.second.back().state, f);
          cells.emplace_back(f, space_.points(f)[at].cell);
        }
        const auto [entry, fresh] = groups.try_emplace(cells, candidate);
        if (!fresh && candidate.first < entry->second.first) entry->second = std::move(candidate);
      });
    }
    std::vector<Best> best;
    for (auto& group : groups) best.push_back(std::move(group.second));
    const std::size_t count = best.size();
    return sorted(std::move(best), count);
  }

  path::Path describe(const IndexPath& path) {
    const Walk walk(meaning_, restrictions_, start_);
    const Steps steps = to_steps(space_, path);
    path::Path result = walk.describe(steps);
    for (const std::string& fault : walk.check(result)) {
      throw std::logic_error("oracle: its own judge refuses its path: " + fault);
    }
    if (result.certain != enumeration_.certain(path)) {
      throw std::logic_error("oracle: two answers on whether a path is certain");
    }
    return result;
  }

 private:
  template <class Take>
  void visit(FeatureMask set, Take take) {
    enumeration_.for_each_path(set, [&](const IndexPath& path) {
      Rank rank = ranking_.rank(path);
      if (!restrictions_.certain || !rank.uncertain) take(Best{std::move(rank), path});
      return true;
    });
  }

  static std::vector<IndexPath> sorted(std::vector<Best> best, std::size_t count) {
    std::sort(best.begin(), best.end(),
              [](const Best& a, const Best& b) { return a.first < b.first; });
    std::vector<IndexPath> paths;
    for (std::size_t i = 0; i < best.size() && i < count; ++i) paths.push_back(best[i].second);
    return paths;
  }

  const Meaning& meaning_;
  const Restrictions& restrictions_;
  const Record& start_;
  Space space_;
  Enumeration enumeration_;
  Ranking ranking_;
};

// Calls try_out with every set of `size` of the numbers below `count`, in lexicographic order,
// until it says yes; gives that set.
template <class TryOut>
std::optional<std::vector<std::size_t>> first_combination(std::size_t count, std::size_t size,
                                                          TryOut try_out) {
  std::vector<std::size_t> chosen(size);
  for (std::size_t i = 0; i < size; ++i) chosen[i] = i;
  while (true) {
    if (try_out(chosen)) return chosen;
    std::size_t at = size;
    while (at > 0 && chosen[at - 1] == count - size + at - 1) --at;
    if (at == 0) return std::nullopt;
    ++chosen[at - 1];
    for (std::size_t i = at; i < size; ++i) chosen[i] = chosen[i - 1] + 1;
  }
}

std::vector<path::Blocker> find_blockers(const Meaning& meaning, const Restrictions& restrictions,
                                         const Record& start, const path::Options& options) {
  const std::vector<Unit> all = units(meaning.model(), options);
  Space space(meaning, restrictions, start, Fill::one_per_cell);
  const auto opens = [&](const std::vector<std::size_t>& lifted) {
    Restrictions r = restrictions;
    for (std::size_t u : lifted) all[u].lift(r);
    return Enumeration(space, r, Targets::every).any_path();
  };
  const path::Blocker decision{path::BlockerKind::decision, std::nullopt, {}, ""};
  std::vector<std::size_t> everything;
  for (std::size_t u = 0; u < all.size(); ++u) everything.push_back(u);
  if (!opens(everything)) return {decision};
  for (std::size_t size = 1; size <= all.size(); ++size) {
    if (const auto set = first_combination(all.size(), size, opens)) {
      std::vector<path::Blocker> result;
      for (std::size_t u : *set) result.push_back(all[u].blocker);
      return result;
    }
  }
  throw std::logic_error("oracle: lifting everything opens a path, but no set of units does");
}

// Largest space in which --certain is tested over every concrete value too.
constexpr std::size_t few_states = 100;

}  // namespace

OracleAnswer solve(const model::Model& model, const Record& start, const path::Options& options) {
  const Meaning meaning(model);
  const Restrictions restrictions = Restrictions::of(model, options);
  Solver solver(meaning, restrictions, start);
  Enumeration& enumeration = solver.enumeration();

  OracleAnswer answer;
  answer.states = solver.space().state_count();
  answer.undesired = meaning.facts(start).atoms[model.undesired.index()] != 0;
  const Walk walk(meaning, restrictions, start);
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    answer.start_consistent = answer.start_consistent && !walk.start_breaks_causes(f);
    bool named = meaning.has_causes(f);
    for (const Test& test : meaning.tests()) named = named || test.feature == f;
    if (!start[f] && named) answer.missing.push_back(model::FeatureId(f));
  }
  const Facts facts = meaning.facts(start);
  for (const AtomRule& rule : meaning.rules()) {
    if (rule.head == model.undesired.index() && meaning.body_holds(rule.body, facts)) {
      answer.deciding_rules.push_back(rule.line);
    }
  }
  for (std::size_t d = 0; d < meaning.denials().size(); ++d) {
    answer.start_consistent = answer.start_consistent && !walk.start_breaks_denial(d);
  }
  if (enumeration.goal(solver.space().start())) {
    answer.status = path::Status::already;
    return answer;
  }

  const std::optional<Number> cost = least_cost(enumeration);
  if (!restrictions.certain || answer.states <= few_states) {
    Enumeration every(solver.space(), restrictions, Targets::every);
    if (least_cost(every) != cost) {
      throw std::logic_error("oracle: all values and reported values differ in the least cost");
    }
  }
  if (!cost) {
    answer.blockers = find_blockers(meaning, restrictions, start, options);
    return answer;
  }
  answer.status = path::Status::found;
  answer.cost = *cost;
  const std::vector<IndexPath> paths =
      options.all ? solver.all_of_cost(*cost) : solver.minimal_sets(options.top, *cost);
  for (const IndexPath& path : paths) answer.paths.push_back(solver.describe(path));
  return answer;
}

}  // namespace cogs::oracle
