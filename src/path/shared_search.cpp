// SPDX-License-Identifier: Apache-2.0
#include "path/shared_search.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "path/prices.h"

#include "path/keep_checked.h"

namespace cogs::path {

namespace {

std::uint64_t hash_of(std::span<const Place> places) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (const Place place : places) {
    hash = (hash ^ place) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32;
  }
  return hash;
}

std::size_t side(std::strong_ordering outcome) { return outcome < 0 ? 0 : outcome == 0 ? 1 : 2; }

// Bytes that an answer holds, about.
std::size_t size_of(const SharedAnswer& answer) {
  std::size_t values = 2 * answer.example.size() + 8;
  for (const Path& path : answer.result.paths) {
    for (const Transition& step : path.transitions) {
      values += step.state.size() + 8 * (step.actions.size() + step.effects.size());
    }
  }
  return sizeof(SharedAnswer) + values * 96;
}

}  // namespace

Result answer_for(const SharedAnswer& answer, const Record& start,
                  const std::function<Number(std::size_t)>& amount) {
  Result result = answer.result;
  std::size_t next = 0;
  const auto pay = [&](Number& cost) {
    if (!answer.amounts.empty()) cost = amount(next++);
  };
  for (Path& path : result.paths) {
    Record now = start;
    pay(path.cost);
    if (&path == &result.paths.front() && result.status == Status::found && next > 0) {
      result.lower_bound = path.cost;
    }
    for (Transition& step : path.transitions) {
      const auto make = [&](Change& change) {
        change.from = now[change.feature.index()];
        now[change.feature.index()] = change.to;
      };
      for (Change& action : step.actions) {
        make(action);
        if (action.cost) pay(*action.cost);
      }
      for (Effect& effect : step.effects) make(effect);
      step.state = now;
    }
  }
  return result;
}

SharedSearch::SharedSearch(const model::Model& model, const Options& options,
                           const base::Limits& a_person, std::size_t most_bytes)
    : model_(model),
      options_(options),
      limits_(a_person),
      most_bytes_(most_bytes),
      search_(model, options),
      verifier_(model),
      by_value_(model.features.size(), false),
      slots_(256) {
  for (const model::Feature& feature : model.features) prices_.push_back(&feature.price);
  for (const CostOption& option : options_.costs) prices_[option.feature.index()] = &option.price;
  for (const model::Price* price : prices_) {
    near_scales_.push_back({NearScale(price->up), NearScale(price->down)});
  }
  for (std::uint32_t f = 0; f < model.features.size(); ++f) {
    if (search_.compiled().features[f].mentioned) features_.push_back(f);
  }
}

Place SharedSearch::place(std::uint32_t feature, const std::optional<Value>& value) const {
  const model::FeatureCells& cells = search_.compiled().features[feature];
  const model::Feature& declared = model_.features[feature];
  if (declared.numeric()) {
    if (!value) return cells.missing_bit() * 4;
    const Number& number = *value->number;
    const std::uint32_t cell = cells.cell_of(number);
    const model::Interval& interval = cells.cells[cell].interval;
    const bool lowest = interval.low && number == *interval.low;
    const bool highest = interval.high && number == *interval.high;
    return cell * 4 + (lowest ? 2U : 0U) + (highest ? 1U : 0U);
  }
  const auto& listed = declared.set().values;
  if (!value) return static_cast<Place>(listed.size());
  const auto at = std::find_if(listed.begin(), listed.end(),
                               [&](const model::SetValue& v) { return v.value == *value; });
  if (at == listed.end()) return no_place;
  return static_cast<Place>(at - listed.begin());
}

void SharedSearch::coarsen(std::span<const Place> places) {
  coarse_.assign(places.begin(), places.end());
  for (std::size_t i = 0; i < coarse_.size(); ++i) {
    const std::uint32_t f = features_[i];
    if (model_.features[f].numeric() || by_value_[f]) continue;
    const auto& cell_of_value = search_.compiled().features[f].cell_of_value;
    const std::size_t listed = model_.features[f].set().values.size();
    if (coarse_[i] < listed)
      coarse_[i] = static_cast<Place>(listed) + 1 + cell_of_value[coarse_[i]];
  }
}

const SharedAnswer& SharedSearch::find(std::span<const Place> places, const Person& person) {
  const bool shareable = std::find(places.begin(), places.end(), no_place) == places.end();
  if (shareable) {
    coarsen(places);
    std::uint32_t at = slots_[slot_of(coarse_)].root;
    while (at != none && nodes_[at].answer == none) {
      at = nodes_[at].branch[side(outcome(nodes_[at].comparison, person))];
    }
    if (at != none) {
      ++shared_;
      return *answers_[nodes_[at].answer];
    }
  }
  state::Trace trace;
  trace.let_share(by_value_);
  auto answer = std::make_unique<SharedAnswer>(search(person, trace));
  if (shareable && !trace.personal() && answer->result.exhausted == base::Exhausted::no) {
    return keep(coarse_, trace, std::move(answer));
  }
  for (const std::uint32_t f : trace.used_values()) by_value_[f] = true;
  ++personal_;
  own_ = std::move(answer);
  return *own_;
}

// A search that others are to profit from takes longer. Where hardly anybody does, because no two
// people lie in the same cells, most are spared that; some go on, since more people may come.
bool SharedSearch::worth_sharing() const {
  constexpr std::uint64_t enough_to_tell = 256, often = 8, seldom = 64, enough_to_doubt = 4096;
  const std::uint64_t one_in = searches_ < enough_to_doubt ? often : seldom;
  return searches_ < enough_to_tell || 4 * shared_ >= searches_ || searches_ % one_in == 0;
}

SharedAnswer SharedSearch::search(const Person& person, state::Trace& trace) {
  SharedAnswer answer;
  answer.example = person.record();
  base::Budget budget(limits_);
  if (!worth_sharing()) trace.make_personal();
  answer.result = search_.find(answer.example, budget, trace.personal() ? nullptr : &trace);
  keep_checked(
      answer.result,
      [&](const Path& path) { return verifier_.verify(answer.example, options_, path); }, budget);
  ++searches_;
  if (!trace.personal()) find_amounts(answer);
  return answer;
}

// Prices of what is set from its start value depend on that value.
void SharedSearch::find_amounts(SharedAnswer& answer) const {
  bool any = false;
  for (const Path& path : answer.result.paths) {
    const std::size_t whole = answer.amounts.size();
    answer.amounts.emplace_back();
    Record now = answer.example;
    for (const Transition& step : path.transitions) {
      for (const Change& action : step.actions) {
        const std::uint32_t f = action.feature.value;
        state::LinearForm form{action.cost.value_or(0), {}};
        if (action.from && now[f] == answer.example[f]) {
          if (auto own =
                  price_by_start(model_.features[f], *prices_[f], f, *action.from, action.to)) {
            form = std::move(*own);
            any = true;
          }
        }
        answer.amounts[whole].add(form, 1);
        if (action.cost) answer.amounts.push_back(std::move(form));
      }
      now = step.state;
    }
  }
  if (!any) answer.amounts.clear();
}

Number SharedSearch::aspect(std::uint32_t variable, const Person& person) const {
  const std::uint32_t f = variable / 3;
  const Number value = person.number(f);
  switch (static_cast<state::Aspect>(variable % 3)) {
    case state::Aspect::value: return value;
    case state::Aspect::position_up: return model::position(prices_[f]->up, value);
    case state::Aspect::position_down: return model::position(prices_[f]->down, value);
  }
  return value;
}

Number SharedSearch::amount(const state::LinearForm& form, const Person& person) const {
  Number sum = form.constant;
  for (const auto& term : form.terms) sum += term.factor * aspect(term.variable, person);
  return sum;
}

Result SharedSearch::answer_for(const SharedAnswer& answer, const Record& start) const {
  const RecordPerson person(start);
  return path::answer_for(answer, start,
                          [&](std::size_t i) { return amount(answer.amounts[i], person); });
}

// Puts the answer at the end of the comparisons that led to it. The searches of one tree make the
// same comparisons in the same order as long as these come out the same.
const SharedAnswer& SharedSearch::keep(std::span<const Place> places, const state::Trace& trace,
                                       std::unique_ptr<SharedAnswer> answer) {
  if (bytes_ > most_bytes_) forget();
  if (2 * (used_ + 1) > slots_.size()) grow();
  const std::size_t slot = slot_of(places);
  if (slots_[slot].root == none) {
    slots_[slot].hash = hash_of(places);
    slots_[slot].places = static_cast<std::uint32_t>(used_++);
    places_.insert(places_.end(), places.begin(), places.end());
  }
  std::uint32_t parent = none;
  std::size_t branch = 0;
  const auto link = [&]() -> std::uint32_t& {
    return parent == none ? slots_[slot].root : nodes_[parent].branch[branch];
  };
  const auto add_node = [&] {
    nodes_.emplace_back();
    link() = static_cast<std::uint32_t>(nodes_.size() - 1);
    return link();
  };
  for (const state::Trace::Comparison& made : trace.comparisons()) {
    if (link() == none) nodes_[add_node()].comparison = Comparison(made.difference);
    const std::uint32_t at = link();
    if (!(nodes_[at].comparison.form == made.difference)) {
      throw std::logic_error("two searches in the same cells went different ways");
    }
    parent = at;
    branch = side(made.outcome);
    bytes_ += sizeof(Node) + 128 * made.difference.terms.size();
  }
  if (link() != none) throw std::logic_error("an answer was there and was not found");
  nodes_[add_node()].answer = static_cast<std::uint32_t>(answers_.size());
  bytes_ += sizeof(Node) + sizeof(Slot) * 2 + places.size() * sizeof(Place) + size_of(*answer);
  answers_.push_back(std::move(answer));
  return *answers_.back();
}

SharedSearch::Comparison::Comparison(const state::LinearForm& difference)
    : form(difference), near_constant(difference.constant.approximate()) {
  for (const auto& term : form.terms) {
    near_terms.emplace_back(term.variable, term.factor.approximate());
  }
}

// By floating-point numbers where these tell it beyond doubt.
std::strong_ordering SharedSearch::outcome(const Comparison& comparison,
                                           const Person& person) const {
  constexpr double doubt = 1e-12;  // more than a few dozen roundings
  double sum = comparison.near_constant, size = std::fabs(sum);
  for (const auto& [variable, factor] : comparison.near_terms) {
    const std::uint32_t f = variable / 3;
    double value = person.near(f), steepness = 0;
    if (const auto aspect = static_cast<state::Aspect>(variable % 3);
        aspect != state::Aspect::value) {
      const NearScale& scale = near_scales_[f][aspect == state::Aspect::position_up ? 0 : 1];
      steepness = scale.steepness(value);
      value = scale.position(value);
    }
    const double part = factor * value;
    sum += part;
    size += std::fabs(part) + std::fabs(factor) * steepness;
  }
  if (sum > size * doubt) return std::strong_ordering::greater;
  if (sum < -size * doubt) return std::strong_ordering::less;
  return amount(comparison.form, person).sign() <=> 0;
}

SharedSearch::NearScale::NearScale(const model::Amount& amount) {
  if (amount.scale.empty()) {
    pieces.push_back({0, 0, (Number(1) / amount.per).approximate()});
    return;
  }
  for (std::size_t i = 0; i + 1 < amount.scale.size(); ++i) {
    const auto &a = amount.scale[i], &b = amount.scale[i + 1];
    pieces.push_back(
        {a.x.approximate(), a.y.approximate(), ((b.y - a.y) / (b.x - a.x)).approximate()});
  }
}

const SharedSearch::NearScale::Piece& SharedSearch::NearScale::piece(double x) const {
  const auto above = std::partition_point(pieces.begin() + 1, pieces.end(),
                                          [&](const Piece& p) { return p.x < x; });
  return *(above - 1);
}

std::size_t SharedSearch::slot_of(std::span<const Place> places) const {
  const std::uint64_t hash = hash_of(places);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.root == none) return at;
    if (slot.hash == hash &&
        std::equal(places.begin(), places.end(), places_.begin() + slot.places * places.size())) {
      return at;
    }
  }
}

void SharedSearch::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.root == none) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].root != none) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

void SharedSearch::forget() {
  slots_.assign(256, {});
  places_.clear();
  nodes_.clear();
  answers_.clear();
  used_ = 0;
  bytes_ = 0;
}

}  // namespace cogs::path
