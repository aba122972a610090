// SPDX-License-Identifier: Apache-2.0
#include "explain/score_report.h"

#include <algorithm>

#include "model/nearest_number.h"

namespace cogs::explain {

namespace {

using model::CompiledModel;
using model::CompiledScore;
using model::Points;
using model::ScoreTerm;

Points term_value(const CompiledModel& compiled, const CompiledScore& score, const ScoreTerm& term,
                  const std::vector<std::uint32_t>& cells) {
  if (term.features == 1) {
    return score.values[term.curve + cells[score.term_features[term.first_feature]]];
  }
  std::int32_t at = term.root;
  while (at >= 0) {
    const model::ScoreNode& node = score.nodes[static_cast<std::size_t>(at)];
    const std::uint32_t cell = cells[node.feature];
    at = compiled.pool[node.offset + cell / 64] >> cell % 64 & 1 ? node.yes : node.no;
  }
  return score.values[static_cast<std::size_t>(~at)];
}

class Reporter {
 public:
  Reporter(const Model& model, const Record& record) : model_(model), record_(record) {
    model::CutRequest request;
    request.start = &record;
    compiled_ = model::compile(model, request);
    cells_ = cells_of(compiled_, record);
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
    for (const std::uint32_t f : score.mentions) add_loss(test.score.value, f, up, out);
    std::stable_sort(out.losses.begin(), out.losses.end(),
                     [](const auto& a, const auto& b) { return a.points > b.points; });
    return out;
  }

 private:
  void add_loss(std::uint32_t s, std::uint32_t f, bool up, ScoreReport& out) {
    const CompiledScore& score = compiled_.scores[s];
    std::vector<const ScoreTerm*> terms;
    for (const model::TermUse& use : compiled_.term_uses[f]) {
      if (use.score == s) terms.push_back(&score.terms[use.term]);
    }
    const auto sum = [&] {
      Points total = 0;
      for (const ScoreTerm* term : terms) total += term_value(compiled_, score, *term, cells_);
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
  CompiledModel compiled_;
  std::vector<std::uint32_t> cells_;
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
  for (const ScoreTerm& term : score.terms) sum += term_value(compiled, score, term, cells);
  return score.points(sum);
}

std::vector<ScoreReport> score_reports(const Model& model, const Record& record,
                                       const Proof& proof) {
  std::vector<ScoreReport> reports;
  std::optional<Reporter> reporter;
  for (const ProofNode& node : proof.nodes) {
    if (node.kind != ProofNode::Kind::atom || !model.score_of(node.atom)) continue;
    if (!reporter) reporter.emplace(model, record);
    reports.push_back(reporter->report(node.atom, node.truth));
  }
  return reports;
}

}  // namespace cogs::explain
