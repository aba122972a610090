// SPDX-License-Identifier: Apache-2.0
#include "score/grow.h"

#include <algorithm>
#include <string>

namespace cogs::score {

std::uint32_t SetStore::add(std::vector<std::uint32_t> codes) {
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  const auto [entry, is_new] = known_.emplace(codes, static_cast<std::uint32_t>(sets_.size()));
  if (is_new) sets_.push_back(std::move(codes));
  return entry->second;
}

void NumericCategories::settle() {
  for (auto& [index, numbers] : numbers_) {
    Column& column = ensemble_.columns[index];
    column.kind = Column::Kind::category;
    column.numeric_categories = true;
    column.categories.clear();
    for (auto& [number, code] : numbers) {
      code = static_cast<std::uint32_t>(column.categories.size());
      column.categories.push_back(std::to_string(number));
    }
  }
}

}  // namespace cogs::score
