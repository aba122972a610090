// SPDX-License-Identifier: Apache-2.0
//
// CauseSearch::necessary: conditions without which an effect hardly comes.
#include <algorithm>

#include "rules/search_causes.h"

namespace cogs::rules {

// All conditions on one column without which the effect hardly comes.
std::vector<CauseSearch::Condition> CauseSearch::conditions(const Target& target, const Rows& rows,
                                                            std::uint16_t column,
                                                            bool choices_allowed) const {
  const Bins& bins = bins_[column];
  const Tally counts = tally(target, rows, column);
  std::vector<Condition> found;
  const auto consider = [&](std::vector<Binned> choices, std::size_t n, std::size_t with_effect) {
    const CauseCounts here{counts.all, counts.all_with_effect, n, with_effect};
    const CauseCounts overall{target.rows.size(), target.with_effect, n, with_effect};
    if (n == counts.all || n < least_rows(target)) return;
    if (overall.recall() < options_.recall || overall.lift() < options_.least_lift ||
        here.necessity() < options_.certainty || overall.necessity() < options_.certainty ||
        information(here) < needed_information(choices.size())) {
      return;
    }
    found.push_back({std::move(choices), overall, information(overall)});
  };
  if (bins.numeric) {
    const std::size_t known = counts.all - counts.rows[bins.count];
    const std::size_t known_with_effect = counts.all_with_effect - counts.with_effect[bins.count];
    std::size_t n = 0, with_effect = 0;
    for (std::uint16_t bin = 0; bin + 1 < bins.count; ++bin) {
      n += counts.rows[bin];
      with_effect += counts.with_effect[bin];
      consider({{column, bin, Test::at_most}}, n, with_effect);
      consider({{column, bin, Test::above}}, known - n, known_with_effect - with_effect);
    }
    return found;
  }
  std::vector<std::uint16_t> by_share(bins.count);
  for (std::uint16_t bin = 0; bin < bins.count; ++bin) by_share[bin] = bin;
  std::stable_sort(by_share.begin(), by_share.end(), [&](std::uint16_t a, std::uint16_t b) {
    return std::uint64_t{counts.with_effect[a]} * counts.rows[b] >
           std::uint64_t{counts.with_effect[b]} * counts.rows[a];
  });
  std::vector<Binned> choices;
  std::size_t n = 0, with_effect = 0;
  const std::size_t most = choices_allowed ? options_.most_rules : 1;
  const double gain = least_gain * static_cast<double>(target.with_effect);
  for (const std::uint16_t bin : by_share) {
    if (choices.size() == most) break;
    if (static_cast<double>(counts.with_effect[bin]) < gain) continue;
    choices.push_back({column, bin, Test::equal});
    n += counts.rows[bin];
    with_effect += counts.with_effect[bin];
    consider(choices, n, with_effect);
  }
  for (std::uint16_t bin = 0; bin < bins.count; ++bin) {
    consider({{column, bin, Test::not_equal}}, counts.all - counts.rows[bin],
             counts.all_with_effect - counts.with_effect[bin]);
  }
  return found;
}

std::optional<CauseSearch::Condition> CauseSearch::best_condition(
    const Target& target, const Rows& rows, const std::vector<std::uint8_t>& allowed,
    bool choices_allowed) const {
  std::optional<Condition> best;
  for (std::uint16_t column = 0; column < bins_.size(); ++column) {
    if (allowed[column] == 0) continue;
    for (Condition& condition : conditions(target, rows, column, choices_allowed)) {
      if (!best || more_informative(condition.information, best->information)) {
        best = std::move(condition);
      }
    }
  }
  return best;
}

std::optional<Cause> CauseSearch::necessary(const Effect& effect,
                                            const std::vector<std::uint8_t>& allowed) const {
  const Target target = this->target(effect);
  Rows rows = target.rows;
  std::vector<std::vector<Binned>> bodies{{}};  // the product of all conditions
  double information = 0;
  for (std::size_t length = 1; length <= options_.longest_body; ++length) {
    const auto next = best_condition(target, rows, allowed, bodies.size() == 1);
    if (!next || next->information < clearly_more * information) break;
    information = next->information;
    rows = with(next->choices, rows);
    std::vector<std::vector<Binned>> product;
    for (const auto& body : bodies) {
      for (const Binned& choice : next->choices) {
        product.push_back(body);
        product.back().push_back(choice);
      }
    }
    bodies = std::move(product);
  }
  if (bodies.front().empty()) return std::nullopt;
  return counted(effect, bodies);
}

}  // namespace cogs::rules
