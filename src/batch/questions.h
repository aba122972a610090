// SPDX-License-Identifier: Apache-2.0
//
// The constraints that a row brings along -> the search that answers all rows with the same ones.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "batch/row_constraints.h"
#include "path/shared_search.h"

namespace cogs::batch {

class Questions {
 public:
  // All must outlive this object; `a_person`: what one search may use.
  Questions(const model::Model& model, const path::Options& run, const base::Limits& a_person);

  // The search for rows without constraints of their own.
  path::SharedSearch& common() { return *common_; }

  // Throws base::InputError for constraints that cannot be read or exclude each other.
  path::SharedSearch& search_for(const ConstraintTexts& texts);

  std::uint64_t searches() const;
  std::uint64_t personal() const;

 private:
  const model::Model& model_;
  const path::Options& run_;
  const base::Limits& a_person_;
  std::unique_ptr<path::SharedSearch> common_;
  std::unordered_map<std::string, std::unique_ptr<path::SharedSearch>> by_text_;
  std::uint64_t searches_ = 0, personal_ = 0;  // of those that were forgotten
};

}  // namespace cogs::batch
