// SPDX-License-Identifier: Apache-2.0
//
// The widest sum over a box of states is no more than what its terms add up to one by one, and just
// that for scorecards. Where trees share features the box is split, the half that promises more
// first, until one state has what its box promises or the work is used up.
#include "explain/score_limit.h"

#include <algorithm>
#include <queue>

#include "path/problem.h"
#include "state/evaluate.h"

namespace cogs::explain {

namespace {

using model::Points;

constexpr std::size_t most_splits = 2000;

class Climb {
 public:
  Climb(const state::Situation& situation, std::uint32_t score, bool upwards)
      : situation_(situation), evaluator_(situation), score_(score), upwards_(upwards) {}

  // The bound, and whether a state has it.
  std::pair<Points, bool> run() {
    std::vector<std::uint64_t> all(situation_.total_words(), 0);
    for (std::uint32_t f = 0; f < situation_.feature_count(); ++f) {
      std::uint64_t* bits = all.data() + situation_.offset(f);
      state::put(bits, situation_.cell_of(f, situation_.start_point(f)));
      if (!situation_.settable(f) && !situation_.movable(f)) continue;
      state::for_each_bit(situation_.permitted(f), [&](state::Point point) {
        state::put(bits, situation_.cell_of(f, point));
      });
    }
    open(std::move(all));
    for (std::size_t boxes = 0; boxes < most_splits; ++boxes) {
      Box box = std::move(const_cast<Box&>(queue_.top()));
      queue_.pop();
      const auto f = widest(box);
      if (!f) return {box.bound, true};
      std::vector<std::uint64_t> rest = box.cells;
      std::uint64_t* left = box.cells.data() + situation_.offset(*f);
      std::uint64_t* right = rest.data() + situation_.offset(*f);
      std::vector<state::Point> bits;
      state::for_each_bit({left, situation_.words(*f)},
                          [&](state::Point bit) { bits.push_back(bit); });
      for (std::size_t i = 0; i < bits.size(); ++i) {
        state::drop(i < bits.size() / 2 ? right : left, bits[i]);
      }
      open(std::move(box.cells));
      open(std::move(rest));
    }
    return {queue_.top().bound, false};
  }

 private:
  struct Box {
    Points bound = 0;
    std::vector<std::uint64_t> cells;
    bool upwards = true;
    friend bool operator<(const Box& a, const Box& b) {
      return a.upwards ? a.bound < b.bound : a.bound > b.bound;
    }
  };

  void show(const std::vector<std::uint64_t>& cells) {
    for (const std::uint32_t f : situation_.compiled().scores[score_].mentions) {
      evaluator_.show(f, cells.data() + situation_.offset(f), state::Truth::maybe);
    }
  }

  void open(std::vector<std::uint64_t> cells) {
    show(cells);
    const state::ScoreRange& range = evaluator_.score(score_);
    queue_.push({upwards_ ? range.high : range.low, std::move(cells), upwards_});
  }

  // A feature with several cells; none where the score is one number, or every term has its best by
  // itself.
  std::optional<std::uint32_t> widest(const Box& box) {
    show(box.cells);
    const model::CompiledScore& score = situation_.compiled().scores[score_];
    const state::ScoreRange& range = evaluator_.score(score_);
    if (range.low == range.high) return std::nullopt;
    std::optional<std::uint32_t> found;
    std::size_t most = 1;
    for (std::size_t t = 0; t < score.terms.size(); ++t) {
      const auto features = score.features_of(score.terms[t]);
      const state::ScoreRange& part = evaluator_.score_term(score_, static_cast<std::uint32_t>(t));
      if (features.size() == 1 || part.low == part.high) continue;
      for (const std::uint32_t f : features) {
        std::size_t count = 0;
        for (std::uint32_t w = 0; w < situation_.words(f); ++w) {
          count +=
              static_cast<std::size_t>(__builtin_popcountll(box.cells[situation_.offset(f) + w]));
        }
        if (count > most) {
          most = count;
          found = f;
        }
      }
    }
    return found;
  }

  const state::Situation& situation_;
  state::Evaluator evaluator_;
  std::uint32_t score_;
  bool upwards_;
  std::priority_queue<Box> queue_;
};

}  // namespace

std::vector<ScoreLimit> score_limits(const Model& model, const Record& start,
                                     const path::Options& options,
                                     const std::vector<model::RuleId>& deciding) {
  std::vector<ScoreLimit> limits;
  if (model.scores.empty()) return limits;
  model::CutRequest request = path::cut_request(options);
  request.start = &start;
  const model::CompiledModel compiled = model::compile(model, request);
  const state::Situation situation(compiled, start, path::permissions(model, options));
  const std::vector<std::uint32_t> cells = cells_of(compiled, start);
  std::vector<AtomId> seen;
  const auto look = [&](const auto& self, const std::vector<model::Literal>& body) -> void {
    for (const model::Literal& literal : body) {
      const auto* test = std::get_if<model::AtomTest>(&literal);
      if (!test || std::find(seen.begin(), seen.end(), test->atom) != seen.end()) continue;
      seen.push_back(test->atom);
      const auto& scored = model.atoms[test->atom.index()].score;
      if (!scored) {
        // A class: a difference with each of the others.
        if (model.atoms[test->atom.index()].predicate != "chosen" || test->negated) continue;
        for (const model::Rule& rule : model.rules) {
          if (rule.head == test->atom) self(self, rule.body);
        }
        continue;
      }
      const bool half = scored->constant == Number(1) / Number(2);
      if (scored->comparison == model::Comparison::equal || (scored->probability && !half))
        continue;
      ScoreLimit limit;
      limit.atom = test->atom;
      limit.score = scored->score;
      limit.now = score_of_cells(compiled, scored->score.value, cells);
      const bool share = model.score(scored->score).link == model::Score::Link::itself;
      limit.needed = scored->probability && !share ? scored->shift : scored->constant;
      limit.upwards = test->negated;
      const auto [best, reached] = Climb(situation, scored->score.value, limit.upwards).run();
      limit.best = compiled.scores[scored->score.index()].points(best);
      limit.reached = reached;
      const model::ScoreAtom& atom = *compiled.score_atom(test->atom.value);
      const bool short_of_it = limit.upwards ? best < atom.low : best >= atom.low;
      if (short_of_it) limits.push_back(limit);
    }
  };
  for (const model::RuleId rule : deciding) look(look, model.rule(rule).body);
  return limits;
}

}  // namespace cogs::explain
