// SPDX-License-Identifier: Apache-2.0
#include "engine/prepared.h"

#include <algorithm>
#include <utility>

#include "model/read/read_model.h"

namespace cogs::engine {

Prepared::Prepared(std::string text, const std::string& name)
    : text_(std::move(text)), model_(model::read_model(text_, name)) {}

const path::Search& Prepared::plain() const {
  std::call_once(plain_made_,
                 [&] { plain_ = std::make_unique<path::Search>(model_, path::Options()); });
  return *plain_;
}

const path::Verifier& Prepared::verifier() const {
  std::call_once(verifier_made_, [&] { verifier_ = std::make_unique<path::Verifier>(model_); });
  return *verifier_;
}

std::shared_ptr<const path::Search> Prepared::search(const path::Options& options) const {
  if (options == path::Options()) return {std::shared_ptr<const void>(), &plain()};
  {
    const std::lock_guard lock(mutex_);
    const auto known = std::find_if(known_.begin(), known_.end(),
                                    [&](const Known& one) { return one.options == options; });
    if (known != known_.end()) {
      std::rotate(known_.begin(), known, known + 1);
      return known_.front().search;
    }
  }
  // Not under the lock: other questions need not wait. Two threads may make the same one.
  auto made = std::make_shared<const path::Search>(model_, options);
  const std::lock_guard lock(mutex_);
  known_.insert(known_.begin(), {options, made});
  if (known_.size() > most_searches) known_.pop_back();
  return made;
}

}  // namespace cogs::engine
