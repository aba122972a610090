// SPDX-License-Identifier: Apache-2.0
#include "present/html/page_waterfall.h"

#include <algorithm>
#include <vector>

#include "present/html/page_plot.h"
#include "present/words/score_words.h"
#include "present/words/words.h"

namespace cogs::present {

std::string waterfall_html(const model::Model& model, const explain::ScoreReport& report) {
  if (report.parts.empty()) return {};
  using model::Number;
  const model::Score& score = model.score(report.score);
  struct Bar {
    std::string label;
    Number from, to;
    Number shown;
  };
  constexpr std::size_t most = 12;  // what is small is drawn together
  std::vector<Bar> bars{{"base", report.base, report.base, report.base}};
  Number at = report.base, rest = 0;
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < report.parts.size(); ++i) {
    const explain::ScorePart& part = report.parts[i];
    if (i >= most && report.parts.size() > most + 1) {
      rest += part.points;
      ++left_out;
      continue;
    }
    std::vector<std::string> names;
    for (const model::FeatureId id : part.features) {
      names.push_back(feature_words(model.feature(id)));
    }
    bars.push_back({listed(names), at, at + part.points, part.points});
    at += part.points;
  }
  if (left_out > 0) {
    bars.push_back({std::to_string(left_out) + " smaller parts", at, at + rest, rest});
    at += rest;
  }
  bars.push_back({score_name(score), report.sum, report.sum, report.sum});
  Number low = report.bound.value_or(report.sum), high = low;
  for (const Bar& bar : bars) {
    low = std::min({low, bar.from, bar.to});
    high = std::max({high, bar.from, bar.to});
  }
  const double start = low.approximate();
  const double span = std::max(high.approximate() - start, 1e-300);
  const auto share = [&](const Number& points) { return (points.approximate() - start) / span; };
  const std::string title = "How " + score_name(score) + " comes about";
  std::vector<FlowRow> rows;
  PageTable table{title, {"part", score.unit.empty() ? "adds" : score.unit, "so far"}, {}};
  for (const Bar& bar : bars) {
    const bool whole = &bar == &bars.front() || &bar == &bars.back();
    const std::string sign = whole || bar.shown.sign() <= 0 ? "" : "+";
    rows.push_back(
        {bar.label, sign + points_words(score, bar.shown), share(bar.from), share(bar.to), whole});
    table.rows.push_back(
        {bar.label, whole ? "" : sign + points_text(score, bar.shown), points_text(score, bar.to)});
  }
  std::optional<double> asked;
  if (report.bound) asked = share(*report.bound);
  const std::string words =
      report.bound ? title + "; the line is at " + points_words(score, *report.bound) : title;
  return side_by_side(flow_html(words, rows, asked), table_html(table));
}

}  // namespace cogs::present
