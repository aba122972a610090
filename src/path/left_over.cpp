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
  Reach::Question question{depends_on(f), FeatureSet(problem_.feature_count()), {}, 0};
  if (box) question.boxes = {box};
  std::string key;
  add(key, &f, sizeof f);
  for (std::uint32_t g : question.concerned) {
    const char set = direct.contains(g);
    if (set) question.direct.insert(g);
    key += set;
    if (box)
      add(key, box->data() + situation.offset(g), situation.words(g) * sizeof(std::uint64_t));
  }
  // As much work as the questions so far are worth: a list that was given up is tried again later.
  const std::uint64_t earned = steps_a_question * asked_;
  question.most_steps = std::min(most_steps, earned - std::min(earned, steps_made_));
  const auto known = known_.find(key);
  if (known != known_.end()) {
    const bool again = !known->second.all && question.most_steps > 4 * known->second.steps;
    if (!again) return &known->second;
  } else if (question.most_steps < least_steps) {
    return nullptr;
  }
  Ends& found = known_[std::move(key)];
  found = {{}, true, question.most_steps};
  FeatureSet scope(problem_.feature_count());
  for (std::uint32_t g : question.concerned) scope.insert(g);
  steps_.look_only_at(&scope);
  const Reach::Answer answer = reach_.ends(question, [&](const Points& end, const auto&) {
    for (std::uint32_t g : question.concerned) found.points.push_back(end[g]);
    return false;
  });
  steps_.look_only_at(nullptr);
  found.all = answer != Reach::Answer::cut;
  steps_made_ += reach_.steps();
  budget_.use_memory(found.points.size() * sizeof(Point) + 128);
  return &found;
}

}  // namespace cogs::path
