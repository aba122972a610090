// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_set.h"

#include <algorithm>

namespace cogs::rules {
namespace {

bool same_body(const Rule& a, const Rule& b) {
  return a.literals == b.literals &&
         std::equal(a.exceptions.begin(), a.exceptions.end(), b.exceptions.begin(),
                    b.exceptions.end(), same_body);
}

// All exceptions at any depth, equal ones once.
void collect(const Rule& rule, std::vector<const Rule*>& found) {
  for (const Rule& exception : rule.exceptions) {
    collect(exception, found);
    const auto equal = [&](const Rule* other) { return same_body(*other, exception); };
    if (std::none_of(found.begin(), found.end(), equal)) found.push_back(&exception);
  }
}

std::vector<const Rule*> exceptions_of(const RuleSet& rules) {
  std::vector<const Rule*> found;
  for (const ClassRule& rule : rules.rules) collect(rule.rule, found);
  return found;
}

}  // namespace

std::size_t RuleSet::rule_count() const { return rules.size() + exceptions_of(*this).size(); }

std::size_t RuleSet::literal_count() const {
  std::size_t count = 0;
  for (const ClassRule& rule : rules) count += rule.rule.literals.size();
  for (const Rule* exception : exceptions_of(*this)) count += exception->literals.size();
  return count;
}

}  // namespace cogs::rules
