// SPDX-License-Identifier: Apache-2.0
#include "oracle/exhaustive.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "oracle/enumerate.h"
#include "oracle/rank.h"
#include "oracle/walk.h"

namespace cogs::oracle {

namespace {

using Best = std::pair<Rank, IndexPath>;

// All nonempty subsets with what they cost at least, cheapest first.
std::vector<std::pair<Number, FeatureMask>> subsets_by_cost(Enumeration& enumeration) {
  std::vector<std::pair<Number, FeatureMask>> all;
  const FeatureMask whole = enumeration.settable();
  for (FeatureMask set = whole; set != 0; set = (set - 1) & whole) {
    all.emplace_back(enumeration.floor_cost(set), set);
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::optional<Number> least_cost(Enumeration& enumeration, const Restrictions& restrictions,
                                 StateNumber start) {
  std::optional<Number> best;
  for (const auto& [floor, used] : subsets_by_cost(enumeration)) {
    if (best && floor >= *best) break;
    if (!restrictions.certain && !restrictions.max_length) {
      // A walk through a state twice is no path, but cut short it is a cheaper one.
      const std::optional<Number> cost = enumeration.cheapest(start, used);
      if (cost && (!best || *cost < *best)) best = cost;
      continue;
    }
    enumeration.for_each_path({used, &best, nullptr}, [&](const IndexPath& path) {
      const Number cost = enumeration.cost(path);
      if (best && cost >= *best) return true;
      if (!restrictions.certain || enumeration.certain(path)) best = cost;
      return true;
    });
  }
  return best;
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

  // The best path of all.
  IndexPath best_path(const Number& least) {
    std::optional<Best> best;
    visit_all_of_cost(least, [&](Best candidate) {
      if (!best || candidate.first < best->first) best = std::move(candidate);
    });
    return best.value().second;
  }

  // For each set of features: the best path of which no direct action can be left out.
  std::vector<IndexPath> lean_paths(std::size_t count) {
    std::map<FeatureMask, Best> best;
    for (const Choice& choice : minimal_choices()) {
      const FeatureMask used = features_of(choice);
      visit({used, nullptr, &choice}, [&](Best candidate) {
        const auto [entry, fresh] = best.try_emplace(used, candidate);
        if (!fresh && candidate.first < entry->second.first) entry->second = std::move(candidate);
      });
    }
    std::vector<Best> all;
    for (auto& entry : best) all.push_back(std::move(entry.second));
    return sorted(std::move(all), count);
  }

  // All that cost this much, one path for each choice of features and of their last cells.
  std::vector<IndexPath> all_of_cost(const Number& least) {
    std::map<Choice, Best> groups;
    visit_all_of_cost(least, [&](Best candidate) {
      Choice cells;
      for (const IndexStep& step : candidate.second) {
        for (std::size_t f = 0; f < space_.feature_count(); ++f) {
          if (!(step.direct >> f & 1)) continue;
          const std::size_t at = space_.digit(candidate.second.back().state, f);
          cells[f] = space_.points(f)[at].cell;
        }
      }
      const auto [entry, fresh] = groups.try_emplace(cells, candidate);
      if (!fresh && candidate.first < entry->second.first) entry->second = std::move(candidate);
    });
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
  static FeatureMask features_of(const Choice& choice) {
    FeatureMask used = 0;
    for (const auto& action : choice) used |= FeatureMask{1} << action.first;
    return used;
  }

  // Direct actions, by feature and cell, that some path makes while none makes fewer of them.
  std::vector<Choice> minimal_choices() {
    std::vector<Choice> minimal;
    std::vector<FeatureMask> sets;
    for (const auto& entry : subsets_by_cost(enumeration_)) sets.push_back(entry.second);
    std::stable_sort(sets.begin(), sets.end(), [](FeatureMask a, FeatureMask b) {
      return __builtin_popcount(a) < __builtin_popcount(b);
    });
    for (FeatureMask set : sets) {
      if (!enumeration_.exists(set)) continue;
      Choice choice;
      std::vector<Choice> fresh;
      choose(set, 0, choice, minimal, fresh);
      minimal.insert(minimal.end(), fresh.begin(), fresh.end());
    }
    return minimal;
  }

  void choose(FeatureMask set, std::size_t f, Choice& choice, const std::vector<Choice>& minimal,
              std::vector<Choice>& found) {
    while (f < space_.feature_count() && !(set >> f & 1)) ++f;
    const bool fewer_do = std::any_of(minimal.begin(), minimal.end(), [&](const Choice& m) {
      return std::includes(choice.begin(), choice.end(), m.begin(), m.end());
    });
    if (fewer_do) return;
    if (f == space_.feature_count()) {
      if (enumeration_.exists(choice)) found.push_back(choice);
      return;
    }
    std::set<std::size_t> cells;
    for (const Point& point : space_.points(f)) {
      if (point.value) cells.insert(point.cell);
    }
    for (std::size_t cell : cells) {
      choice[f] = cell;
      choose(set, f + 1, choice, minimal, found);
      choice.erase(f);
    }
  }

  template <class Take>
  void visit(const Enumeration::Wanted& wanted, Take take) {
    enumeration_.for_each_path(wanted, [&](const IndexPath& path) {
      Rank rank = ranking_.rank(path);
      if (!restrictions_.certain || !rank.uncertain) take(Best{std::move(rank), path});
      return true;
    });
  }

  template <class Take>
  void visit_all_of_cost(const Number& least, Take take) {
    const std::optional<Number> most = least;
    for (const auto& [floor, set] : subsets_by_cost(enumeration_)) {
      if (floor > least) break;
      visit({set, &most, nullptr}, take);
    }
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
  const std::vector<Unit> all = units(meaning.model(), start, options);
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
    bool named = meaning.has_causes(f);
    for (const Test& test : meaning.tests()) named = named || test.feature == f;
    if (!start[f] && named) answer.missing.push_back(model::FeatureId(f));
  }
  const Facts facts = meaning.facts(start);
  for (std::size_t r = 0; r < meaning.rules().size(); ++r) {
    const AtomRule& rule = meaning.rules()[r];
    if (rule.head == model.undesired.index() && meaning.body_holds(rule.body, facts)) {
      answer.deciding_rules.emplace_back(r);
    }
  }
  answer.start_breaks = walk.start_breaks();
  if (enumeration.goal(solver.space().start())) {
    answer.status = path::Status::already;
    return answer;
  }

  const StateNumber begin = solver.space().start();
  const std::optional<Number> cost = least_cost(enumeration, restrictions, begin);
  if (!restrictions.certain || answer.states <= few_states) {
    Enumeration every(solver.space(), restrictions, Targets::every);
    const std::optional<Number> same = least_cost(every, restrictions, begin);
    if (same.has_value() != cost.has_value() || (cost && *same > *cost)) {
      throw std::logic_error("oracle: all values and reported values differ in the status");
    }
    if (enumeration.without_distances() && same != cost) {
      throw std::logic_error("oracle: all values and reported values differ in the least cost");
    }
  }
  if (!cost) {
    answer.blockers = find_blockers(meaning, restrictions, start, options);
    return answer;
  }
  answer.status = path::Status::found;
  answer.cost = *cost;
  std::vector<IndexPath> paths;
  if (options.all) {
    paths = solver.all_of_cost(*cost);
  } else if (options.top > 1) {
    paths = solver.lean_paths(options.top);
  } else {
    paths = {solver.best_path(*cost)};
  }
  for (const IndexPath& path : paths) answer.paths.push_back(solver.describe(path));
  return answer;
}

}  // namespace cogs::oracle
