// SPDX-License-Identifier: Apache-2.0
#include "model/price.h"

#include <algorithm>

#include "model/model.h"
#include "model/write/write_model.h"

namespace cogs::model {

namespace {

std::optional<Number> place_of(const Feature& feature, const std::optional<Value>& value) {
  if (!value) return std::nullopt;
  if (feature.numeric()) return value->number;
  const auto place = feature.set().place(*value);
  if (!place) return std::nullopt;
  return Number(static_cast<std::int64_t>(*place));
}

// The ends of what distances are measured in; nullopt where the domain has none.
std::optional<std::pair<Number, Number>> ends(const Feature& feature) {
  if (!feature.numeric()) {
    return std::pair(Number(0), Number(static_cast<std::int64_t>(feature.set().values.size()) - 1));
  }
  const NumericDomain& domain = feature.numbers();
  if (!domain.low || !domain.high) return std::nullopt;
  return std::pair(*domain.low, *domain.high);
}

Number paid(const Amount& amount, const Number& from, const Number& to) {
  if (amount.flat()) return amount.fixed;
  return amount.fixed + amount.rate * (position(amount, to) - position(amount, from)).absolute();
}

std::optional<PriceFault> scale_fault(const Amount& amount) {
  const auto& scale = amount.scale;
  if (scale.size() < 2) {
    return PriceFault{"a scale needs two points or more", "write, say, on {0: 0, 100: 1}"};
  }
  for (std::size_t i = 1; i < scale.size(); ++i) {
    const std::string here = scale[i].x.text() + ": " + scale[i].y.text();
    if (scale[i].x <= scale[i - 1].x) {
      return PriceFault{"the points of a scale must ascend, and " + here + " comes behind " +
                            scale[i - 1].x.text() + ": " + scale[i - 1].y.text(),
                        "give each place once, in ascending order"};
    }
    if (scale[i].y < scale[i - 1].y) {
      return PriceFault{"the scale falls at " + here,
                        "a scale rises with the values of the feature; for a price that depends on "
                        "the direction write cost up ..., down ..."};
    }
    if (scale[i].y == scale[i - 1].y && amount.fixed.sign() == 0) {
      return PriceFault{"the scale is flat from " + scale[i - 1].x.text() + " to " +
                            scale[i].x.text() + ", so that a change there would be free",
                        "add a fixed part: cost N + M on {...}"};
    }
  }
  return std::nullopt;
}

std::optional<PriceFault> amount_fault(const Feature& feature, const Amount& amount) {
  if (amount.flat()) {
    if (amount.fixed.sign() > 0) return std::nullopt;
    return PriceFault{"the cost of a feature must be greater than 0", ""};
  }
  if (amount.fixed.sign() < 0 || amount.rate.sign() < 0) {
    return PriceFault{"no part of a cost may be below 0", ""};
  }
  if (amount.per.sign() <= 0) {
    return PriceFault{"the distance behind `per` must be greater than 0", ""};
  }
  if (!feature.numeric() && !feature.set().ordered) {
    return PriceFault{"a cost by distance needs numbers or an ordered set, and the values of " +
                          feature.name + " have no order",
                      "order them, {a < b < c}, or write cost to {a: 1, b: 2}"};
  }
  if (!amount.scale.empty() && !feature.numeric()) {
    return PriceFault{"a scale needs numbers, and " + feature.name + " has a set of values",
                      "write cost N per 1, which counts places, or cost to {...}"};
  }
  return amount.scale.empty() ? std::nullopt : scale_fault(amount);
}

std::string amount_text(const Amount& amount) {
  if (amount.flat()) return amount.fixed.text();
  std::string out = amount.fixed.sign() == 0 ? "" : amount.fixed.text() + " + ";
  out += amount.rate.text();
  if (amount.scale.empty()) return out + " per " + amount.per.text();
  out += " on {";
  for (std::size_t i = 0; i < amount.scale.size(); ++i) {
    out += (i == 0 ? "" : ", ") + amount.scale[i].x.text() + ": " + amount.scale[i].y.text();
  }
  return out + "}";
}

}  // namespace

Price Price::of(const Number& cost) {
  Price price;
  price.up.fixed = price.down.fixed = cost;
  return price;
}

Number position(const Amount& amount, const Number& x) {
  if (amount.scale.empty()) return x / amount.per;
  const auto& scale = amount.scale;
  // The piece that x lies on; the outer ones go on beyond the ends.
  const auto above = std::partition_point(scale.begin() + 1, scale.end() - 1,
                                          [&](const Amount::Point& p) { return p.x < x; });
  const Amount::Point &a = *(above - 1), &b = *above;
  return a.y + (x - a.x) * (b.y - a.y) / (b.x - a.x);
}

Number price_of(const Feature& feature, const Price& price, const std::optional<Value>& from,
                const Value& to) {
  for (const auto& [value, cost] : price.reached) {
    if (value == to) return cost;
  }
  if (!price.reached.empty() || price.flat()) return price.up.fixed;
  const auto a = place_of(feature, from), b = place_of(feature, to);
  if (a && b) return paid(*b > *a ? price.up : price.down, *a, *b);
  const auto range = ends(feature);
  if (!range) return std::max(price.up.fixed, price.down.fixed);  // refused before it is asked
  return std::max(paid(price.up, range->first, range->second),
                  paid(price.down, range->second, range->first));
}

bool prices_missing(const Feature& feature, const Price& price) {
  return (price.up.flat() && price.down.flat()) || ends(feature).has_value();
}

std::optional<PriceFault> fault_of(const Feature& feature, const Price& price) {
  for (const Amount* amount : {&price.up, &price.down}) {
    if (auto fault = amount_fault(feature, *amount)) return fault;
  }
  if (price.up != price.down && !feature.numeric() && !feature.set().ordered) {
    return PriceFault{"`up` and `down` need numbers or an ordered set, and the values of " +
                          feature.name + " have no order",
                      "order them, {a < b < c}, or write cost to {a: 1, b: 2}"};
  }
  if (!price.reached.empty() && feature.numeric()) {
    return PriceFault{"`cost to` names values of a set, and " + feature.name + " is numeric",
                      "write cost N per U, or cost M on {...}"};
  }
  for (std::size_t i = 0; i < price.reached.size(); ++i) {
    const auto& [value, cost] = price.reached[i];
    if (!feature.set().place(value)) {
      std::vector<std::string> texts;
      for (const SetValue& known : feature.set().values) texts.push_back(known.value.text);
      const std::string near = base::nearest_name(value.text, texts);
      return PriceFault{"`" + feature.name + "` has no value " + value.text,
                        near.empty() ? "" : "did you mean `" + near + "`?"};
    }
    if (cost.sign() <= 0) {
      return PriceFault{"the cost of " + value.text + " must be greater than 0", ""};
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (price.reached[k].first == value) {
        return PriceFault{"the cost of " + value.text + " is given twice", ""};
      }
    }
  }
  return std::nullopt;
}

std::string price_text(const Price& price) {
  if (!price.reached.empty()) {
    std::string out = price.up.fixed == Number(1) ? "to {" : price.up.fixed.text() + " to {";
    for (std::size_t i = 0; i < price.reached.size(); ++i) {
      out += (i == 0 ? "" : ", ") + constant_text(price.reached[i].first) + ": " +
             price.reached[i].second.text();
    }
    return out + "}";
  }
  if (price.up == price.down) return amount_text(price.up);
  return "up " + amount_text(price.up) + ", down " + amount_text(price.down);
}

}  // namespace cogs::model
