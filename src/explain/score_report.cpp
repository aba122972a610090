// SPDX-License-Identifier: Apache-2.0
#include "explain/score_report.h"

#include <algorithm>
#include <map>

#include "model/nearest_number.h"

namespace cogs::explain {

namespace {

using model::CompiledModel;
using model::CompiledScore;
using model::Points;
using model::ScoreTerm;

class Reporter {
 public:
  Reporter(const Model& model, const Record& record, const Against& against)
      : model_(model), record_(record), against_(against) {
    model::CutRequest request;
    request.start = &record;
    compiled_ = model::compile(model, request);
    cells_ = cells_of(compiled_, record);
    for (const Record& each : against.people) people_.push_back(cells_of(compiled_, each));
  }

  ScoreReport report(AtomId atom, bool truth) {
    const model::ScoreTest& test = *model_.atoms[atom.index()].score;
    const CompiledScore& score = compiled_.scores[test.score.index()];
    ScoreReport out;
    out.atom = atom;
    out.score = test.score;
    out.sum = score_of_cells(compiled_, test.score.value, cells_);
    out.passed = truth;
    if (!test.probability || test.constant == Number(1) / Number(2)) {
      out.bound = test.probability ? test.shift : test.constant;
    }
    if (out.bound && !truth && test.comparison != model::Comparison::equal) {
      out.missing = *out.bound - out.sum;
    }
    // A sum that is too low is asked to grow; one that is high enough, to shrink.
    const bool up = !truth && (!out.bound || out.sum <= *out.bound);
    out.base = score.points(score.base);
    add_parts(score, out);
    switch (against_.kind) {
      case Against::Kind::best:
        for (const std::uint32_t f : score.mentions) add_loss(test.score.value, f, up, out);
        break;
      case Against::Kind::people:
        for (const std::uint32_t f : score.mentions) add_mean(test.score.value, f, up, out);
        break;
      case Against::Kind::neutral:
        for (const ScorePart& part : out.parts) {
          const bool withholds = (part.points.sign() < 0) == up;
          if (part.features.size() == 1 && withholds) {
            out.losses.push_back({part.features.front(), part.points.absolute(), {}});
          }
        }
        break;
    }
    std::stable_sort(out.losses.begin(), out.losses.end(),
                     [](const auto& a, const auto& b) { return a.points > b.points; });
    return out;
  }

 private:
  // Terms over the same features belong together.
  void add_parts(const CompiledScore& score, ScoreReport& out) const {
    std::map<std::vector<std::uint32_t>, Points> sums;
    for (const ScoreTerm& term : score.terms) {
      const auto features = score.features_of(term);
      sums[{features.begin(), features.end()}] += score.value(term, cells_, compiled_.pool);
    }
    for (const auto& [features, points] : sums) {
      if (points == 0) continue;
      ScorePart part;
      for (const std::uint32_t f : features) part.features.emplace_back(f);
      part.points = score.points(points);
      out.parts.push_back(std::move(part));
    }
    std::stable_sort(out.parts.begin(), out.parts.end(), [](const auto& a, const auto& b) {
      return a.points.absolute() > b.points.absolute();
    });
  }

  // What the values of others would bring, one after the other, on average.
  void add_mean(std::uint32_t s, std::uint32_t f, bool up, ScoreReport& out) {
    const std::uint32_t own = cells_[f];
    const Number now = score_of_cells(compiled_, s, cells_);
    std::map<std::uint32_t, std::int64_t> rows;  // by cell
    for (const auto& each : people_) ++rows[each[f]];
    Number mean = 0;
    for (const auto& [cell, count] : rows) {
      cells_[f] = cell;
      mean += (score_of_cells(compiled_, s, cells_) - now) * Number(count);
    }
    cells_[f] = own;
    mean = mean / Number(static_cast<std::int64_t>(people_.size()));
    if (!up) mean = -mean;
    if (mean.sign() > 0) out.losses.push_back({FeatureId(f), mean, {}});
  }

  void add_loss(std::uint32_t s, std::uint32_t f, bool up, ScoreReport& out) {
    const CompiledScore& score = compiled_.scores[s];
    std::vector<const ScoreTerm*> terms;
    for (const model::TermUse& use : compiled_.term_uses[f]) {
      if (use.score == s) terms.push_back(&score.terms[use.term]);
    }
    const auto sum = [&] {
      Points total = 0;
      for (const ScoreTerm* term : terms) total += score.value(*term, cells_, compiled_.pool);
      return total;
    };
    const std::uint32_t own = cells_[f];
    const Points now = sum();
    Points most = 0;
    std::uint32_t best = own;
    const auto far = [&](std::uint32_t cell) { return cell > own ? cell - own : own - cell; };
    const std::vector<model::Cell>& cells = compiled_.features[f].cells;
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
      if (!cells[cell].inside || cell == own) continue;
      cells_[f] = cell;
      const Points gain = up ? sum() - now : now - sum();
      const bool nearer = model_.features[f].ordered() && best != own && far(cell) < far(best);
      if (gain > most || (gain == most && gain > 0 && nearer)) {
        most = gain;
        best = cell;
      }
    }
    cells_[f] = own;
    if (most > 0) {
      out.losses.push_back({FeatureId(f), score.points(most), value_in(f, cells[best])});
    }
  }

  model::Value value_in(std::uint32_t f, const model::Cell& cell) const {
    const model::Feature& feature = model_.features[f];
    if (!feature.numeric()) return feature.set().values[cell.values.front()].value;
    return model::Value::of(model::nearest_number(feature, compiled_.features[f].decimals,
                                                  cell.interval,
                                                  record_[f] ? record_[f]->number : std::nullopt));
  }

  const Model& model_;
  const Record& record_;
  const Against& against_;
  CompiledModel compiled_;
  std::vector<std::uint32_t> cells_;
  std::vector<std::vector<std::uint32_t>> people_;  // their cells
};

}  // namespace

std::vector<std::uint32_t> cells_of(const CompiledModel& compiled, const Record& record) {
  std::vector<std::uint32_t> cells;
  for (std::size_t f = 0; f < record.size(); ++f) {
    const model::FeatureCells& all = compiled.features[f];
    const model::Feature& feature = compiled.model->features[f];
    if (!record[f]) {
      cells.push_back(all.missing_bit());
    } else if (feature.numeric()) {
      cells.push_back(all.cell_of(*record[f]->number));
    } else {
      const auto place = feature.set().place(*record[f]);
      cells.push_back(all.cell_of_value[place ? *place : feature.set().values.size()]);
    }
  }
  return cells;
}

Number score_of_cells(const CompiledModel& compiled, std::uint32_t s,
                      const std::vector<std::uint32_t>& cells) {
  const CompiledScore& score = compiled.scores[s];
  Points sum = score.base;
  for (const ScoreTerm& term : score.terms) sum += score.value(term, cells, compiled.pool);
  return score.points(sum);
}

std::vector<ScoreReport> score_reports(const Model& model, const Record& record, const Proof& proof,
                                       const Against& against) {
  std::vector<ScoreReport> reports;
  std::optional<Reporter> reporter;
  for (const ProofNode& node : proof.nodes) {
    if (node.kind != ProofNode::Kind::atom || !model.score_of(node.atom)) continue;
    if (!reporter) reporter.emplace(model, record, against);
    reports.push_back(reporter->report(node.atom, node.truth));
  }
  return reports;
}

}  // namespace cogs::explain
