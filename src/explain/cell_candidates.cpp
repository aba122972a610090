// SPDX-License-Identifier: Apache-2.0
#include "explain/cell_candidates.h"

#include <algorithm>

#include "model/nearest_number.h"

namespace cogs::explain {

namespace {

using base::Number;
using model::Interval;

// Are all numbers between the two in one of them? For integers 5 and 6 touch.
bool touches(const Interval& a, const Interval& b, bool integer) {
  if (!a.high || !b.low) return false;
  if (*a.high == *b.low) return !(a.high_open && b.low_open);
  return integer && *b.low == *a.high + Number(1);
}

std::optional<model::CompiledModel> cells_of_its_own(const Model& model, const Record& record) {
  if (model::lists_all_values(model, record)) return std::nullopt;
  model::CutRequest request;
  request.start = &record;
  return model::compile(model, request);
}

}  // namespace

CellCandidates::CellCandidates(const model::CompiledModel& compiled, const Record& record)
    : model_(*compiled.model),
      own_(cells_of_its_own(model_, record)),
      compiled_(own_ ? *own_ : compiled) {
  for (std::uint32_t f = 0; f < model_.features.size(); ++f) {
    const model::Feature& feature = model_.features[f];
    const model::FeatureCells& all = compiled_.features[f];
    const auto& own = record[f];
    std::vector<std::optional<model::Value>> values = {own};
    std::vector<std::uint32_t> cells = {0};
    for (std::uint32_t c = 0; c < all.cells.size(); ++c) {
      const model::Cell& cell = all.cells[c];
      if (!cell.inside) continue;
      if (feature.numeric()) {
        if (own && own->number && cell.interval.contains(*own->number)) continue;
        values.push_back(model::Value::of(model::nearest_number(
            feature, all.decimals, cell.interval, own ? own->number : std::nullopt)));
      } else {
        const auto& listed = feature.set().values;
        const auto is_own = [&](std::uint32_t v) {
          return own && (v >= listed.size() || listed[v].value == *own);
        };
        if (cell.values.empty() || std::any_of(cell.values.begin(), cell.values.end(), is_own)) {
          continue;
        }
        values.push_back(listed[cell.values[0]].value);
      }
      cells.push_back(c);
    }
    candidates_.push_back(std::move(values));
    cell_of_.push_back(std::move(cells));
  }
}

path::ValueSet CellCandidates::values(FeatureId feature,
                                      const std::vector<std::uint32_t>& candidates) const {
  const std::size_t f = feature.index();
  const model::Feature& about = model_.features[f];
  if (!about.numeric()) {
    std::vector<std::uint32_t> indices;
    for (const std::uint32_t candidate : candidates) {
      const auto& in_cell = compiled_.features[f].cells[cell_of_[f][candidate]].values;
      indices.insert(indices.end(), in_cell.begin(), in_cell.end());
    }
    std::sort(indices.begin(), indices.end());
    std::vector<model::Value> values;
    for (const std::uint32_t i : indices) values.push_back(about.set().values[i].value);
    return values;
  }
  std::vector<Interval> intervals;
  for (const std::uint32_t candidate : candidates) {
    const Interval& next = compiled_.features[f].cells[cell_of_[f][candidate]].interval;
    if (!intervals.empty() && touches(intervals.back(), next, about.numbers().integer)) {
      intervals.back().high = next.high;
      intervals.back().high_open = next.high_open;
    } else {
      intervals.push_back(next);
    }
  }
  return intervals;
}

}  // namespace cogs::explain
