// SPDX-License-Identifier: Apache-2.0
#include "path/keep_checked.h"

#include <stdexcept>

namespace cogs::path {

void keep_checked(Result& result, const Verify& verify, base::Budget& budget) {
  // A limit of effort is about the search: what it has found by then is all checked.
  const auto must_end = [&] {
    return budget.exhausted_now() && budget.reason() != base::Exhausted::effort;
  };
  for (std::size_t i = 0; i < result.paths.size(); ++i) {
    if (i > 0 && must_end()) {
      result.paths.resize(i);
      result.status = Status::gave_up;
      result.exhausted = budget.reason();
      return;
    }
    const std::vector<std::string> faults = verify(result.paths[i]);
    if (!faults.empty()) {
      throw std::logic_error("the search found a path that the checker refuses: " + faults[0]);
    }
    result.paths[i].checked = true;
  }
}

}  // namespace cogs::path
