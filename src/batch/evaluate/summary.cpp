// SPDX-License-Identifier: Apache-2.0
#include "batch/evaluate/summary.h"

#include <algorithm>

namespace cogs::batch {

namespace {

// get(figures) -> a number, or none.
template <class Get>
Spread spread_over(const std::vector<Figures>& all, Get&& get) {
  std::vector<double> values;
  for (const Figures& figures : all) {
    if (const std::optional<double> value = get(figures)) values.push_back(*value);
  }
  return spread_of(std::move(values));
}

void count(const Figures& figures, Summary& summary) {
  ++summary.given;
  summary.valid += figures.valid;
  summary.actionable += figures.actionable();
  summary.consistent += figures.consistent();
  summary.reachable += figures.reachable();
  summary.at_best += figures.reachable() && figures.best_cost == figures.cost;
  ++summary.changes[figures.changed.size()];
  summary.new_values += figures.changed.size();
  summary.seen_values += figures.seen;
  bool has[fault_kinds] = {};
  for (const Fault& fault : figures.faults) has[static_cast<std::size_t>(fault.kind)] = true;
  for (std::size_t kind = 0; kind < fault_kinds; ++kind) summary.faults[kind] += has[kind];
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  Spread spread;
  spread.count = values.size();
  if (values.empty()) return spread;
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (const double value : values) sum += value;
  spread.mean = sum / static_cast<double>(values.size());
  spread.median = (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
  return spread;
}

Summary summarise(const std::vector<Figures>& all) {
  using Maybe = std::optional<double>;
  Summary summary;
  for (const Figures& figures : all) count(figures, summary);
  const auto over = [&](auto&& get) { return spread_over(all, get); };
  summary.sparsity =
      over([](const Figures& f) { return Maybe(static_cast<double>(f.changed.size())); });
  summary.cost = over([](const Figures& f) { return Maybe(f.cost.approximate()); });
  summary.l1_mad = over([](const Figures& f) { return Maybe(f.l1_mad); });
  summary.gower = over([](const Figures& f) { return Maybe(f.gower); });
  summary.nearest = over([](const Figures& f) { return f.nearest; });
  summary.nearest_five = over([](const Figures& f) { return f.nearest_five; });
  summary.seconds = over([](const Figures& f) { return f.seconds; });
  const auto compared = [](const Figures& f) {
    return f.reachable() && f.best_cost && f.best_cost->sign() > 0;
  };
  summary.best_cost = over([&](const Figures& f) {
    return compared(f) ? Maybe(f.best_cost->approximate()) : std::nullopt;
  });
  summary.ratio = over([&](const Figures& f) {
    return compared(f) ? Maybe((f.cost / *f.best_cost).approximate()) : std::nullopt;
  });
  return summary;
}

}  // namespace cogs::batch
