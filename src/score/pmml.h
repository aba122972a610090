// SPDX-License-Identifier: Apache-2.0
//
// Predicates of PMML as binary tests. A predicate is true, false or unknown (where something is
// missing); what follows in each case is a plan, and plans are shared until a tree is grown from
// them. Internal to src/score.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "score/grow.h"

namespace cogs::score {

using Plan = std::uint32_t;

class Plans {
 public:
  explicit Plans(Ensemble& ensemble) : e_(ensemble), sets_(ensemble) {}

  Plan leaf(const Node& node);
  // `test` has column, kind and number; missing values go to `unknown`.
  Plan test(Node test, Plan yes, Plan no, Plan unknown);
  Plan in_set(std::uint32_t column, std::vector<std::uint32_t> codes, Plan yes, Plan no,
              Plan unknown);
  // Only missing values go to `yes`.
  Plan missing(std::uint32_t column, Plan yes, Plan no);

  // The tree of a plan; empty if it has more than `most` nodes.
  std::vector<Node> tree(Plan root, std::size_t most) const;

 private:
  struct Entry {
    Node node;
    Plan yes = 0, no = 0;
  };
  Ensemble& e_;
  SetStore sets_;
  std::vector<Entry> entries_;
};

}  // namespace cogs::score
