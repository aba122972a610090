// SPDX-License-Identifier: Apache-2.0
#include "logic/goal/tables.h"

#include <algorithm>

namespace cogs::logic {

std::uint32_t Tables::of(const CodeGoal& goal, const Store& store, const Saves& saves) {
  VariantKey key{goal.predicate.value};
  std::vector<Word> variables;
  store.variant_key(goal.term, key, variables);
  const auto [found, fresh] =
      ids_.emplace(std::move(key), static_cast<std::uint32_t>(tables_.size()));
  if (fresh) {
    Table table;
    table.call = saves.save_alone(goal.term);
    table.predicate = goal.predicate;
    tables_.push_back(std::move(table));
  }
  return found->second;
}

bool Tables::begin(std::uint32_t id) {
  Table& table = tables_[id];
  const bool stale = std::any_of(table.used.begin(), table.used.end(), [&](const auto& used) {
    return tables_[used.first].answers.size() > used.second;
  });
  if (table.run && !stale) return false;
  table.run = true;
  table.used.clear();
  filling_ = id;
  return true;
}

bool Tables::add(std::uint32_t id, const std::vector<TableAnswer>& answers, const Saves& saves) {
  Table& table = tables_[id];
  bool news = false;
  for (const TableAnswer& answer : answers) {
    if (!table.keys.insert(saves.key_of(answer)).second) continue;
    table.answers.push_back(answer);
    news = true;
  }
  return news;
}

}  // namespace cogs::logic
