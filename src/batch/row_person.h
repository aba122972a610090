// SPDX-License-Identifier: Apache-2.0
//
// Somebody whose values are cells of a row.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "batch/field_values.h"
#include "path/shared_search.h"

namespace cogs::batch {

class RowPerson : public path::Person {
 public:
  RowPerson(const std::vector<const FieldValue*>& values,
            const std::vector<std::optional<std::size_t>>& index)
      : values_(values), index_(index) {}
  double near(std::uint32_t feature) const override { return values_[*index_[feature]]->near; }
  model::Number number(std::uint32_t feature) const override {
    return *values_[*index_[feature]]->read_value()->number;
  }
  model::Record record() const override {
    model::Record record(index_.size());
    for (std::size_t f = 0; f < index_.size(); ++f) {
      if (index_[f]) record[f] = values_[*index_[f]]->read_value();
    }
    return record;
  }

 private:
  const std::vector<const FieldValue*>& values_;
  const std::vector<std::optional<std::size_t>>& index_;  // by feature
};

}  // namespace cogs::batch
