// SPDX-License-Identifier: Apache-2.0
//
// A model with all that questions need of it, made once: its cells, the checker, and the searches
// of the options that were asked with lately. Never changes as far as callers can tell; any number
// of threads may ask at once.
//
//   const engine::Prepared loan(text, "loan.cogs");
//   path::Result answer = engine::find_recourse(loan, john, {}, limits);   // engine.h
//
// Parts are made when they are first asked for: many commands need few of them.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "model/compile.h"
#include "model/model.h"
#include "path/search.h"
#include "path/verify.h"

namespace cogs::engine {

class Prepared {
 public:
  // Throws base::InputError with all faults of the text; `name` stands for its file in messages.
  Prepared(std::string text, const std::string& name);
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  const std::string& text() const { return text_; }
  const model::Model& model() const { return model_; }
  // Without cuts of a run.
  const model::CompiledModel& compiled() const { return plain().compiled(); }
  const path::Verifier& verifier() const;
  // Good for as long as this object.
  std::shared_ptr<const path::Search> search(const path::Options& options) const;

 private:
  static constexpr std::size_t most_searches = 16;

  struct Known {
    path::Options options;
    std::shared_ptr<const path::Search> search;
  };

  const path::Search& plain() const;

  std::string text_;
  model::Model model_;
  mutable std::once_flag plain_made_, verifier_made_;
  mutable std::unique_ptr<const path::Search> plain_;  // of no options at all
  mutable std::unique_ptr<const path::Verifier> verifier_;
  mutable std::mutex mutex_;
  mutable std::vector<Known> known_;  // the last one asked for first
};

}  // namespace cogs::engine
