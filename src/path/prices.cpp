// SPDX-License-Identifier: Apache-2.0
#include "path/prices.h"

#include <algorithm>

namespace cogs::path {

using state::Point;

namespace {

const model::Price unit_price;

// The least n with n * number whole.
Number denominator(const Number& number) {
  Number a = 1, b = number - number.floor();  // Euclid: their common measure is 1 / n
  while (b.sign() != 0) {
    const Number rest = a - (a / b).floor() * b;
    a = b;
    b = rest;
  }
  return Number(1) / a;
}

}  // namespace

Prices::Prices(const state::Situation& situation)
    : situation_(&situation),
      prices_(situation.feature_count(), &unit_price),
      least_(situation.feature_count(), 1),
      by_point_(situation.feature_count()) {}

Prices::Prices(const state::Situation& situation, const Options& options)
    : situation_(&situation),
      least_(situation.feature_count(), 0),
      by_point_(situation.feature_count()) {
  const std::uint32_t count = situation.feature_count();
  for (const model::Feature& feature : situation.compiled().model->features) {
    prices_.push_back(&feature.price);
  }
  for (const CostOption& option : options.costs) prices_[option.feature.index()] = &option.price;

  // By feature: the least price, and the prices of the points that it may be set to.
  std::vector<Number> least(count);
  std::vector<std::vector<Number>> to(count);
  Number most = 0;
  for (std::uint32_t f = 0; f < count; ++f) {
    least[f] = prices_[f]->up.fixed;
    if (prices_[f]->flat() || !situation.settable(f)) {
      most += least[f];
      continue;
    }
    flat_ = false;
    to[f].assign(situation.above(f) + 1, 0);
    std::optional<Number> cheapest, dearest;
    const auto take = [&](const Number& price) {
      cheapest = cheapest ? std::min(*cheapest, price) : price;
      dearest = dearest ? std::max(*dearest, price) : price;
    };
    const std::optional<Value>& start = situation.start()[f];
    state::for_each_bit(situation.permitted(f), [&](Point point) {
      take(to[f][point] = of(f, start, situation.nearest(f, start, point)));
      if (!situation.movable(f)) return;
      state::for_each_bit(situation.permitted(f), [&](Point from) {
        if (from == point || !situation.may_move(f, from, point)) return;
        // Wherever in the cell effects leave it, no price is below that of the nearest two values.
        const Value there = situation.nearest(f, situation.nearest(f, start, point), from);
        take(of(f, there, situation.nearest(f, there, point)));
      });
    });
    least[f] = cheapest.value_or(1);
    most += dearest.value_or(1);
  }

  Number scale = 1;
  const Number room(std::int64_t{1} << 60);
  const auto fit = [&](const Number& price) {
    if (!exact_) return;
    const Number product = scale * price;
    if (!product.is_integer()) scale = scale * denominator(product);
    exact_ = scale * most <= room;
  };
  for (std::uint32_t f = 0; f < count; ++f) {
    fit(least[f]);
    for (const Number& price : to[f]) fit(price);
  }
  if (!exact_) {  // as fine as there is room for
    scale = (Number(std::int64_t{1} << 50) / most).floor();
    if (scale.sign() == 0) scale = Number(std::int64_t{1} << 50) / most;
  }
  unit_ = Number(1) / scale;
  for (std::uint32_t f = 0; f < count; ++f) {
    least_[f] = rounded_down(least[f]);
    for (const Number& price : to[f]) by_point_[f].push_back(rounded_down(price));
  }
}

Cost Prices::rounded_down(const Number& cost) const {
  return (cost / unit_).floor().to_int64().value_or(no_cost_bound);
}

Cost Prices::least_in(std::uint32_t f, const std::uint64_t* points) const {
  if (by_point_[f].empty() || situation_->movable(f)) return least_[f];
  Cost least = no_cost_bound;
  state::for_each_bit({points, situation_->words(f)}, [&](Point point) {
    if (point != situation_->start_point(f)) least = std::min(least, by_point_[f][point]);
  });
  return least;
}

Number Prices::of(std::uint32_t f, const std::optional<Value>& from, const Value& to) const {
  return model::price_of(situation_->compiled().model->features[f], *prices_[f], from, to);
}

std::optional<state::LinearForm> price_by_start(const model::Feature& feature,
                                                const model::Price& price, std::uint32_t f,
                                                const Value& from, const Value& to) {
  if (price.flat() || !feature.numeric()) return std::nullopt;
  const bool up = *to.number > *from.number;
  const model::Amount& amount = up ? price.up : price.down;
  if (amount.flat()) return std::nullopt;
  const Number factor = up ? -amount.rate : amount.rate;
  state::LinearForm form{amount.fixed - factor * model::position(amount, *to.number), {}};
  const auto aspect = up ? state::Aspect::position_up : state::Aspect::position_down;
  form.terms.push_back({state::LinearForm::variable_of(f, aspect), factor});
  return form;
}

state::Distance Prices::paid(std::uint32_t f, const std::optional<Value>& from,
                             const Value& to) const {
  Number value = of(f, from, to);
  if (!situation_->traced() || !from || *from != *situation_->start()[f]) return value;
  auto form = price_by_start(situation_->compiled().model->features[f], *prices_[f], f, *from, to);
  if (!form) return value;
  return {std::move(value), std::move(*form), situation_->trace()};
}

}  // namespace cogs::path
