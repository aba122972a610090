// SPDX-License-Identifier: Apache-2.0
//
// Which ground clauses there are already: the same instance comes again with its literals in
// another order, or with other values for variables that only decided goals have.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "logic/ground/program.h"

namespace cogs::logic {

class KnownInstances {
 public:
  explicit KnownInstances(const GroundProgram& ground) : ground_(ground) {}

  // Whether its form has given it before; if not, it will be the next of GroundProgram::clauses.
  bool has(const GroundClause& clause, const std::vector<GroundLiteral>& body);
  void clear() { by_hash_.clear(); }

 private:
  const GroundProgram& ground_;
  std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;
  std::vector<GroundLiteral> sorted_;
};

}  // namespace cogs::logic
