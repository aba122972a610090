// SPDX-License-Identifier: Apache-2.0
#include "logic/ground/known_instances.h"

#include <algorithm>

namespace cogs::logic {

bool KnownInstances::has(const GroundClause& clause, const std::vector<GroundLiteral>& body) {
  sorted_.assign(body.begin(), body.end());
  std::sort(sorted_.begin(), sorted_.end());
  std::size_t hash = clause.form * 0x9E3779B97F4A7C15u + clause.head.value;
  for (const GroundLiteral literal : sorted_) {
    hash = (hash ^ (hash >> 31)) * 0x9E3779B97F4A7C15u + literal.code;
  }
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto i = begin; i != end; ++i) {
    const GroundClause& other = ground_.clauses[i->second];
    if (other.form != clause.form || other.head != clause.head) continue;
    const auto others = ground_.body(other);
    if (std::is_permutation(others.begin(), others.end(), body.begin(), body.end())) return true;
  }
  by_hash_.emplace(hash, static_cast<std::uint32_t>(ground_.clauses.size()));
  return false;
}

}  // namespace cogs::logic
