// SPDX-License-Identifier: Apache-2.0
//
// Proofs and reasons against enumeration: every atom's proof says what the rules say and passes
// its checker, a tampered one does not; responsibility is the brute-force minimum; the smallest
// difference between two people is smallest; features that are said to suffice do; Shapley values
// of scores are those of the definition; what a score is made of adds up.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "explain/check_proof.h"
#include "explain/contrast.h"
#include "explain/prove.h"
#include "explain/reasons.h"
#include "explain/score_report.h"
#include "explain/shapley.h"
#include "explain/sufficient.h"
#include "oracle/restrictions.h"
#include "oracle/runner.h"
#include "oracle/space.h"

namespace cogs::oracle {
namespace {

bool contains(const path::ValueSet& set, const Value& value) {
  if (const auto* values = std::get_if<std::vector<Value>>(&set)) {
    return std::find(values->begin(), values->end(), value) != values->end();
  }
  const auto& intervals = std::get<std::vector<model::Interval>>(set);
  return std::any_of(intervals.begin(), intervals.end(),
                     [&](const model::Interval& i) { return i.contains(*value.number); });
}

// All states of the domains, with the record's own values, and whether the decision holds there.
class Decisions {
 public:
  explicit Decisions(const Question& q)
      : meaning_(q.model),
        restrictions_(Restrictions::of(q.model, {})),
        space_(meaning_, restrictions_, q.record, Fill::every_value),
        atom_(q.model.undesired.index()) {}

  Space& space() { return space_; }
  bool holds(StateNumber state) { return (space_.facts(state).atoms >> atom_ & 1) != 0; }
  bool usable(std::size_t f, std::size_t point) {
    return space_.points(f)[point].in_domain || point == space_.digit(space_.start(), f);
  }
  bool usable(StateNumber state) {
    for (std::size_t f = 0; f < space_.feature_count(); ++f) {
      if (!usable(f, space_.digit(state, f))) return false;
    }
    return true;
  }
  std::size_t changed(StateNumber state) {
    std::size_t count = 0;
    for (std::size_t f = 0; f < space_.feature_count(); ++f) {
      count += space_.digit(state, f) != space_.digit(space_.start(), f) ? 1U : 0U;
    }
    return count;
  }
  // Does some other domain value of f turn the decision of this state?
  bool turns(StateNumber state, std::size_t f) {
    for (std::size_t p = 0; p < space_.points(f).size(); ++p) {
      if (space_.points(f)[p].in_domain && holds(space_.with(state, f, p)) != holds(state)) {
        return true;
      }
    }
    return false;
  }

 private:
  Meaning meaning_;
  Restrictions restrictions_;
  Space space_;
  std::size_t atom_;
};

Failure judge_proofs(const Question& q, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const Meaning meaning(q.model);
  const Facts facts = meaning.facts(q.record);
  for (std::size_t a = 0; a < q.model.atoms.size(); ++a) {
    const model::AtomId atom(a);
    const std::string& name = q.model.atoms[a].text;
    explain::Proof proof = explain::prove(q.model, q.record, atom);
    const bool truth = proof.node(proof.root).truth;
    if (truth != (facts.atoms[a] != 0)) return {"truth", name};
    const auto faults = explain::check_proof(q.model, q.record, proof, atom, truth);
    if (!faults.empty()) return {"proof refused", name + ": " + faults[0]};
    explain::ProofNode& node = proof.nodes[random() % proof.nodes.size()];
    node.truth = !node.truth;
    if (explain::check_proof(q.model, q.record, proof, atom, truth).empty()) {
      return {"a tampered proof passes", name};
    }
  }
  return {};
}

Failure judge_reasons(const Question& q) {
  Decisions decisions(q);
  Space& space = decisions.space();
  const bool now = decisions.holds(space.start());
  base::Budget budget;
  const explain::Reasons found =
      explain::find_reasons(q.model, q.record, q.model.undesired, budget);

  constexpr std::size_t never = static_cast<std::size_t>(-1);
  std::vector<std::size_t> expected(space.feature_count(), never), got = expected;
  for (StateNumber state = 0; state < space.state_count(); ++state) {
    if (!decisions.usable(state) || decisions.holds(state) != now) continue;
    const std::size_t changed = decisions.changed(state);
    for (std::size_t f = 0; f < space.feature_count(); ++f) {
      if (space.digit(state, f) == space.digit(space.start(), f) && changed < expected[f] &&
          decisions.turns(state, f)) {
        expected[f] = changed;
      }
    }
  }
  for (const explain::Reason& reason : found.reasons) {
    const std::size_t f = reason.feature.index();
    got[f] = reason.contingency;
    StateNumber state = space.start();
    bool enumerated = true;
    for (const auto& [other, value] : reason.others) {
      const auto& points = space.points(other.index());
      const auto at = std::find_if(points.begin(), points.end(),
                                   [&](const Point& point) { return point.value == value; });
      enumerated = enumerated && at != points.end();
      if (at == points.end()) break;
      state = space.with(state, other.index(), static_cast<std::size_t>(at - points.begin()));
    }
    // Of continuous domains only samples are enumerated, and the contingency may lie between them.
    if (!enumerated) continue;
    if (decisions.holds(state) != now) return {"contingency", q.model.features[f].name};
    for (std::size_t p = 0; p < space.points(f).size(); ++p) {
      if (!space.points(f)[p].in_domain) continue;
      const bool turned = decisions.holds(space.with(state, f, p)) != now;
      if (turned != contains(reason.needed, *space.points(f)[p].value)) {
        return {"needed", q.model.features[f].name + " at " + space.points(f)[p].value->text};
      }
    }
  }
  for (std::size_t f = 0; f < expected.size(); ++f) {
    if (expected[f] != got[f]) {
      const auto text = [](std::size_t n) { return n == never ? "none" : std::to_string(n); };
      return {"responsibility",
              q.model.features[f].name + ": " + text(got[f]) + " instead of " + text(expected[f])};
    }
  }
  return {};
}

// The other person is a random state; all mixtures of the two are tried.
Failure judge_contrast(const Question& q, std::uint64_t seed) {
  std::mt19937_64 random(seed + 1);
  Decisions decisions(q);
  Space& space = decisions.space();
  StateNumber there = 0;
  do {
    there = static_cast<StateNumber>(random() % space.state_count());
  } while (!decisions.usable(there));
  base::Budget budget;
  const explain::Contrast found =
      explain::contrast(q.model, q.record, space.record(there), q.model.undesired, budget);
  if (found.here != decisions.holds(space.start())) return {"contrast, here", ""};
  if (found.there != decisions.holds(there)) return {"contrast, there", ""};
  if (found.here == found.there) return {found.decisive.empty() ? "" : "contrast of equals", ""};
  std::size_t fewest = space.feature_count() + 1;
  for (std::uint32_t mask = 0; mask < (1U << space.feature_count()); ++mask) {
    StateNumber mixed = space.start();
    for (std::size_t f = 0; f < space.feature_count(); ++f) {
      if ((mask >> f & 1) != 0) mixed = space.with(mixed, f, space.digit(there, f));
    }
    if (decisions.holds(mixed) == found.there) {
      fewest = std::min(fewest, decisions.changed(mixed));
    }
  }
  StateNumber mixed = space.start();
  for (const explain::Difference& d : found.decisive) {
    mixed = space.with(mixed, d.feature.index(), space.digit(there, d.feature.index()));
  }
  if (decisions.holds(mixed) != found.there) return {"contrast does not explain", ""};
  if (found.decisive.size() != fewest) {
    return {"contrast, size",
            std::to_string(found.decisive.size()) + " instead of " + std::to_string(fewest)};
  }
  return {};
}

// With the values of these features every state of the domains has the decision, and without any
// one of them some has not.
Failure judge_sufficient(const Question& q) {
  Decisions decisions(q);
  Space& space = decisions.space();
  const explain::Sufficient found =
      explain::sufficient_features(q.model, q.record, q.model.undesired);
  const bool now = decisions.holds(space.start());
  std::vector<bool> kept(space.feature_count(), false);
  for (const model::FeatureId id : found.features) kept[id.index()] = true;
  std::vector<bool> needed(space.feature_count(), false);
  for (StateNumber state = 0; state < space.state_count(); ++state) {
    if (!decisions.usable(state) || decisions.holds(state) == now) continue;
    std::size_t differs = 0, which = 0;
    for (std::size_t f = 0; f < space.feature_count(); ++f) {
      if (!kept[f] || space.digit(state, f) == space.digit(space.start(), f)) continue;
      ++differs;
      which = f;
    }
    if (differs == 0) return {"not sufficient", ""};
    if (differs == 1) needed[which] = true;
  }
  for (std::size_t f = 0; f < kept.size(); ++f) {
    // Of continuous domains only samples are enumerated.
    const bool sampled = q.model.features[f].numeric() && !q.model.features[f].numbers().integer;
    if (kept[f] && found.minimal && !needed[f] && !sampled) {
      return {"could be spared", q.model.features[f].name};
    }
  }
  return {};
}

Failure judge_shapley(const Question& q, std::uint64_t seed) {
  if (q.model.scores.empty()) return {};
  std::mt19937_64 random(seed + 2);
  Decisions decisions(q);
  Space& space = decisions.space();
  std::vector<Record> others;
  while (others.size() < 2) {
    const auto state = static_cast<StateNumber>(random() % space.state_count());
    if (decisions.usable(state)) others.push_back(space.record(state));
  }
  const std::size_t features = q.model.features.size();
  for (const explain::Shapley& found : explain::shapley(q.model, q.record, others)) {
    // By the definition: over all coalitions that have not the feature.
    std::vector<Number> expected(features, 0);
    for (const Record& other : others) {
      std::vector<Number> worth;
      for (std::uint32_t mask = 0; mask < (1U << features); ++mask) {
        Record mixed = other;
        for (std::size_t f = 0; f < features; ++f) {
          if ((mask >> f & 1) != 0) mixed[f] = q.record[f];
        }
        worth.push_back(explain::score_of(q.model, mixed, found.score));
      }
      for (std::size_t f = 0; f < features; ++f) {
        for (std::uint32_t mask = 0; mask < (1U << features); ++mask) {
          if ((mask >> f & 1) != 0) continue;
          const int size = __builtin_popcount(mask);
          Number weight = Number(1) / Number(static_cast<std::int64_t>(features));
          for (int i = 1; i <= size; ++i) {
            weight = weight * Number(i) / Number(static_cast<std::int64_t>(features) - i);
          }
          expected[f] += weight * (worth[mask | 1U << f] - worth[mask]) / Number(2);
        }
      }
    }
    std::vector<Number> got(features, 0);
    Number sum = found.mean;
    for (const explain::ShapleyShare& share : found.shares) {
      got[share.feature.index()] = share.points;
      sum += share.points;
    }
    for (std::size_t f = 0; f < features; ++f) {
      if (got[f] != expected[f]) {
        return {"Shapley value", q.model.features[f].name + ": " + got[f].text() + " instead of " +
                                     expected[f].text()};
      }
    }
    if (sum != found.sum) return {"Shapley values do not add up", ""};
  }
  return {};
}

Failure judge_parts(const Question& q) {
  const explain::Proof proof = explain::prove(q.model, q.record, q.model.undesired);
  for (const explain::ScoreReport& report : explain::score_reports(q.model, q.record, proof)) {
    Number sum = report.base;
    for (const explain::ScorePart& part : report.parts) sum += part.points;
    if (sum != report.sum) return {"parts of a score do not add up", ""};
    if (sum != explain::score_of(q.model, q.record, report.score)) return {"score", ""};
  }
  return {};
}

Failure judge(const Case& c, std::uint64_t seed) {
  const Question q = question(c);
  if (Failure f = judge_proofs(q, seed); !f.kind.empty()) return f;
  if (Failure f = judge_reasons(q); !f.kind.empty()) return f;
  if (Failure f = judge_sufficient(q); !f.kind.empty()) return f;
  if (Failure f = judge_shapley(q, seed); !f.kind.empty()) return f;
  if (Failure f = judge_parts(q); !f.kind.empty()) return f;
  return judge_contrast(q, seed);
}

TEST(ExplanationsAgainstOracle, ProofsReasonsAndContrastsAreRight) {
  run_on_random_models(600, judge);
}

}  // namespace
}  // namespace cogs::oracle
