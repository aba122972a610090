// SPDX-License-Identifier: Apache-2.0
//
// path::verify against the oracle's own judge: right paths, not only the best ones, and the same
// paths tampered with. Both must refuse exactly the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>

#include "oracle/enumerate.h"
#include "oracle/runner.h"
#include "oracle/walk.h"
#include "path/verify.h"

namespace cogs::oracle {
namespace {

class Tamperer {
 public:
  Tamperer(const Question& q, std::uint64_t seed)
      : model_(q.model), start_(q.record), random_(seed) {}

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  // Changes what happens on the path; states follow.
  Steps alter(Steps steps) {
    const std::size_t j = below(steps.size());
    Step& step = steps[j];
    switch (below(7)) {
      case 0: {  // another value, kept until the feature changes again
        const std::size_t f = some_feature();
        const Value value = some_value(f);
        for (std::size_t k = j; k < steps.size(); ++k) {
          if (k > j && (steps[k].direct.count(f) || steps[k].effects.count(f))) break;
          steps[k].state[f] = value;
        }
        break;
      }
      case 1:  // a transition left out
        if (steps.size() > 1) {
          steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(j));
          replay(steps);
        }
        break;
      case 2:  // two transitions in the other order
        if (j + 1 < steps.size()) {
          std::swap(steps[j], steps[j + 1]);
          replay(steps);
        }
        break;
      case 3:  // two transitions at once
        if (j + 1 < steps.size()) {
          Step& next = steps[j + 1];
          next.direct.insert(step.direct.begin(), step.direct.end());
          for (std::size_t f : step.effects) {
            if (!next.direct.count(f)) next.effects.insert(f);
          }
          for (std::size_t f : next.direct) next.effects.erase(f);
          steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(j));
        }
        break;
      case 4:  // an effect as an action, or an action as an effect
        if (!step.effects.empty() && below(2) == 0) {
          const std::size_t f = *step.effects.begin();
          step.effects.erase(f);
          step.direct.insert(f);
        } else if (!step.direct.empty()) {
          const std::size_t f = *step.direct.begin();
          step.direct.erase(f);
          step.effects.insert(f);
        }
        break;
      case 5: {  // one more action
        const std::size_t f = some_feature();
        if (step.effects.count(f)) break;
        step.direct.insert(f);
        const Value value = some_value(f);
        for (std::size_t k = j; k < steps.size(); ++k) {
          if (k > j && (steps[k].direct.count(f) || steps[k].effects.count(f))) break;
          steps[k].state[f] = value;
        }
        break;
      }
      default: {  // one more transition at the end
        Step more;
        const std::size_t f = some_feature();
        more.direct.insert(f);
        more.state = steps.back().state;
        more.state[f] = some_value(f);
        steps.push_back(more);
        break;
      }
    }
    return steps;
  }

  // Changes what the answer says about the path.
  path::Path belie(path::Path path) {
    if (path.transitions.empty()) return path;
    path::Transition& transition = path.transitions[below(path.transitions.size())];
    const bool effect = !transition.effects.empty() && (transition.actions.empty() || below(2));
    if (!effect && transition.actions.empty()) return path;
    path::Change& change = effect ? static_cast<path::Change&>(transition.effects.front())
                                  : transition.actions[below(transition.actions.size())];
    switch (below(8)) {
      case 0: path.cost += 1; break;
      case 1: path.certain = !path.certain; break;
      case 2: change.range = altered(change.range, change.feature.index()); break;
      case 3:
        if (effect) {
          path::Effect& e = transition.effects.front();
          e.supported = altered(e.supported, e.feature.index());
        }
        break;
      case 4:
        if (effect) transition.effects.front().certain = !transition.effects.front().certain;
        break;
      case 5: change.from = some_value(change.feature.index()); break;
      case 6: change.to = some_value(change.feature.index()); break;
      default: {
        const std::size_t f = some_feature();
        transition.state[f] = some_value(f);
        break;
      }
    }
    return path;
  }

 private:
  std::size_t some_feature() { return below(model_.features.size()); }

  Value some_value(std::size_t f) {
    const model::Feature& feature = model_.features[f];
    if (!feature.numeric()) return feature.set().values[below(feature.set().values.size())].value;
    const model::NumericDomain& domain = feature.numbers();
    const Number low = domain.low    ? *domain.low
                       : domain.high ? *domain.high - Number(3)
                                     : Number(0);
    const Number high = domain.high ? *domain.high : low + Number(3);
    // Now and then just outside the domain.
    const Number n = low + Number(static_cast<int>(below(8))) * (high - low) / Number(6);
    return Value::of(domain.integer ? n.floor() : n);
  }

  // The changes of each transition as before, on the states that now come before it.
  void replay(Steps& steps) const {
    Record state = start_;
    for (Step& step : steps) {
      for (std::size_t f : step.direct) state[f] = step.state[f];
      for (std::size_t f : step.effects) state[f] = step.state[f];
      step.state = state;
    }
  }

  path::ValueSet altered(path::ValueSet set, std::size_t f) {
    if (auto* values = std::get_if<std::vector<Value>>(&set)) {
      const Value value = some_value(f);
      const auto at = std::find(values->begin(), values->end(), value);
      if (at != values->end()) {
        values->erase(at);
      } else {
        values->push_back(value);
      }
      return set;
    }
    auto& intervals = std::get<std::vector<model::Interval>>(set);
    if (intervals.empty()) return set;
    model::Interval& one = intervals[below(intervals.size())];
    const Number by = below(2) ? 1 : -1;
    if (one.low && (!one.high || below(2))) {
      *one.low += by;
    } else if (one.high) {
      *one.high += by;
    } else {
      one.high = 0;
    }
    // An interval that holds nothing is not worth a test.
    if (one.low && one.high && *one.low >= *one.high) intervals.pop_back();
    return set;
  }

  const model::Model& model_;
  const Record& start_;
  std::mt19937_64 random_;
};

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "  " + sentence + "\n";
  return text;
}

// How many paths both accept and refuse: a test that sees only one kind shows nothing.
struct Seen {
  std::size_t right = 0, wrong = 0;
} seen;

Failure compare(const Question& q, const Walk& walk, const path::Path& path) {
  const std::vector<std::string> says = path::verify(q.model, q.record, q.options, path);
  const std::vector<std::string> should = walk.check(path);
  ++(should.empty() ? seen.right : seen.wrong);
  if (says.empty() == should.empty()) return {};
  return {says.empty() ? "accepts a wrong path" : "refuses a right path",
          summary(q.model, path) + "verify says:\n" + joined(says) + "the oracle says:\n" +
              joined(should)};
}

// A few paths of any cost, over any values.
std::vector<Steps> some_paths(Space& space, const Restrictions& restrictions, Tamperer& tamper) {
  std::vector<Steps> result;
  if (space.state_count() > 2000) return result;
  Enumeration enumeration(space, restrictions, Targets::every);
  if (enumeration.goal(space.start())) return result;
  const FeatureMask all = enumeration.settable();
  for (FeatureMask used = all; used != 0 && result.size() < 4; used = (used - 1) & all) {
    std::size_t skip = tamper.below(20), left = 200;
    std::optional<IndexPath> kept;
    enumeration.for_each_path({used, nullptr, nullptr}, [&](const IndexPath& path) {
      kept = path;
      return skip-- > 0 && left-- > 0;
    });
    if (!kept) continue;
    Steps steps;
    for (const IndexStep& s : *kept) {
      Step step;
      for (std::size_t f = 0; f < space.feature_count(); ++f) {
        if (s.direct >> f & 1) step.direct.insert(f);
        if (s.effects >> f & 1) step.effects.insert(f);
      }
      step.state = space.record(s.state);
      steps.push_back(std::move(step));
    }
    result.push_back(std::move(steps));
  }
  return result;
}

Failure tamper_with_paths(const Case& c, std::uint64_t seed) {
  const Question q = question(c);
  const Meaning meaning(q.model);
  const Restrictions restrictions = Restrictions::of(q.model, q.options);
  const Walk walk(meaning, restrictions, q.record);
  Space space(meaning, restrictions, q.record, Fill::every_value);
  Tamperer tamper(q, seed);
  for (const Steps& steps : some_paths(space, restrictions, tamper)) {
    const path::Path right = walk.describe(steps);
    if (Failure f = compare(q, walk, right); !f.kind.empty()) return f;
    for (int i = 0; i < 6; ++i) {
      const path::Path altered = walk.describe(tamper.alter(steps));
      if (Failure f = compare(q, walk, altered); !f.kind.empty()) return f;
      if (Failure f = compare(q, walk, tamper.belie(right)); !f.kind.empty()) return f;
    }
  }
  return {};
}

TEST(VerifyAgainstOracle, RefusesExactlyTheWrongPaths) {
  run_on_random_models(400, tamper_with_paths);
  if (std::getenv("COGS_ORACLE_ONE")) return;  // runs in a process of its own
  std::cout << seen.right << " right and " << seen.wrong << " wrong paths\n";
  EXPECT_GT(seen.right, 0U);
  EXPECT_GT(seen.wrong, 0U);
}

}  // namespace
}  // namespace cogs::oracle
