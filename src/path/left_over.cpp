// SPDX-License-Identifier: Apache-2.0
#include "path/left_over.h"

#include <algorithm>

namespace cogs::path {

namespace {

constexpr std::uint64_t most_steps = 4096, least_steps = 16, steps_a_question = 4;

void add(std::string& key, const void* bytes, std::size_t count) {
  key.append(static_cast<const char*>(bytes), count);
}

}  // namespace

// The feature, what its causal rules mention, what the rules of that mention, and so on.
const std::vector<std::uint32_t>& LeftOver::depends_on(std::uint32_t f) {
  const auto [known, fresh] = depends_on_.try_emplace(f);
  if (!fresh) return known->second;
  FeatureSet set(problem_.feature_count());
  std::vector<std::uint32_t> open{f};
  set.insert(f);
  while (!open.empty()) {
    const std::uint32_t g = open.back();
    open.pop_back();
    if (!problem_.situation.bound(g)) continue;
    for (std::uint32_t m : problem_.situation.compiled().causes[g].mentions) {
      if (set.contains(m)) continue;
      set.insert(m);
      open.push_back(m);
    }
  }
  known->second = set.list();
  return known->second;
}

bool LeftOver::possible(std::uint32_t f, const FeatureSet& direct,
                        const std::vector<std::uint64_t>& box) {
  ++asked_;
  const Ends* listed = ends_of(f, direct, nullptr);
  if (listed && !listed->all) listed = ends_of(f, direct, &box);
  if (!listed || !listed->all) return true;
  const Ends& ends = *listed;
  const std::vector<std::uint32_t>& features = depends_on(f);
  for (std::size_t end = 0; end < ends.points.size(); end += features.size()) {
    bool inside = true;
    for (std::size_t i = 0; i < features.size() && inside; ++i) {
      inside =
          state::has(box.data() + problem_.situation.offset(features[i]), ends.points[end + i]);
    }
    if (inside) return true;
  }
  return false;
}

// All ends, or those in the box alone; null where the questions so far were not worth so much work.
const LeftOver::Ends* LeftOver::ends_of(std::uint32_t f, const FeatureSet& direct,
                                        const std::vector<std::uint64_t>* box) {
  const state::Situation& situation = problem_.situation;
  concerned_ = &depends_on(f);
  box_ = box;
  FeatureSet left(problem_.feature_count());
  std::string key;
  add(key, &f, sizeof f);
  for (std::uint32_t g : *concerned_) {
    const char set = direct.contains(g);
    if (set) left.insert(g);
    key += set;
    if (box)
      add(key, box->data() + situation.offset(g), situation.words(g) * sizeof(std::uint64_t));
  }
  // As much work as the questions so far are worth: a list that was given up is tried again later.
  const std::uint64_t earned = steps_a_question * asked_;
  steps_left_ = std::min(most_steps, earned - std::min(earned, steps_made_));
  const auto known = known_.find(key);
  if (known != known_.end()) {
    const bool again = !known->second.all && steps_left_ > 4 * known->second.steps;
    if (!again) return &known->second;
  } else if (steps_left_ < least_steps) {
    return nullptr;
  }
  ends_ = &known_[std::move(key)];
  *ends_ = {{}, true, steps_left_};
  seen_.clear();
  FeatureSet scope(problem_.feature_count());
  for (std::uint32_t g : *concerned_) scope.insert(g);
  steps_.look_only_at(&scope);
  go_on(steps_.start(), left);
  steps_.look_only_at(nullptr);
  budget_.use_memory(ends_->points.size() * sizeof(Point) + 128);
  return ends_;
}

void LeftOver::go_on(const Points& from, const FeatureSet& left) {
  std::string state;
  for (std::uint32_t f : *concerned_) {
    add(state, &from[f], sizeof from[f]);
    state += static_cast<char>(left.contains(f));
  }
  if (!seen_.insert(std::move(state)).second) return;
  if (left.empty()) {
    for (std::uint32_t f : *concerned_) ends_->points.push_back(from[f]);
    return;
  }
  std::vector<Action> actions;
  choose(from, left, left.list(), 0, actions);
}

// Every choice of what the next transition sets, and to what.
void LeftOver::choose(const Points& from, const FeatureSet& left,
                      const std::vector<std::uint32_t>& open, std::size_t at,
                      std::vector<Action>& actions) {
  if (!ends_->all) return;
  if (at < open.size()) {
    const std::uint32_t f = open[at];
    for (Point to : steps_.targets(f, from[f])) {
      const bool stays = !problem_.movable(f);
      if (box_ && stays && !state::has(box_->data() + problem_.situation.offset(f), to)) continue;
      actions.push_back({f, to});
      choose(from, left, open, at + 1, actions);
      actions.pop_back();
    }
    choose(from, left, open, at + 1, actions);
    return;
  }
  if (actions.empty()) return;
  budget_.spend();
  ++steps_made_;
  if (steps_left_-- == 0 || budget_.exhausted()) {
    ends_->all = false;
    return;
  }
  FeatureSet still = left;
  for (const Action& action : actions) still.erase(action.feature);
  std::vector<Points> next;
  steps_.successors(from, actions, [&](const Points& to) { next.push_back(to); });
  for (const Points& to : next) go_on(to, still);
}

}  // namespace cogs::path
