// SPDX-License-Identifier: Apache-2.0
//
// What a direct change costs (semantics.md 4): the same whatever it is, by how far it goes, by its
// direction, or by the value that it reaches. Always more than 0, exact.
//
//   cost 3                           flat
//   cost 2 per 100, cost 1 + 2 per 100
//   cost 4 on {0: 0, 50: 1, 90: 3}   along a scale: piecewise linear between its points
//   cost up 2, down 1 per 10         each direction its own
//   cost to {b: 2, c: 5}             by the value reached; 1 for the others (cost N to: N)
//
// In one direction a price never falls with the distance.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/value.h"

namespace cogs::model {

struct Feature;

// A part that is paid for any change, and one that grows with the distance.
struct Amount {
  struct Point {
    Number x, y;
    friend bool operator==(const Point&, const Point&) = default;
  };
  Number fixed = 1;
  Number rate = 0;           // times the distance
  Number per = 1;            // ... in multiples of this, where there is no scale
  std::vector<Point> scale;  // ... measured along these, x ascending, y not falling

  bool flat() const { return rate.sign() == 0; }
  friend bool operator==(const Amount&, const Amount&) = default;
};

struct Price {
  Amount up, down;  // the same unless they were given apart
  // By the value reached, where that is what counts; all others cost up.fixed.
  std::vector<std::pair<Value, Number>> reached;

  bool flat() const { return up.flat() && up == down && reached.empty(); }
  friend bool operator==(const Price&, const Price&) = default;

  static Price of(const Number& cost);
};

// Where a number lies along the scale; beyond its ends the outer slopes go on. Without a scale:
// in multiples of `per`.
Number position(const Amount& amount, const Number& x);

// The price of a direct change of the feature; `from` and `to` differ. From missing, and from a
// value that an ordered set does not list: the price of the largest distance within the domain,
// which must be finite then.
Number price_of(const Feature& feature, const Price& price, const std::optional<Value>& from,
                const Value& to);
// Can this feature be priced from missing?
bool prices_missing(const Feature& feature, const Price& price);

// Why the feature cannot have this price, as a sentence, and what to do; empty if it can.
struct PriceFault {
  std::string message, help;
};
std::optional<PriceFault> fault_of(const Feature& feature, const Price& price);

// As it stands behind `cost`: "2 per 100".
std::string price_text(const Price& price);

}  // namespace cogs::model
