// SPDX-License-Identifier: Apache-2.0
#include "path/reach.h"

#include <algorithm>
#include <set>

namespace cogs::path {

Reach::Answer Reach::ends(const Question& question, const Visit& visit) {
  question_ = &question;
  visit_ = &visit;
  answer_ = Answer::all_visited;
  seen_.clear();
  steps_made_ = 0;
  go_on(steps_.start(), question.direct, question.boxes);
  budget_.free_memory(bytes_);
  bytes_ = 0;
  return answer_;
}

Reach::Answer Reach::any_end(const Question& question) {
  const Box offered = one_of_each(question);
  steps_.offer_only(&offered);
  const Answer answer =
      ends(question, [&](const Points& end, const std::vector<const Box*>& boxes) {
        return std::any_of(boxes.begin(), boxes.end(), [&](const Box* box) {
          return std::all_of(
              question.concerned.begin(), question.concerned.end(), [&](std::uint32_t f) {
                return state::has(box->data() + problem_.situation.offset(f), end[f]);
              });
        });
      });
  steps_.offer_only(nullptr);
  return answer;
}

void Reach::go_on(const Points& from, const FeatureSet& left,
                  const std::vector<const Box*>& boxes) {
  std::string state;
  for (const std::uint32_t f : question_->concerned) {
    state.append(reinterpret_cast<const char*>(&from[f]), sizeof from[f]);
    state += static_cast<char>(left.contains(f));
  }
  const std::size_t bytes = state.size() + 64;
  if (!seen_.insert(std::move(state)).second) return;
  bytes_ += bytes;
  budget_.use_memory(bytes);
  if (left.empty()) {
    if ((*visit_)(from, boxes)) answer_ = Answer::will_do;
    return;
  }
  std::vector<Action> actions;
  choose(from, left, left.list(), 0, actions, boxes);
}

// Every choice of what the next transition sets, and to what.
void Reach::choose(const Points& from, const FeatureSet& left,
                   const std::vector<std::uint32_t>& open, std::size_t at,
                   std::vector<Action>& actions, const std::vector<const Box*>& boxes) {
  if (answer_ != Answer::all_visited) return;
  if (at < open.size()) {
    const std::uint32_t f = open[at];
    const bool stays = !problem_.movable(f) && !boxes.empty();
    for (const Point to : steps_.targets(f, from[f])) {
      actions.push_back({f, to});
      if (stays) {
        std::vector<const Box*> fitting;
        for (const Box* box : boxes) {
          if (state::has(box->data() + problem_.situation.offset(f), to)) fitting.push_back(box);
        }
        if (!fitting.empty()) choose(from, left, open, at + 1, actions, fitting);
      } else {
        choose(from, left, open, at + 1, actions, boxes);
      }
      actions.pop_back();
    }
    choose(from, left, open, at + 1, actions, boxes);
    return;
  }
  if (actions.empty()) return;
  budget_.spend();
  if (steps_made_++ >= question_->most_steps || budget_.exhausted()) {
    answer_ = Answer::cut;
    return;
  }
  FeatureSet still = left;
  for (const Action& action : actions) still.erase(action.feature);
  std::vector<Points> next;
  steps_.successors(from, actions, [&](const Points& to) { next.push_back(to); });
  for (const Points& to : next) go_on(to, still, boxes);
}

// Points of one feature lead alike if rules and boxes cannot tell them apart, and nothing else can:
// what is set and stays is never compared with where it goes next; what only effects move is moved
// when its value does not fit, which is the same for all of them. A direction could tell.
Box Reach::one_of_each(const Question& question) {
  if (tests_.empty()) find_tests();
  const state::Situation& situation = problem_.situation;
  Box offered(situation.total_words(), 0);
  for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
    std::uint64_t* points = offered.data() + situation.offset(f);
    const bool set = question.direct.contains(f), moves = problem_.movable(f);
    const bool alike =
        !scores_count_ &&
        (moves ? !set && situation.permission(f).direction == state::Direction::any : set);
    std::set<std::vector<bool>> known;
    for (Point point = 0; point <= situation.above(f); ++point) {
      if (!alike || known.insert(how_it_leads(f, point, question.boxes)).second) {
        state::put(points, point);
      }
    }
  }
  return offered;
}

std::vector<bool> Reach::how_it_leads(std::uint32_t f, Point point,
                                      const std::vector<const Box*>& boxes) const {
  const state::Situation& situation = problem_.situation;
  const model::CompiledModel& compiled = situation.compiled();
  const Point cell = situation.cell_of(f, point);
  // Not every point may be chosen: only those that may stand for each other.
  std::vector<bool> leads{state::has(situation.permitted(f).data(), point),
                          point == situation.start_point(f), situation.in_domain(f, point),
                          situation.may_move(f, situation.start_point(f), point)};
  for (const std::uint32_t offset : tests_[f]) {
    leads.push_back(state::has(compiled.pool.data() + offset, cell));
  }
  const bool whole_line = situation.permission(f).whole_line;
  for (const model::CompiledCause& cause : compiled.causes[f].rules) {
    leads.push_back(state::has(compiled.pool.data() + cause.head(whole_line), cell));
  }
  for (const Box* box : boxes)
    leads.push_back(state::has(box->data() + situation.offset(f), point));
  return leads;
}

void Reach::find_tests() {
  const model::CompiledModel& compiled = problem_.situation.compiled();
  std::vector<bool> asked(compiled.uses.body.size(), false);
  std::vector<bool> atoms(compiled.rules_of.size(), false);
  std::vector<const model::CompiledBody*> open;
  for (const model::CompiledCauses& causes : compiled.causes) {
    for (const model::CompiledCause& cause : causes.rules) open.push_back(&cause.body);
  }
  for (const model::CompiledDenial& denial : compiled.denials) open.push_back(&denial.body);
  while (!open.empty()) {
    const model::CompiledBody* body = open.back();
    open.pop_back();
    asked[body->id] = true;
    for (const model::AtomTest& literal : body->atoms) {
      const std::uint32_t atom = literal.atom.value;
      if (atoms[atom]) continue;
      atoms[atom] = true;
      scores_count_ = scores_count_ || compiled.score_atom(atom) != nullptr;
      for (const std::uint32_t rule : compiled.rules_of[atom]) {
        open.push_back(&compiled.rules[rule].body);
      }
    }
  }
  tests_.resize(problem_.feature_count());
  const model::Uses& uses = compiled.uses;
  for (std::uint32_t f = 0; f < problem_.feature_count(); ++f) {
    for (std::uint32_t t = uses.first_tested[f]; t < uses.first_tested[f + 1]; ++t) {
      const model::Uses::Tested& tested = uses.tested[t];
      const auto begin = uses.bodies.begin() + tested.first_use;
      if (std::any_of(begin, begin + tested.uses, [&](std::uint32_t b) { return asked[b]; })) {
        tests_[f].push_back(tested.offset);
      }
    }
  }
}

}  // namespace cogs::path
