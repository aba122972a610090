// SPDX-License-Identifier: Apache-2.0
//
// The instances of a query. A variable that no positive goal gives a value, as in ?- not p(X), is
// free: it takes each value that makes a difference, and once stands for every other value. For
// these others, the goals with the variable hold whatever the search decides, because no row of a
// relation has them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/ground/join.h"

namespace cogs::logic {

// The value of a free variable that stands for all values but those that make a difference.
constexpr GroundTerm any_other(0xFFFFFFFF);

struct GroundQuery {
  GroundForm form;                      // all goals
  GroundForm bound;                     // the same variables; only the goals without free ones
  std::vector<std::uint32_t> free;      // slots
  std::vector<std::uint32_t> deferred;  // goals of `form` with free variables
};

// Nullopt if a free variable is compared with more than single terms.
std::optional<GroundQuery> split_query(GroundForm form);

class QueryInstances {
 public:
  // The relations must be complete, and `query` stay as it is.
  QueryInstances(const GroundQuery& query, GroundWorld& world);

  bool next();
  std::span<const GroundTerm> values() const { return values_; }
  // The literals of the present instance that are not decided, each once.
  const std::vector<GroundLiteral>& literals() const { return literals_; }
  // The values that make a difference to the i-th free variable, in standard order.
  const std::vector<GroundTerm>& candidates(std::size_t i) const { return candidates_[i]; }

 private:
  void find_candidates(std::size_t i);
  bool advance();
  bool check();

  const GroundQuery& query_;
  GroundWorld& world_;
  std::vector<JoinStep> steps_;
  Join join_;
  std::vector<GroundTerm> values_;
  std::vector<GroundLiteral> literals_;
  std::vector<std::vector<GroundTerm>> candidates_;
  std::vector<std::size_t> chosen_;  // of each free variable: 0 is any_other
  bool inside_ = false;              // an instance of `bound` is at hand
};

}  // namespace cogs::logic
